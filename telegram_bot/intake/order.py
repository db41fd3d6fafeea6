"""What keeps its order among updates."""

from telegram import Update

from telegram_bot.callback_data import Verb, decode


def lane_of(update: Update) -> object:
    """Return what an update keeps its order with: the game of a button, else the chat.

    Whoever wants to see the hand only waits for nobody else: Telegram lets a message answer a tap
    for some seconds.
    """
    if update.callback_query and update.callback_query.data:
        press = decode(update.callback_query.data)
        if press is not None and press.verb is Verb.HAND:
            return press.game_id, update.callback_query.from_user.id
        if press is not None:
            return press.game_id
    return update.effective_chat.id if update.effective_chat else None
