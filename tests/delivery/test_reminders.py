"""Whoever is waited for is reminded once, at half time, whatever process is killed meanwhile."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

import psycopg
import pytest
from psycopg_pool import ConnectionPool
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from domain import customs
from domain.card_room import CardRoom
from domain.customs import Customs, Quiet
from domain.match import Deadline, DeadlineKind, Match, Phase
from domain.moves import Draw, ThrowAt
from domain.pace import Pace
from domain.rules import rule_set
from domain.views import spectacle
from projections.database import Database
from projections.deadlines.projector import REMINDERS
from projections.log import EventLog
from projections.rebuild import rebuild
from telegram_bot.clock import LEASE, Clock
from telegram_bot.contacts import Contacts, Person, Spot
from telegram_bot.database import pool_of
from telegram_bot.delivery.desk import Desk
from telegram_bot.delivery.messenger import Messenger
from telegram_bot.delivery.reminder_outbox import ReminderOutbox
from telegram_bot.delivery.reminders import Reminders
from telegram_bot.game import Games
from telegram_bot.names import Contact
from telegram_bot.reminding import may_remind
from telegram_bot.threads import Threads
from tests.application.rooms import ManualClock
from tests.support.following import keep_up

CHAT, TABLE = -1001, 7
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
NAMES = "Ana", "Bruno"


class Killed(BaseException):
    """The process is gone."""


@dataclass
class Telegram:
    """What Telegram was asked for, and what goes wrong there next.

    Attributes:
        sent: Chats and texts of the messages that are there, by id.
        sendings: How many there ever were.
        deleted: The messages that were deleted, each time it was asked.
        trouble: Raised instead, once each, by the name of the method.
    """

    sent: dict[int, tuple[int, str]] = field(default_factory=dict)
    sendings: int = 0
    deleted: list[int] = field(default_factory=list)
    trouble: dict[str, TelegramError] = field(default_factory=dict)

    async def send_message(self, chat_id: int, text: str, **_: object) -> SimpleNamespace:
        self._fail("send_message")
        self.sendings += 1
        self.sent[self.sendings] = chat_id, text
        return SimpleNamespace(message_id=self.sendings)

    async def delete_message(self, _: int, message_id: int) -> None:
        self.deleted.append(message_id)
        self._fail("delete_message")
        if self.sent.pop(message_id, None) is None:
            raise BadRequest("Message to delete not found")

    async def edit_message_reply_markup(self, *_: object) -> None:
        raise BadRequest("Message is not modified")

    def to(self, chat_id: int) -> list[str]:
        return [text for chat, text in self.sent.values() if chat == chat_id]

    def _fail(self, method: str) -> None:
        if method in self.trouble:
            raise self.trouble.pop(method)


@dataclass
class Evening:
    """A game of two in a database, a clock that is told the time, and delivery of reminders."""

    room: CardRoom
    database: Database
    pool: ConnectionPool
    threads: Threads
    clock: ManualClock
    telegram: Telegram = field(default_factory=Telegram)

    def __post_init__(self) -> None:
        self.contacts = Contacts(self.pool)
        self.games = Games(self.room, self.threads)
        self.outbox = ReminderOutbox(self.pool)
        spot = Spot(CHAT, 0, "Card <night>", "supergroup", "en")
        self.group_id = self.contacts.group_id(spot)
        people = [Person(seat + 1, Contact(name), "en") for seat, name in enumerate(NAMES)]
        self.players = [self.contacts.player_id(person) for person in people]
        for person in people:
            self.contacts.reached(person.telegram_id, reachable=True)

    # The game

    async def begin(self, pace: Pace = Pace.RELAXED) -> None:
        """Start a game and deal."""
        ana, bruno = self.players
        rules = rule_set("scat")
        self.game_id = self.room.open_game(self.group_id, ana, "scat", rules, pace).match.id
        self.room.join(self.game_id, bruno)
        self.room.start(self.game_id, ana)
        while self.match.phase is Phase.CUTTING:  # again, if a round ends with a dealt 31
            for player in self.players:
                self.room.contribute(self.game_id, player, self.match.round_number, 1)
        await self.show()

    @property
    def match(self) -> Match:
        return self.room.match(self.game_id)

    @property
    def deadline(self) -> Deadline:
        assert self.match.deadline is not None
        return self.match.deadline

    @property
    def awaited(self) -> int:
        """The Telegram id of the player on turn."""
        return self.match.in_play()[1].seat + 1

    async def move(self, *, shown: bool = True) -> None:
        """Let the player on turn draw and throw the card drawn."""
        player, turn = self.players[self.awaited - 1], self.match.turn
        self.room.play(self.game_id, player, turn, Draw())
        self.room.play(self.game_id, player, turn, ThrowAt(4))
        self.follow()
        if shown:
            await self.show()

    def choose(self, change: Callable[[Customs], Customs]) -> None:
        """Choose a custom of the group."""
        self.room.choose_customs(self.group_id, self.players[0], change)

    # What happens by itself

    def follow(self) -> None:
        """Bring the views up to date."""
        with psycopg.connect(self.database.conninfo, autocommit=True) as connection:
            keep_up(connection, EventLog.of(self.room))

    async def show(self) -> None:
        """Let the table in the chat show what the game waits for."""
        self.follow()
        await self.reminders().note(spectacle(self.match))
        deadline = self.match.deadline
        with self.pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.posted_screens
                    (game_id, telegram_chat_id, message_id, shown_deadline, shown_since)
                VALUES (%s, %s, %s, %s, %s)
                ON CONFLICT (game_id) DO UPDATE SET
                    shown_deadline = excluded.shown_deadline, shown_since = excluded.shown_since
                """,
                (self.game_id, CHAT, TABLE, deadline and deadline.name, self.clock()),
            )

    def at(self, moment: datetime) -> None:
        """Let a time come."""
        self.clock.now = moment

    async def beat(self) -> None:
        """Let a clock, just started, see to what is due."""
        clock = Clock(self.games, self.pool, self.threads, timedelta(), now=self.clock)
        await clock.beat()
        self.follow()

    def reminders(self) -> Reminders:
        return Reminders(
            games=self.games,
            contacts=self.contacts,
            desk=Desk(self.pool),
            outbox=self.outbox,
            messenger=Messenger(cast("Any", self.telegram)),
            threads=self.threads,
        )

    async def deliver(self) -> None:
        """Let delivery, just started, do what there is to do."""
        for errand in await self.reminders().errands(self.clock()):
            try:
                await errand.run()
            except TelegramError:
                errand.retry_later(self.clock())

    async def remind(self, at: datetime) -> None:
        """Let a time come, and whatever happens then."""
        self.at(at)
        await self.beat()
        await self.deliver()

    @property
    def half_time(self) -> datetime:
        deadline = self.deadline
        assert deadline.since is not None
        return deadline.since + (deadline.until - deadline.since) / 2


@pytest.fixture
def evening(database: Database) -> Iterator[Evening]:
    clock, threads = ManualClock(NOON), Threads(2)
    with (
        CardRoom(database.environment, clock=clock) as room,
        pool_of(database, 4) as pool,
    ):
        yield Evening(room, database, pool, threads, clock)
        threads.close()


# When


async def test_the_awaited_player_is_reminded_at_half_time_and_not_before(
    evening: Evening,
) -> None:
    await evening.begin()
    name = NAMES[evening.awaited - 1]

    await evening.remind(evening.half_time - timedelta(microseconds=1))
    before = evening.telegram.sendings
    await evening.remind(evening.half_time)

    assert before == 0
    [text] = evening.telegram.to(CHAT)
    assert f'<a href="tg://user?id={evening.awaited}">{name}</a>, it is your turn' in text
    [private] = evening.telegram.to(evening.awaited)
    assert "Card &lt;night&gt;" in private
    assert evening.telegram.sendings == 2


async def test_nobody_is_reminded_twice_of_a_turn(evening: Evening) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)

    for minutes in range(4):
        await evening.remind(evening.half_time + minutes * MINUTE)

    assert evening.telegram.sendings == 2


async def test_two_clocks_remind_once(evening: Evening) -> None:
    await evening.begin()
    evening.at(evening.half_time)

    await asyncio.gather(evening.beat(), evening.beat())
    await evening.deliver()

    assert evening.telegram.sendings == 2


async def test_a_schedule_made_anew_from_the_log_reminds_nobody_again(evening: Evening) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    await evening.beat()
    with psycopg.connect(evening.database.conninfo, autocommit=True) as connection:
        rebuild(connection, EventLog.of(evening.room), [REMINDERS])

    await evening.remind(evening.half_time)
    await evening.remind(evening.half_time + MINUTE)

    assert evening.telegram.sendings == 2


async def test_whoever_comes_back_on_their_turn_is_reminded_of_it_once(evening: Evening) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)
    with evening.pool.connection() as connection:  # the deadline of the same turn is set anew
        connection.execute(
            "UPDATE thirtyone.reminders SET due_at = %s", (evening.clock() + MINUTE,)
        )

    await evening.remind(evening.clock() + MINUTE)

    assert evening.telegram.sendings == 2


async def test_each_turn_has_its_reminder(evening: Evening) -> None:
    await evening.begin()
    first = evening.awaited
    await evening.remind(evening.half_time)
    await evening.move()

    await evening.remind(evening.half_time)

    assert evening.awaited != first
    assert len(evening.telegram.to(evening.awaited)) == 1
    assert evening.telegram.to(first) == []
    assert evening.telegram.sendings == 4


async def test_nobody_is_reminded_of_a_turn_that_the_table_does_not_show(
    evening: Evening,
) -> None:
    await evening.begin()
    await evening.move(shown=False)

    await evening.remind(evening.half_time)
    await evening.remind(evening.half_time + MINUTE)

    assert evening.telegram.sendings == 0


async def test_half_time_is_later_when_the_table_was(evening: Evening) -> None:
    await evening.begin()
    await evening.move(shown=False)
    evening.at(evening.clock() + 2 * MINUTE)
    await evening.show()

    await evening.remind(evening.half_time)
    before = evening.telegram.sendings
    await evening.remind(evening.half_time + 2 * MINUTE)

    assert before == 0
    assert evening.telegram.sendings == 2


async def test_a_closed_chat_is_waited_for(evening: Evening) -> None:
    await evening.begin()
    until = evening.half_time + MINUTE
    Desk(evening.pool).pause(CHAT, evening.clock(), until)

    await evening.remind(evening.half_time)
    before = evening.telegram.sendings
    await evening.remind(until)

    assert before == 0
    assert evening.telegram.sendings == 2


async def test_a_turn_without_hurry_has_no_reminder(evening: Evening) -> None:
    await evening.begin(Pace.NONE)

    await evening.remind(evening.half_time)
    await evening.remind(evening.deadline.until - SECOND)

    assert evening.telegram.sendings == 0


async def test_a_player_who_is_away_is_not_reminded(evening: Evening) -> None:
    await evening.begin()
    absent = evening.awaited
    for _ in range(2):
        evening.at(evening.deadline.until)
        evening.room.time_out(evening.game_id, DeadlineKind.TURN, evening.match.turn)
        await evening.show()
        await evening.move()

    for seconds in range(10):
        await evening.remind(evening.clock() + seconds * SECOND)

    assert evening.match.away == {absent - 1}
    assert evening.telegram.sendings == 0


# Who does not want it


async def test_whoever_does_not_want_to_be_reminded_is_not(evening: Evening) -> None:
    await evening.begin()
    evening.contacts.choose_reminders(evening.players[evening.awaited - 1], wanted=False)
    await evening.remind(evening.half_time)
    unwanted = evening.telegram.sendings
    await evening.move()

    await evening.remind(evening.half_time)

    assert unwanted == 0
    assert evening.telegram.sendings == 2


async def test_a_word_against_it_counts_while_the_reminder_waits_to_be_sent(
    evening: Evening,
) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    await evening.beat()
    evening.contacts.choose_reminders(evening.players[evening.awaited - 1], wanted=False)

    await evening.deliver()

    assert evening.telegram.sendings == 0


async def test_a_group_may_do_without_reminders(evening: Evening) -> None:
    evening.choose(partial(customs.choose_reminders, wanted=False))
    await evening.begin()

    await evening.remind(evening.half_time)
    evening.choose(partial(customs.choose_reminders, wanted=True))
    await evening.remind(evening.half_time + MINUTE)

    assert evening.telegram.sendings == 0


# Quiet hours

NIGHTS = {
    "no change of the clocks": ("America/Sao_Paulo", (2026, 3, 7), 11),
    "the night before summer time": ("Europe/Lisbon", (2026, 3, 27), 8),
    "summer time begins": ("Europe/Lisbon", (2026, 3, 28), 7),
    "summer time ends": ("Europe/Lisbon", (2026, 10, 24), 8),
    "the night before winter time": ("Europe/Lisbon", (2026, 10, 23), 7),
    "summer time begins in New York": ("America/New_York", (2026, 3, 7), 12),
    "summer time ends in New York": ("America/New_York", (2026, 10, 31), 13),
}
"""A zone, a day, and the hour of universal time at which its night is over, at 8 by the wall."""


@pytest.mark.parametrize("night", NIGHTS)
async def test_a_reminder_waits_for_the_end_of_the_night(evening: Evening, night: str) -> None:
    zone, day, hour = NIGHTS[night]
    evening.choose(partial(customs.choose_time_zone, name=zone))
    begin = datetime(*day, 23, 30, tzinfo=ZoneInfo(zone)).astimezone(UTC) - 12 * HOUR
    evening.at(begin)
    await evening.begin(Pace.SLOW)
    morning = evening.half_time.replace(hour=hour, minute=0)
    morning += timedelta(days=morning < evening.half_time)

    for moment in (evening.half_time, evening.half_time + HOUR, morning - SECOND):
        await evening.remind(moment)
    before = evening.telegram.sendings
    await evening.remind(morning)

    assert before == 0
    assert evening.telegram.sendings == 2
    assert morning.astimezone(ZoneInfo(zone)).hour == 8


async def test_a_turn_that_ends_in_the_night_has_no_reminder(evening: Evening) -> None:
    evening.choose(partial(customs.choose_time_zone, name="Europe/Lisbon"))
    evening.at(datetime(2026, 1, 1, 22, 56, tzinfo=UTC))
    await evening.begin()

    await evening.remind(evening.half_time)
    evening.choose(partial(customs.choose_quiet, quiet=None))
    await evening.remind(evening.half_time + MINUTE)

    assert evening.telegram.sendings == 0


async def test_a_reminder_that_could_not_be_sent_in_the_evening_waits_for_the_morning(
    evening: Evening,
) -> None:
    evening.choose(partial(customs.choose_time_zone, name="Europe/Lisbon"))
    evening.at(datetime(2026, 1, 1, 10, 59, tzinfo=UTC))
    await evening.begin(Pace.SLOW)
    evening.telegram.trouble["send_message"] = NetworkError("down")
    await evening.remind(evening.half_time)
    late = evening.clock() + HOUR
    [waiting] = evening.outbox.pending(late)
    evening.outbox.put_off(waiting, late)

    await evening.remind(late)
    at_night = evening.telegram.to(CHAT)
    await evening.remind(datetime(2026, 1, 2, 8, tzinfo=UTC))

    assert at_night == []
    assert len(evening.telegram.to(CHAT)) == 1


def test_quiet_hours_need_a_time_zone() -> None:
    now = datetime(2026, 1, 1, 2, tzinfo=UTC)
    deadline = Deadline(DeadlineKind.TURN, 1, now + HOUR)

    assert may_remind(deadline, Customs(), now) == now
    assert may_remind(deadline, Customs(time_zone="Europe/Lisbon"), now) is None
    assert may_remind(deadline, Customs(quiet=Quiet(3, 2), time_zone="UTC"), now) == now


def test_a_turn_whose_time_is_over_is_left_to_its_deadline() -> None:
    deadline = Deadline(DeadlineKind.TURN, 1, NOON)

    assert may_remind(deadline, Customs(), NOON) == NOON + SECOND


# The end of the turn


async def test_both_messages_go_once_after_the_move(evening: Evening) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)
    ids = list(evening.telegram.sent)
    await evening.move()

    for _ in range(2):
        await evening.deliver()

    assert evening.telegram.sent == {}
    assert sorted(evening.telegram.deleted) == ids


async def test_both_messages_go_after_the_timeout(evening: Evening) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)
    evening.at(evening.deadline.until)
    evening.room.time_out(evening.game_id, DeadlineKind.TURN, evening.match.turn)
    await evening.show()

    await evening.deliver()

    assert evening.telegram.sent == {}


async def test_both_messages_go_when_the_game_is_over(evening: Evening) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)
    evening.room.end_game(evening.game_id, evening.players[0])
    await evening.show()

    await evening.deliver()

    assert evening.match.phase is Phase.ABANDONED
    assert evening.telegram.sent == {}


async def test_what_was_not_sent_before_the_move_is_not_sent_after_it(evening: Evening) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    await evening.beat()
    found = await evening.reminders().errands(evening.clock())
    await evening.move()

    await evening.deliver()
    for errand in found:  # found before the move
        await errand.run()

    assert evening.telegram.sendings == 0
    assert _rows(evening) == []


async def test_what_is_sent_while_the_move_is_made_goes_all_the_same(evening: Evening) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    await evening.beat()
    [errand, _] = await evening.reminders().errands(evening.clock())
    send = evening.telegram.send_message

    async def send_slowly(chat_id: int, text: str, **more: object) -> SimpleNamespace:
        await evening.move()
        await evening.deliver()
        return await send(chat_id, text, **more)

    evening.telegram.send_message = send_slowly  # type: ignore[method-assign]
    await errand.run()
    sent = len(evening.telegram.sent)
    await evening.deliver()

    assert sent == 1
    assert evening.telegram.sent == {}
    assert _rows(evening) == []


@pytest.mark.parametrize(
    "said", ["Message to delete not found", "Message can't be deleted for everyone"]
)
async def test_what_cannot_be_deleted_any_more_is_let_be(evening: Evening, said: str) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)
    await evening.move()
    evening.telegram.trouble["delete_message"] = BadRequest(said)

    for _ in range(2):
        await evening.deliver()

    assert len(evening.telegram.deleted) == 2
    assert _rows(evening) == []


@pytest.mark.parametrize("trouble", [NetworkError("down"), RetryAfter(1)])
async def test_what_cannot_be_deleted_now_is_deleted_later(
    evening: Evening, trouble: TelegramError
) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)
    await evening.move()
    evening.telegram.trouble["delete_message"] = trouble

    await evening.deliver()
    left = len(evening.telegram.sent)
    evening.at(evening.clock() + SECOND)
    await evening.deliver()

    assert left == 1
    assert evening.telegram.sent == {}


# In private


async def test_whoever_has_blocked_the_bot_is_reminded_in_the_group_alone(
    evening: Evening,
) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    await evening.beat()
    [group, private] = await evening.reminders().errands(evening.clock())
    evening.telegram.trouble["send_message"] = Forbidden("bot was blocked by the user")

    await private.run()
    await group.run()
    evening.at(evening.half_time + MINUTE)
    await evening.deliver()

    assert len(evening.telegram.to(CHAT)) == evening.telegram.sendings == 1
    assert evening.contacts.reach(evening.players[evening.awaited - 1]) is None


# Kills


async def test_a_clock_killed_with_a_reminder_in_hand_is_followed_by_another(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    with monkeypatch.context() as patch:
        patch.setattr(ReminderOutbox, "take_down", _killed)
        with pytest.raises(Killed):
            await evening.beat()

    await evening.remind(evening.half_time + LEASE - SECOND)
    held = evening.telegram.sendings
    await evening.remind(evening.half_time + LEASE)

    assert held == 0
    assert evening.telegram.sendings == 2


async def test_a_kill_before_sending_loses_and_doubles_nothing(evening: Evening) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    await evening.beat()
    await evening.reminders().errands(evening.clock())

    await evening.deliver()  # by another process
    await evening.deliver()

    assert evening.telegram.sendings == 2


async def test_a_kill_after_sending_doubles_one_message_at_most(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin()
    evening.at(evening.half_time)
    await evening.beat()
    with monkeypatch.context() as patch:
        patch.setattr(ReminderOutbox, "sent", _killed)
        with pytest.raises(Killed):
            await evening.deliver()

    for _ in range(2):
        await evening.deliver()

    assert len(evening.telegram.to(CHAT)) == 2
    assert evening.telegram.sendings == 3


async def test_a_kill_after_deleting_is_made_up_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin()
    await evening.remind(evening.half_time)
    await evening.move()
    with monkeypatch.context() as patch:
        patch.setattr(ReminderOutbox, "forget", _killed)
        with pytest.raises(Killed):
            await evening.deliver()

    await evening.deliver()

    assert evening.telegram.sent == {}
    assert _rows(evening) == []


def _killed(*_: object) -> None:
    raise Killed


def _rows(evening: Evening) -> list[tuple[Any, ...]]:
    with evening.pool.connection() as connection:
        return connection.execute("SELECT * FROM thirtyone.posted_reminders").fetchall()
