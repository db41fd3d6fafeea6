"""Settings come from the environment or from `.env`; a wrong one is named in one line."""

from pathlib import Path

import pytest

from telegram_bot.errors import OperatorError
from telegram_bot.settings import load

TOKEN = "12345678:AAEhBP0av28s4Lkx7HyTr3ZkOzWqUvXyZab"
WEBHOOK = {
    "WEBHOOK_URL": "https://cards.example/hook",
    "WEBHOOK_SECRET": "hush-hush-hush-hush",
    "PORT": "8080",
}
URL = "postgresql://ann:hush%21hush@db.example/cards"


def test_nothing_needs_to_be_set() -> None:
    settings = load()

    assert settings.bot_token is None
    assert settings.bot_api_url == "https://api.telegram.org"
    assert settings.database is None
    assert settings.data.name == "thirtyone"
    assert (settings.sandbox_host, settings.sandbox_port) == ("127.0.0.1", 8031)
    assert settings.cut_seconds == 6


def test_a_file_and_the_environment_are_read_and_the_latter_has_the_last_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(f"BOT_TOKEN={TOKEN}\nLOG_LEVEL=error\nOTHER=1\n")
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.setenv("DATA_DIR", "/srv/cards")

    settings = load()

    assert settings.bot_token
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.log_level == "DEBUG"
    assert settings.data == Path("/srv/cards")


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "")
    monkeypatch.setenv("DATABASE_URL", "")

    assert load().bot_token is None
    assert load().database is None


def test_what_the_command_line_says_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_PORT", "1111")

    assert load(sandbox_port=2222, data=None).sandbox_port == 2222
    assert load(data=Path("/srv/other")).data == Path("/srv/other")


def test_an_address_may_end_in_a_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_API_URL", "http://localhost:8081/")
    monkeypatch.setenv("PUBLIC_URL", "https://cards.example/bot/")

    assert load().bot_api_url == "http://localhost:8081"
    assert load().public_url == "https://cards.example/bot"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_TOKEN", "hush-hush"),
        ("BOT_API_URL", "api.telegram.org/hush-hush"),
        ("PUBLIC_URL", "cards.example/hush-hush"),
        ("DATABASE_URL", "mysql://ann:hush-hush@db.example/cards"),
        ("SANDBOX_PORT", "hush-hush"),
        ("SANDBOX_PORT", "70000"),
        ("LOG_LEVEL", "hush-hush"),
        ("CUT_SECONDS", "-1"),
        ("WEBHOOK_URL", "cards.example/hush-hush"),
        ("WEBHOOK_SECRET", "hush-hush"),
        ("WEBHOOK_SECRET", "hush-hush and with spaces"),
    ],
)
def test_a_wrong_setting_is_named_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(OperatorError, match=f"^{name}: ") as refused:
        load()

    assert "hush-hush" not in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value.__cause__ is None


@pytest.mark.parametrize("missing", ["WEBHOOK_SECRET", "PORT"])
def test_a_webhook_needs_a_secret_and_a_port(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    for name, value in WEBHOOK.items():
        monkeypatch.setenv(name, value)
    webhook = load().webhook
    assert webhook
    assert (webhook.url, webhook.path) == (WEBHOOK["WEBHOOK_URL"], "/hook")

    monkeypatch.delenv(missing)

    with pytest.raises(OperatorError, match=f"^WEBHOOK_URL: .*{missing}"):
        load()


def test_no_secret_shows_in_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", URL)
    for name, value in WEBHOOK.items():
        monkeypatch.setenv(name, value)

    printed = f"{load()!r} {load().webhook!r}"

    assert TOKEN not in printed
    assert "hush" not in printed
    assert load().secrets == (TOKEN, "hush!hush", WEBHOOK["WEBHOOK_SECRET"])


def test_a_cache_of_nothing_is_none() -> None:
    assert load(cache_size=0).cache_environment == {}
    assert load(cache_size=7).cache_environment["AGGREGATE_CACHE_MAXSIZE"] == "7"
