"""What kinds of errands wait, asked all at once: most of the time there are none but screens."""

from datetime import datetime
from typing import Final

from psycopg import sql
from psycopg_pool import ConnectionPool

from projections.announcements.queries import UNSENT
from projections.remembered import NEWS
from telegram_bot.delivery import outbox, panel_desk, pictures, reminder_outbox, weekly
from telegram_bot.delivery.errand import Kind

_QUESTIONS: Final[dict[Kind, sql.Composed]] = {
    Kind.PICTURE: pictures.PENDING,
    Kind.ANNOUNCEMENT: UNSENT,
    Kind.OFFER: outbox.PENDING,
    Kind.REMINDER: reminder_outbox.PENDING,
    Kind.WEEKLY: weekly.PENDING,
    Kind.PANEL: panel_desk.PENDING,
}

_WAITING: Final = (
    sql.SQL("SELECT {}")
    .format(
        sql.SQL(", ").join(sql.SQL("EXISTS ({})").format(asked) for asked in _QUESTIONS.values())
    )
    .as_bytes()
)


class Waiting:
    """Tells what there is to do."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def kinds(self, now: datetime) -> frozenset[Kind]:
        """Return the kinds of errands that may wait now: of screens that is always so."""
        with self._pool.connection() as connection:
            answers = connection.execute(_WAITING, {"now": now, "since": now - NEWS}).fetchone()
        found = zip(_QUESTIONS, answers or (), strict=True)
        return frozenset({Kind.SCREEN, *(kind for kind, waits in found if waits)})
