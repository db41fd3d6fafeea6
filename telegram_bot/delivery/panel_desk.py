"""Which message shows whose hand, and which is to show something else."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from domain.match import Phase
from domain.views import Spectacle
from projections.pauses import LEFT_ALONE
from telegram_bot.delivery.desk import backoff
from telegram_bot.delivery.ways import Way


@dataclass(frozen=True)
class PostedPanel:
    """The message that shows a player's hand.

    Attributes:
        game_id: The game.
        player_id: The player.
        round: The round of the hand.
        way: In which way it was sent; not `ALERT`.
        telegram_chat_id: Where it is.
        thread_id: The topic there, 0 for none.
        message_id: Its id, the ephemeral one if it is so; none while it is to be sent.
        digest: What was shown last, if that is known.
        offers: Whether that has buttons.
        tapped: The button that was tapped last to make it show that.
        unseen_since: Since when it answers a button at the table, if nothing else has happened to
            it: so it is not known whether its player sees it.
        query_id: The tap that it was sent in answer to, if it was one.
    """

    game_id: UUID
    player_id: UUID
    round: int
    way: Way
    telegram_chat_id: int
    thread_id: int
    message_id: int | None
    digest: str | None
    offers: bool = False
    tapped: str | None = None
    unseen_since: datetime | None = None
    query_id: str | None = None

    def is_at(self, other: "PostedPanel") -> bool:
        """Tell whether another one has the same id in the same chat."""
        same_chat = self.telegram_chat_id == other.telegram_chat_id
        return same_chat and self.message_id == other.message_id


@dataclass(frozen=True)
class PanelDue(PostedPanel):
    """A message that is to show something else, to be sent, or to go.

    Attributes:
        due: The version of the game that it was to show when this was asked.
        failures: Attempts that failed since one succeeded.
    """

    due: int = 0
    failures: int = 0


class PanelDesk:
    """The table `posted_panels`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def posted(self, game_id: UUID, player_id: UUID) -> PostedPanel | None:
        """Return the message that shows a player's hand, if one was sent."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(PostedPanel)) as cursor,
        ):
            return cursor.execute(_POSTED, (game_id, player_id)).fetchone()

    def sent(self, posted: PostedPanel) -> None:
        """Note which message shows a player's hand now."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_FORGET_REUSED, vars(posted))
            connection.execute(_SENT, vars(posted))

    def drawn(self, due: PanelDue, shown: PostedPanel) -> None:
        """Note what delivery has let a message show, if nobody has let it show more since."""
        values = _changed(due, shown)
        with self._pool.connection() as connection, connection.transaction():
            if connection.execute(_DRAWN, values).rowcount == 0:
                connection.execute(_UNKNOWN, values)

    def pushed(self, due: PanelDue, shown: PostedPanel) -> bool:
        """Note that delivery has sent a message; tell whether there was none meanwhile."""
        values = _changed(due, shown)
        with self._pool.connection() as connection:
            return connection.execute(_PUSHED, values).rowcount > 0

    def gone(self, posted: PostedPanel) -> None:
        """Note that a message shows the hand no more."""
        with self._pool.connection() as connection:
            connection.execute(_GONE, vars(posted))

    def failed(self, due: PanelDue, now: datetime) -> None:
        """Note that a message could not be changed; it is tried again after a while."""
        with self._pool.connection() as connection:
            values = vars(due) | {"again": now + backoff(due.failures)}
            connection.execute(_FAILED, values)

    def note(self, view: Spectacle, version: int, now: datetime) -> bool:
        """Take down which messages are to show a game as it is now, and which are to go.

        A group has few calls to spare: of its own only those are changed whose moves are.

        Returns:
            Whether there are any.
        """
        playing = view.phase is Phase.PLAYING
        awaited = None if view.awaited is None else view.seats[view.awaited].player_id
        values = {
            "game": view.game_id,
            "group": view.group_id,
            "round": view.round_number if playing else None,
            "awaited": awaited,
            "version": version,
            "private": Way.PRIVATE,
            "now": now,
        }
        with self._pool.connection() as connection:
            noted = connection.execute(_NOTE, values).rowcount
            if awaited is not None:
                noted += connection.execute(_PUSH, values).rowcount
            return noted > 0

    def pending(self, now: datetime) -> list[PanelDue]:
        """Return the messages to change now."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(PanelDue)) as cursor,
        ):
            return cursor.execute(PENDING, {"now": now}).fetchall()


def _changed(due: PanelDue, shown: PostedPanel) -> dict[str, object]:
    """Return what was to change, and what it has become under names of its own."""
    return vars(due) | {f"new_{name}": value for name, value in vars(shown).items()}


_POSTED: Final = """
    SELECT game_id, player_id, round, way, telegram_chat_id, thread_id, message_id, digest,
           offers, tapped, unseen_since, query_id
      FROM thirtyone.posted_panels
     WHERE game_id = %s AND player_id = %s AND message_id IS NOT NULL
"""

# An ephemeral id that is given again no longer means the message of another game.
_FORGET_REUSED: Final = """
    DELETE FROM thirtyone.posted_panels
     WHERE player_id = %(player_id)s AND game_id <> %(game_id)s AND way = %(way)s
       AND telegram_chat_id = %(telegram_chat_id)s AND message_id = %(message_id)s
"""

_SENT: Final = """
    INSERT INTO thirtyone.posted_panels
        (game_id, player_id, round, way, telegram_chat_id, thread_id, message_id, digest,
         offers, tapped, unseen_since, query_id)
    VALUES (%(game_id)s, %(player_id)s, %(round)s, %(way)s, %(telegram_chat_id)s, %(thread_id)s,
            %(message_id)s, %(digest)s, %(offers)s, %(tapped)s, %(unseen_since)s,
            %(query_id)s)
    ON CONFLICT (game_id, player_id) DO UPDATE SET
        round = excluded.round, way = excluded.way,
        telegram_chat_id = excluded.telegram_chat_id, thread_id = excluded.thread_id,
        message_id = excluded.message_id, digest = excluded.digest, offers = excluded.offers,
        tapped = excluded.tapped, unseen_since = excluded.unseen_since,
        query_id = excluded.query_id,
        retry_at = NULL, failures = 0
"""

_DRAWN: Final = """
    UPDATE thirtyone.posted_panels
       SET digest = %(new_digest)s, offers = %(new_offers)s, due = nullif(due, %(due)s),
           retry_at = NULL, failures = 0
     WHERE game_id = %(game_id)s AND player_id = %(player_id)s
       AND message_id = %(message_id)s AND digest IS NOT DISTINCT FROM %(digest)s
"""

_UNKNOWN: Final = """
    UPDATE thirtyone.posted_panels SET digest = NULL
     WHERE game_id = %(game_id)s AND player_id = %(player_id)s AND message_id = %(message_id)s
"""

_PUSHED: Final = """
    UPDATE thirtyone.posted_panels
       SET message_id = %(new_message_id)s, digest = %(new_digest)s, offers = %(new_offers)s,
           due = nullif(due, %(due)s), retry_at = NULL, failures = 0
     WHERE game_id = %(game_id)s AND player_id = %(player_id)s AND message_id IS NULL
"""

_GONE: Final = """
    DELETE FROM thirtyone.posted_panels
     WHERE game_id = %(game_id)s AND player_id = %(player_id)s
       AND message_id IS NOT DISTINCT FROM %(message_id)s
"""

_FAILED: Final = """
    UPDATE thirtyone.posted_panels SET retry_at = %(again)s, failures = failures + 1
     WHERE game_id = %(game_id)s AND player_id = %(player_id)s
"""

_NOTE: Final = """
    UPDATE thirtyone.posted_panels SET due = %(version)s
     WHERE game_id = %(game)s AND due IS DISTINCT FROM %(version)s
       AND (round IS DISTINCT FROM %(round)s OR player_id = %(awaited)s OR way = %(private)s
            OR offers)
"""

# Who reads the hand in private is sent it for the first turn of a round.
_PUSH: Final = """
    INSERT INTO thirtyone.posted_panels
        (game_id, player_id, round, way, telegram_chat_id, due)
    SELECT %(game)s, players.id, %(round)s, ways.way, players.telegram_id, %(version)s
      FROM thirtyone.players
      JOIN thirtyone.ways_of_showing ways ON ways.player_id = players.id
     WHERE players.id = %(awaited)s AND ways.group_id = %(group)s AND ways.way = %(private)s
       AND (ways.until IS NULL OR ways.until > %(now)s) AND players.reachable IS NOT FALSE
    ON CONFLICT DO NOTHING
"""

PENDING: Final = sql.SQL(
    """
    SELECT game_id, player_id, round, way, telegram_chat_id, thread_id, message_id, digest,
           offers, tapped, unseen_since, query_id, due, failures
      FROM thirtyone.posted_panels chats
     WHERE due IS NOT NULL AND (retry_at IS NULL OR retry_at <= %(now)s) AND NOT {left_alone}
     ORDER BY game_id LIMIT 100
    """
).format(left_alone=LEFT_ALONE)
