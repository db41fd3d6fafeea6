"""Stored events are read by the letter: what the program would not have written is none."""

import json
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import StoredEvent

from domain.audit.clauses import GROUNDS, plain
from domain.audit.forms import Malformed, read
from domain.audit.game_file import Line
from domain.card_room import CardRoom
from domain.events import TOPICS

CASES = Path(__file__).parents[1] / "cases"
FROZEN = [
    Line(row["topic"], row["state"].encode())
    for file in sorted(CASES.glob("log_*.json"))
    for log in json.loads(file.read_text())
    if "ends" in log
    for row in log["events"]
]

AT = '"timestamp":{"_type_":"datetime_iso","_data_":"2026-01-01T00:00:00+00:00"}'
DRAWN = f'{{"seat":1,"card":"9H",{AT}}}'
JOINED = (
    '{"player_id":{"_type_":"uuid_hex","_data_":"c4bb86c3d1c427103c344c4189eb2f1e"},' + AT + "}"
)


def test_an_event_is_read_as_the_program_itself_reads_it() -> None:
    mapper = CardRoom().mapper
    game_id = uuid4()
    for number, line in enumerate(FROZEN, 1):
        event = mapper.to_domain_event(StoredEvent(game_id, number, line.topic, line.state))
        told = dict(vars(event))

        recorded = read(number, line)

        assert type(event).__mro__[2] is type(recorded.fact)
        assert (told.pop("originator_id"), told.pop("originator_version")) == (game_id, number)
        assert told.pop("timestamp") == recorded.at
        assert plain(told) == plain(vars(recorded.fact))
        assert recorded.number == number


def test_whatever_can_happen_in_a_game_rests_on_something() -> None:
    assert set(GROUNDS) == {fact for topic, fact in TOPICS.items() if topic.startswith("game.")}


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("game.card_burnt", DRAWN),
        ("group.table_freed", JOINED.replace("player_id", "game_id")),
        ("game.card_drawn", ""),
        ("game.card_drawn", DRAWN[:-1]),
        ("game.card_drawn", DRAWN + "}"),
        ("game.card_drawn", DRAWN.replace(",", ", ", 1)),
        ("game.card_drawn", "[" * 100_000),
        ("game.card_drawn", f'{{"card":"9H","seat":1,{AT}}}'),
        ("game.card_drawn", f'{{"seat":1,{AT}}}'),
        ("game.card_drawn", f'{{"seat":1,"seat":1,"card":"9H",{AT}}}'),
        ("game.card_drawn", f'{{"seat":1,"card":"9H","note":"",{AT}}}'),
        ("game.card_drawn", DRAWN.replace("9H", "1H")),
        ("game.card_drawn", DRAWN.replace("9H", "\\u0039H")),
        ("game.card_drawn", DRAWN.replace(":1", ":-1")),
        ("game.card_drawn", DRAWN.replace(":1", ":true")),
        ("game.card_drawn", DRAWN.replace(":1", ":1.0")),
        ("game.card_drawn", DRAWN[:-1] + ',"class_version":2}'),
        ("game.card_drawn", DRAWN.replace("+00:00", "Z")),
        ("game.card_drawn", DRAWN.replace("+00:00", "+01:00")),
        ("game.card_drawn", DRAWN.replace("+00:00", "")),
        ("game.card_drawn", DRAWN.replace("2026-01", "2026-13")),
        ("game.player_joined", JOINED.replace("c4bb86c3", "C4BB86C3")),
        ("game.player_joined", JOINED.replace("c4bb86c3", "c4bb86c3-")),
        ("game.player_joined", JOINED.replace("c4bb86c3", "")),
        ("game.player_joined", JOINED.replace("uuid_hex", "uuid_int")),
    ],
)
def test_what_is_written_otherwise_is_no_event(topic: str, state: str) -> None:
    with pytest.raises(Malformed):
        read(1, Line(topic, state.encode()))


def test_the_examples_that_were_spoilt_are_events() -> None:
    assert vars(read(1, Line("game.card_drawn", DRAWN.encode())).fact) == {"seat": 1, "card": "9H"}
    joined = read(1, Line("game.player_joined", JOINED.encode())).fact
    assert vars(joined) == {"player_id": UUID("c4bb86c3d1c427103c344c4189eb2f1e")}


def test_bytes_that_are_no_text_are_no_event() -> None:
    with pytest.raises(Malformed):
        read(1, Line("game.card_drawn", DRAWN.encode().replace(b"9H", b"\xff")))
