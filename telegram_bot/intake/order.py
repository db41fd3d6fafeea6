"""What keeps its order among updates."""

from telegram import Update

from telegram_bot.callback_data import decode


def lane_of(update: Update) -> object:
    """Return what an update keeps its order with: the game of a button, else the chat."""
    if update.callback_query and update.callback_query.data:
        press = decode(update.callback_query.data)
        if press is not None:
            return press.game_id
    return update.effective_chat.id if update.effective_chat else None
