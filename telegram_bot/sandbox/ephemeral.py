"""Messages in a group that one person alone sees: no history keeps them, and their ids return."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from telegram_bot.sandbox.messages import Message


@dataclass
class Ephemerals:
    """The ephemeral messages of all chats that Telegram's server still knows."""

    by_chat: dict[int, dict[int, Message]] = field(default_factory=dict)

    def free_id(self, chat_id: int) -> int:
        """Return the id of the next one in a chat: the lowest that is not taken now."""
        taken = self.by_chat.get(chat_id, {})
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def keep(self, message: Message) -> None:
        """Add one."""
        self.by_chat.setdefault(message.chat_id, {})[message.id] = message

    def find(self, chat_id: int, ephemeral_id: int) -> Message | None:
        """Return one that has neither been deleted nor has expired."""
        return self.by_chat.get(chat_id, {}).get(ephemeral_id)

    def drop(self, message: Message) -> None:
        """Take one away for good; its id is free."""
        del self.by_chat[message.chat_id][message.id]

    def seen_by(self, user_id: int, chat_id: int | None = None) -> Iterator[Message]:
        """Return those that a person's client shows, in one chat or in all."""
        for each in self.of(user_id, chat_id):
            if each.shown:
                yield each

    def of(self, user_id: int, chat_id: int | None = None) -> Iterator[Message]:
        """Return those that a person has written or was sent."""
        chats = self.by_chat if chat_id is None else {chat_id: self.by_chat.get(chat_id, {})}
        for messages in chats.values():
            for each in messages.values():
                if user_id in (each.sender_id, each.receiver_id):
                    yield each
