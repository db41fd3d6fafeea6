"""Nothing is told twice and no table is lost, whatever overlaps."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
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
from telegram_bot.delivery.delivery import IDLE_SECONDS, Delivery
from telegram_bot.delivery.desk import Drawn, Posted
from telegram_bot.delivery.errand import EVERY, Kind
from telegram_bot.delivery.pace import Room
from telegram_bot.game import Seen
from telegram_bot.ratings import Ratings
from telegram_bot.screens.screen import Screen
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
        record: How the game has ended, as far as the standings know.
        wait: Seconds until the chat may be written to.
        room_for: How many calls there may be over all.
        rest: For how long the chat is to be left alone.
        leads: Whether its process leads, where it may.
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
    wait: float = 0.0
    room_for: int = 10
    rest: timedelta = timedelta()
    leads: bool = True

    def delivery(self, *, leads: bool = True) -> Delivery:
        """Put delivery together."""
        part = cast("Any", self)
        return Delivery(
            games=part,
            contacts=part,
            desk=part,
            messenger=part,
            panels=cast("Any", Nothing()),
            lessons=cast("Any", Nothing()),
            offers=cast("Any", Nothing()),
            reminders=cast("Any", Nothing()),
            pictures=cast("Any", Nothing()),
            weeklies=cast("Any", Nothing()),
            ratings=cast("Any", Nothing()),
            moving=part,
            waiting=part,
            pace=part,
            rests=part,
            leads=lambda: leads and self.leads,
            threads=part,
            now=lambda: NOW,
        )

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do a work, and hold back its result."""
        found = work(*arguments)
        await self._through(work.__name__)
        return found

    async def together(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do a work."""
        return await work

    async def _through(self, gate: str) -> None:
        if gate in self.gates:
            await self.gates[gate].wait()

    # The desk

    def kinds(self, _: datetime) -> frozenset[Kind]:
        return frozenset({Kind.ANNOUNCEMENT, Kind.SCREEN})

    def announcements(self, _: datetime) -> list[Unsent]:
        return [UNSENT] * self.unsent

    def screens(self, _: datetime) -> list[DirtyScreen]:
        place = (CHAT, TOPIC, "en", self.message, self.left, CHAT, 1, "before", 0, None)
        return [DirtyScreen(GAME, GROUP, 9, *place)] * self.dirty

    def shown(self, _: object) -> Posted | None:
        return None if self.message is None else Posted(CHAT, self.message)

    def announced(self, *_: object) -> None:
        self.unsent, self.message = False, None

    def drawn(self, _: object, message_id: int, drawn: Drawn) -> bool:
        self.dirty, self.message, self.left = False, message_id, None
        self.version = drawn.version
        return True

    def announcement_failed(self, *_: object) -> None:
        raise NotImplementedError

    def screen_failed(self, *_: object) -> None:
        raise NotImplementedError

    def close(self, *place: object) -> None:
        self.calls.append(f"close {place}")

    def reopen(self, *place: object) -> None:
        self.calls.append(f"reopen {place}")

    def leave_behind(self, *_: object) -> None:
        self.dirty, self.left, self.message = True, self.message, None

    # The pace

    def room(self, chat_ids: Collection[int], _: datetime) -> Room:
        return Room(
            dict.fromkeys(chat_ids, self.wait), self.room_for, wait=0.0 if self.room_for else 2.0
        )

    def time_left(self, _: int) -> timedelta:
        return self.rest

    # People and the game

    def names(self, players: Sequence[object], _: object) -> tuple[str, ...]:
        return ("Ana",) * len(players)

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

    async def disarm(self, _: int, message_id: int) -> None:
        self.calls.append(f"disarm {message_id}")

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
    around.gates["announcements"] = asyncio.Event()
    await turns()
    looking = asyncio.create_task(delivery._dispatch())
    await turns()

    around.gates.pop("edit").set()
    await turns()
    around.gates.pop("announcements").set()
    await looking
    await turns()

    assert around.calls == ["edit"]


async def test_what_comes_while_a_chat_is_written_to_is_looked_for_when_that_is_done() -> None:
    around = Around(dirty=True, gates={"edit": asyncio.Event()})
    delivery = around.delivery()
    await delivery._dispatch({Kind.SCREEN})
    await turns()
    await delivery._dispatch({Kind.SCREEN})
    assert not delivery._awake.is_set()

    around.gates.pop("edit").set()
    await turns()

    assert delivery._awake.is_set()
    assert delivery._wanted == EVERY


async def test_a_look_that_overlaps_with_the_end_of_a_delivery_is_made_again() -> None:
    around = Around(dirty=True, gates={"edit": asyncio.Event()})
    delivery = around.delivery()
    await delivery._dispatch({Kind.SCREEN})
    await turns()
    around.gates["screens"] = asyncio.Event()
    looking = asyncio.create_task(delivery._dispatch({Kind.SCREEN}))
    await turns()
    around.gates.pop("edit").set()
    await turns()
    delivery._awake.clear()

    around.gates.pop("screens").set()
    await looking

    assert delivery._awake.is_set()


async def test_after_a_table_nothing_is_looked_for_that_it_has_not_brought() -> None:
    around = Around(dirty=True)
    delivery = around.delivery()

    await delivery._dispatch({Kind.SCREEN})
    await turns()

    assert around.calls == ["edit"]
    assert not delivery._awake.is_set()


async def test_a_table_is_drawn_no_further_than_is_known_to_be_told() -> None:
    around = Around(dirty=True, newest=11)

    await around.delivery()._dispatch()
    await turns()

    assert around.calls == ["edit"]
    assert around.version == 9


@pytest.mark.parametrize(
    ("trouble", "noted"),
    [
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


async def test_what_was_asked_of_a_chat_that_is_to_be_left_alone_comes_later() -> None:
    around = Around(trouble=RetryAfter(40), rest=timedelta(seconds=40))
    delivery = around.delivery()

    async def answer() -> None:
        await around.edit()

    await delivery.say(CHAT, answer)
    await delivery._dispatch(())
    await turns()
    assert around.calls == ["edit"]
    around.trouble, around.rest = None, timedelta()
    await delivery._dispatch(())
    await turns()
    await delivery._dispatch(())
    await turns()

    assert around.calls == ["edit"] * 2


async def test_a_chat_waits_for_its_turn_and_all_for_theirs() -> None:
    hasty, crowded = Around(dirty=True, wait=0.5), Around(dirty=True, room_for=0)

    waits = [await around.delivery()._dispatch() for around in (hasty, crowded)]
    await turns()

    assert waits == [0.5, IDLE_SECONDS]
    assert hasty.calls == crowded.calls == []


async def test_what_others_have_left_no_room_for_is_looked_for_when_they_are_done() -> None:
    around = Around(dirty=True, room_for=1, gates={"edit": asyncio.Event()})
    delivery = around.delivery()
    await delivery._dispatch({Kind.SCREEN})
    await turns()
    delivery.show(Posted(CHAT - 1, 5), Screen("week"), GROUP)
    await delivery._dispatch(())
    delivery._awake.clear()
    assert around.calls == ["edit"]

    around.gates.pop("edit").set()
    await turns()

    assert delivery._awake.is_set()


async def test_what_was_drawn_here_is_not_relied_on_once_others_have_led() -> None:
    around = Around(dirty=True)
    delivery = around.delivery()
    await delivery._dispatch()
    await turns()
    await delivery.meet(GAME, Posted(CHAT, 7))
    assert around.calls == ["edit"]

    around.leads = False
    await delivery._dispatch()
    around.message = 8  # as another process has posted it
    await delivery.meet(GAME, Posted(CHAT, 7))

    assert around.calls == ["edit", "disarm 7"]


async def test_a_process_that_does_not_lead_delivers_nothing_of_all() -> None:
    around = Around(dirty=True, unsent=True)
    delivery = around.delivery(leads=False)

    await delivery._dispatch()
    delivery.show(Posted(CHAT, 5), Screen("week"), GROUP)
    await delivery._dispatch()
    await turns()

    assert around.calls == ["edit"]
    assert around.dirty


async def test_a_result_is_told_without_ratings_where_the_standings_stand_still() -> None:
    *_, last = play_on(seated(2), Chance())
    seats = tuple(SeatRecord(player_id, rating=1.5) for player_id in last.after.player_ids)
    known = GameRecord(GAME, GROUP, "scat", 31, trios=True, outcome="won", seats=seats)

    told = await Ratings(cast("Any", Around(record=known))).changed_by(GAME)
    untold = await Ratings(cast("Any", Around()), patience=0).changed_by(GAME)

    assert told == (1.5, 1.5)
    assert untold == ()
