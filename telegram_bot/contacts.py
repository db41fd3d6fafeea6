"""Who people are and where groups are, in Telegram's terms. Events know their random ids only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final, LiteralString
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from projections.rows import Connection
from telegram_bot.memory import Memory, tell
from telegram_bot.names import Contact, contact_of, display_names
from telegram_bot.texts import Texts, texts

_SAID: Final = sql.SQL(
    """
    SET first_name = %(first_name)s, last_name = %(last_name)s, username = %(username)s,
        language_code = %(language)s, updated_at = %(now)s
    """
)

_BEFORE: Final = sql.SQL(
    """
    WITH before AS (SELECT first_name, last_name, username FROM thirtyone.players
                     WHERE telegram_id = %(telegram_id)s)
    """
)

_RENAMED: Final = sql.SQL(
    """
    EXISTS (SELECT FROM before WHERE (before.first_name, before.last_name, before.username)
                IS DISTINCT FROM (players.first_name, players.last_name, players.username))
    """
)
"""Whether somebody had another name before."""

_MET: Final = sql.SQL(
    """
    {before} UPDATE thirtyone.players {said} WHERE telegram_id = %(telegram_id)s
    RETURNING id, {renamed}
    """
).format(before=_BEFORE, said=_SAID, renamed=_RENAMED)

_INTRODUCED: Final = sql.SQL(
    """
    {before} INSERT INTO thirtyone.players
        (telegram_id, first_name, last_name, username, language_code, updated_at)
    VALUES (%(telegram_id)s, %(first_name)s, %(last_name)s, %(username)s, %(language)s, %(now)s)
    ON CONFLICT (telegram_id) DO UPDATE {said} RETURNING id, {renamed}
    """
).format(before=_BEFORE, said=_SAID, renamed=_RENAMED)

_GREETED: Final = """
    UPDATE thirtyone.chats SET greeted_at = %s WHERE id = %s AND greeted_at IS NULL
"""

_TAUGHT: Final = """
    UPDATE thirtyone.players SET taught_at = %s WHERE id = %s AND taught_at IS NULL
"""


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
        kind: `group` or `supergroup`; `private` for a chat with one person.
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
        """Return a person's random id; whoever has none yet is known from now on."""
        ask = partial(self._told, _INTRODUCED, person)
        return _found(self._memory.recall(person.telegram_id, person, ask))

    def met(self, person: Person) -> UUID | None:
        """Return a person's random id, if they are known; whoever is not stays so."""
        ask = partial(self._told, _MET, person)
        return self._memory.recall(person.telegram_id, person, ask)

    def known(self, telegram_id: int) -> UUID | None:
        """Return the random id of somebody who is known, else nothing."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT id FROM thirtyone.players WHERE telegram_id = %s", (telegram_id,)
            ).fetchone()
        return row[0] if row else None

    def lose(self) -> None:
        """Remember nobody any more, since somebody is forgotten."""
        self._memory.forget()

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
        return _found(row[0] if row else None)

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

    def words_of(self, group_id: UUID) -> Texts:
        """Return the texts in the language of a group's table.

        Raises:
            LookupError: There is no such group.
        """
        return texts(self.spot(group_id).language)

    def groups_in(self, chat_id: int) -> list[UUID]:
        """Return the groups in a chat: one, or one for each topic that has been played in."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                "SELECT id FROM thirtyone.chats WHERE telegram_chat_id = %s", (chat_id,)
            ).fetchall()
        return [group_id for (group_id,) in rows]

    def contacts(self, player_ids: Sequence[UUID]) -> list[Contact | None]:
        """Return the names of players, in the order asked; none where nothing is known."""
        key = ("contacts", *player_ids)
        return self._memory.recall(key, None, partial(self._contacts, player_ids))

    def names(self, player_ids: Sequence[UUID], words: Texts) -> tuple[str, ...]:
        """Return what players are called at a table, in the order asked."""
        return display_names(self.contacts(player_ids), words)

    def _contacts(self, player_ids: Sequence[UUID]) -> list[Contact | None]:
        with self._pool.connection() as connection:
            return contacts_of(connection, player_ids)

    def reach(self, player_id: UUID) -> Reach | None:
        """Return where a player can be written to; nothing where that is known to fail."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Reach)) as cursor,
        ):
            return cursor.execute(
                """
                SELECT telegram_id, language
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

    def reached(self, telegram_id: int, *, reachable: bool) -> None:
        """Note whether somebody can be written to in private."""
        with self._pool.connection() as connection:
            connection.execute(
                "UPDATE thirtyone.players SET reachable = %s WHERE telegram_id = %s",
                (reachable, telegram_id),
            )

    def language(self, person: Person) -> str | None:
        """Return the language that somebody reads: the one they have chosen, or Telegram's."""
        return self.chosen_language(person.telegram_id) or person.language

    def chosen_language(self, telegram_id: int) -> str | None:
        """Return the language that somebody has chosen, if they have."""
        ask = partial(self._chosen_language, telegram_id)
        return self._memory.recall(("language", telegram_id), None, ask) or None

    def choose_language(self, player_id: UUID, language: str | None) -> None:
        """Note which language somebody wants to read; none for the one that Telegram tells."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(
                "UPDATE thirtyone.players SET chosen_language = %s WHERE id = %s",
                (language, player_id),
            )
            tell(connection)
        self._memory.forget()

    def choose_language_of_group(self, group_id: UUID, language: str) -> None:
        """Note the language of a group's table."""
        with self._pool.connection() as connection:
            connection.execute(
                "UPDATE thirtyone.chats SET language = %s WHERE id = %s", (language, group_id)
            )

    def greet(self, group_id: UUID) -> bool:
        """Note that a group has been greeted; tell whether it had not been before."""
        return self._for_the_first_time(_GREETED, group_id)

    def teach(self, player_id: UUID) -> bool:
        """Note that a player has been told how to play; tell whether they had not been before."""
        ask = partial(self._is_taught, player_id)
        if self._memory.recall(("taught", player_id), None, ask):
            return False
        return self._for_the_first_time(_TAUGHT, player_id)

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

    def _chosen_language(self, telegram_id: int) -> str:
        """Return the language that somebody has chosen, or an empty string."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT chosen_language FROM thirtyone.players WHERE telegram_id = %s",
                (telegram_id,),
            ).fetchone()
        return (row and row[0]) or ""

    def _is_taught(self, player_id: UUID) -> bool | None:
        """Tell whether a player has been told how to play; nothing where that may change yet."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT taught_at IS NOT NULL FROM thirtyone.players WHERE id = %s", (player_id,)
            ).fetchone()
        return (row and row[0]) or None

    def _for_the_first_time(self, statement: LiteralString, who: UUID) -> bool:
        with self._pool.connection() as connection:
            return connection.execute(statement, (datetime.now(UTC), who)).rowcount > 0

    def _told(self, statement: sql.Composed, person: Person) -> UUID | None:
        """Keep what Telegram says of a person up to date, and return their random id."""
        told = {**vars(person), **vars(person.contact), "now": datetime.now(UTC)}
        with self._pool.connection() as connection, connection.transaction():
            found: tuple[UUID, bool] | None = connection.execute(statement, told).fetchone()
            renamed = found is not None and found[1]
            if renamed:
                tell(connection)
        if renamed:
            self._memory.forget()
        return found[0] if found else None


def contacts_of(connection: Connection, player_ids: Sequence[UUID]) -> list[Contact | None]:
    """Return the names of players, as `Contacts.contacts` does."""
    rows = connection.execute(
        "SELECT id, first_name, last_name, username FROM thirtyone.players WHERE id = ANY(%s)",
        (list(player_ids),),
    ).fetchall()
    known = {
        player_id: Contact(first or "", last or "", username or "")
        for player_id, first, last, username in rows
    }
    return [known.get(player_id) or contact_of(player_id) for player_id in player_ids]


def _found(inserted: UUID | None) -> UUID:
    if inserted is None:
        msg = "an insert returned nothing"
        raise LookupError(msg)
    return inserted
