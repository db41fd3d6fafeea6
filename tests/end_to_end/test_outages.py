"""Outages, mutes and limits cost nobody a turn: what nobody could do in time may be done later."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from psycopg import sql

from domain import facts
from domain.card_room import CardRoom
from projections.database import Database
from telegram_bot.callback_data import Verb
from telegram_bot.delivery.pauses import OFTEN
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.demo import demo_world
from tests.end_to_end.conftest import TimedHouse, open_house
from tests.end_to_end.play import Sight, Table
from tests.end_to_end.shortcut import play_on
from tests.support.running_bot import running_bot
from tests.support.running_sandbox import running_sandbox
from tests.support.sandbox_client import Chat, Person
from tests.support.timed_bot import timed_bot

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
TURN = MINUTE
"""How long a turn lasts in a fast game."""


def on_turn(table: Table) -> Sight:
    """Sit people down at a fast table, and play up to the first turn."""
    table.open("fast")
    return table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)


def causes(house: TimedHouse, table: Table) -> list[str]:
    """Return why deadlines were moved, and why turns were played for people."""
    events = (entry.event for entry in house.ledger(table).entries)
    kinds = (facts.GraceGiven, facts.TurnTimedOut)
    return [event.cause for event in events if isinstance(event, kinds)]


def left(house: TimedHouse, table: Table) -> timedelta:
    """Return how long the table still waits."""
    deadline = house.ledger(table).match.deadline
    assert deadline is not None
    return deadline.until - house.bot.now()


def move(house: TimedHouse, table: Table) -> Sight:
    """Let the player on turn make a whole move, and return the table of the next."""
    turn = house.ledger(table).match.turn
    while house.ledger(table).match.turn == turn:
        table.step()
    house.bot.settle()
    return table.see()


# The bot is down


@contextmanager
def killed(
    database: Database, down: timedelta, meanwhile: Callable[[Table, Sight], object]
) -> Iterator[tuple[TimedHouse, Table]]:
    """Kill a bot on the first turn of a fast table, and let another go on after a while.

    Args:
        database: Their database.
        down: How long there is none.
        meanwhile: What people do in that time.
    """
    clock = ManualClock(time.time())
    with running_sandbox(demo_world(now=clock, limits=Limits.none(), told=False)) as sandbox:
        client = sandbox.client
        people = [client.new_person(name) for name in ("Ana", "Carla")]
        table = Table(client.new_chat("Group", *people), people, seed=0)
        with running_bot(sandbox, database, CUT_SECONDS="600") as process:
            seen = on_turn(table)
            client.wait_until(lambda: turns_seen(database), "the bot to note what it shows")
            process.kill()
            meanwhile(table, seen)
        client.advance(down.total_seconds())
        with (
            timed_bot(sandbox, database, clock, cut_seconds=600) as bot,
            CardRoom(database.environment, clock=bot.now) as room,
        ):
            yield TimedHouse(sandbox=sandbox, database=database, room=room, bot=bot), table


def turns_seen(database: Database) -> int:
    """Count the tables of which the bot knows that they show whose turn it is."""
    with psycopg.connect(database.conninfo) as connection:
        row = connection.execute(
            "SELECT count(*) FROM thirtyone.posted_screens WHERE shown_deadline LIKE 'turn:%'"
        ).fetchone()
    return row[0] if row else 0


def test_a_bot_killed_over_a_deadline_gives_the_time_anew(database: Database) -> None:
    with killed(database, 5 * MINUTE, lambda *_: None) as (house, table):
        house.bot.pass_time(SECOND)

        assert causes(house, table) == ["outage"]
        assert "More time: the bot was away." in table.see().message.text
        house.bot.pass_time(TURN - 5 * SECOND)
        assert causes(house, table) == ["outage"]
        move(house, table)
        house.bot.pass_time(TURN - SECOND)
        assert causes(house, table) == ["outage"]
        house.bot.pass_time(SECOND)
        assert causes(house, table) == ["outage", "deadline"]


def test_what_was_tapped_while_the_bot_was_down_counts(database: Database) -> None:
    def draw(table: Table, seen: Sight) -> None:
        table.tap(table.on_turn(seen), seen.of(Verb.DRAW)[0], seen, wait=0)

    with killed(database, 2 * MINUTE, draw) as (house, table):
        house.bot.pass_time(SECOND)

        [tapped] = [each for each in table.answered_taps() if each.press.verb is Verb.DRAW]
        assert tapped.answer.answers == 1
        assert Verb.THROW in table.see().verbs
        assert causes(house, table) == ["outage"]


# The database may not be written to


@contextmanager
def standby(database: Database) -> Iterator[None]:
    """Let a database be like a standby that everybody was sent to, for the length of a block."""
    with psycopg.connect(database.conninfo, dbname="postgres", autocommit=True) as connection:

        def may_be_written_to(*, yes: bool) -> None:
            setting = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
            connection.execute(setting.format(sql.Identifier(database.name), not yes))
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [database.name],
            )

        may_be_written_to(yes=False)
        try:
            yield
        finally:
            may_be_written_to(yes=True)


def test_what_is_done_while_the_database_may_not_be_written_to_is_carried_out_afterwards(
    database: Database,
) -> None:
    with open_house(database) as house:
        opened, asked = house.table("Ana", "Carla"), house.table("Duda", "Rui")
        opened.people[0].send(opened.chat, "/new")
        seen = opened.see()
        with standby(database):
            opened.tap(opened.people[1], seen.of(Verb.JOIN)[0], seen, wait=0)
            asked.people[0].send(asked.chat, "/new")
            house.client.wait_until(
                lambda: house.bot.log.count("updates wait: ReadOnlySqlTransaction") > 1,
                "the bot to try in vain",
            )

        asked.see()
        opened.see(lambda now: "Carla" in now.message.text)
        house.client.settle()
        assert "ERROR" not in house.bot.log
        [tapped] = opened.answered_taps()
        assert tapped.answer.answers == 1


# The chat is closed


def muted(table: Table, ana: Person) -> None:
    table.chat.act("restrict", table.chat.bot_id, by=ana)


def unmuted(table: Table, ana: Person) -> None:
    table.chat.act("demote", table.chat.bot_id, by=ana)


def taken_out(table: Table, ana: Person) -> None:
    table.chat.act("remove", table.chat.bot_id, by=ana)


def brought_back(table: Table, ana: Person) -> None:
    table.chat.act("add", table.chat.bot_id, by=ana)


Change = Callable[[Table, Person], None]


@pytest.fixture
def table(timed_house: TimedHouse) -> Table:
    """A table where single members can be muted."""
    people = timed_house.people("Ana", "Carla")
    chat = timed_house.client.new_chat("Supergroup", *people, kind="supergroup")
    return Table(chat, people, seed=0)


@pytest.mark.parametrize(
    ("closed", "opened"), [(muted, unmuted), (taken_out, brought_back)], ids=["mute", "removal"]
)
def test_a_game_is_paused_while_its_chat_is_closed(
    timed_house: TimedHouse, table: Table, closed: Change, opened: Change
) -> None:
    house, ana = timed_house, table.people[0]
    before = on_turn(table)

    closed(table, ana)
    house.bot.pass_time(2 * HOUR)
    assert causes(house, table) == []
    assert table.see().state == before.state
    opened(table, ana)
    house.bot.pass_time(SECOND)

    after = table.see()
    assert [sight.message.id for sight in table.tables()] == [after.message.id]
    assert after.message.id > before.message.id
    assert causes(house, table) == ["chat"]
    assert left(house, table) == TURN - SECOND
    assert "More time: the bot could not write here." in after.message.text
    assert move(house, table).message.id == after.message.id
    house.ledger(table).agrees_with(table)


def test_a_chat_that_is_found_closed_is_tried_again(timed_house: TimedHouse, table: Table) -> None:
    house = timed_house
    before = on_turn(table)
    table.chat.forbid("can_send_messages")

    answer = table.tap(table.on_turn(before), before.of(Verb.DRAW)[0], before)
    house.bot.pass_time(2 * OFTEN)
    assert answer.text
    assert table.see().state == before.state
    assert causes(house, table) == []
    table.chat.forbid()
    house.bot.pass_time(OFTEN)

    after = table.see()
    assert after.message.id > before.message.id
    assert Verb.THROW in after.verbs
    assert len(table.tables()) == 1
    assert "chat" in causes(house, table)
    assert "deadline" not in causes(house, table)


def test_a_group_that_is_silenced_shortly_before_a_deadline_costs_nobody_a_turn(
    timed_house: TimedHouse, table: Table
) -> None:
    """Telegram does not tell the bot of it; the clock asks."""
    house = timed_house
    before = on_turn(table)
    house.bot.pass_time(TURN - 5 * SECOND)
    table.chat.forbid("can_send_messages")

    house.bot.pass_time(HOUR)
    assert causes(house, table) == []
    assert table.see().state == before.state
    table.chat.forbid()
    house.bot.pass_time(2 * OFTEN)

    assert causes(house, table)[:2] == ["chat", "deadline"]
    log = [entry.event for entry in house.ledger(table).entries]
    given = next(each for each in log if isinstance(each, facts.GraceGiven))
    missed = next(each for each in log if isinstance(each, facts.TurnTimedOut))
    assert missed.timestamp >= given.until >= given.timestamp + TURN - SECOND


def test_a_bot_that_runs_a_silenced_group_goes_on(timed_house: TimedHouse, table: Table) -> None:
    house, ana = timed_house, table.people[0]
    on_turn(table)
    table.chat.act("promote", table.chat.bot_id, by=ana)
    table.chat.forbid("can_send_messages")

    house.bot.pass_time(TURN)

    assert causes(house, table) == ["deadline"]


@pytest.mark.parametrize("command", ["/table", "/status", "/help"])
def test_a_closed_chat_is_tried_at_once_after_a_command(
    timed_house: TimedHouse, table: Table, command: str
) -> None:
    house, ana = timed_house, table.people[0]
    before = on_turn(table)
    table.chat.forbid("can_send_messages")
    table.tap(table.on_turn(before), before.of(Verb.DRAW)[0], before)
    house.bot.pass_time(SECOND)
    table.chat.forbid()

    ana.send(table.chat, command)
    house.bot.pass_time(SECOND)

    assert Verb.THROW in table.see().verbs
    assert len(table.tables()) == 1


def test_what_happens_in_a_closed_chat_is_told_once_it_is_open(
    timed_house: TimedHouse, table: Table
) -> None:
    house, ana = timed_house, table.people[0]
    before = on_turn(table)
    muted(table, ana)
    play_on(
        house.room,
        before.game_id,
        table.seed,
        lambda match: match.round_number == 2 or match.phase.over,
    )
    house.bot.pass_time(HOUR)
    assert len(table.chat.bot_messages()) == 1

    unmuted(table, ana)
    house.bot.pass_time(SECOND)

    told, now = table.chat.bot_messages()
    [revealed] = house.ledger(table).revealed
    assert revealed in told.text
    assert now.id == table.see().message.id
    assert before.message.id not in (told.id, now.id)
    assert len(table.tables()) == 1


def test_a_closed_topic_holds_up_no_other(timed_house: TimedHouse) -> None:
    house = timed_house
    people = house.people("Ana", "Carla")
    ana = people[0]
    forum = house.client.new_chat("Forum", *people, kind="supergroup", forum=True)
    closed, other = (
        Table(forum.create_topic(name, by=ana), people, seed=0) for name in ("One", "Two")
    )
    first, second = on_turn(closed), on_turn(other)

    closed.chat.change_topic("close", by=ana)
    play_on(house.room, first.game_id, 0, lambda match: match.round_number == 2)
    house.bot.settle()
    played = move(house, other)
    ana.send(other.chat, "/table")
    house.bot.settle()
    meanwhile = other.see()
    closed.chat.change_topic("reopen", by=ana)
    house.bot.pass_time(SECOND)

    assert played.message.id == second.message.id
    assert meanwhile.message.id > second.message.id
    assert other.see().state == meanwhile.state
    assert closed.see().message.id > first.message.id


def test_whether_somebody_can_be_written_to_is_known_as_they_block_the_bot(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    [ana] = house.people("Ana")

    def reachable() -> bool | None:
        house.bot.settle()
        with psycopg.connect(house.database.conninfo) as connection:
            row = connection.execute(
                "SELECT reachable FROM thirtyone.players WHERE telegram_id = %s", [ana.id]
            ).fetchone()
        return row[0] if row else None

    ana.start()
    assert reachable() is True
    ana.block_bot()
    assert reachable() is False
    ana.block_bot(blocked=False)
    assert reachable() is True


# Telegram wants patience


def limited(house: TimedHouse, chat: Chat, seconds: int) -> None:
    """Let Telegram refuse the next edit in a chat for so long."""
    house.client.fault(
        "refuse",
        method="editMessageText",
        chat_id=chat.id,
        error={
            "code": 429,
            "description": f"Too Many Requests: retry after {seconds}",
            "parameters": {"retry_after": seconds},
        },
    )


@pytest.mark.parametrize(("seconds", "grace"), [(40, ["chat"]), (8, [])])
def test_whoever_learns_late_of_a_turn_has_time_enough(
    timed_house: TimedHouse, table: Table, seconds: int, grace: list[str]
) -> None:
    house = timed_house
    on_turn(table)
    late = seconds * SECOND
    table.step()
    limited(house, table.chat, seconds)
    throw(table)

    house.bot.pass_time(late - SECOND)
    unaware = table.see()
    house.bot.pass_time(SECOND)
    aware = table.see()
    house.bot.pass_time(TURN - late)

    assert Verb.THROW in unaware.verbs
    assert Verb.DRAW in aware.verbs
    if not grace:
        assert causes(house, table) == ["deadline"]
        return
    assert causes(house, table) == grace
    assert "More time" in table.see().message.text
    house.bot.pass_time(late - SECOND)
    assert causes(house, table) == grace
    house.bot.pass_time(SECOND)
    assert causes(house, table) == [*grace, "deadline"]


def throw(table: Table) -> None:
    """Throw a card, which the table may not show for a while."""
    seen = table.see(lambda now: Verb.THROW in now.verbs)
    table.tap(table.on_turn(seen), seen.of(Verb.THROW)[0], seen)


def test_a_table_asked_for_anew_has_been_seen_as_before(
    timed_house: TimedHouse, table: Table
) -> None:
    house, ana = timed_house, table.people[0]
    on_turn(table)
    house.bot.pass_time(TURN - 5 * SECOND)

    ana.send(table.chat, "/table")
    house.bot.pass_time(5 * SECOND)

    assert causes(house, table) == ["deadline"]
    assert house.ledger(table).match.timeouts != {}
