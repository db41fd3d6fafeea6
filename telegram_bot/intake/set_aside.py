"""The updates that could not be handled: what they were, why not, and whether to try again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from psycopg import sql
from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from projections.rows import Connection

KEPT: Final = timedelta(weeks=4)
"""For how long they are kept."""

_ABOUT: Final = sql.SQL(
    "jsonb_path_exists(update, '$.**.id ? (@ == $who)',"
    " jsonb_build_object('who', %(telegram_id)s::bigint))"
)
"""Whether an update names somebody by their Telegram id."""

_WORDS: Final = frozenset(
    {
        *("text", "caption", "entities", "caption_entities", "reply_markup", "rich_message"),
        *("quote", "external_reply", "poll", "checklist"),
    }
)
"""What a message says, and its buttons."""


@dataclass(frozen=True)
class SetAside:
    """An update that could not be handled.

    Attributes:
        update_id: Its number.
        update: The update, as `without_words` leaves it.
        reason: Why.
        set_aside_at: When.
        again: Whether it is to be handled again.
    """

    update_id: int
    update: dict[str, Any]
    reason: str
    set_aside_at: datetime
    again: bool


def without_words(update: dict[str, Any]) -> dict[str, Any]:
    """Return an update without what its messages say, since that of the bot may show a hand.

    A command is kept: its words are those of whoever gave it, and tell what it wants.
    """
    bare: dict[str, Any] = _bare(update)
    message = update.get("message")
    if isinstance(message, dict) and str(message.get("text", "")).startswith("/"):
        spoken = {key: _bare(message[key]) for key in ("text", "entities") if key in message}
        bare["message"] |= spoken
    return bare


def put(connection: Connection, update: dict[str, Any], reason: str, now: datetime) -> None:
    """Keep an update; one that is kept already has failed again."""
    connection.execute(
        """
        INSERT INTO thirtyone.set_aside_updates (update_id, update, reason, set_aside_at)
        VALUES (%s, %s, %s, %s)
        ON CONFLICT (update_id) DO UPDATE SET
            update = excluded.update, reason = excluded.reason,
            set_aside_at = excluded.set_aside_at, again = false
        """,
        (update["update_id"], Jsonb(without_words(update)), reason, now),
    )


def kept(connection: Connection) -> list[SetAside]:
    """Return all that are kept, the oldest first."""
    with connection.cursor(row_factory=class_row(SetAside)) as cursor:
        return cursor.execute(
            "SELECT * FROM thirtyone.set_aside_updates ORDER BY set_aside_at, update_id"
        ).fetchall()


def ask_for(connection: Connection, update_ids: Sequence[int] | None) -> list[int]:
    """Have some of them, or all, handled again; return which of them there are."""
    rows = connection.execute(
        """
        UPDATE thirtyone.set_aside_updates SET again = true
         WHERE %(all)s OR update_id = ANY(%(ids)s) RETURNING update_id
        """,
        {"all": update_ids is None, "ids": list(update_ids or ())},
    ).fetchall()
    return [update_id for (update_id,) in rows]


def claim(connection: Connection, most: int = 100) -> list[SetAside]:
    """Take in hand what is to be handled again, in order, so that nobody else does.

    What is lost with the process that had it in hand stays, and can be asked for again.
    """
    with connection.cursor(row_factory=class_row(SetAside)) as cursor:
        claimed = cursor.execute(
            """
            UPDATE thirtyone.set_aside_updates SET again = false WHERE update_id IN
                (SELECT update_id FROM thirtyone.set_aside_updates
                  WHERE again ORDER BY update_id LIMIT %s FOR UPDATE SKIP LOCKED)
            RETURNING *
            """,
            (most,),
        ).fetchall()
    return sorted(claimed, key=lambda aside: aside.update_id)


def drop(connection: Connection, update_id: int) -> None:
    """Forget an update that has been handled."""
    connection.execute(
        "DELETE FROM thirtyone.set_aside_updates WHERE update_id = %s", (update_id,)
    )


def drop_those_about(connection: Connection, telegram_id: int) -> None:
    """Forget the updates in which somebody is named."""
    connection.execute(
        sql.SQL("DELETE FROM thirtyone.set_aside_updates WHERE {}").format(_ABOUT),
        {"telegram_id": telegram_id},
    )


def _bare(value: Any) -> Any:
    match value:
        case dict():
            return {key: _bare(part) for key, part in value.items() if key not in _WORDS}
        case list():
            return [_bare(part) for part in value]
        case _:
            return _legible(value)


def _legible(value: Any) -> Any:
    """Return a value without what PostgreSQL's JSON cannot hold."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd").encode(errors="replace").decode()
    return value
