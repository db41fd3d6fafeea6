"""Pictures after rounds and games, for groups that want them (TABLE 7): each is posted once.

They are a garnish: what they show is told in words as well. One that a chat refuses is left out,
one of which no word comes is not sent again, and none holds back a table for long.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool
from telegram.error import BadRequest

from domain.customs import Pictures as Wanted
from domain.match import Phase
from domain.views import Spectacle
from projections.pauses import LEFT_ALONE
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.desk import backoff
from telegram_bot.delivery.errand import Errand
from telegram_bot.delivery.messenger import Unheard
from telegram_bot.drawing.table import showdown_in_sight
from telegram_bot.gallery import Gallery
from telegram_bot.game import Games
from telegram_bot.pictures import Drawing, podium_drawing, showdown_drawing
from telegram_bot.ratings import Ratings
from telegram_bot.texts import texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

MOST_FAILURES: Final = 3
"""After so many a picture comes too late."""

LEFT_OUT: Final = ""
"""Stands for the file of a picture of which Telegram has told no name."""


class Subject(StrEnum):
    """What a picture shows."""

    SHOWDOWN = "showdown"
    PODIUM = "podium"


@dataclass(frozen=True)
class PictureDue:
    """A picture that is not posted yet.

    Attributes:
        game_id: The game.
        version: The version of the game whose event it is about.
        kind: A `Subject`.
        telegram_chat_id: The chat, as Telegram has it now.
        thread_id: The topic in the chat, 0 for none.
        language: The language of the chat, if chosen.
        failures: Attempts that have failed.
    """

    game_id: UUID
    version: int
    kind: str
    telegram_chat_id: int
    thread_id: int
    language: str | None
    failures: int


class PictureOutbox:
    """The table `posted_pictures`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def note(self, game_id: UUID, version: int, subject: Subject) -> bool:
        """Take down that a picture is to be posted; tell whether that is new."""
        with self._pool.connection() as connection:
            taken_down = connection.execute(
                """
                INSERT INTO thirtyone.posted_pictures (game_id, version, kind)
                VALUES (%s, %s, %s) ON CONFLICT DO NOTHING
                """,
                (game_id, version, subject),
            )
            return taken_down.rowcount > 0

    def pending(self, now: datetime) -> list[PictureDue]:
        """Return the pictures to post now."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(PictureDue)) as cursor,
        ):
            return cursor.execute(PENDING, {"now": now}).fetchall()

    def sent(self, due: PictureDue, file_id: str) -> None:
        """Note by which name Telegram has a picture that was posted."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_pictures SET file_id = %s, retry_at = NULL
                 WHERE (game_id, version, kind) = (%s, %s, %s)
                """,
                (file_id, due.game_id, due.version, due.kind),
            )

    def failed(self, due: PictureDue, now: datetime) -> None:
        """Note that an attempt failed; there is another after a while, if it is not the last."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_pictures SET retry_at = %s, failures = failures + 1
                 WHERE (game_id, version, kind) = (%s, %s, %s)
                """,
                (now + backoff(due.failures), due.game_id, due.version, due.kind),
            )


class Pictures:
    """Posts a picture of what has ended, before the next table stands below it."""

    def __init__(  # noqa: PLR0913 - what pictures are made of
        self,
        *,
        games: Games,
        contacts: Contacts,
        outbox: PictureOutbox,
        gallery: Gallery,
        ratings: Ratings,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._outbox = outbox
        self._gallery = gallery
        self._ratings = ratings
        self._threads = threads

    async def note(self, view: Spectacle, version: int) -> bool:
        """Take down what is to be pictured of a game now; tell whether that is new.

        Args:
            view: The game right after what has ended.
            version: The version of the game that its event has made.
        """
        subject = _subject(view)
        if subject is None:
            return False
        wanted = (await self._games.customs(view.group_id)).pictures
        if wanted is Wanted.NONE or (subject is Subject.SHOWDOWN and wanted is not Wanted.ROUNDS):
            return False
        return await self._threads.run(self._outbox.note, view.game_id, version, subject)

    async def errands(self, now: datetime) -> list[Errand[PictureDue]]:
        """Return the pictures to post now."""
        pending = await self._threads.run(self._outbox.pending, now)
        return [Errand(due, self.deliver, self._outbox.failed, due.game_id) for due in pending]

    async def deliver(self, due: PictureDue) -> None:
        """Post a picture.

        Raises:
            TelegramError: It may be possible later.
        """
        drawing = await self._drawing(due)
        try:
            file_id = await self._gallery.send(due.telegram_chat_id, due.thread_id, drawing)
        except (BadRequest, Unheard) as trouble:  # a chat may take words and no pictures
            logger.info("A picture of game %s is left out: %s", due.game_id, trouble.message)
            file_id = LEFT_OUT
        await self._threads.run(self._outbox.sent, due, file_id)

    async def _drawing(self, due: PictureDue) -> Drawing:
        view = (await self._games.look(due.game_id, due.version)).view
        words = texts(due.language)
        names = await self._threads.run(self._contacts.names, view.player_ids, words)
        if due.kind == Subject.SHOWDOWN:
            return showdown_drawing(view, due.version, names, words)
        return podium_drawing(view, names, await self._ratings.changed_by(due.game_id), words)


def _subject(view: Spectacle) -> Subject | None:
    if view.phase is Phase.ENDED:
        return Subject.PODIUM
    return Subject.SHOWDOWN if showdown_in_sight(view) else None


PENDING: Final = sql.SQL(
    """
    SELECT posted.game_id, posted.version, posted.kind, chats.telegram_chat_id, chats.thread_id,
           chats.language, posted.failures
      FROM thirtyone.posted_pictures posted
      JOIN thirtyone.screens ON screens.game_id = posted.game_id
      JOIN thirtyone.chats ON chats.id = screens.group_id
     WHERE posted.file_id IS NULL AND posted.failures < {most}
       AND (posted.retry_at IS NULL OR posted.retry_at <= %(now)s) AND NOT {left_alone}
     ORDER BY posted.version LIMIT 100
    """
).format(left_alone=LEFT_ALONE, most=MOST_FAILURES)
