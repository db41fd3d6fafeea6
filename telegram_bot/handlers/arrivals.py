"""People and places as updates describe them."""

from telegram import CallbackQuery, Chat, Message, User
from telegram.constants import ChatType

from telegram_bot.contacts import Person, Spot
from telegram_bot.delivery.ephemeral import ephemeral_id
from telegram_bot.delivery.ways import Way
from telegram_bot.handlers.taps import Place
from telegram_bot.names import Contact


def person(user: User) -> Person:
    """Return the person behind a Telegram user."""
    contact = Contact(user.first_name, user.last_name or "", user.username or "")
    return Person(user.id, contact, user.language_code)


def written_by(replied: Message | None) -> User | None:
    """Return the person who wrote a message that another answers, if it says who that is.

    Every message in a topic answers the one that opened it.
    """
    if replied is None or replied.forum_topic_created is not None:
        return None
    user = replied.from_user
    return None if replied.sender_chat is not None or user is None or user.is_bot else user


def spot_of(message: Message, language: str | None) -> Spot:
    """Return the chat, and the topic if it is a forum's, of a message.

    Args:
        message: The message.
        language: The language a new group gets.
    """
    topic = message.message_thread_id if message.is_topic_message else None
    return _spot(message.chat, topic, language)


def spot_of_chat(chat: Chat, language: str | None) -> Spot:
    """Return a chat without regard to its topics; a new group gets this language."""
    return _spot(chat, None, language)


def spot_of_button(query: CallbackQuery) -> Spot | None:
    """Return where a pressed button stands; the message itself may be out of Telegram's reach."""
    if query.message is None:
        return None
    if isinstance(query.message, Message):
        return spot_of(query.message, query.from_user.language_code)
    return _spot(query.message.chat, None, query.from_user.language_code)


def hides_topic(query: CallbackQuery) -> bool:
    """Tell whether a button stands in a topic that is not told, as of messages out of reach."""
    message = query.message
    return message is not None and not message.is_accessible and bool(message.chat.is_forum)


def place_of_button(query: CallbackQuery) -> Place | None:
    """Return the message with a pressed button, if its presser alone sees it."""
    message = query.message
    if message is not None and message.chat.type == ChatType.PRIVATE:
        return Place(Way.PRIVATE, message.chat.id, 0, message.message_id)
    found = ephemeral_id(message) if isinstance(message, Message) else None
    if found is None or not isinstance(message, Message):
        return None
    return Place(Way.EPHEMERAL, message.chat.id, message.message_thread_id or 0, found)


def _spot(chat: Chat, topic: int | None, language: str | None) -> Spot:
    return Spot(chat.id, topic or 0, chat.title, str(chat.type), language)
