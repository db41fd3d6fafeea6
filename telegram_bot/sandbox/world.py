"""The state of the local Telegram: who exists, where they talk, what was said.

Plain Python without HTTP. Time is passed in, ids are counted, so a test that runs twice sees the
same. `acts` is what people do to it, `methods` what the bot does.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.budget import TELEGRAMS_LIMITS, Budget, Limits
from telegram_bot.sandbox.callbacks import Taps
from telegram_bot.sandbox.chats import Chat, Kind, Member
from telegram_bot.sandbox.ephemeral import Ephemerals
from telegram_bot.sandbox.faults import Faults, Trouble
from telegram_bot.sandbox.media import FileStore
from telegram_bot.sandbox.messages import NO_CONTENT, Content, Message
from telegram_bot.sandbox.people import (
    ANONYMOUS_ADMINISTRATOR,
    CHANNEL_SENDER,
    TELEGRAM,
    Bot,
    Client,
    Person,
    anonymous_administrator_shape,
    channel_sender_shape,
    telegram_shape,
)
from telegram_bot.sandbox.privacy import bot_sees
from telegram_bot.sandbox.requests import RequestLog
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.updates import UpdateQueue

FIRST_PERSON = 1_000_001
FIRST_GROUP = -4_000_001
FIRST_SUPERGROUP = -1_002_000_000_001
ACTION_SECONDS = 5.0
"""How long people see what the bot is doing."""

CHANNEL = -1_003_000_000_000
"""A person's channel has this id, less their own."""


@dataclass
class World:
    """Everything there is.

    Attributes:
        bot: the one bot of this Telegram.
        now: Unix time in seconds.
        limits: what the bot may send.
        knows_ephemeral: whether the Bot API server is of 10.3 or later. An older one ignores that
            a message is to be ephemeral, and so shows it to everybody.
        actions: what the bot is doing in a chat, and until when that is seen.
        revision: grows with every change that somebody can see.
        held_back: updates that wait to be overtaken.
        listeners: called after every change, with the chat that changed, or None if it is more
            than one or none.
    """

    bot: Bot
    now: Callable[[], float]
    limits: Limits = TELEGRAMS_LIMITS
    knows_ephemeral: bool = True
    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    messages: dict[int, dict[int, Message]] = field(default_factory=dict)
    ephemerals: Ephemerals = field(default_factory=Ephemerals)
    read: dict[tuple[int, int], int] = field(default_factory=dict)
    actions: dict[int, tuple[str, float]] = field(default_factory=dict)
    revision: int = 0
    listeners: list[Callable[[int | None], None]] = field(default_factory=list)
    shared_message_id: int = 0
    held_back: list[Callable[[], None]] = field(default_factory=list)
    files: FileStore = field(default_factory=FileStore)
    updates: UpdateQueue = field(init=False)
    taps: Taps = field(init=False)
    budget: Budget = field(init=False)
    faults: Faults = field(init=False)
    log: RequestLog = field(init=False)

    def __post_init__(self) -> None:
        self.updates = UpdateQueue(self.now)
        self.taps = Taps(self.now)
        self.budget = Budget(self.now, self.limits)
        self.faults = Faults(self.now)
        self.log = RequestLog(self.now)

    def changed(self, chat_id: int | None = None) -> int:
        """Count a visible change and tell the listeners; returns the new revision."""
        self.revision += 1
        for listener in tuple(self.listeners):
            listener(chat_id)
        return self.revision

    def act(self, chat_id: int, action: str) -> None:
        """Let people in a chat see for a while that the bot is about to send something."""
        self.actions[chat_id] = action, self.now() + ACTION_SECONDS
        self.changed(chat_id)

    def busy_in(self, chat_id: int) -> str:
        """Return what the bot is doing in a chat, as `typing`; nothing, once that is over."""
        action, until = self.actions.get(chat_id, ("", 0.0))
        return action if self.now() < until else ""

    # Making

    def add_person(
        self, first_name: str, *, last_name: str = "", username: str = "", language: str = "en"
    ) -> Person:
        """Create an account; its private chat with the bot exists but is not started."""
        person = Person(FIRST_PERSON + len(self.people), first_name, last_name, username, language)
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, Kind.PRIVATE)
        self.messages[person.id] = {}
        self.changed()
        return person

    def add_chat(self, kind: Kind, title: str, *, forum: bool = False, username: str = "") -> Chat:
        """Create an empty group or supergroup."""
        if kind is Kind.GROUP:
            chat_id = FIRST_GROUP - sum(chat.kind is kind for chat in self.chats.values())
        else:
            chat_id = FIRST_SUPERGROUP - sum(chat.kind is kind for chat in self.chats.values())
        chat = Chat(chat_id, kind, title, username, forum=forum)
        self.chats[chat_id] = chat
        self.messages[chat_id] = {}
        self.changed()
        return chat

    # Finding

    def person(self, user_id: int) -> Person:
        """Return a person.

        Raises:
            ApiError: 400 "user not found".
        """
        if user_id not in self.people:
            raise errors.user_not_found()
        return self.people[user_id]

    def chat(self, chat_id: int) -> Chat:
        """Return a chat.

        Raises:
            ApiError: 400 "chat not found".
        """
        if chat_id not in self.chats:
            raise errors.chat_not_found()
        return self.chats[chat_id]

    def message(self, chat_id: int, message_id: int) -> Message | None:
        """Return a message that is still there."""
        message = self.messages.get(chat_id, {}).get(message_id)
        return None if message is None or message.deleted else message

    def history(self, chat_id: int) -> list[Message]:
        """Return what a chat shows, oldest first."""
        return [each for each in self.messages.get(chat_id, {}).values() if not each.deleted]

    # Writing

    def post(  # noqa: PLR0913 - a message has that many sides, all by name
        self,
        chat: Chat,
        sender_id: int,
        content: Content = NO_CONTENT,
        *,
        thread_id: int | None = None,
        reply_to: int | None = None,
        service: Json | None = None,
        as_chat: bool = False,
        channel: str = "",
        automatic: bool = False,
        protected: bool = False,
        told: bool = True,
    ) -> Message:
        """Put a message into a chat; the bot is `told` of it if it is somebody else's."""
        message = Message(
            id=self._next_message_id(chat),
            chat_id=chat.id,
            date=int(self.now()),
            sender_id=sender_id,
            content=content,
            thread_id=thread_id,
            reply_to=reply_to,
            service=service or {},
            as_chat=as_chat,
            channel=channel,
            automatic=automatic,
            protected=protected,
        )
        self.messages[chat.id][message.id] = message
        message.posted = message.revision = self.revision + 1
        if sender_id == self.bot.id:
            self.actions.pop(chat.id, None)
        if told and sender_id != self.bot.id and self._shown_to_bot(chat, message):
            self.update("message", self.message_shape(message), ("chat", chat.id), chat.id)
        self.changed(chat.id)
        return message

    def post_ephemeral(
        self,
        chat: Chat,
        sender_id: int,
        receiver_id: int,
        content: Content,
        *,
        thread_id: int | None = None,
    ) -> Message:
        """Put a message into a chat that one person and the bot alone know of."""
        by_bot = sender_id == self.bot.id
        person = self.people[receiver_id if by_bot else sender_id]
        message = Message(
            id=self.ephemerals.free_id(chat.id),
            chat_id=chat.id,
            date=int(self.now()),
            sender_id=sender_id,
            content=content,
            thread_id=thread_id,
            receiver_id=receiver_id,
            shown=person.client is Client.NEW,
        )
        self.ephemerals.keep(message)
        message.posted = message.revision = self.revision + 1
        if not by_bot:
            self.update("message", self.message_shape(message), ("chat", chat.id), chat.id)
        self.changed(chat.id)
        return message

    def _shown_to_bot(self, chat: Chat, message: Message) -> bool:
        if chat.is_private:
            return not self.people[chat.id].blocked
        replied = message.reply_to and self.message(chat.id, message.reply_to)
        return bot_sees(self.bot, chat, message, replied or None)

    def revise(self, message: Message, content: Content) -> None:
        """Give a message new content."""
        message.content = content
        message.edited = int(self.now())
        self.touch(message)

    def remove(self, message: Message) -> None:
        """Delete a message for everybody."""
        message.deleted = True
        pinned = self.chats[message.chat_id].pinned
        if message.receiver_id is not None:
            self.ephemerals.drop(message)
        elif message.id in pinned:
            pinned.remove(message.id)
        self.touch(message)

    def touch(self, message: Message) -> None:
        """Mark a message as changed."""
        message.revision = self.revision + 1
        self.changed(message.chat_id)

    def update(self, kind: str, body: Json, queue: tuple[str, int], chat_id: int | None) -> None:
        """Queue an update for the bot, as far as the script lets it through in order."""
        wanted = Trouble.DUPLICATE, Trouble.OVERTAKE, Trouble.GARBLE
        fault = self.faults.take(kind, chat_id, *wanted)
        trouble = fault and fault.trouble
        if trouble is Trouble.GARBLE:
            body = {"nonsense": True}
        copies = 2 if trouble is Trouble.DUPLICATE else 1
        add = partial(self.updates.add, kind, body, queue, copies=copies)
        if trouble is Trouble.OVERTAKE:
            self.held_back.append(add)
            return
        add()
        while self.held_back:
            self.held_back.pop(0)()

    def _next_message_id(self, chat: Chat) -> int:
        # As in Telegram: supergroups count by themselves, all other chats of an account together.
        if chat.kind is Kind.SUPERGROUP:
            return len(self.messages[chat.id]) + 1
        self.shared_message_id += 1
        return self.shared_message_id

    # Shapes

    def user_shape(self, user_id: int) -> Json:
        """Return the User object of a person, the bot, or one of Telegram's stand-ins."""
        if user_id == self.bot.id:
            return self.bot.shape()
        if user_id == ANONYMOUS_ADMINISTRATOR:
            return anonymous_administrator_shape()
        if user_id == CHANNEL_SENDER:
            return channel_sender_shape()
        if user_id == TELEGRAM:
            return telegram_shape()
        return self.person(user_id).shape()

    def chat_shape(self, chat: Chat) -> Json:
        """Return the Chat object."""
        shape: Json = {"id": chat.id, "type": chat.kind.value}
        if chat.is_private:
            user = self.people[chat.id].shape()
            return shape | {
                k: user[k] for k in ("first_name", "last_name", "username") if k in user
            }
        shape["title"] = chat.title
        if chat.username:
            shape["username"] = chat.username
        if chat.forum:
            shape["is_forum"] = True
        return shape

    def member_shape(self, member: Member) -> Json:
        """Return the ChatMember object."""
        return member.shape(self.user_shape(member.user_id))

    def message_shape(self, message: Message, *, with_reply: bool = True) -> Json:
        """Return the Message object, the replied-to message one level deep."""
        chat = self.chats[message.chat_id]
        shape: Json = {
            "chat": self.chat_shape(chat),
            "date": message.date,
            **self._id_shape(message),
            **self._sender_shape(message),
        }
        if message.thread_id is not None:
            shape |= {"message_thread_id": message.thread_id, "is_topic_message": True}
        elif message.reply_to and chat.kind is Kind.SUPERGROUP and not chat.forum:
            shape["message_thread_id"] = self._first_of_thread(message)
        # What answers nothing else in a topic answers the message that opened it.
        answered = message.reply_to or message.thread_id
        if with_reply and answered and answered != message.id:
            replied = self.message(message.chat_id, answered)
            if replied is not None:
                shape["reply_to_message"] = self.message_shape(replied, with_reply=False)
        if message.edited is not None:
            shape["edit_date"] = message.edited
        if message.protected:
            shape["has_protected_content"] = True
        return shape | message.content.shape(self.user_shape) | message.service

    def _first_of_thread(self, message: Message) -> int:
        """Return the message with which a chain of answers began; that makes no topic."""
        said = self.messages[message.chat_id]
        while message.reply_to in said:
            message = said[message.reply_to]
        return message.id

    def _id_shape(self, message: Message) -> Json:
        if message.receiver_id is None:
            return {"message_id": message.id}
        receiver = self.user_shape(message.receiver_id)
        return {"message_id": 0, "ephemeral_message_id": message.id, "receiver_user": receiver}

    def _sender_shape(self, message: Message) -> Json:
        if message.as_chat:
            chat = self.chat_shape(self.chats[message.chat_id])
            return {"from": self.user_shape(ANONYMOUS_ADMINISTRATOR), "sender_chat": chat}
        if message.channel:
            channel: Json = {"id": CHANNEL - message.sender_id, "type": "channel"}
            shape: Json = {"sender_chat": channel | {"title": message.channel}}
            if message.automatic:
                return shape | {"from": self.user_shape(TELEGRAM), "is_automatic_forward": True}
            return shape | {"from": self.user_shape(CHANNEL_SENDER)}
        return {"from": self.user_shape(message.sender_id)}

    def inaccessible_shape(self, chat: Chat, message_id: int) -> Json:
        """Return the InaccessibleMessage object."""
        return {"chat": self.chat_shape(chat), "message_id": message_id, "date": 0}
