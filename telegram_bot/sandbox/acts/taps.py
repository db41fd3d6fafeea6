"""Taps on buttons."""

from telegram_bot.sandbox.acts.presence import open_chat
from telegram_bot.sandbox.acts.refusal import ActRefusedError
from telegram_bot.sandbox.callbacks import Tap
from telegram_bot.sandbox.messages import Message
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World


def tap(  # noqa: PLR0913 - who, where, on what, and how
    world: World,
    user_id: int,
    chat_id: int,
    message_id: int,
    data: str,
    *,
    ephemeral_id: int | None = None,
    forged: bool = False,
) -> Tap:
    """Press a button of the bot's message.

    Args:
        world: the local Telegram.
        user_id: who taps.
        chat_id: where.
        message_id: on which message; 0 for one that is ephemeral.
        data: the button's callback data.
        ephemeral_id: on which ephemeral message.
        forged: tap although no such button is there, as a changed client, a stale screen or
            somebody outside the chat could; works on deleted messages too.

    Raises:
        ActRefusedError: the button is not there, or the person does not see it.
    """
    chat = world.chat(chat_id)
    message = _message(world, user_id, chat_id, message_id, ephemeral_id)
    if not forged:
        open_chat(world, user_id, chat_id)
        keyboard = message.content.keyboard if message else None
        if keyboard is None or not keyboard.offers(data):
            raise ActRefusedError("there is no such button")
    made = world.taps.new(user_id, chat_id, message_id, data)
    shape: Json = {
        "id": made.id,
        "from": world.user_shape(user_id),
        "message": world.message_shape(message)
        if message
        else world.inaccessible_shape(chat, message_id),
        "chat_instance": str(chat_id * 7919),
        "data": data,
    }
    world.update("callback_query", shape, ("callback_query", user_id), chat_id)
    world.changed(chat_id)
    return made


def _message(
    world: World, user_id: int, chat_id: int, message_id: int, ephemeral_id: int | None
) -> Message | None:
    if ephemeral_id is None:
        return world.message(chat_id, message_id)
    mine = world.ephemerals.seen_by(user_id, chat_id)
    return next((each for each in mine if each.id == ephemeral_id), None)
