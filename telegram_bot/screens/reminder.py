"""The reminder that it is somebody's turn, and what `/remind` answers."""

from typing import Final

from telegram_bot.screens.markup import bold, link, mention, safe
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts

FIRST_SUPERGROUP: Final = -(10**12)
"""Supergroups have smaller ids than this, made of it and a number of their own."""


def group_reminder(name: str, telegram_id: int, until: str, texts: Texts) -> Screen:
    """Call a player in the group: a mention, which notifies.

    Args:
        name: The player's name at this table, as plain text.
        telegram_id: Their Telegram id.
        until: The deadline as HTML.
        texts: The group's language.
    """
    player = mention(safe(name), telegram_id)
    return Screen(
        texts.gettext("⏰ {player}, it is your turn until {time}.", player=player, time=until)
    )


def private_reminder(group: str, table: str | None, until: str, texts: Texts) -> Screen:
    """Call a player in private.

    Args:
        group: The name of the group that plays, as plain text.
        table: The address of the message to play at, where messages have one.
        until: The deadline as HTML.
        texts: The player's language.
    """
    place = link(safe(group), table) if table else bold(safe(group))
    return Screen(
        texts.gettext("⏰ It is your turn in {group} until {time}.", group=place, time=until)
    )


def message_address(chat_id: int, message_id: int) -> str | None:
    """Return where members find a message; those of basic groups have no address."""
    if chat_id >= FIRST_SUPERGROUP:
        return None
    return f"https://t.me/c/{FIRST_SUPERGROUP - chat_id}/{message_id}"


def remind_text(texts: Texts, *, wanted: bool) -> str:
    """Say whether somebody is reminded of their turns, and how to change that. HTML."""
    if wanted:
        return texts.gettext(
            "Reminders are on: I call you once half the time of your turn is over, in the group "
            "and, if you have started me, in private. Too much? Write /remind off."
        )
    return texts.gettext(
        "Reminders are off: I do not call you to your turns. /remind on brings them back."
    )
