"""The outbox of private offers to buy back in: whom to tell what, and what they have been told."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from domain.views import Spectacle
from projections.pauses import LEFT_ALONE
from telegram_bot.delivery.desk import backoff

OPEN = "open"
"""The offer stands."""
BACK_IN = "in"
"""The player has bought in."""
OUT = "out"
"""The player has declined, or the time is over."""


@dataclass(frozen=True)
class Offer:
    """An offer whose message does not say how it stands.

    Attributes:
        game_id: The game.
        round: The round after which it was made.
        player_id: To whom.
        telegram_chat_id: Their private chat.
        language: Their language code.
        title: The group's name.
        answer: How it stands: `open`, `in` or `out`.
        message_id: The message that made it, once it was sent.
        failures: Attempts that failed since one succeeded.
        thread_id: None: a private chat has no topics.
    """

    game_id: UUID
    round: int
    player_id: UUID
    telegram_chat_id: int
    language: str | None
    title: str | None
    answer: str
    message_id: int | None
    failures: int
    thread_id: int = 0


class Outbox:
    """The table `posted_offers`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def note(self, view: Spectacle) -> None:
        """Take down the offers that a game makes now, and how those before were answered."""
        offered = [view.seats[seat].player_id for seat in view.offers]
        still_in = [seat.player_id for seat in view.seats if seat.place is None]
        game = {"game": view.game_id, "round": view.round_number, "offered": offered}
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(
                """
                INSERT INTO thirtyone.posted_offers (game_id, round, player_id, answer)
                SELECT %(game)s, %(round)s, unnest(%(offered)s::uuid[]), %(open)s
                ON CONFLICT DO NOTHING
                """,
                game | {"open": OPEN},
            )
            connection.execute(
                """
                UPDATE thirtyone.posted_offers
                   SET answer = CASE WHEN player_id = ANY(%(still_in)s)
                                     THEN %(in)s ELSE %(out)s END
                 WHERE game_id = %(game)s AND answer = %(open)s
                   AND NOT (round = %(round)s AND player_id = ANY(%(offered)s))
                """,
                game | {"still_in": still_in, "open": OPEN, "in": BACK_IN, "out": OUT},
            )

    def pending(self, now: datetime) -> list[Offer]:
        """Return the offers to send or edit now. One that lapsed before it was sent is not."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Offer)) as cursor,
        ):
            return cursor.execute(PENDING, {"now": now}).fetchall()

    def shown(self, offer: Offer, message_id: int) -> None:
        """Note that a message says how an offer stands."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_offers
                   SET shown = %s, message_id = %s, retry_at = NULL, failures = 0
                 WHERE (game_id, round, player_id) = (%s, %s, %s)
                """,
                (offer.answer, message_id, offer.game_id, offer.round, offer.player_id),
            )

    def failed(self, offer: Offer, now: datetime) -> None:
        """Note that an attempt failed; there is another after a while."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_offers SET retry_at = %s, failures = failures + 1
                 WHERE (game_id, round, player_id) = (%s, %s, %s)
                """,
                (now + backoff(offer.failures), offer.game_id, offer.round, offer.player_id),
            )


PENDING: Final = sql.SQL(
    """
    SELECT offers.game_id, offers.round, offers.player_id, chats.telegram_chat_id,
           players.language, home.title, offers.answer, offers.message_id,
           offers.failures
      FROM thirtyone.posted_offers offers
      JOIN thirtyone.players ON players.id = offers.player_id
      JOIN thirtyone.screens ON screens.game_id = offers.game_id
      JOIN thirtyone.chats home ON home.id = screens.group_id
     CROSS JOIN LATERAL
           (SELECT players.telegram_id AS telegram_chat_id, 0 AS thread_id) AS chats
     WHERE offers.shown IS DISTINCT FROM offers.answer
       AND (offers.answer = {open} OR offers.message_id IS NOT NULL)
       AND players.reachable IS NOT FALSE AND NOT {left_alone}
       AND (offers.retry_at IS NULL OR offers.retry_at <= %(now)s)
     ORDER BY offers.game_id, offers.round LIMIT 100
    """
).format(left_alone=LEFT_ALONE, open=OPEN)
