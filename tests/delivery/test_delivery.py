"""Nothing is told twice and no table is lost, whatever overlaps."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from domain.customs import Customs
from domain.views import Spectacle, spectacle
from projections.announcements.queries import Unsent
from projections.announcements.view import VOID
from projections.pauses import EVERY_TOPIC
from projections.screens.queries import DirtyScreen
from projections.standings.record import GameRecord, SeatRecord
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Drawn, Posted
from telegram_bot.delivery.pace import Pace
from telegram_bot.game import Seen
from tests.support.games import GAME, GROUP, Chance, deal, play_on, seated, start

CHAT, TOPIC = -100, 7
NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)
UNSENT = Unsent(1, GAME, GROUP, 9, VOID, NOW, CHAT, TOPIC, "en", 0)


class Nothing:
    """Nobody is offered a way back, reminded, taught or shown a hand."""

    async def errands(self, _: datetime) -> list[object]:
        return []

    async def note(self, *_: object) -> None:
        return None

    async def tell(self, *_: object) -> None:
        return None

    async def at_the_table(self, seen: Seen, *_: object) -> Spectacle:
        return seen.view


@dataclass
class Around:
    """Everything around delivery, as far as a test needs it.

    Attributes:
        unsent: Whether an announcement waits.
        dirty: Whether the screen waits.
        message: The message that shows the game.
        left: The one before, which is to be removed.
        version: The version that was drawn.
        newest: The version of the game.
        trouble: What Telegram answers to an edit, if not that it is done.
        calls: What was asked of Telegram.
        gates: Works that are done but do not return before their gate is opened.
    """

    unsent: bool = False
    dirty: bool = False
    message: int | None = 7
    left: int | None = None
    version: int = 1
    newest: int = 9
    trouble: TelegramError | None = None
    calls: list[str] = field(default_factory=list)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    record: GameRecord | None = None

    def delivery(self, patience: float = 3.0) -> Delivery:
        """Put delivery together."""
        part = cast("Any", self)
        pace = Pace(per_minute=10**6, burst=10**3)
        return Delivery(
            games=part,
            contacts=part,
            desk=part,
            messenger=part,
            panels=cast("Any", Nothing()),
            lessons=cast("Any", Nothing()),
            offers=cast("Any", Nothing()),
            reminders=cast("Any", Nothing()),
            weeklies=cast("Any", Nothing()),
            standings=part,
            moving=part,
            pace=pace,
            threads=part,
            now=lambda: NOW,
            patience=patience,
        )

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do a work, and hold back its result."""
        found = work(*arguments)
        await self._through(work.__name__)
        return found

    async def _through(self, gate: str) -> None:
        if gate in self.gates:
            await self.gates[gate].wait()

    # The desk

    def pending(self, _: datetime) -> tuple[list[Unsent], list[DirtyScreen]]:
        place = (CHAT, TOPIC, "en", self.message, self.left, CHAT, 1, "before", 0, None)
        return [UNSENT] * self.unsent, [DirtyScreen(GAME, GROUP, 9, *place)] * self.dirty

    def shown(self, _: object) -> Posted | None:
        return None if self.message is None else Posted(CHAT, self.message)

    def announced(self, *_: object) -> None:
        self.unsent, self.message = False, None

    def drawn(self, _: object, message_id: int, drawn: Drawn) -> None:
        self.dirty, self.message, self.left = False, message_id, None
        self.version = drawn.version

    def announcement_failed(self, *_: object) -> None:
        raise NotImplementedError

    def screen_failed(self, *_: object) -> None:
        raise NotImplementedError

    def pause(self, *place: object) -> None:
        self.calls.append(f"pause {place}")

    def close(self, *place: object) -> None:
        self.calls.append(f"close {place}")

    def reopen(self, *place: object) -> None:
        self.calls.append(f"reopen {place}")

    def leave_behind(self, *_: object) -> None:
        self.dirty, self.left, self.message = True, self.message, None

    # People and the game

    def contacts(self, players: list[object]) -> list[None]:
        return [None] * len(players)

    async def look(self, _: object, version: int | None = None) -> Seen:
        chance = Chance()
        view = spectacle(deal(start(seated(2), chance).after, chance).after)
        return Seen(view, self.newest if version is None else version)

    async def customs(self, _: object) -> Customs:
        return Customs()

    async def finished(self, _: object) -> GameRecord | None:
        return self.record

    # Telegram

    async def send(self, *_: object) -> int:
        self.calls.append("send")
        await self._through("send")
        return 8

    async def edit(self, *_: object) -> None:
        self.calls.append("edit")
        await self._through("edit")
        if self.trouble is not None:
            raise self.trouble

    async def remove(self, _: int, message_id: int) -> None:
        self.calls.append(f"remove {message_id}")


async def turns(number: int = 20) -> None:
    """Let everything that can go on, go on."""
    for _ in range(number):
        await asyncio.sleep(0)


async def test_a_look_that_is_older_than_an_announcement_does_not_repeat_it() -> None:
    around = Around(unsent=True, gates={"edit": asyncio.Event()})
    delivery = around.delivery()
    await delivery._dispatch()
    around.gates["pending"] = asyncio.Event()
    await turns()
    looking = asyncio.create_task(delivery._dispatch())
    await turns()

    around.gates.pop("edit").set()
    await turns()
    around.gates.pop("pending").set()
    await looking
    await turns()

    assert around.calls == ["edit"]


async def test_a_table_asked_for_anew_waits_for_the_one_being_drawn() -> None:
    around = Around(dirty=True, gates={"edit": asyncio.Event()})
    delivery = around.delivery()
    await delivery._dispatch()
    await turns()
    asked = asyncio.create_task(delivery.repost(GAME, CHAT))
    await turns()
    assert around.calls == ["edit"]

    around.gates.pop("edit").set()
    await asked
    await delivery._dispatch()
    await turns()

    assert around.calls == ["edit", "send", "remove 7"]
    assert around.message == 8


async def test_a_table_is_drawn_no_further_than_is_known_to_be_told() -> None:
    around = Around(dirty=True, newest=11)

    await around.delivery()._dispatch()
    await turns()

    assert around.calls == ["edit"]
    assert around.version == 9


@pytest.mark.parametrize(
    ("trouble", "noted"),
    [
        (RetryAfter(40), f"pause {(CHAT, NOW, NOW + timedelta(seconds=40))}"),
        (Forbidden("Forbidden: bot was kicked"), f"close {(CHAT, EVERY_TOPIC, NOW)}"),
        (
            BadRequest("Not enough rights to send text messages to the chat"),
            f"close {(CHAT, EVERY_TOPIC, NOW)}",
        ),
        (BadRequest("Chat_write_forbidden"), f"close {(CHAT, EVERY_TOPIC, NOW)}"),
        (BadRequest("Topic_closed"), f"close {(CHAT, TOPIC, NOW)}"),
        (BadRequest("Message thread not found"), f"close {(CHAT, TOPIC, NOW)}"),
    ],
)
async def test_a_chat_that_cannot_be_written_to_is_noted_as_that(
    trouble: TelegramError, noted: str
) -> None:
    around = Around(dirty=True, trouble=trouble)

    await around.delivery()._dispatch()
    await turns()

    assert around.calls == ["edit", noted]


async def test_what_is_being_drawn_does_not_undo_that_its_chat_is_closed() -> None:
    around = Around(dirty=True, gates={"edit": asyncio.Event()})
    delivery = around.delivery()
    await delivery._dispatch()
    await turns()

    closing = asyncio.create_task(delivery.close(CHAT))
    await turns()
    assert around.calls == ["edit"]
    around.gates.pop("edit").set()
    await closing
    await delivery.reopen(CHAT, TOPIC)

    assert around.version == 9
    assert around.calls[1:] == [
        f"close {(CHAT, EVERY_TOPIC, NOW)}",
        f"reopen {(CHAT, TOPIC, NOW)}",
    ]


async def test_a_result_is_told_without_ratings_where_the_standings_stand_still() -> None:
    *_, last = play_on(seated(2), Chance())
    ended = spectacle(last.after)
    seats = tuple(SeatRecord(player_id, rating=1.5) for player_id in last.after.player_ids)
    known = GameRecord(GAME, GROUP, "scat", 31, trios=True, outcome="won", seats=seats)

    told = await Around(record=known).delivery()._ratings(ended)
    untold = await Around().delivery(patience=0)._ratings(ended)

    assert told == (1.5, 1.5)
    assert untold == ()
