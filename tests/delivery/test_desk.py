"""What delivery remembers of messages, and of chats that cannot be written to."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from psycopg_pool import ConnectionPool

from domain.facts import Fact
from projections.announcements.queries import Unsent
from projections.announcements.view import SHOWDOWN
from projections.deadlines.queries import claim_due, put_off
from projections.pauses import BRIEF, EVERY_TOPIC
from projections.rows import Connection
from projections.screens.queries import DirtyScreen
from telegram_bot.delivery.desk import Desk, Drawn, Posted
from telegram_bot.delivery.pauses import AT_ONCE, OFTEN, SELDOM
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import NOON, recorded

CHAT = -100
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


@dataclass
class Games:
    """Games in topics of one chat, each with a message that shows it.

    Attributes:
        desk: Delivery's memory.
        room: The log.
        connection: The database.
    """

    desk: Desk
    room: Room
    connection: Connection

    def begin(self, topic: int, *more: Fact, message_id: int | None = None) -> UUID:
        """Begin a game in a topic, and show it in a message, if any."""
        game, group = uuid4(), uuid4()
        self.connection.execute(
            "INSERT INTO thirtyone.chats (id, telegram_chat_id, thread_id, kind, updated_at)"
            " VALUES (%s, %s, %s, 'supergroup', now())",
            [group, CHAT, topic],
        )
        told = [*stories.opened(group), *stories.started()[4:], *more]
        self.room.happen(*recorded(game, told))
        follow(self.connection, self.room)
        if message_id is not None:
            self.draw(self.dirty(NOON)[game], message_id, NOON)
        return game

    def dirty(self, now: datetime) -> dict[UUID, DirtyScreen]:
        """Return the screens to draw, by game."""
        return {screen.game_id: screen for screen in self.desk.screens(now)}

    def draw(
        self, screen: DirtyScreen, message_id: int, at: datetime, deadline: str = "deal:1"
    ) -> None:
        """Note that a message shows a game."""
        self.desk.drawn(screen, message_id, Drawn(screen.version, deadline, "", at))

    def seen(self, game: UUID) -> tuple[str | None, datetime | None]:
        """Return the deadline that is shown, and since when."""
        row = self.connection.execute(
            "SELECT shown_deadline, shown_since FROM thirtyone.posted_screens WHERE game_id = %s",
            [game],
        ).fetchone()
        assert row is not None
        return row[0], row[1]

    def pauses(self, topic: int = EVERY_TOPIC) -> list[tuple[datetime, datetime]]:
        """Return the pauses of the chat, or of a topic, in order."""
        return self.connection.execute(
            "SELECT since, until FROM thirtyone.chat_pauses"
            " WHERE (telegram_chat_id, thread_id) = (%s, %s) ORDER BY since",
            [CHAT, topic],
        ).fetchall()


@pytest.fixture
def games(pool: ConnectionPool, room: Room, connection: Connection) -> Games:
    return Games(Desk(pool), room, connection)


def test_a_deadline_has_been_seen_since_it_was_shown_first(games: Games) -> None:
    game = games.begin(0)
    screen = games.dirty(NOON)[game]
    games.draw(screen, 5, NOON)
    posted = replace(screen, message_id=5)
    games.draw(posted, 5, NOON + SECOND)
    assert games.seen(game) == ("deal:1", NOON)

    games.draw(posted, 5, NOON + 2 * SECOND, "turn:1")
    assert games.seen(game) == ("turn:1", NOON + 2 * SECOND)


def test_what_is_drawn_meanwhile_does_not_undo_that_a_table_is_asked_for_anew(
    games: Games,
) -> None:
    game = games.begin(0)
    being_drawn = replace(games.dirty(NOON)[game], message_id=5)
    games.draw(games.dirty(NOON)[game], 5, NOON)

    games.desk.leave_behind(game)
    noted = games.desk.drawn(being_drawn, 5, Drawn(2, "turn:1", "", NOON))

    assert not noted
    anew = games.dirty(NOON + SECOND)[game]
    assert (anew.message_id, anew.left_message_id) == (None, 5)


def test_of_two_who_post_a_table_one_is_told_that_it_has_another_message(games: Games) -> None:
    game = games.begin(0)
    screen = games.dirty(NOON)[game]

    noted = [
        games.desk.drawn(screen, message_id, Drawn(screen.version, "deal:1", "", NOON))
        for message_id in (5, 6)
    ]

    assert noted == [True, False]
    assert games.desk.shown(game) == Posted(CHAT, 5)


def test_the_newest_message_that_somebody_has_tapped_on_is_the_table(games: Games) -> None:
    game = games.begin(0, message_id=6)

    adopted = [games.desk.adopt(game, Posted(CHAT, message_id)) for message_id in (5, 6, 7)]

    assert adopted == [False, False, True]
    assert games.desk.shown(game) == Posted(CHAT, 7)
    assert games.dirty(NOON)[game].message_id == 7  # and may show what was there before


def test_a_message_is_the_table_if_somebody_taps_on_it_before_word_of_it_comes(
    games: Games,
) -> None:
    game = games.begin(0)
    screen = games.dirty(NOON)[game]
    games.desk.screen_failed(screen, NOON, unheard=True)

    adopted = games.desk.adopt(game, Posted(CHAT, 6))
    noted = games.desk.drawn(screen, 6, Drawn(screen.version, "deal:1", "", NOON))

    assert adopted
    assert noted
    assert games.desk.shown(game) == Posted(CHAT, 6)


def test_a_table_that_is_posted_anew_has_been_seen_as_before(games: Games) -> None:
    game = games.begin(0, message_id=5)
    games.desk.leave_behind(game)
    anew = games.dirty(NOON + SECOND)[game]
    assert (anew.message_id, anew.left_message_id) == (None, 5)

    games.draw(anew, 6, NOON + 2 * SECOND)

    assert games.seen(game) == ("deal:1", NOON)
    games.desk.ask(game, "question")
    assert games.dirty(NOON + HOUR)[game].left_message_id is None


def test_after_an_announcement_the_next_table_is_yet_to_be_seen(games: Games) -> None:
    game = games.begin(0, message_id=5)
    unsent = Unsent(1, game, uuid4(), 7, SHOWDOWN, NOON, CHAT, 0, None, 0)

    games.desk.announced(unsent, 5, NOON + SECOND)
    assert games.seen(game) == (None, None)
    screen = games.dirty(NOON + SECOND)[game]
    assert (screen.message_id, screen.left_message_id) == (None, None)
    games.draw(screen, 6, NOON + HOUR)

    assert games.seen(game) == ("deal:1", NOON + HOUR)


def test_an_announcement_keeps_the_table_that_is_still_to_be_removed(games: Games) -> None:
    game = games.begin(0, message_id=5)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    unsent = Unsent(1, game, uuid4(), 7, SHOWDOWN, NOON, CHAT, 0, None, 0)

    games.desk.announced(unsent, 6, NOON + HOUR)

    assert games.dirty(NOON + HOUR)[game].left_message_id == 5


# Chats that Telegram wants to be left alone


def test_a_chat_is_left_alone_for_as_long_as_telegram_wants(games: Games) -> None:
    game = games.begin(0)
    until = NOON + timedelta(seconds=40)

    games.desk.pause(CHAT, NOON, until)

    assert games.dirty(until - SECOND) == {}
    assert set(games.dirty(until)) == {game}


def test_a_pause_that_follows_at_once_continues_the_one_before(games: Games) -> None:
    games.desk.pause(CHAT, NOON, NOON + BRIEF)
    again = NOON + BRIEF + AT_ONCE
    games.desk.pause(CHAT, again, again + BRIEF)

    assert games.pauses() == [(NOON, again + BRIEF)]


def test_a_long_pause_is_remembered_and_a_brief_one_forgotten(games: Games) -> None:
    long = NOON + BRIEF + SECOND
    games.desk.pause(CHAT, NOON, long)
    for hour in (1, 2):
        games.desk.pause(CHAT, NOON + hour * HOUR, NOON + hour * HOUR + BRIEF)

    assert games.pauses() == [(NOON, long), (NOON + 2 * HOUR, NOON + 2 * HOUR + BRIEF)]


# Chats that cannot be written to


def test_the_games_of_a_closed_chat_are_tried_anew_now_and_then(games: Games) -> None:
    game = games.begin(0, message_id=5)

    games.desk.close(CHAT, EVERY_TOPIC, NOON)

    assert games.dirty(NOON + OFTEN - SECOND) == {}
    tried = games.dirty(NOON + OFTEN)[game]
    assert (tried.message_id, tried.left_message_id) == (None, 5)


def test_a_chat_that_stays_closed_is_tried_less_and_less_often(games: Games) -> None:
    at, waits = NOON, []
    for _ in range(60):
        games.desk.close(CHAT, EVERY_TOPIC, at)
        [(since, until)] = games.pauses()
        assert since == NOON
        waits.append(until - at)
        at = until

    assert waits[:8] == [OFTEN] * 8
    assert waits == sorted(waits)
    assert waits[-1] == SELDOM


def test_a_message_that_arrives_opens_a_closed_chat(games: Games) -> None:
    game = games.begin(0, message_id=5)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    opened = NOON + OFTEN

    games.draw(games.dirty(opened)[game], 6, opened)

    assert games.pauses() == [(NOON, opened)]
    assert games.dirty(opened) == {}
    games.desk.close(CHAT, EVERY_TOPIC, opened + HOUR)
    assert len(games.pauses()) == 2


def test_an_edit_that_changes_nothing_opens_no_chat(games: Games) -> None:
    game = games.begin(0)
    screen = games.dirty(NOON)[game]
    games.desk.close(CHAT, EVERY_TOPIC, NOON)

    games.desk.drawn(screen, 5, Drawn(1, None, "", NOON))
    assert games.pauses() == [(NOON, NOON)]


def test_a_chat_that_is_told_to_be_open_gets_its_tables_at_once(games: Games) -> None:
    lobby, game = games.begin(0, message_id=5), games.begin(7, message_id=6)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    assert games.dirty(NOON + SECOND) == {}

    games.desk.reopen(CHAT, EVERY_TOPIC, NOON + SECOND)

    anew = games.dirty(NOON + SECOND)
    assert {screen.left_message_id for screen in anew.values()} == {5, 6}
    assert set(anew) == {lobby, game}
    assert games.pauses() == [(NOON, NOON + SECOND)]


def test_a_chat_that_is_open_is_opened_no_less(games: Games) -> None:
    game = games.begin(0, message_id=5)

    games.desk.reopen(CHAT, EVERY_TOPIC, NOON)

    assert games.dirty(NOON)[game].left_message_id == 5
    assert games.pauses() == []


def test_a_game_that_is_over_is_left_as_it_is(games: Games) -> None:
    games.begin(0, stories.ENDED, message_id=5)

    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    games.desk.reopen(CHAT, EVERY_TOPIC, NOON)

    assert games.dirty(NOON + HOUR) == {}


def test_a_closed_topic_leaves_all_others_alone(games: Games) -> None:
    closed, other = games.begin(7, message_id=5), games.begin(8, message_id=6)
    games.desk.close(CHAT, 7, NOON)
    games.desk.leave_behind(other)
    later = NOON + OFTEN

    assert set(games.dirty(NOON)) == {other}
    games.draw(games.dirty(NOON)[other], 9, NOON)
    assert games.pauses(7) == [(NOON, later)]

    games.desk.reopen(CHAT, 7, NOON + SECOND)
    assert set(games.dirty(NOON + SECOND)) == {closed}


def test_a_message_in_one_topic_opens_the_chat(games: Games) -> None:
    game, other = games.begin(7, message_id=5), games.begin(8, message_id=6)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    games.draw(games.dirty(NOON + OFTEN)[game], 9, NOON + OFTEN)

    assert set(games.dirty(NOON + OFTEN)) == {other}


def test_a_closed_chat_is_tried_at_once_when_somebody_writes_there(games: Games) -> None:
    game, other = games.begin(0, message_id=5), games.begin(7, message_id=6)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    games.desk.close(CHAT, 7, NOON)

    assert games.desk.try_now(CHAT, 0, NOON + SECOND)
    assert not games.desk.try_now(CHAT, 0, NOON + SECOND)
    assert games.dirty(NOON + SECOND)[game].left_message_id == 5
    assert other not in games.dirty(NOON + SECOND)

    assert games.desk.try_now(CHAT, 7, NOON + SECOND)
    assert other in games.dirty(NOON + SECOND)


def test_an_open_chat_is_not_tried_sooner_than_telegram_wants(games: Games) -> None:
    game = games.begin(0, message_id=5)
    games.desk.pause(CHAT, NOON, NOON + HOUR)

    assert not games.desk.try_now(CHAT, 0, NOON + SECOND)
    assert game not in games.dirty(NOON + SECOND)


def test_telegram_s_patience_tells_nothing_of_a_closed_chat(games: Games) -> None:
    game = games.begin(0, message_id=5)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    games.desk.pause(CHAT, NOON + OFTEN, NOON + OFTEN + SECOND)

    [due] = claim_due(games.connection, NOON + HOUR, SECOND)

    assert due.game_id == game
    assert due.closed_until is not None
    assert due.closed_until > NOON + HOUR


def test_what_is_due_is_looked_at_as_soon_as_the_chat_is_open(games: Games) -> None:
    game = games.begin(0, message_id=5)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    [due] = claim_due(games.connection, NOON + HOUR, SECOND)
    put_off(games.connection, due, NOON + 24 * HOUR)

    games.draw(games.dirty(NOON + HOUR)[game], 6, NOON + HOUR)

    [again] = claim_due(games.connection, NOON + HOUR, SECOND)
    assert again.closed_until == NOON + HOUR


@pytest.mark.parametrize("opened_by", ["a table that arrives", "word of Telegram"])
def test_a_chat_is_opened_while_the_follower_takes_in_what_happens_there(
    games: Games, opened_by: str
) -> None:
    """Both change what is to be drawn, then what is due: neither has what the other waits for."""
    game = games.begin(0, message_id=5)
    games.desk.close(CHAT, EVERY_TOPIC, NOON)
    [due] = claim_due(games.connection, NOON + HOUR, SECOND)
    put_off(games.connection, due, NOON + 24 * HOUR)
    screen = games.dirty(NOON + HOUR)[game]

    def open_it() -> None:
        if opened_by == "word of Telegram":
            games.desk.reopen(CHAT, EVERY_TOPIC, NOON + HOUR)
        else:
            games.draw(screen, 6, NOON + HOUR)

    with ThreadPoolExecutor() as executor:
        with games.connection.transaction():
            games.connection.execute("UPDATE thirtyone.screens SET version = version + 1")
            opening = executor.submit(open_it)
            _until_waited_for(games.connection)
            games.connection.execute("UPDATE thirtyone.deadlines SET length = length")
        opening.result()

    assert set(games.dirty(NOON + HOUR)) == {game}


def _until_waited_for(connection: Connection) -> None:
    """Return as soon as another connection waits for a lock of this one."""
    while not connection.execute(
        "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    ).fetchall():
        pass
