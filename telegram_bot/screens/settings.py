"""A group's rules for its next games, and who changed them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from babel.dates import format_datetime

from domain.choosing import OFFERED, Chosen
from telegram_bot.screens.choices import label
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.presets import preset_name
from telegram_bot.screens.rules_menu import RulesMenu
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts


@dataclass(frozen=True)
class ChangeSeen:
    """A change that was made to a group's rules.

    Attributes:
        name: Who made it, as plain text.
        at: When, in UTC.
        before: The rules before.
        after: The rules after.
    """

    name: str
    at: datetime
    before: Chosen
    after: Chosen


def settings_screen(
    group_id: UUID, chosen: Chosen, page: str, changes: Sequence[ChangeSeen], texts: Texts
) -> Screen:
    """Show the rules of a group's next games, on a page of the menu; closed without a page.

    Args:
        group_id: The group.
        chosen: Its rules.
        page: Which page of the menu is open, or an empty string.
        changes: The last changes, newest first.
        texts: The group's language.
    """
    menu = RulesMenu(group_id, chosen, page, texts)
    blocks = menu.blocks() if page else (menu.summary(),)
    text = paragraphs(
        (
            bold(texts.gettext("Settings of this group")),
            texts.gettext("For every game from the next one on. Administrators choose."),
        ),
        *blocks,
        _changes(changes, texts),
    )
    return Screen(text, menu.keyboard() if page else ())


def _changes(changes: Sequence[ChangeSeen], texts: Texts) -> list[str]:
    if not changes:
        return []
    return [texts.gettext("Last changes:"), *(_change(change, texts) for change in changes)]


def _change(change: ChangeSeen, texts: Texts) -> str:
    at = format_datetime(change.at, "short", locale=texts.locale)
    return texts.gettext(
        "{time} UTC, {player}: {change}",
        time=at,
        player=safe(change.name),
        change=safe(_what(change.before, change.after, texts)),
    )


def _what(before: Chosen, after: Chosen, texts: Texts) -> str:
    if before.preset != after.preset:
        return preset_name(after.preset, texts)
    changed = [
        label(name, after.rules, texts)
        for name, choice in OFFERED.items()
        if choice.read(before.rules) != choice.read(after.rules)
    ]
    return ", ".join(changed) or preset_name(after.preset, texts)
