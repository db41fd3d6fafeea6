"""The file that a game is exported as, `thirtyone-game/1`: docs/export.md says it in words.

There is one way to write a game, to the byte: so whoever reads one can insist on it.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from domain import facts
from domain.audit.forms import Recorded, Row
from domain.codes import code_of

FORMAT: Final = "thirtyone-game/1"


class Line(NamedTuple):
    """An event as it stands in a file: just as it is stored."""

    topic: str
    state: bytes


@dataclass(frozen=True)
class GameFile:
    """A file taken apart, with nothing in it judged.

    Attributes:
        game_id: The game that it says it holds.
        header: The first line.
        lines: The events.
        footer: The last line.
    """

    game_id: UUID
    header: bytes
    lines: tuple[Line, ...]
    footer: bytes


class NotAGameFile(ValueError):  # noqa: N818 - the file, not the program, is at fault
    """A file that cannot be taken apart.

    Attributes:
        event: The event where it cannot, from 1; 0 outside of them.
        expected: What should be there.
        found: The beginning of what is.
    """

    def __init__(self, event: int, expected: str, found: bytes) -> None:
        """Name the place, what should be there, and what is."""
        self.event = event
        self.expected = expected
        self.found = found[:60].decode(errors="replace")
        super().__init__(f"expected {expected}, found {self.found!r}")


def written(game_id: UUID, rows: Sequence[Row], events: Sequence[Recorded]) -> Iterator[bytes]:
    """Write a game, line by line.

    Args:
        game_id: The game.
        rows: Its events as they are stored.
        events: The same, as they were read.
    """
    yield header(game_id, events) + b"\n"
    for row in rows:
        yield _FIRST + row.topic.encode() + _SECOND + row.state + b"}\n"
    yield footer(rows) + b"\n"


def taken_apart(data: bytes) -> GameFile:
    """Read a file, without a judgement on what it holds.

    Raises:
        NotAGameFile: It has not got the shape of one.
    """
    *lines, rest = data.split(b"\n")
    if rest or len(lines) < 2:
        raise NotAGameFile(0, "lines that each end with a line feed", rest)
    first, *events, last = lines
    return GameFile(
        _game_of(first),
        first,
        tuple(_line(number, line) for number, line in enumerate(events, 1)),
        last,
    )


def header(game_id: UUID, events: Iterable[Recorded]) -> bytes:
    """Return the first line of a game's file."""
    told: dict[str, object] = {"format": FORMAT, "game": str(game_id), "code": code_of(game_id)}
    chosen: dict[str, object] = {"preset": None, "rules": None}
    seats: list[str] = []
    shuffle: str | None = None
    for event in events:
        match event.fact:
            case facts.GameOpened() | facts.RulesChosen() as fact:
                chosen = {"preset": fact.preset, "rules": fact.rules}
            case facts.GameStarted(player_ids=players):
                seats = [str(player) for player in players]
            case facts.DeckCommitted(shuffle=version):
                shuffle = version
    told |= {**chosen, "seats": seats, "shuffle": shuffle}
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()


def footer(rows: Sequence[Row]) -> bytes:
    """Return the last line of a game's file."""
    told = {"digest": digest_of(rows), "events": len(rows)}
    return json.dumps(told, separators=(",", ":")).encode()


def digest_of(rows: Iterable[Row]) -> str:
    """Return the fingerprint of a game's log: SHA-256 over its stored events in order.

    Each event adds its topic and its stored state, each followed by a line feed.
    """
    fingerprint = hashlib.sha256()
    for row in rows:
        fingerprint.update(row.topic.encode() + b"\n" + row.state + b"\n")
    return fingerprint.hexdigest()


_BEGINNING: Final = b'{"format":"%b","game":"' % FORMAT.encode()
_FIRST: Final = b'{"topic":"'
_SECOND: Final = b'","state":'


def _game_of(line: bytes) -> UUID:
    if not line.startswith(_BEGINNING):
        raise NotAGameFile(0, f"a file of the format {FORMAT}", line)
    told = line[len(_BEGINNING) :].partition(b'"')[0]
    try:
        game_id = UUID(told.decode())
    except ValueError:
        raise NotAGameFile(0, "the id of a game", told) from None
    if str(game_id).encode() != told:
        raise NotAGameFile(0, "the id of a game, as ids are written", told)
    return game_id


def _line(number: int, line: bytes) -> Line:
    topic, between, rest = line.removeprefix(_FIRST).partition(_SECOND)
    state = rest.removesuffix(b"}")
    if _FIRST + topic + between + state + b"}" != line or not topic.isascii():
        raise NotAGameFile(number, "an event: its topic and its state", line)
    return Line(topic.decode(), state)
