"""A message, as it is kept."""

from collections.abc import Callable
from dataclasses import dataclass, field

from telegram_bot.sandbox.entities import FormattedText
from telegram_bot.sandbox.keyboards import Keyboard
from telegram_bot.sandbox.media import Media
from telegram_bot.sandbox.shapes import Json

NO_TEXT = FormattedText()


@dataclass(frozen=True, slots=True)
class Content:
    """What an edit may change: the text or caption, the picture, the buttons."""

    text: FormattedText = NO_TEXT
    media: Media | None = None
    keyboard: Keyboard | None = None

    def shape(self, user_shape: Callable[[int], Json]) -> Json:
        """Return the fields of the Message that show the content."""
        shape: Json = {}
        text, entities = ("caption", "caption_entities") if self.media else ("text", "entities")
        if self.media:
            shape |= self.media.shape()
        if self.text.text:
            shape[text] = self.text.text
            if self.text.entities:
                shape[entities] = [each.shape(user_shape) for each in self.text.entities]
        if self.keyboard:
            shape["reply_markup"] = self.keyboard.shape()
        return shape


NO_CONTENT = Content()


@dataclass
class Message:
    """One message in one chat.

    Attributes:
        id: its number in the chat; the ephemeral id, if it is ephemeral.
        sender_id: the person or the bot; an anonymous administrator's real id.
        thread_id: the forum topic, or None.
        service: the fields of a service message ("new_chat_members" and so on), else empty.
        as_chat: an administrator wrote it in the name of the group.
        channel: the title of the channel in whose name somebody wrote it, or empty.
        automatic: it is a post of the channel to which the group is linked.
        posted: the world's revision when it came; what is newer than one's last look is unread.
        revision: the world's revision when it last changed; the page compares it.
        reactions: emoji by user id.
        receiver_id: the one whom an ephemeral message is for, or None.
        shown: whether the client of a person shows an ephemeral message.
    """

    id: int
    chat_id: int
    date: int
    sender_id: int
    content: Content = NO_CONTENT
    thread_id: int | None = None
    reply_to: int | None = None
    service: Json = field(default_factory=dict)
    as_chat: bool = False
    channel: str = ""
    automatic: bool = False
    protected: bool = False
    edited: int | None = None
    deleted: bool = False
    posted: int = 0
    revision: int = 0
    reactions: dict[int, str] = field(default_factory=dict)
    receiver_id: int | None = None
    shown: bool = True
