"""Sending and editing messages, with Telegram's refusals told apart by what is to be done."""

import hashlib
import warnings
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, NewType
from uuid import UUID

from telegram import (
    Bot,
    InlineKeyboardMarkup,
    InputFile,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import ChatAction, ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    TelegramError,
)

from telegram_bot.deep_links import DeepLink, Purpose, to_share
from telegram_bot.screens.panel import Panel
from telegram_bot.screens.screen import Button, Screen, Style
from telegram_bot.transport import AnswerLost

warnings.filterwarnings("ignore", message="Please use 'Bot.editMessageText'")

UNCHANGED: Final = "message is not modified"

GONE: Final = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message to delete not found",
)

NO_ENTRY: Final = (
    "chat not found",
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "peer_id_invalid",
)

NO_TOPIC: Final = ("topic_closed", "topic_deleted", "message thread not found")


PrivateChat = NewType("PrivateChat", int)
"""The chat with one person, whose Telegram id it has. No group's id is one."""


class Closed(Enum):
    """What cannot be written to."""

    CHAT = auto()
    TOPIC = auto()


class Kind(Enum):
    """What a file is to a chat."""

    DOCUMENT = auto()
    PHOTO = auto()
    ANIMATION = auto()


ABOUT_TO: Final = {
    Kind.DOCUMENT: ChatAction.UPLOAD_DOCUMENT,
    Kind.PHOTO: ChatAction.UPLOAD_PHOTO,
    Kind.ANIMATION: ChatAction.UPLOAD_VIDEO,
}
"""What a chat is told while a file is made."""


@dataclass(frozen=True)
class Upload:
    """A file that Telegram does not have yet.

    Attributes:
        name: Its name.
        content: What is in it.
    """

    name: str
    content: bytes


class Unheard(TelegramError):  # noqa: N818 - it may be no error at all
    """A message was sent, and nobody knows whether it has arrived."""


class MessageGone(Exception):  # noqa: N818 - a state of the chat, not a defect
    """The message to edit is not there any more."""


@dataclass(frozen=True)
class Setback:
    """Why a message could not be delivered now.

    Attributes:
        reason: Telegram's words, for the log.
        closed: What cannot be written to until further notice, if that is the reason.
        moved_to: The chat's new id, if it has become a supergroup.
        unheard: Whether it may have been delivered nevertheless.
    """

    reason: str
    closed: Closed | None = None
    moved_to: int | None = None
    unheard: bool = False


class Messenger:
    """Writes screens into chats."""

    def __init__(self, bot: Bot) -> None:
        """Write as a bot."""
        self._bot = bot

    def invitation(self, game_id: UUID) -> str:
        """Return the address where others are invited to a table."""
        return to_share(DeepLink(Purpose.JOIN, game_id).address(self._bot.username))

    async def send(
        self, chat_id: int, thread_id: int, screen: Screen, reply_to: int | None = None
    ) -> int:
        """Send a message and return its id. An edit can be repeated, but not this.

        Raises:
            Unheard: It may have arrived.

        Args:
            chat_id: The chat.
            thread_id: The topic, 0 for none.
            screen: What it shows.
            reply_to: The message above to which it leads, if that is still there.
        """
        return await self._send(chat_id, thread_id, screen, reply_to)

    async def edit(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """Make a message show a screen.

        Raises:
            MessageGone: It was deleted or can no longer be edited.
        """
        await self._edit(chat_id, message_id, screen)

    async def tell(self, chat: PrivateChat, panel: Panel) -> int:
        """Show somebody in private what they alone may read, and return the message's id."""
        return await self._send(chat, 0, panel)

    async def tell_anew(self, chat: PrivateChat, message_id: int, panel: Panel) -> None:
        """Make a message in private show something else that they alone may read.

        Raises:
            MessageGone: It was deleted.
        """
        await self._edit(chat, message_id, panel)

    async def _send(
        self, chat_id: int, thread_id: int, screen: Screen | Panel, reply_to: int | None = None
    ) -> int:
        message = await _heard(
            self._bot.send_message(
                chat_id,
                screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=thread_id or None,
                reply_markup=markup(screen),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                reply_parameters=_above(reply_to) if reply_to else None,
            )
        )
        return message.message_id

    async def media(
        self, chat_id: int, thread_id: int, kind: Kind, file: Upload | str, caption: str
    ) -> str:
        """Send a file and return the name by which Telegram has it from now on.

        Raises:
            Unheard: It may have arrived.

        Args:
            chat_id: The chat.
            thread_id: The topic, 0 for none.
            kind: What it is to be shown as.
            file: The file, or such a name.
            caption: What is said below it, as HTML, at most 1,024 characters.
        """
        given = InputFile(file.content, file.name) if isinstance(file, Upload) else file
        ways: dict[Kind, Callable[..., Coroutine[Any, Any, Message]]] = {
            Kind.DOCUMENT: self._bot.send_document,
            Kind.PHOTO: self._bot.send_photo,
            Kind.ANIMATION: self._bot.send_animation,
        }
        message = await _heard(
            ways[kind](
                chat_id,
                given,
                caption=caption,
                parse_mode=ParseMode.HTML,
                message_thread_id=thread_id or None,
            )
        )
        sent = message.photo[-1] if message.photo else message.animation or message.document
        return sent.file_id if sent else ""

    async def announce(self, chat_id: int, thread_id: int, kind: Kind) -> None:
        """Let a chat see for a while that a file is about to come."""
        with suppress(TelegramError):
            await self._bot.send_chat_action(chat_id, ABOUT_TO[kind], thread_id or None)

    async def _edit(self, chat_id: int, message_id: int, screen: Screen | Panel) -> None:
        shown = {"chat_id": chat_id, "message_id": message_id} | content(screen)
        try:
            # The library's own method takes the answer to pieces, which is the message once more.
            await self._bot.do_api_request("editMessageText", shown)
        except BadRequest as refusal:
            if is_unchanged(refusal):
                return
            if _says(refusal, GONE):
                raise MessageGone from None
            raise

    async def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message. It may be gone already, or too old for anything but its buttons.

        Raises:
            TelegramError: It may be possible later.
        """
        try:
            await self._bot.delete_message(chat_id, message_id)
        except (BadRequest, ChatMigrated, Forbidden):
            await self.disarm(chat_id, message_id)

    async def remove(self, chat_id: int, message_id: int) -> None:
        """Delete a message now, or at least take its buttons away."""
        try:
            await self.delete(chat_id, message_id)
        except TelegramError:
            await self.disarm(chat_id, message_id)

    async def disarm(self, chat_id: int, message_id: int) -> None:
        """Take a message's buttons away. It may be gone already."""
        with suppress(TelegramError):
            await self._bot.edit_message_reply_markup(chat_id, message_id)


def markup(screen: Screen | Panel) -> InlineKeyboardMarkup | None:
    """Return the buttons of a message as the library's own values."""
    shown = keyboard(screen)
    return None if shown is None else InlineKeyboardMarkup.de_json(shown)


def content(screen: Screen | Panel) -> dict[str, Any]:
    """Return what a message is to show after an edit, as the Bot API has it."""
    return {
        "text": screen.text,
        "parse_mode": ParseMode.HTML,
        "reply_markup": keyboard(screen),
        "link_preview_options": {"is_disabled": True},
    }


def keyboard(screen: Screen | Panel) -> dict[str, Any] | None:
    """Return the buttons of a message as the Bot API has them."""
    rows = [[_button(button) for button in row] for row in screen.keyboard]
    if isinstance(screen, Screen) and screen.link is not None:
        rows.append([{"text": screen.link.label, "url": screen.link.address}])
    return {"inline_keyboard": rows} if rows else None


def _button(button: Button) -> dict[str, Any]:
    said = {"text": button.label, "callback_data": button.press.encode()}
    return said if button.style is Style.PLAIN else {**said, "style": button.style.value}


def digest(screen: Screen | Panel) -> str:
    """Return a fingerprint of a screen, to see whether a message shows it already."""
    buttons = [
        (button.label, button.press.encode(), button.style)
        for row in screen.keyboard
        for button in row
    ]
    return hashlib.sha256(f"{screen.text}\n{buttons}".encode()).hexdigest()[:32]


def setback(error: TelegramError) -> Setback:
    """Say what an error means for the chat it came from."""
    match error:
        case ChatMigrated(new_chat_id=new_chat_id):
            return Setback(error.message, moved_to=new_chat_id)
        case Unheard():
            return Setback(error.message, unheard=True)
        case Forbidden():
            return Setback(error.message, closed=Closed.CHAT)
        case BadRequest() if _says(error, NO_ENTRY):
            return Setback(error.message, closed=Closed.CHAT)
        case BadRequest() if _says(error, NO_TOPIC):
            return Setback(error.message, closed=Closed.TOPIC)
        case _:
            return Setback(error.message)


def is_unchanged(error: TelegramError) -> bool:
    """Tell whether a message was to be made what it is already."""
    return _says(error, (UNCHANGED,))


async def _heard(sending: Awaitable[Message]) -> Message:
    """Return the message that was sent.

    Raises:
        Unheard: It may have arrived.
    """
    try:
        return await sending
    except NetworkError as trouble:
        if _may_have_arrived(trouble):
            raise Unheard(trouble.message) from trouble
        raise


def _may_have_arrived(trouble: NetworkError) -> bool:
    """Tell whether what was asked for may have been done: without an answer, or by one of 5xx."""
    return isinstance(trouble, AnswerLost) or type(trouble) is NetworkError


def _above(message_id: int) -> ReplyParameters:
    return ReplyParameters(message_id, allow_sending_without_reply=True)


def _says(error: TelegramError, phrases: tuple[str, ...]) -> bool:
    said = error.message.lower()
    return any(phrase in said for phrase in phrases)
