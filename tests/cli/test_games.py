"""What an operator asks of games in the database: `replay`, `audit` and `export`."""

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from domain.codes import code_of
from domain.match import Phase
from domain.rules import rule_set
from projections.database import Database
from projections.rows import Connection
from telegram_bot.cli import main
from tests.application.bustle import Bustle
from tests.audit.played import QUIET
from tests.cli.said import complaint
from tests.projections.conftest import follow


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        yield connection


@pytest.fixture
def evening(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bustle]:
    """A card room whose database is the operator's."""
    monkeypatch.setenv("DATABASE_URL", database.url)
    evening = Bustle(31, database.environment, QUIET)
    yield evening
    evening.room.close()


@pytest.fixture
def game_id(evening: Bustle, connection: Connection) -> UUID:
    """A game that is over."""
    game_id = evening.begin(3, lives=1)
    evening.play_out(game_id)
    follow(connection, evening.room)
    return game_id


def running(evening: Bustle, connection: Connection) -> UUID:
    """Return a game on its first turns."""
    game_id = evening.begin(3)
    while evening.room.match(game_id).phase is not Phase.PLAYING:
        evening.step(game_id)
    evening.step(game_id)
    follow(connection, evening.room)
    return game_id


def alter(connection: Connection, game_id: UUID, topic: str, before: str, after: str) -> int:
    """Alter the first event of a topic, as somebody could with the database at hand."""
    row = connection.execute(
        "UPDATE thirtyone.thirtyone_events SET state = convert_to("
        " replace(convert_from(state, 'UTF8'), %(before)s, %(after)s), 'UTF8')"
        " WHERE originator_id = %(game)s AND originator_version = ("
        "  SELECT min(originator_version) FROM thirtyone.thirtyone_events"
        "   WHERE originator_id = %(game)s AND topic = %(topic)s)"
        " RETURNING originator_version",
        {"game": game_id, "topic": topic, "before": before, "after": after},
    ).fetchone()
    assert row is not None
    return int(row[0])


# Which game.


@pytest.mark.parametrize("command", ["replay", "audit", "export"])
def test_a_game_is_named_by_its_code_or_its_id(
    command: str, game_id: UUID, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    told = []
    for name in (code_of(game_id), code_of(game_id).upper(), str(game_id)):
        assert main([command, name]) == 0
        told.append(capfdbinary.readouterr().out)

    assert told[0] == told[1] == told[2] != b""


@pytest.mark.usefixtures("game_id")
@pytest.mark.parametrize("command", ["replay", "audit", "export"])
@pytest.mark.parametrize("name", ["nothing1", "00000000-0000-4000-8000-000000000031"])
def test_a_game_that_is_not_there(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, name]) == 2
    assert f"There is no game '{name}'" in complaint(capsys)


def test_a_code_that_two_games_have(
    game_id: UUID, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    other = UUID(int=game_id.int ^ 1)
    connection.execute(
        "CREATE TEMPORARY TABLE twin AS SELECT * FROM thirtyone.tables WHERE game_id = %s",
        [game_id],
    )
    connection.execute("UPDATE twin SET game_id = %s", [other])
    connection.execute("INSERT INTO thirtyone.tables SELECT * FROM twin")

    assert main(["audit", code_of(game_id)]) == 2

    told = complaint(capsys)
    assert str(game_id) in told
    assert str(other) in told


@pytest.mark.parametrize(
    "command", [["export"], ["export", "--html"], ["audit"], ["replay", "--seat", "0"]]
)
def test_no_card_of_a_game_that_lasts_is_shown(
    command: list[str],
    evening: Bustle,
    connection: Connection,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game_id = running(evening, connection)

    assert main([*command[:1], code_of(game_id), *command[1:]]) == 2
    assert "is not over" in complaint(capsys)


# Replay.


def test_a_replay_tells_every_step_with_all_cards(
    game_id: UUID, evening: Bustle, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", code_of(game_id), "--json"]) == 0

    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = {step.event: step for step in evening.room.replay(game_id).steps}
    assert steps[0]["kind"] == "started"
    assert steps[-1]["kind"] == "ended"
    for step in steps:
        then = told[step["event"]].after
        if then.phase is Phase.PLAYING and then.round is not None:
            hands = {str(seat): list(then.round.hand_of(seat)) for seat in range(3)}
            assert step["hands"] == hands
        assert step["said"]


def test_a_replay_of_a_round_as_a_seat_saw_it(
    game_id: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", code_of(game_id), "--round", "1", "--seat", "2", "--json"]) == 0

    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {step["round"] for step in steps} == {1}
    playing = [step for step in steps if step["kind"] in {"card_drawn", "card_discarded"}]
    assert playing
    assert all(set(step["hands"]) == {"2"} for step in playing)


def test_a_replay_to_read_tells_events_sentences_and_hands(
    game_id: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", code_of(game_id), "--round", "1"]) == 0

    told = capsys.readouterr().out
    assert "Round 1: Seat " in told
    assert " | 1: " in told


def test_a_replay_of_a_game_that_lasts_shows_what_everybody_saw(
    evening: Bustle, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    game_id = running(evening, connection)

    assert main(["replay", code_of(game_id), "--json"]) == 0

    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert steps[-1]["round"] == 1
    assert all(step["hands"] == {} for step in steps)


@pytest.mark.parametrize("command", [["replay"], ["export", "--html"]])
def test_there_is_nothing_to_replay_of_a_table_that_was_closed(
    command: list[str],
    evening: Bustle,
    connection: Connection,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game_id = closed(evening)
    follow(connection, evening.room)

    assert main([*command[:1], code_of(game_id), *command[1:]]) == 2
    assert "has not started" in complaint(capsys)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [(["--round", "99"], "There is no round 99"), (["--seat", "7"], "There is no seat 7")],
)
def test_what_a_game_has_not_got_is_not_replayed(
    wanted: list[str], why: str, game_id: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", code_of(game_id), *wanted]) == 2
    assert why in complaint(capsys)


# Export.


def test_what_is_exported_is_verified(
    game_id: UUID,
    evening: Bustle,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main(["export", code_of(game_id)]) == 0

    file = tmp_path / "game.jsonl"
    file.write_bytes(capfdbinary.readouterr().out)
    assert main(["verify", str(file), "--digest", evening.room.digest(game_id)]) == 0


def test_a_log_that_cannot_be_exported_is_pointed_out(
    game_id: UUID, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(connection, game_id, "game.card_drawn", '"card":', '"kard":')

    assert main(["export", code_of(game_id)]) == 2
    assert f"see thirtyone audit {code_of(game_id)}" in complaint(capsys)


# Audit.


def test_a_log_that_was_altered_is_not_replayed_but_judged(
    game_id: UUID, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    alter(connection, game_id, "game.card_drawn", "{", "")

    assert main(["replay", code_of(game_id)]) == 2
    assert f"was altered: see thirtyone audit {code_of(game_id)}" in complaint(capsys)
    assert main(["audit", code_of(game_id)]) == 1


def test_a_fair_game_is_found_good(game_id: UUID, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", code_of(game_id)]) == 0
    assert capsys.readouterr().out.endswith("Nothing was found.\n")


def test_a_log_that_was_altered_is_found_and_exits_with_1(
    game_id: UUID, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    number = alter(connection, game_id, "game.round_ended", '"redeal":false', '"redeal":true')

    assert main(["audit", code_of(game_id)]) == 1
    assert f"event {number}, RULES " in capsys.readouterr().out


def test_a_digest_that_the_chat_did_not_show(
    game_id: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", code_of(game_id), "--digest", "31313131"]) == 1
    assert "BROKEN   the fingerprint" in capsys.readouterr().out


def test_all_games_that_are_over_are_audited_and_the_others_counted(
    evening: Bustle, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    over = evening.begin(2, lives=1)
    evening.play_out(over)
    closed(evening)
    running(evening, connection)

    assert main(["audit", "--all"]) == 0
    assert capsys.readouterr().out == "2 audited, 0 with findings, 1 not over\n"

    number = alter(connection, over, "game.card_drawn", '"seat":', '"seat":1')
    assert main(["audit", "--all"]) == 1
    finding, summary = capsys.readouterr().out.splitlines()
    assert finding.startswith(f"{code_of(over)} ({over}): event {number}, RULES ")
    assert summary == "2 audited, 1 with findings, 1 not over"


def test_a_fingerprint_is_that_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--all", "--digest", "31313131"]) == 2
    assert "that of one game" in complaint(capsys)


@pytest.mark.usefixtures("evening")
def test_an_audit_is_of_a_game_or_of_all() -> None:
    for arguments in (["audit"], ["audit", "a", "--all"]):
        with pytest.raises(SystemExit):
            main(arguments)


def closed(evening: Bustle) -> UUID:
    """Return a table that was closed before the start."""
    ana = evening.new_id()
    opened = evening.room.open_game(evening.new_id(), ana, "scat", rule_set("scat"))
    evening.room.close_table(opened.match.id, ana)
    return opened.match.id


# A page.


def test_a_page_in_a_language_that_there_is_not(
    game_id: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "--html", "--language", "tlh", code_of(game_id)]) == 2
    assert "There is no language 'tlh': there are en, " in complaint(capsys)


@pytest.mark.parametrize(("options", "language"), [("", "en"), (" --language pt-BR", "pt-BR")])
def test_a_game_is_exported_as_a_page_of_its_own(
    options: str,
    language: str,
    game_id: UUID,
    connection: Connection,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["export", code_of(game_id)]) == 0
    file = capsys.readouterr().out
    connection.execute(
        "INSERT INTO thirtyone.players (id, telegram_id, first_name, updated_at)"
        " VALUES (%s, 7001, 'Ana', now())",
        [json.loads(file.splitlines()[0])["seats"][0]],
    )

    assert main(["export", code_of(game_id), *f"--html {options}".split()]) == 0

    page = capsys.readouterr().out
    assert page.startswith(f'<!doctype html>\n<html lang="{language}">')
    assert '"names":["Ana","' in page
    assert json.dumps(file, ensure_ascii=False)[1:-1] in page
    assert "?lang=" not in page
