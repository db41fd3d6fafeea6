"""What people read in whole games, in every language, as files in `snapshots/`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations, count, islice, product
from typing import Any, Final, TypeVar
from uuid import UUID

import pytest

from domain import lobby, playing
from domain.errors import InvalidRuleSet
from domain.facts import DeckRevealed, RoundVoided
from domain.match import Match, Phase
from domain.moves import EndTurn, Knock
from domain.rules import ALIASES, CHOICES, PRESETS, rule_set
from domain.views import Spectacle, seat_view, spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.names import Contact, display_names
from telegram_bot.screens import refusals
from telegram_bot.screens.answers import unknown_table
from telegram_bot.screens.ending import Outcome
from telegram_bot.screens.exchanging import question
from telegram_bot.screens.hand import choosing_alert, hand_alert
from telegram_bot.screens.help import (
    description_text,
    hello_screen,
    help_text,
    name_text,
    short_description_text,
    start_screen,
)
from telegram_bot.screens.language import language_screen, own_language_screen
from telegram_bot.screens.options import SENTENCES as SENTENCES_OF_OPTIONS
from telegram_bot.screens.options import sentence as sentence_of
from telegram_bot.screens.panel import Panel, panel_screen
from telegram_bot.screens.rules import rules_text
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.showdown import showdown_screen, voided_screen
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.screens.toasts import SENTENCES, lesson, toast
from telegram_bot.selection import Selection
from telegram_bot.texts import Texts, languages, texts
from tests.screens.measures import ALERT, TEXT, assert_fits, plain
from tests.screens.snapshots import assert_matches, titled
from tests.support.games import Chance, deal, obey, play_on, seated, showdowns, start

S = TypeVar("S", Screen, Panel)

PEOPLE: Final = (
    *("Ana", "Bruno", "Carla <3", "דנה", "Ana", "👩‍👩‍👧‍👦 & Cia", "\u3164"),
    "Maximiliana Guimarães de Albuquerque",
    "Ío",
)

MOMENTS: Final[dict[str, Callable[[Spectacle], bool]]] = {
    "the first cut": lambda v: v.phase is Phase.CUTTING,
    "two have added their part": lambda v: _contributions(v) == 2,
    "the first turn": lambda v: v.phase is Phase.PLAYING,
    "a card drawn": lambda v: v.holding and not v.actions[-1].taken,
    "a discard taken": lambda v: v.holding and bool(v.actions[-1].taken),
    "the dealer chooses": lambda v: v.choosing,
    "the hand dealt is kept": lambda v: _last(v) == "kept",
    "the hand dealt is swapped": lambda v: _last(v) == "swapped",
    "cards are exchanged": lambda v: _last(v) == "exchanged",
    "a new centre": lambda v: _last(v) == "refreshed",
    "the turn may be ended": lambda v: EndTurn() in v.taps,
    "somebody may knock": lambda v: Knock() in v.taps,
    "a final turn": lambda v: v.knocker is not None,
    "somebody on the bus": lambda v: any(s.on_bus for s in v.seats) and v.awaited is not None,
    "somebody out": lambda v: any(s.place for s in v.seats) and v.awaited is not None,
    "an offer to buy in": lambda v: v.phase is Phase.BUYING_IN,
    "the end": lambda v: v.phase is Phase.ENDED,
}

GAMES: Final[dict[str, tuple[int, str, Mapping[str, Any]]]] = {
    "two-players": (2, "scat", {}),
    "five-players": (5, "scat_buy_in", {"lives": 2, "knocker_tie": "two"}),
    "nine-players": (9, "trinta", {"stock_empty": "reshuffle"}),
    "four-cards": (4, "scat_four", {"lives": 7}),
    "schwimmen-two-players": (2, "schwimmen", {}),
    "schwimmen-five-players": (
        5,
        "schwimmen_fire",
        {"lives": 2, "exchange_sizes": [1, 2, 3], "close_timing": "after"},
    ),
    "schwimmen-nine-players": (9, "schwimmen", {"lives": 1, "exchange_sizes": [1]}),
}

DECISIVE: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "scat": (
        {"knocker_tie": "safe"},
        {"knocker_tie": "one", "instant_after_knock": "instant", "fire": True},
        {"stock_empty": "void", "deck": "piquet32", "instant_penalty": "lowest"},
        {"stock_empty": "showdown", "deck": "piquet32", "all_out": "replay", "lives": 1},
    ),
    "schwimmen": (
        {"fire": True, "exchange_sizes": [1, 2, 3], "lives": 1},
        {"tie_break": "none", "knocker_tie": "two", "instant_after_knock": "instant_knocker_two"},
        {"tie_break": "none", "knocker_tie": "safe", "instant_after_knock": "showdown"},
    ),
}
"""Rules under which many things happen, by preset."""

SHOWDOWNS: Final = 3
"""Showdowns kept of each game."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_game(game: str, language: str) -> None:
    players, preset, options = GAMES[game]
    words = texts(language)
    names = named(players, words)
    match = seated(players, preset, options)
    steps = list(play_on(match, Chance(knocking=0.1)))
    told = [titled("the table opened", measured_table(match, names, words))]
    for title, moment in MOMENTS.items():
        found = (step.after for step in steps if moment(spectacle(step.after)))
        for at in islice(found, 1):
            told += [titled(title, measured_table(at, names, words)), *hands(at, names, words)]
    for ended in islice(showdowns(steps), SHOWDOWNS):
        screen = showdown_screen(spectacle(ended), names, words)
        assert_fits(screen)
        told.append(titled("a showdown", screen))

    assert_matches(f"{language}/{game}", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_choosing_what_to_exchange(language: str) -> None:
    words = texts(language)
    names = named(3, words)
    match = seated(3, "schwimmen", {"exchange_sizes": [1, 2, 3]})
    steps = play_on(match, Chance(knocking=0.0))
    at = next(s.after for s in steps if any(a.verb == "kept" for a in s.after.actions))
    public = spectacle(at)
    assert public.awaited is not None
    view = seat_view(at, at.player_ids[public.awaited])
    told = [titled("the panel", measured(panel_screen(view, names, words)))]
    for chosen in (
        Selection(1),
        Selection(1, (2,)),
        Selection(2, (3, 1)),
        Selection(2, (1, 2), (3,)),
    ):
        asked = Press(Verb.EXCHANGE, public.game_id, public.turn, chosen.encode())
        ask = question(view, chosen, words)
        answer = ask if chosen.given else choosing_alert(view, chosen, words)
        assert len(answer) <= ALERT
        told += [
            titled(f"{chosen}", measured(table_screen(public, names, words, asked=asked))),
            titled("  in private", measured(panel_screen(view, names, words, asked=asked))),
            titled("  as an answer", answer),
        ]

    assert_matches(f"{language}/choosing", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_the_dealers_choice_in_private(language: str) -> None:
    words = texts(language)
    names = named(3, words)
    steps = play_on(seated(3, "schwimmen"), Chance())
    at = next(step.after for step in steps if spectacle(step.after).choosing)
    public = spectacle(at)
    assert public.awaited is not None
    dealer = seat_view(at, at.player_ids[public.awaited])
    other = seat_view(at, at.player_ids[public.awaited - 1])
    told = [
        titled("to the dealer", measured(panel_screen(dealer, names, words, "Friends & <co>"))),
        titled("to somebody else", measured(panel_screen(other, names, words))),
    ]

    assert_matches(f"{language}/dealers-choice", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_options(language: str) -> None:
    """Every option and every value of it has a sentence, in each kind of game where it counts."""
    words = texts(language)
    told = []
    for option in sorted(SENTENCES_OF_OPTIONS):
        told.append(f"===== {option}\n")
        for preset, value in product(("scat", "schwimmen"), values_of(option)):
            with suppress(InvalidRuleSet):
                said = sentence_of(option, rule_set(preset, {option: value}), words)
                told.append(f"{preset:10}{value!s:15}{said}\n" if said else "")

    assert_matches(f"{language}/options", "".join(told))


def values_of(option: str) -> Sequence[Any]:
    """Return the values of an option that are told apart."""
    free: dict[str, Sequence[Any]] = {
        "players": ([2, 6],),
        "lives": (1, 3),
        "trio_value": (None, 30, 30.5),
        "exchange_sizes": [s for n in (1, 2, 3) for s in combinations((1, 2, 3), n)],
        "max_circuits": (1, 50),
        "buy_in": (False, True, {"enabled": True, "max": 2}),
    }
    return free[option] if option in free else CHOICES[option]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("preset", "file"), [("scat", "showdowns"), ("schwimmen", "schwimmen-showdowns")]
)
def test_showdowns_of_every_kind(preset: str, file: str, language: str) -> None:
    words = texts(language)
    names = named(3, words)
    told = []
    for kind, ended in kinds_of_showdown(preset):
        screen = showdown_screen(spectacle(ended), names, words)
        assert_fits(screen)
        told.append(titled(kind, screen))

    assert_matches(f"{language}/{file}", "".join(told))


TELLING = {"scat": (0, 1, 5, 7, 11, 12, 27, 33), "schwimmen": (0, 1, 2, 3, 5)}
"""Of the first forty seeds those whose games show a rule that decides in none before."""


@cache
def kinds_of_showdown(preset: str) -> tuple[tuple[str, Match], ...]:
    """Play games under different rules, and keep the showdowns in which a new rule decides."""
    found: list[tuple[str, Match]] = []
    seen: set[str] = set()
    for options, seed in product(DECISIVE[preset], TELLING[preset]):
        chance = Chance(seed, knocking=0.02 if seed % 3 else 0.5)
        for ended in showdowns(islice(play_on(seated(3, preset, options), chance), 300)):
            assert ended.showdown is not None
            codes = {ended.showdown.reason, *(r.code for r in ended.showdown.rulings)}
            if codes - seen:
                found.append((" + ".join(sorted(codes - seen)), ended))
                seen |= codes
    return tuple(found)


@pytest.mark.parametrize("language", languages())
def test_rare_tables(language: str) -> None:
    words = texts(language)
    names = named(3, words)
    alone, full = seated(1), seated(7)
    chance = Chance()
    playing_now = deal(start(seated(3), chance).after, chance).after
    voided = obey(playing_now, playing.void_round(playing_now, "arbiter"), chance)
    void = next(m for fact, m in voided.states if isinstance(fact, DeckRevealed))
    assert any(isinstance(fact, RoundVoided) for fact in voided.facts)
    left = obey(
        playing_now, playing.forfeit(playing_now, playing_now.player_ids[1], "left"), chance
    )
    tie_break = first_tie_break()
    closed = obey(alone, lobby.close(alone, alone.opener_id), chance).after
    told = [
        titled("one player alone", measured_table(alone, names, words)),
        titled("all seats taken", measured_table(full, named(7, words), words)),
        titled("a player has left", measured_table(left.after, names, words)),
        titled("a void round", voided_screen(spectacle(void), names, words)),
        titled("a tie-break deal", measured_table(tie_break, names, words)),
        titled("a closed table", measured_table(closed, names, words)),
    ]

    assert_matches(f"{language}/rare-tables", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_rules(language: str) -> None:
    words = texts(language)
    told = []
    for preset in (*PRESETS, *ALIASES):
        rules = rules_text(preset, rule_set(preset), words)
        assert len(plain(rules)) <= TEXT
        told.append(titled(preset, rules))

    assert_matches(f"{language}/rules", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_the_first_minutes(language: str) -> None:
    words = texts(language)
    group = UUID(int=7)
    told: dict[str, Screen | str] = {
        "the name": name_text(words),
        "in an empty private chat": description_text(words),
        "on the profile": short_description_text(words),
        "after /start in private": measured(start_screen(words, "https://t.me/bot?startgroup")),
        "added to a group": measured(hello_screen(words, group)),
        "help in a group": help_text(words),
        "the first game": lesson(words, rule_set("scat")),
        "the first game of Schwimmen": lesson(words, rule_set("schwimmen")),
        "an unknown table": measured(unknown_table(words, "?")),
    }
    most = dict(zip(told, (64, 512, 120), strict=False))
    most |= {"the first game": ALERT, "the first game of Schwimmen": ALERT}
    for title, text in told.items():
        if isinstance(text, str):
            assert 0 < len(plain(text)) <= most.get(title, TEXT), title

    assert_matches(f"{language}/first-minutes", "".join(titled(*item) for item in told.items()))


@pytest.mark.parametrize("language", languages())
def test_the_choice_of_a_language(language: str) -> None:
    words, group = texts(language), UUID(int=7)
    told = {
        "in private": own_language_screen(words, language),
        "in private, as in Telegram": own_language_screen(words, None),
        "in a group": language_screen(words, group, language),
    }

    assert_matches(
        f"{language}/language",
        "".join(titled(title, measured(screen)) for title, screen in told.items()),
    )


@pytest.mark.parametrize("language", languages())
def test_answers_to_taps(language: str) -> None:
    words = texts(language)
    chance = Chance()
    match = deal(start(seated(3), chance).after, chance).after
    deck, _ = match.in_play()
    told = {f"{verb}": toast(words, verb, None) for verb in SENTENCES}
    cutter = match.player_ids[deck.cutter or 0]
    told["mix, by the cutter"] = toast(words, Verb.MIX, seat_view(match, cutter))
    told["throw, with a hand"] = toast(words, Verb.THROW, seat_view(match, cutter))
    swimmers = deal(start(seated(3, "schwimmen"), chance).after, chance).after
    swimmer = seat_view(swimmers, swimmers.player_ids[0])
    for verb in (Verb.KNOCK, Verb.PASS, Verb.EXCHANGE):
        told[f"{verb}, in an exchange game"] = toast(words, verb, swimmer)
    told |= {f"refused: {code}": refusals.sentence(words, code) for code in refusals.SENTENCES}
    assert all(0 < len(text) <= ALERT for text in told.values())

    assert_matches(
        f"{language}/answers", "".join(f"{title:32}{text}\n" for title, text in told.items())
    )


def named(players: int, words: Texts) -> tuple[str, ...]:
    return display_names([Contact(name) for name in PEOPLE[:players]], words)


def measured_table(match: Match, names: tuple[str, ...], words: Texts) -> Screen:
    outcome = Outcome("1f" * 32) if match.phase is Phase.ENDED else None
    return measured(table_screen(spectacle(match), names, words, outcome=outcome))


def measured(screen: S) -> S:
    assert_fits(screen)
    return screen


def hands(match: Match, names: tuple[str, ...], words: Texts) -> Iterator[str]:
    """Write what the table's status and the hands of the first players look like."""
    yield titled("  status", status_text(spectacle(match), names, words))
    for seat in range(min(3, len(names))):
        alert = hand_alert(seat_view(match, match.player_ids[seat]), names, words)
        assert 0 < len(alert) <= ALERT
        yield titled(f"  hand of seat {seat}", alert)
    awaited = spectacle(match).awaited
    if awaited is not None:
        own = seat_view(match, match.player_ids[awaited])
        yield titled(f"  message to seat {awaited}", measured(panel_screen(own, names, words)))


def first_tie_break() -> Match:
    """Play until nobody would be left."""
    for seed in count():
        rules = {"lives": 1, "grace": False, "knocker_tie": "one"}
        for step in play_on(seated(2, "trinta", rules), Chance(seed)):
            if step.after.deck and step.after.deck.tie_break and not step.after.phase.over:
                return step.after
    raise AssertionError


def _last(view: Spectacle) -> str:
    return view.actions[-1].verb if view.actions else ""


def _contributions(view: Spectacle) -> int:
    return sum(seat.contributed for seat in view.seats) if view.phase is Phase.CUTTING else 0
