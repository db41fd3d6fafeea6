"""What is on the contact sheets: the screens of whole games, of menus and of the first minutes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID

from domain.match import Match, Phase
from domain.rules import rule_set
from domain.settings import GroupSettings
from domain.views import Spectacle, seat_view, spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.names import Contact, display_names, remembered_names
from telegram_bot.pictures import Drawing, podium_drawing, showdown_drawing
from telegram_bot.screens.customs_menu import TITLES as CUSTOMS_PAGES
from telegram_bot.screens.ending import Outcome
from telegram_bot.screens.help import hello_screen, help_text, start_screen
from telegram_bot.screens.language import PAGE as LANGUAGE
from telegram_bot.screens.language import language_screen, own_language_screen
from telegram_bot.screens.panel import panel_screen
from telegram_bot.screens.privacy import privacy_text
from telegram_bot.screens.rankings import Board, Placed, RankingSeen, ranking_screen
from telegram_bot.screens.rules import rules_text
from telegram_bot.screens.rules_menu import HOME
from telegram_bot.screens.rules_menu import TITLES as RULES_PAGES
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.settings import SettingsSeen, settings_screen
from telegram_bot.screens.showdown import showdown_screen
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.texts import Texts, own_name
from tests.support.games import GAME, Chance, play_on, seated, showdowns

GROUP: Final = UUID(int=3100)
AT: Final = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)

PEOPLE: Final = (
    *("Maximiliana Guimarães de Albuquerque", "Jean-Baptiste de La Rochefoucauld", "Ana"),
    *("Friederike Hohenlohe-Schillingsfürst", "دانيال", "Øystein", "Zoë 👩‍👩‍👧‍👦", "Bruno", "Ío"),
)
"""Real names, most of them long."""

GAMES: Final[dict[str, tuple[int, str, Mapping[str, Any]]]] = {
    "scat-2": (2, "scat", {}),
    "scat-buy-in-5": (5, "scat_buy_in", {"lives": 2}),
    "trinta-9": (9, "trinta", {}),
    "schwimmen-2": (2, "schwimmen", {}),
    "schwimmen-5": (5, "schwimmen_fire", {"lives": 2, "exchange_sizes": [1, 2, 3]}),
    "schwimmen-9": (9, "schwimmen", {"lives": 1}),
}

MOMENTS: Final[dict[str, Callable[[Spectacle], bool]]] = {
    "cutting": lambda v: v.phase is Phase.CUTTING,
    "the dealer chooses": lambda v: v.choosing,
    "first turn": lambda v: v.phase is Phase.PLAYING and not v.choosing,
    "a card drawn": lambda v: v.holding,
    "final turn": lambda v: v.knocker is not None,
    "on the bus": lambda v: any(s.on_bus for s in v.seats) and v.awaited is not None,
    "somebody out": lambda v: any(s.place for s in v.seats) and v.awaited is not None,
    "buying in": lambda v: v.phase is Phase.BUYING_IN,
    "the end": lambda v: v.phase is Phase.ENDED,
}


@dataclass(frozen=True)
class Sheet:
    """A sheet.

    Attributes:
        name: What it shows.
        scenes: Its messages with their titles.
    """

    name: str
    scenes: Sequence[tuple[str, Screen | Drawing]]


def sheets(words: Texts) -> Iterator[Sheet]:
    """Yield all sheets of a language."""
    for name in GAMES:
        yield Sheet(name, list(_game(name, words)))
    yield Sheet("first-minutes", list(_first_minutes(words)))
    yield Sheet("menus", list(_menus(words)))
    yield Sheet("rules", list(_rules(words)))


def _game(name: str, words: Texts) -> Iterator[tuple[str, Screen | Drawing]]:
    players, preset, options = GAMES[name]
    names = display_names([Contact(person) for person in PEOPLE[:players]], words)
    match = seated(players, preset, options)
    steps = list(play_on(match, Chance(knocking=0.1)))
    yield "the table opened", table_screen(spectacle(match), names, words)
    for title, moment in MOMENTS.items():
        for at in islice((s.after for s in steps if moment(spectacle(s.after))), 1):
            yield title, _table(at, names, words)
            yield from _in_private(title, at, names, words)
    for ended in islice(showdowns(steps), 1):
        view = spectacle(ended)
        yield "a showdown", showdown_screen(view, names, words)
        yield "its picture", showdown_drawing(view, 1, names, words)
    ratings = tuple(1.5 * seat - 2 for seat in range(players))
    yield "picture of the end", podium_drawing(spectacle(steps[-1].after), names, ratings, words)


def _table(match: Match, names: Sequence[str], words: Texts) -> Screen:
    ratings = [1.5 * seat - 2 for seat in range(len(names))]
    outcome = Outcome("1f" * 32, ratings) if match.phase is Phase.ENDED else None
    return table_screen(spectacle(match), names, words, outcome=outcome)


def _in_private(
    title: str, match: Match, names: Sequence[str], words: Texts
) -> Iterator[tuple[str, Screen]]:
    awaited = spectacle(match).awaited
    if awaited is not None and title in {"first turn", "a card drawn", "the dealer chooses"}:
        panel = panel_screen(seat_view(match, match.player_ids[awaited]), names, words)
        yield f"{title}: own hand", Screen(panel.text, panel.keyboard)


def _first_minutes(words: Texts) -> Iterator[tuple[str, Screen]]:
    yield "/start in private", start_screen(words, "https://t.me/thirtyone_bot?startgroup")
    yield "added to a group", hello_screen(words, GROUP)
    yield "/help", Screen(help_text(words))
    yield "/language in private", own_language_screen(words, words.language)
    yield "/language in a group", language_screen(words, GROUP, words.language)
    yield "/privacy", Screen(privacy_text(words))


def _menus(words: Texts) -> Iterator[tuple[str, Screen]]:
    names = display_names([Contact(person) for person in PEOPLE[:2]], words)
    view = spectacle(seated(2))
    for page in (HOME, *RULES_PAGES):
        asked = Press(Verb.PAGE, GAME, topic=page)
        yield f"rules of a table: {page}", table_screen(view, names, words, asked=asked)
    seen = SettingsSeen(GROUP, GroupSettings(), (), AT)
    for page in (HOME, *CUSTOMS_PAGES, LANGUAGE):
        yield f"/settings: {page}", settings_screen(seen, page, words)
    everybody = remembered_names([Contact(person) for person in PEOPLE], words)
    lines = [Placed(at, name, 40 - at, 9 - at, 12) for at, name in enumerate(everybody, 1)]
    board = RankingSeen(GROUP, Board(), date(2026, 3, 2), lines)
    yield "/top", ranking_screen(board, words)
    yield "/status", Screen(status_text(view, names, words))


def _rules(words: Texts) -> Iterator[tuple[str, Screen]]:
    for preset in ("scat", "trinta", "schwimmen"):
        told = rules_text(preset, rule_set(preset), words)
        yield f"/rules: {preset}, {own_name(words.language)}", Screen(told)
