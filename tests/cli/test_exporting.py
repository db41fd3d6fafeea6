"""What is written of a person who asks what is stored about them, also in the middle of a game."""

import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from typing import Any
from uuid import UUID

import pytest

from domain.codes import code_of
from domain.customs import choose_time_zone
from domain.match import Phase
from domain.rules import rule_set
from domain.views import seat_view
from projections.rows import Connection
from telegram_bot.cli import main
from telegram_bot.intake import set_aside
from telegram_bot.operating.exporting import write
from tests.application.rooms import Evening
from tests.cli.asking import play
from tests.cli.said import complaint
from tests.domain.secrecy import cards_in, public_cards
from tests.projections.conftest import Room, follow

ANN = UUID(int=1)
ANNS_TELEGRAM_ID = 7_001

STEPS = 4
"""Moves of a game after each of which everybody asks."""


def exported(who: object, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return what is written of somebody."""
    assert main(["export-player", str(who)]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def events(told: dict[str, Any], what: str) -> list[dict[str, Any]]:
    """Return what has happened of one kind in all games."""
    return [event for game in told["games"] for event in game["events"] if event["what"] == what]


@pytest.fixture
def ann(room: Room, connection: Connection) -> UUID:
    """Somebody with a name who has played twice."""
    connection.execute(
        "INSERT INTO thirtyone.players (id, telegram_id, first_name, username, updated_at)"
        " VALUES (%s, %s, 'Ann', 'ann_plays', now())",
        [ANN, ANNS_TELEGRAM_ID],
    )
    play(room, 2)
    follow(connection, room)
    return ANN


@pytest.mark.parametrize("who", [str(ANN), str(ANNS_TELEGRAM_ID), "@Ann_Plays", "ann_plays"])
def test_all_that_is_stored_about_a_person_is_written(
    who: str, ann: UUID, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    told = exported(who, capsys)

    assert told["player_id"] == str(ann)
    assert told["person"]["telegram_id"] == ANNS_TELEGRAM_ID
    rows = connection.execute(
        "SELECT game_id, array_position(player_ids, %s) - 1 FROM thirtyone.tables"
        " WHERE player_ids @> ARRAY[%s] ORDER BY opened_at",
        [ann, ann],
    ).fetchall()
    assert [(game["code"], game["seat"]) for game in told["games"]] == [
        (code_of(game_id), seat) for game_id, seat in rows
    ]
    assert all(game["played"]["player_id"] == str(ann) for game in told["games"])
    assert told["figures"][0]["games"] == len(rows)
    assert {line["player_id"] for line in told["rankings"]} == {str(ann)}
    assert told["opponents"]
    assert [event["place"] for event in events(told, "game.ended")] == [
        game["played"]["place"] for game in told["games"] if game["outcome"] == "won"
    ]
    assert len(events(told, "game.round_dealt")) >= len(rows)


@pytest.mark.parametrize("preset", ["scat", "schwimmen"])
def test_in_the_middle_of_a_game_one_is_told_only_what_one_has_seen(
    preset: str, room: Room, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(31, room.env)
    match = evening.deal(evening.begin(3, preset))
    seen: dict[UUID, set[str]] = defaultdict(set)
    assert match.phase is Phase.PLAYING
    for _ in range(STEPS):
        if match.phase is not Phase.PLAYING:
            break
        follow(connection, room)
        for player_id in match.player_ids:
            hand = seat_view(match, player_id).hand
            seen[player_id] |= {*hand, *public_cards(match)}
            told = exported(player_id, capsys)
            assert {*hand} <= {*cards_in(told)} <= seen[player_id]
            assert match.in_play()[0].seed.hex() not in str(told)
        match = evening.step(match.id)


def test_what_was_chosen_for_a_group_and_at_a_table_that_was_left_is_written_too(
    room: Room, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(31, room.env)
    host, eva = evening.new_id(), evening.new_id()
    table = evening.room.open_game(evening.group_id, host, "scat", rule_set("scat")).match
    evening.room.join(table.id, eva)
    evening.room.leave(table.id, eva)
    to_lisbon = partial(choose_time_zone, name="Europe/Lisbon")
    evening.room.choose_customs(evening.group_id, eva, to_lisbon)
    connection.execute(
        "INSERT INTO thirtyone.players (id, telegram_id, first_name, updated_at)"
        " VALUES (%s, 7002, 'Eva', now())",
        [eva],
    )
    connection.execute(
        "INSERT INTO thirtyone.chats (id, telegram_chat_id, title, kind, updated_at)"
        " VALUES (%s, -7, 'Card night', 'group', now())",
        [evening.group_id],
    )
    follow(connection, room)

    told = exported(eva, capsys)

    assert told["games"] == []
    assert [(line["what"], line["group"]) for line in told["elsewhere"]] == [
        ("game.player_joined", "Card night"),
        ("game.player_left", "Card night"),
        ("group.customs_chosen", "Card night"),
    ]
    assert told["elsewhere"][2]["customs"]["time_zone"] == "Europe/Lisbon"
    assert exported(host, capsys)["elsewhere"] == []


def test_a_long_list_is_written_as_it_is_read() -> None:
    out, written = StringIO(), []

    def games() -> Iterator[dict[str, int]]:
        for number in range(3):
            yield {"game": number}
            written.append(out.getvalue().count('game"'))

    write([("player_id", ANN), ("games", games()), ("offers", iter(())), ("last", None)], out)

    assert written == [1, 2, 3]
    assert json.loads(out.getvalue()) == {
        "player_id": str(ANN),
        "games": [{"game": 0}, {"game": 1}, {"game": 2}],
        "offers": [],
        "last": None,
    }


def test_somebody_who_was_forgotten_is_found_by_their_random_id(
    ann: UUID, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    connection.execute("DELETE FROM thirtyone.players")

    told = exported(ann, capsys)

    assert told["person"] is None
    assert told["games"]


def test_every_column_with_a_player_in_it_is_asked(connection: Connection) -> None:
    """A table that is added later must not be left out."""
    rows = connection.execute(
        "SELECT DISTINCT table_name FROM information_schema.columns"
        " WHERE table_schema = 'thirtyone'"
        " AND column_name IN ('player_id', 'player_ids', 'opponent_id')"
    ).fetchall()

    assert {name for (name,) in rows} == {
        "tables",
        "player_figures",
        "player_meetings",
        "rankings",
        "posted_panels",
        "posted_offers",
        "posted_reminders",
        "ways_of_showing",
    }


def test_updates_that_were_set_aside_are_exported_to_whom_they_are_about(
    ann: UUID, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    row = connection.execute("SELECT telegram_id FROM thirtyone.players WHERE id = %s", [ann])
    (telegram_id,) = row.fetchone() or (0,)
    for number, who in ((1, telegram_id), (2, telegram_id + 1)):
        update = {"update_id": number, "message": {"from": {"id": who}}}
        set_aside.put(connection, update, "KeyError", datetime.now(UTC))

    assert main(["export-player", str(ann)]) == 0

    exported = json.loads(capsys.readouterr().out)
    assert [update["update_id"] for update in exported["updates_set_aside"]] == [1]


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("who", ["@nobody", "12", str(UUID(int=77)), "", "99999999999999999999"])
def test_nobody_is_known_by_that_name(who: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export-player", who]) == 2
    assert "Nobody is known" in complaint(capsys)


@pytest.mark.usefixtures("ann")
def test_it_ends_without_a_complaint_when_its_reader_has_gone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in `thirtyone export-player @ann | head -5`."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)

        assert main(["export-player", "@ann_plays"]) == 128 + signal.SIGPIPE

    assert "Traceback" not in capsys.readouterr().err
