"""Who people are and where groups are, in Telegram's terms. Events know their random ids only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from telegram_bot import memory
from telegram_bot.intake import set_aside
from telegram_bot.memory import Memory
from telegram_bot.names import Contact

_ABOUT_PLAYERS: Final = (
    *("posted_panels", "posted_offers", "posted_reminders"),
    "ways_of_showing",
)
"""Tables of delivery with what was sent to a player, or is to be."""


@dataclass(frozen=True)
class Person:
    """Somebody as Telegram describes them in an update.

    Attributes:
        telegram_id: Their Telegram id.
        contact: Their names.
        language: Their language code, as `pt-br`.
    """

    telegram_id: int
    contact: Contact
    language: str | None


@dataclass(frozen=True)
class Reach:
    """Where somebody can be written to in private.

    Attributes:
        telegram_id: Their private chat.
        language: Their language code.
    """

    telegram_id: int
    language: str | None


@dataclass(frozen=True)
class Spot:
    """A chat, or a topic of a forum, as Telegram describes it.

    Attributes:
        chat_id: The chat's Telegram id.
        thread_id: The topic; 0 for none.
        title: Its title.
        kind: `group` or `supergroup`.
        language: The language of its table.
    """

    chat_id: int
    thread_id: int
    title: str | None
    kind: str
    language: str | None


class Contacts:
    """The tables of people and chats."""

    def __init__(self, pool: ConnectionPool, memory: Memory | None = None) -> None:
        """Work on a pool of connections.

        Args:
            pool: The connections.
            memory: Remembers people and groups, so that a tap by somebody known costs no query.
        """
        self._pool = pool
        self._memory = memory or Memory()

    def player_id(self, person: Person) -> UUID:
        """Return a person's random id; what Telegram says of them is kept up to date."""
        ask = partial(self._player_id, person)
        return self._memory.recall(person.telegram_id, person, ask)

    def _player_id(self, person: Person) -> UUID:
        contact = person.contact
        with self._pool.connection() as connection:
            row = connection.execute(
                """
                INSERT INTO thirtyone.players
                    (telegram_id, first_name, last_name, username, language_code, updated_at)
                VALUES (%s, %s, %s, %s, %s, %s)
                ON CONFLICT (telegram_id) DO UPDATE SET
                    first_name = excluded.first_name, last_name = excluded.last_name,
                    username = excluded.username, language_code = excluded.language_code,
                    updated_at = excluded.updated_at
                RETURNING id
                """,
                (
                    person.telegram_id,
                    contact.first_name,
                    contact.last_name,
                    contact.username,
                    person.language,
                    datetime.now(UTC),
                ),
            ).fetchone()
        return _found(row)

    def known(self, telegram_id: int) -> UUID | None:
        """Return the random id of somebody who has had to do with the bot, else nothing."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT id FROM thirtyone.players WHERE telegram_id = %s", (telegram_id,)
            ).fetchone()
        return row[0] if row else None

    def telegram_id(self, player_id: UUID) -> int | None:
        """Return a player's Telegram id, if they are known."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT telegram_id FROM thirtyone.players WHERE id = %s", (player_id,)
            ).fetchone()
        return row[0] if row else None

    def group_id(self, spot: Spot) -> UUID:
        """Return the random id of a chat or topic. Its language is settled the first time.

        A group that has become a supergroup is found by its old id as well.
        """
        place, told = (spot.chat_id, spot.thread_id), (spot.title, spot.kind)
        return self._memory.recall(place, told, partial(self._group_id, spot))

    def _group_id(self, spot: Spot) -> UUID:
        with self._pool.connection() as connection:
            row = connection.execute(
                """
                WITH here AS (
                    SELECT coalesce(max(new_chat_id), %(chat)s) AS chat_id,
                           CASE WHEN count(*) = 0 THEN %(kind)s ELSE 'supergroup' END AS kind
                      FROM thirtyone.chat_moves WHERE old_chat_id = %(chat)s)
                INSERT INTO thirtyone.chats
                    (telegram_chat_id, thread_id, title, kind, language, updated_at)
                SELECT chat_id, %(thread)s, %(title)s, kind, %(language)s, %(now)s FROM here
                ON CONFLICT (telegram_chat_id, thread_id) DO UPDATE SET
                    title = excluded.title, kind = excluded.kind,
                    updated_at = excluded.updated_at
                RETURNING id
                """,
                {
                    "chat": spot.chat_id,
                    "thread": spot.thread_id,
                    "title": spot.title,
                    "kind": spot.kind,
                    "language": spot.language,
                    "now": datetime.now(UTC),
                },
            ).fetchone()
        return _found(row)

    def spot(self, group_id: UUID) -> Spot:
        """Return where a group is.

        Raises:
            LookupError: There is no such group.
        """
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Spot)) as cursor,
        ):
            found = cursor.execute(
                """
                SELECT telegram_chat_id AS chat_id, thread_id, title, kind, language
                FROM thirtyone.chats WHERE id = %s
                """,
                (group_id,),
            ).fetchone()
        if found is None:
            msg = f"there is no group {group_id}"
            raise LookupError(msg)
        return found

    def groups_in(self, chat_id: int) -> list[UUID]:
        """Return the groups in a chat: one, or one for each topic that has been played in."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                "SELECT id FROM thirtyone.chats WHERE telegram_chat_id = %s", (chat_id,)
            ).fetchall()
        return [group_id for (group_id,) in rows]

    def contacts(self, player_ids: Sequence[UUID]) -> list[Contact | None]:
        """Return the names of players, in the order asked; none where nothing is known."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                """
                SELECT id, first_name, last_name, username
                FROM thirtyone.players WHERE id = ANY(%s)
                """,
                (list(player_ids),),
            ).fetchall()
        known = {
            player_id: Contact(first or "", last or "", username or "")
            for player_id, first, last, username in rows
        }
        return [known.get(player_id) for player_id in player_ids]

    def reach(self, player_id: UUID) -> Reach | None:
        """Return where a player can be written to; nothing where that is known to fail."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Reach)) as cursor,
        ):
            return cursor.execute(
                """
                SELECT telegram_id, language_code AS language
                FROM thirtyone.players WHERE id = %s AND reachable IS NOT FALSE
                """,
                (player_id,),
            ).fetchone()

    def unreached(self, player_ids: Sequence[UUID]) -> dict[UUID, int]:
        """Return those of some players who are not known to read private messages."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                """
                SELECT id, telegram_id FROM thirtyone.players
                WHERE id = ANY(%s) AND reachable IS NOT TRUE
                """,
                (list(player_ids),),
            ).fetchall()
        return dict(rows)

    def met_in_private(self, person: Person) -> None:
        """Note that somebody has written to the bot in private, and so can be written to."""
        self.player_id(person)
        self.reached(person.telegram_id, reachable=True)

    def reached(self, telegram_id: int, *, reachable: bool) -> None:
        """Note whether somebody can be written to in private."""
        with self._pool.connection() as connection:
            connection.execute(
                "UPDATE thirtyone.players SET reachable = %s WHERE telegram_id = %s",
                (reachable, telegram_id),
            )

    def wants_reminders(self, player_id: UUID) -> bool:
        """Tell whether a player is to be reminded of their turns; not, if nothing is known."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT reminders FROM thirtyone.players WHERE id = %s", (player_id,)
            ).fetchone()
        return row is not None and bool(row[0])

    def choose_reminders(self, player_id: UUID, *, wanted: bool) -> None:
        """Note whether a player is to be reminded of their turns."""
        with self._pool.connection() as connection:
            connection.execute(
                "UPDATE thirtyone.players SET reminders = %s WHERE id = %s", (wanted, player_id)
            )

    def forget(self, player_id: UUID, telegram_id: int) -> None:
        """Erase who a player is, and what is noted of them elsewhere, in one transaction.

        From then on their random id points to nobody; whoever comes back is a new player.
        """
        with self._pool.connection() as connection, connection.transaction():
            connection.execute("DELETE FROM thirtyone.players WHERE id = %s", (player_id,))
            for table in _ABOUT_PLAYERS:
                statement = sql.SQL("DELETE FROM {} WHERE player_id = %s")
                connection.execute(
                    statement.format(sql.Identifier("thirtyone", table)), (player_id,)
                )
            connection.execute(
                "DELETE FROM thirtyone.chat_pauses WHERE telegram_chat_id = %s", (telegram_id,)
            )
            set_aside.drop_those_about(connection, telegram_id)
            memory.tell(connection)
        self._memory.forget()


def _found(row: tuple[UUID] | None) -> UUID:
    if row is None:
        msg = "an insert returned nothing"
        raise LookupError(msg)
    return row[0]
