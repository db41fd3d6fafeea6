"""No secret shows in the log, whoever logs it and however."""

import logging

import httpx
import psycopg
import pytest

from telegram_bot import logs
from telegram_bot.logs import Redaction

TOKEN = "12345678:AAEhBP0av28s4Lkx7HyTr3ZkOzWqUvXyZab"
PASSWORD = "hush/hush"


def _log() -> None:
    logs.configure("DEBUG", Redaction([TOKEN, PASSWORD]))


@pytest.mark.parametrize(
    "text",
    [
        f"POST https://api.telegram.org/bot{TOKEN}/getMe",
        f"password={PASSWORD} host=db",
        f"postgresql://ann:{PASSWORD}@db/cards",
        "postgresql://ann:hush%2Fhush@db/cards",
    ],
)
def test_secrets_become_stars(text: str) -> None:
    told = Redaction([TOKEN, PASSWORD])(text)

    assert "***" in told
    assert TOKEN not in told
    assert "hush" not in told


@pytest.mark.parametrize(
    "text",
    [
        f"https://api.telegram.org/bot{TOKEN}/getMe",
        f"the token {TOKEN} is wrong",
        "postgresql://ann:hushhush@db/cards",
        "host=db password=hushhush user=ann",
    ],
)
def test_what_looks_like_a_secret_is_hidden_untold(text: str) -> None:
    told = Redaction()(text)

    assert TOKEN not in told
    assert "hushhush" not in told


def test_ordinary_words_stay() -> None:
    text = "Game 123456:3 of group -100123 at 12:00:31, see https://example.org:8031/x"

    assert Redaction(["a"])(text) == text


def test_arguments_and_tracebacks_are_redacted_too(capsys: pytest.CaptureFixture[str]) -> None:
    _log()
    try:
        int(TOKEN)
    except ValueError:
        logging.getLogger("anything").exception("failed with %s", PASSWORD)

    told = capsys.readouterr().err
    assert "ValueError: invalid literal for int() with base 10: '***'" in told
    assert "failed with ***" in told
    assert TOKEN not in told


def test_the_http_client_tells_no_token(capsys: pytest.CaptureFixture[str]) -> None:
    _log()
    with httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(401))) as client:
        client.get(f"https://api.telegram.org/bot{TOKEN}/getMe")
    logging.getLogger("httpx").warning("HTTP Request: https://host/bot%s/getMe", TOKEN)

    assert TOKEN not in capsys.readouterr().err


def test_the_database_driver_tells_no_password(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    _log()
    caplog.set_level(logging.DEBUG, "psycopg")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"host=127.0.0.1 port=1 password={PASSWORD} user=ann dbname=cards")

    assert PASSWORD not in capsys.readouterr().err
