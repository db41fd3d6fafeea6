"""What people read in whole games, in every language, as files in `snapshots/`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count, islice, product
from typing import Any, Final

import pytest

from domain import lobby, playing
from domain.facts import DeckRevealed, RoundVoided
from domain.match import Match, Phase
from domain.moves import Knock
from domain.rules import ALIASES, PRESETS, rule_set
from domain.views import Spectacle, seat_view, spectacle
from telegram_bot.callback_data import Verb
from telegram_bot.names import Contact, display_names
from telegram_bot.screens import refusals
from telegram_bot.screens.hand import hand_alert
from telegram_bot.screens.help import help_text, start_text
from telegram_bot.screens.rules import rules_text
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.showdown import showdown_screen, voided_screen
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.screens.toasts import SENTENCES, toast
from telegram_bot.texts import Texts, languages, texts
from tests.screens.measures import ALERT, TEXT, assert_fits, plain
from tests.screens.snapshots import assert_matches, titled
from tests.support.games import Chance, deal, obey, play_on, seated, showdowns, start

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
    "a discard taken": lambda v: v.holding and v.actions[-1].taken is not None,
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
}

DECISIVE: Final[tuple[dict[str, Any], ...]] = (
    {"knocker_tie": "safe"},
    {"knocker_tie": "one", "instant_after_knock": "instant", "fire": True},
    {"stock_empty": "void", "deck": "piquet32", "instant_penalty": "lowest"},
    {"stock_empty": "showdown", "deck": "piquet32", "all_out": "replay", "lives": 1},
)
"""Rules under which many things happen."""

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
def test_showdowns_of_every_kind(language: str) -> None:
    words = texts(language)
    names = named(3, words)
    told = []
    for kind, ended in kinds_of_showdown():
        screen = showdown_screen(spectacle(ended), names, words)
        assert_fits(screen)
        told.append(titled(kind, screen))

    assert_matches(f"{language}/showdowns", "".join(told))


@cache
def kinds_of_showdown() -> tuple[tuple[str, Match], ...]:
    """Play games under different rules, and keep the showdowns in which a new rule decides."""
    found: list[tuple[str, Match]] = []
    seen: set[str] = set()
    for options, seed in product(DECISIVE, range(40)):
        chance = Chance(seed, knocking=0.02 if seed % 3 else 0.5)
        for ended in showdowns(islice(play_on(seated(3, "scat", options), chance), 300)):
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
def test_help(language: str) -> None:
    words = texts(language)
    told = {"in a group": help_text(words), "in private": start_text(words)}
    assert all(len(plain(text)) <= TEXT for text in told.values())

    assert_matches(f"{language}/help", "".join(titled(*item) for item in told.items()))


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
    told |= {f"refused: {code}": refusals.sentence(words, code) for code in refusals.SENTENCES}
    assert all(0 < len(text) <= ALERT for text in told.values())

    assert_matches(
        f"{language}/answers", "".join(f"{title:32}{text}\n" for title, text in told.items())
    )


def named(players: int, words: Texts) -> tuple[str, ...]:
    return display_names([Contact(name) for name in PEOPLE[:players]], words)


def measured_table(match: Match, names: tuple[str, ...], words: Texts) -> Screen:
    digest = "1f" * 32 if match.phase is Phase.ENDED else None
    screen = table_screen(spectacle(match), names, words, digest)
    assert_fits(screen)
    return screen


def hands(match: Match, names: tuple[str, ...], words: Texts) -> Iterator[str]:
    """Write what the table's status and the hands of the first players look like."""
    yield titled("  status", status_text(spectacle(match), names, words))
    for seat in range(min(3, len(names))):
        alert = hand_alert(seat_view(match, match.player_ids[seat]), names, words)
        assert 0 < len(alert) <= ALERT
        yield titled(f"  hand of seat {seat}", alert)


def first_tie_break() -> Match:
    """Play until nobody would be left."""
    for seed in count():
        rules = {"lives": 1, "grace": False, "knocker_tie": "one"}
        for step in play_on(seated(2, "trinta", rules), Chance(seed)):
            if step.after.deck and step.after.deck.tie_break and not step.after.phase.over:
                return step.after
    raise AssertionError


def _contributions(view: Spectacle) -> int:
    return sum(seat.contributed for seat in view.seats) if view.phase is Phase.CUTTING else 0
