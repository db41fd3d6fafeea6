"""Games told as facts, with the ids and times that the log adds."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID, uuid4

from domain import facts
from domain.cards import Card
from domain.events import STORED, Stored
from domain.facts import Fact
from projections.log import Entry
from projections.read_model import ReadModel

Row = TypeVar("Row")

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GROUP = UUID(int=9)
CARD = Card("3H")
ANN, BEA, CAM = (UUID(int=number) for number in (1, 2, 3))


def recorded(game_id: UUID, happened: Iterable[Fact], first_version: int = 1) -> list[Stored]:
    """Give facts the address and the time under which they are stored, a second apart."""
    return [
        STORED[type(fact)](
            originator_id=game_id,
            originator_version=version,
            timestamp=NOON + timedelta(seconds=version),
            **vars(fact),
        )
        for version, fact in enumerate(happened, first_version)
    ]


def fold(model: ReadModel[Row], happened: Sequence[Fact]) -> Row | None:
    """Return the row that one game's facts make."""
    rows: dict[UUID, Row | None] = {}
    game_id = uuid4()
    events = recorded(game_id, happened)
    model.fold(rows, [Entry(position, event) for position, event in enumerate(events, 1)])
    return rows[game_id]


def opened(group_id: UUID = GROUP, players: Sequence[UUID] = (ANN, BEA, CAM)) -> list[Fact]:
    """Tell of a table that was opened and joined."""
    opening = facts.GameOpened(
        group_id=group_id,
        opener_id=players[0],
        preset="pub",
        rules={},
        previous_id=None,
        pace="fast",
    )
    return [opening, *(facts.PlayerJoined(player_id=player) for player in players)]


def started(players: Sequence[UUID] = (ANN, BEA, CAM)) -> list[Fact]:
    """Tell of a game up to the committed deck of its first round; seat 1 plays first."""
    return [*opened(players=players), facts.GameStarted(player_ids=players), committed(1)]


def committed(number: int, seats: Sequence[int] = (1, 2, 0)) -> facts.DeckCommitted:
    """Tell of the deck of a round."""
    return facts.DeckCommitted(
        round=number,
        dealer=seats[-1],
        seats=seats,
        cutter=None,
        shuffle="v1",
        seed="00" * 32,
        commitment="11" * 32,
        deal_at=NOON + timedelta(seconds=6 * number),
        tie_break=False,
    )


def dealt(number: int) -> facts.RoundDealt:
    """Tell of a deal."""
    hands = [[Card("AS")], [Card("KS")], [Card("QS")]]
    return facts.RoundDealt(round=number, hands=hands, laid=[Card("2H")], stock=[CARD])


def turn(seat: int) -> list[Fact]:
    """Tell of a turn with a drawn card."""
    return [facts.CardDrawn(seat=seat, card=CARD), facts.CardDiscarded(seat=seat, card=CARD)]


def showdown(number: int, **changed: Any) -> facts.RoundEnded:
    """Tell of the end of a round."""
    told: dict[str, Any] = {
        "round": number,
        "reason": "knock",
        "knocker": 1,
        "hands": [["AS"], ["KS"], ["QS"]],
        "values": [11, 10.5, None],
        "losses": [0, 1, 0],
        "lives": [3, 2, 3],
        "rulings": [],
        "eliminated": [],
        "tie_break": [],
        "redeal": False,
    }
    return facts.RoundEnded(**told | changed)


ENDED = facts.GameEnded(winners=(0,), places=(1, 2, 3))
