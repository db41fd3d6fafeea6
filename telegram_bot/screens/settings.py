"""A group's settings: the rules and customs of its next games, and who changed them."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final
from uuid import UUID

from babel.dates import format_datetime

from domain.choosing import OFFERED, Chosen
from domain.customs import Customs
from domain.settings import GroupSettings
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens import customs_menu, language, rules_menu
from telegram_bot.screens.choices import label
from telegram_bot.screens.customs_menu import (
    COMMON,
    QUIET,
    TIME,
    TITLES,
    ZONE,
    CustomsMenu,
    custom_labels,
    zone_name,
)
from telegram_bot.screens.markup import bold, code, paragraphs, safe
from telegram_bot.screens.presets import preset_name
from telegram_bot.screens.rules_menu import RulesMenu, page_button
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts

LONGEST_ECHO: Final = 40
"""Letters shown of what somebody has written."""


@dataclass(frozen=True)
class ChangeSeen:
    """A change that was made to a group's settings.

    Attributes:
        name: Who made it, as plain text.
        at: When, in UTC.
        before: The settings before.
        after: The settings after.
    """

    name: str
    at: datetime
    before: GroupSettings
    after: GroupSettings


@dataclass(frozen=True)
class SettingsSeen:
    """What is to be seen of a group's settings.

    Attributes:
        group_id: The group.
        settings: What it has chosen.
        changes: The last changes, newest first.
        now: The time.
    """

    group_id: UUID
    settings: GroupSettings
    changes: Sequence[ChangeSeen]
    now: datetime


def is_page(name: str) -> bool:
    """Tell whether the settings have such a page."""
    return name in TITLES or name == language.PAGE or rules_menu.is_page(name)


def page_of(press: Press) -> str:
    """Return the page that is open after a button of the settings; none once they are closed.

    Raises:
        Refused: `forged`.
    """
    match press.verb:
        case Verb.CUSTOM:
            return customs_menu.page_about(press)
        case Verb.SPEAK:
            return language.PAGE
        case _:
            return rules_menu.page_of(press)


def settings_screen(
    seen: SettingsSeen, page: str, texts: Texts, places: Sequence[str] = COMMON
) -> Screen:
    """Show the settings of a group on a page of their menu; closed without a page.

    Args:
        seen: What there is to see.
        page: Which page of the menu is open, or an empty string.
        texts: The group's language.
        places: The time zones on offer.
    """
    further = (
        page_button(seen.group_id, TITLES[TIME](texts), TIME),
        page_button(seen.group_id, language.title(texts), language.PAGE),
    )
    rules = RulesMenu(seen.group_id, seen.settings.defaults, page, texts, further)
    customs = CustomsMenu(seen.group_id, seen.settings.customs, page, texts, seen.now, places)
    menu = _menu(rules, customs, language.LanguageMenu(seen.group_id, texts), page)
    blocks = menu.blocks() if page else (rules.summary(), customs.summary())
    text = paragraphs(
        (bold(texts.gettext("Settings of this group")), _validity(page, texts)),
        *blocks,
        _changes(seen, texts),
    )
    return Screen(text, menu.keyboard() if page else ())


def _menu(
    rules: RulesMenu, customs: CustomsMenu, speech: language.LanguageMenu, page: str
) -> RulesMenu | CustomsMenu | language.LanguageMenu:
    if page == language.PAGE:
        return speech
    return customs if page in TITLES else rules


def unknown_place(texts: Texts, asked: str) -> Screen:
    """Say that no time zone is known under a name."""
    return Screen(
        texts.gettext(
            "I know no place called “{asked}”. Name the next big city, as in {command}.",
            asked=safe(asked[:LONGEST_ECHO]),
            command=code("/settings Lisbon"),
        )
    )


def too_many_places(texts: Texts, asked: str) -> Screen:
    """Say that a name fits too many time zones to choose from."""
    return Screen(
        texts.gettext(
            "“{asked}” could be many places. Name a city, as in {command}.",
            asked=safe(asked[:LONGEST_ECHO]),
            command=code("/settings Lisbon"),
        )
    )


def _validity(page: str, texts: Texts) -> str:
    """Say from when on choices count, and who makes them."""
    if page in {QUIET, ZONE, language.PAGE}:
        return texts.gettext("Counts at once. Administrators choose.")
    if page in {TIME, ""}:
        return texts.gettext(
            "Rules and pace count from the next game on, everything else at once. "
            "Administrators choose."
        )
    return texts.gettext("For every game from the next one on. Administrators choose.")


def _changes(seen: SettingsSeen, texts: Texts) -> list[str]:
    if not seen.changes:
        return []
    customs = seen.settings.customs
    heading = texts.gettext("Last changes ({zone}):", zone=safe(zone_name(customs, texts)))
    return [heading, *(_change(change, customs, texts) for change in seen.changes)]


def _change(change: ChangeSeen, customs: Customs, texts: Texts) -> str:
    at = format_datetime(change.at, "short", tzinfo=customs.zone, locale=texts.locale)
    what = (
        *_rules_changed(change.before.defaults, change.after.defaults, texts),
        *_customs_changed(change.before.customs, change.after.customs, texts),
    )
    return texts.gettext(
        "{time}, {player}: {change}",
        time=at,
        player=safe(change.name),
        change=safe(", ".join(what)),
    )


def _rules_changed(before: Chosen, after: Chosen, texts: Texts) -> list[str]:
    if before == after:
        return []
    if before.preset != after.preset:
        return [preset_name(after.preset, texts)]
    changed = [
        label(name, after.rules, texts)
        for name, choice in OFFERED.items()
        if choice.read(before.rules) != choice.read(after.rules)
    ]
    return changed or [preset_name(after.preset, texts)]


def _customs_changed(before: Customs, after: Customs, texts: Texts) -> list[str]:
    labels = custom_labels(after, texts)
    return [
        labels[field.name]
        for field in fields(Customs)
        if getattr(before, field.name) != getattr(after, field.name)
    ]
