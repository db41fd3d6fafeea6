"""What cannot be handled blocks nobody, is listed with its reason, and can be handled later."""

import psycopg
import pytest

from projections.database import Database
from telegram_bot.cli import main
from tests.end_to_end.conftest import House, open_house
from tests.end_to_end.play import Table
from tests.end_to_end.test_commands import ask


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Ask the command line about updates, and return what it says."""
    capsys.readouterr()
    assert main(["updates", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.fixture(autouse=True)
def _operated(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line work on the bot's database."""
    monkeypatch.setenv("DATABASE_URL", database.url)


def test_an_update_that_cannot_be_read(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_house(database) as house:
        table = house.table("Ana", "Carla")
        ana, carla = table.people
        house.client.fault("garble", method="message", chat_id=table.chat.id)
        ana.send(table.chat, "/help")

        assert "/new" in ask(carla, table.chat, "/help")
        house.client.settle()

        (line,) = listed(capsys)
        assert "message         KeyError at _message.py" in line


def test_a_tap_that_fails_is_answered_and_can_be_handled_later(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_house(database) as house:
        table = house.table("Ana", "Carla")
        ana, carla = table.people
        ana.send(table.chat, "/new")
        lobby = table.see()
        good = write(house, table, b"no event")

        answer = carla.tap(lobby.message, "Join")
        house.client.settle()
        (line,) = listed(capsys)
        assert ask(ana, table.chat, "/status") == answer.text
        assert "/new" in ask(ana, house.group(ana), "/help")
        write(house, table, good)
        assert listed(capsys, "retry") == ["2 to be handled again"]

        table.see(lambda seen: "Carla" in seen.message.text)
        assert answer.answers == 1
        assert "callback_query" in line
        house.client.wait_until(lambda: listed(capsys) == [], "nothing to be set aside")
        assert "Traceback" in house.bot.log


def write(house: House, table: Table, state: bytes) -> bytes:
    """Write the last event of a game, and return what it was; the bot forgets what it knew."""
    where = (table.see().game_id,)
    with psycopg.connect(house.database.conninfo) as connection:
        row = connection.execute(
            "SELECT state, originator_version FROM thirtyone.thirtyone_events"
            " WHERE originator_id = %s ORDER BY originator_version DESC LIMIT 1",
            where,
        ).fetchone()
        assert row is not None
        connection.execute(
            "UPDATE thirtyone.thirtyone_events SET state = %s"
            " WHERE originator_id = %s AND originator_version = %s",
            (state, *where, row[1]),
        )
    house.bot.stop()
    house.bot.start()
    return bytes(row[0])
