"""Messages: people write, edit, delete, read."""

from telegram_bot.sandbox.acts.members import block
from telegram_bot.sandbox.acts.presence import check_topic, open_chat
from telegram_bot.sandbox.acts.refusal import ActRefusedError
from telegram_bot.sandbox.commands import sends_ephemeral
from telegram_bot.sandbox.entities import Entity, FormattedText, finished, utf16_length
from telegram_bot.sandbox.media import Media
from telegram_bot.sandbox.messages import Content, Message
from telegram_bot.sandbox.world import World


def say(  # noqa: PLR0913 - named options of one act
    world: World,
    user_id: int,
    chat_id: int,
    text: str,
    *,
    thread_id: int | None = None,
    reply_to: int | None = None,
    anonymous: bool = False,
    channel: str = "",
    automatic: bool = False,
    mention: int | None = None,
) -> Message:
    """Write a message; commands, mentions and links become entities.

    A command that the bot has declared ephemeral is shown to nobody else.

    Args:
        world: the local Telegram.
        user_id: who writes.
        chat_id: where.
        text: what.
        thread_id: the topic.
        reply_to: the message that it answers.
        anonymous: whether an administrator writes in the name of the group.
        channel: the title of a channel in whose name it is written.
        automatic: the group is linked to that channel, and it is posted there.
        mention: somebody whose first name in the text is a link to them.

    Raises:
        ActRefusedError: the person is not there, is muted, or the text is empty.
    """
    chat, person = open_chat(world, user_id, chat_id)
    formatted = finished(FormattedText(text, _mentioned(world, text, mention)))
    if not formatted.text or len(formatted) > 4096:
        raise ActRefusedError("a message has 1 to 4096 characters")
    if not chat.may(user_id, "can_send_messages"):
        raise ActRefusedError("not allowed to write here")
    if anonymous and not chat.member(user_id).runs_chat:
        raise ActRefusedError("only administrators write anonymously")
    check_topic(chat, thread_id, user_id)
    if chat.is_private:
        person.started = True
        block(world, user_id, blocked=False)
    if world.knows_ephemeral and sends_ephemeral(world.bot, person, chat, formatted):
        return world.post_ephemeral(
            chat, user_id, world.bot.id, Content(formatted), thread_id=thread_id
        )
    return world.post(
        chat,
        user_id,
        Content(formatted),
        thread_id=thread_id,
        reply_to=reply_to,
        as_chat=anonymous,
        channel=channel,
        automatic=automatic,
    )


def _mentioned(world: World, text: str, user_id: int | None) -> tuple[Entity, ...]:
    if user_id is None:
        return ()
    name = world.person(user_id).first_name
    start = utf16_length(text[: text.index(name)])
    return (Entity("text_mention", start, utf16_length(name), number=user_id),)


def send_photo(
    world: World, user_id: int, chat_id: int, media: Media, *, caption: str = ""
) -> Message:
    """Send a picture or a file."""
    chat, _ = open_chat(world, user_id, chat_id)
    return world.post(chat, user_id, Content(finished(FormattedText(caption)), media))


def edit(world: World, user_id: int, chat_id: int, message_id: int, text: str) -> Message:
    """Edit one's own message; the bot gets `edited_message`."""
    message = world.message(chat_id, message_id)
    if message is None or message.sender_id != user_id:
        raise ActRefusedError("not your message")
    world.revise(message, Content(finished(FormattedText(text))))
    world.update("edited_message", world.message_shape(message), ("chat", chat_id), chat_id)
    return message


def delete(world: World, user_id: int, chat_id: int, message_id: int) -> None:
    """Delete a message: one's own, or any as an administrator or in private.

    The bot is not told, as in Telegram.
    """
    chat = world.chat(chat_id)
    message = world.message(chat_id, message_id)
    if message is None:
        raise ActRefusedError("no such message")
    own = message.sender_id == user_id or chat.is_private
    if not own and not chat.member(user_id).has_right("can_delete_messages"):
        raise ActRefusedError("not your message")
    world.remove(message)


def mark_read(world: World, user_id: int, chat_id: int) -> None:
    """Remember that a person has seen a chat up to now."""
    world.read[user_id, chat_id] = world.revision
