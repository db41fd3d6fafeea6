"""A player's hand as a message: what it says, and how it is sent, changed and taken away."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import tzinfo

from telegram.error import Forbidden, TelegramError

from domain.views import SeatView
from telegram_bot.callback_data import Press
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.ephemeral import Ephemerals, Receiver
from telegram_bot.delivery.messenger import Messenger
from telegram_bot.delivery.panel_desk import PanelDesk, PostedPanel
from telegram_bot.delivery.ways import Reader, Way, Ways
from telegram_bot.game import Games
from telegram_bot.names import Contact, display_names
from telegram_bot.screens.panel import Panel, panel_screen
from telegram_bot.texts import Texts, texts
from telegram_bot.threads import Threads


@dataclass(frozen=True)
class Asked:
    """What a player has done that a message in the group may answer.

    Attributes:
        query_id: A tap.
        command_id: The ephemeral id of a command.
    """

    query_id: str | None = None
    command_id: int | None = None


@dataclass(frozen=True)
class Subject:
    """A player's hand, and what there is to say about it.

    Attributes:
        view: The game as they see it.
        reader: The player; every message goes to them.
        posted: The message that shows the hand, if one was sent.
        names: Names by seat.
        words: The texts in their language.
        zone: The group's time zone.
    """

    view: SeatView
    reader: Reader
    posted: PostedPanel | None
    names: Sequence[str]
    words: Texts
    zone: tzinfo

    def panel(self, way: Way, asked: Press | None = None) -> Panel:
        """Draw it.

        Args:
            way: In which way it is sent.
            asked: The button that was tapped last to choose a card for an exchange.
        """
        elsewhere = self.reader.title or "" if way == Way.PRIVATE else ""
        return panel_screen(
            self.view,
            self.names,
            self.words,
            elsewhere,
            asked,
            zone=self.zone,
            hints=self.reader.alone,
        )


class PanelMessages:
    """Writes hands to their players, and to nobody else."""

    def __init__(  # noqa: PLR0913 - where hands come from, and the ways they go
        self,
        *,
        games: Games,
        contacts: Contacts,
        ways: Ways,
        desk: PanelDesk,
        messenger: Messenger,
        ephemerals: Ephemerals,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._ways = ways
        self._desk = desk
        self._messenger = messenger
        self._ephemerals = ephemerals
        self._threads = threads

    async def subject(self, view: SeatView, words: Texts | None = None) -> Subject:
        """Gather what there is to say about a hand, in these words or the player's own."""
        reader, posted, contacts = await self._threads.run(self._about, view)
        chosen = words or texts(reader.language)
        zone = (await self._games.customs(view.public.group_id)).zone
        return Subject(view, reader, posted, display_names(contacts, chosen), chosen, zone)

    async def send(self, way: Way, reader: Reader, asked: Asked, panel: Panel) -> int:
        """Send a player a hand, and return the message's id.

        Raises:
            TelegramError: It could not be sent.
        """
        if way == Way.PRIVATE:
            return await self._in_private(reader, panel)
        to = Receiver(
            reader.telegram_chat_id,
            reader.thread_id,
            reader.telegram_id,
            asked.query_id,
            asked.command_id,
        )
        return await self._ephemerals.send(to, panel)

    async def edit(self, posted: PostedPanel, reader: Reader, panel: Panel) -> None:
        """Let the message show something else.

        Raises:
            MessageGone: It is not there any more.
            TelegramError: It could not be changed.
        """
        if posted.message_id is None:
            return
        if posted.way == Way.PRIVATE:
            await self._messenger.tell_anew(reader.telegram_id, posted.message_id, panel)
        else:
            chat_id = posted.telegram_chat_id
            await self._ephemerals.edit(chat_id, reader.telegram_id, posted.message_id, panel)

    async def remove(self, posted: PostedPanel, reader: Reader) -> None:
        """Take the message away, as far as that is possible."""
        if posted.message_id is None:
            return
        if posted.way == Way.PRIVATE:
            await self._messenger.remove(reader.telegram_id, posted.message_id)
            return
        with suppress(TelegramError):
            chat_id = posted.telegram_chat_id
            await self._ephemerals.delete(chat_id, reader.telegram_id, posted.message_id)

    async def _in_private(self, reader: Reader, panel: Panel) -> int:
        try:
            return await self._messenger.tell(reader.telegram_id, panel)
        except Forbidden:
            await self._threads.run(
                lambda: self._contacts.reached(reader.telegram_id, reachable=False)
            )
            raise

    def _about(self, view: SeatView) -> tuple[Reader, PostedPanel | None, list[Contact | None]]:
        reader = self._ways.reader(view)
        posted = self._desk.posted(view.public.game_id, view.player_id)
        return reader, posted, self._contacts.contacts(view.public.player_ids)
