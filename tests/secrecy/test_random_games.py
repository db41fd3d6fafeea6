"""Random games of every preset, and what people could read in them after every command.

What is hidden follows from the facts alone. After each command the table and the status are read,
and all that one seat may see, chosen by chance: many games show more than every seat of a few.
`SECRET_GAMES=250 uv run pytest tests/secrecy` plays thousands, in some minutes; another
`TESTS_SEED` plays others.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import pytest

from domain import views
from domain.facts import DeckRevealed, GameAbandoned, Seat
from domain.match import Match, Phase
from domain.moves import ExchangeAt
from domain.rules import ALIASES, PRESETS, rule_set
from domain.views import SeatView, Spectacle, seat_view
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.ending import given_up_screen
from telegram_bot.screens.exchanging import question
from telegram_bot.screens.hand import choosing_alert, hand_alert
from telegram_bot.screens.panel import Panel, panel_screen
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.showdown import showdown_screen, voided_screen
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.screens.toasts import toast
from telegram_bot.selection import Selection
from telegram_bot.texts import Texts, languages, texts
from tests.support.chance import chance_of_this_test
from tests.support.games import Chance, Step, play_on, seated
from tests.support.hidden import Hidden, cards_named

GAMES: Final = int(os.environ.get("SECRET_GAMES", "24"))
"""Games of each preset."""

NAMES: Final = tuple(f"Player {seat}" for seat in range(9))
TOASTS: Final = (Verb.DRAW, Verb.TAKE, Verb.SWAP, Verb.THROW, Verb.EXCHANGE, Verb.KNOCK, Verb.PASS)


@dataclass(frozen=True)
class Said:
    """What somebody could read: a player, or everybody."""

    to: Seat | None
    text: str


@dataclass
class Leaks:
    """What was read by whom it was hidden from, and how much was read at all."""

    found: list[Said]
    secrets: int = 0
    read: int = 0

    def look(self, said: Said, hidden: Hidden) -> None:
        """Read something."""
        secret = hidden.from_seat(said.to)
        self.read += 1
        self.secrets += len(secret)
        if cards_named(said.text) & secret or (hidden.seed and hidden.seed in said.text):
            self.found.append(said)


@pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
def test_no_hidden_card_is_named_to_anybody_in_random_games(preset: str) -> None:
    seed = chance_of_this_test().randrange(10**9)
    leaks = Leaks([])
    for number in range(seed, seed + GAMES):
        watch(preset, number, leaks)

    assert leaks.found[:3] == [], f"seed {seed}"
    assert leaks.read > 20 * GAMES
    assert leaks.secrets > 500 * GAMES


def test_a_card_that_the_table_named_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next card of the stock is planted in what everybody sees."""

    def leaking(match: Match) -> Spectacle:
        view = honest(match)
        stock = match.round.stock if match.round and view.face_up else ()
        return replace(view, face_up=(*stock[:1], *view.face_up))

    honest = views.spectacle
    monkeypatch.setattr(views, "spectacle", leaking)
    leaks = Leaks([])
    watch("scat", 31, leaks)

    assert leaks.found


def test_a_card_that_a_panel_named_to_another_would_be_noticed() -> None:
    leaks, hidden, step = Leaks([]), Hidden(), None
    game = seated(3, "scat")
    for step in play_on(game, Chance(31)):
        for fact in step.facts:
            hidden.happen(fact)
        if hidden.held:
            break
    assert step is not None
    view = seat_view(step.after, step.after.player_ids[1])
    panel = written(panel_screen(view, NAMES, texts("en")))
    leaks.look(Said(1, panel), hidden)
    leaks.look(Said(2, panel), hidden)

    assert leaks.found == [Said(2, panel)]


def watch(preset: str, seed: int, leaks: Leaks) -> None:
    """Play a game and read along."""
    random = Random(seed)
    rules = rule_set(preset)
    chance = Chance(
        seed,
        knocking=random.choice([0.05, 0.3, 0.9]),
        leaving=random.choice([0.0, 0.02]),
        missing=random.choice([0.0, 0.1]),
        voting=random.choice([0.0, 0.05]),
    )
    players = random.randint(rules.players[0], min(rules.players[1], 6))
    hidden, words = Hidden(), texts(random.choice(languages()))
    hidden.plays(rules)
    for step in play_on(seated(players, preset), chance):
        for fact in step.facts:
            hidden.happen(fact)
        for said in (*announced(step, words), *read(step, words, random)):
            leaks.look(said, hidden)


def read(step: Step, words: Texts, random: Random) -> Iterator[Said]:
    """Return what all can read after a command, and one of them."""
    match = step.after
    view, names = views.spectacle(match), NAMES[: len(match.player_ids)]
    asked, chosen = exchange(view, random)
    yield Said(None, status_text(view, names, words))
    yield Said(None, written(table_screen(view, names, words, asked=asked)))
    seat = reader(match, random)
    own = seat_view(match, match.player_ids[seat])
    for text in own_texts(own, names, words, random):
        yield Said(seat, text)
    if chosen is not None and own.taps:
        yield Said(seat, written(panel_screen(own, names, words, asked=asked)))
        yield Said(seat, question(own, chosen, words))
        yield Said(seat, choosing_alert(own, chosen, words))


def reader(match: Match, random: Random) -> Seat:
    """Choose who reads: as often whoever is on turn, who has most to read, as anybody."""
    if match.phase is Phase.PLAYING and random.random() < 0.5:
        return match.in_play()[1].seat
    return random.randrange(len(match.player_ids))


def own_texts(
    view: SeatView, names: tuple[str, ...], words: Texts, random: Random
) -> Iterator[str]:
    yield hand_alert(view, names, words)
    yield written(panel_screen(view, names, words))
    yield toast(words, random.choice(TOASTS[:2] if view.drawn else TOASTS[2:]), view)


def announced(step: Step, words: Texts) -> Iterator[Said]:
    """Return what a table turns into when the secret of its round is revealed."""
    if not any(isinstance(fact, DeckRevealed) for fact in step.facts):
        return
    for fact, match in step.states:
        view, names = views.spectacle(match), NAMES[: len(match.player_ids)]
        if isinstance(fact, DeckRevealed):
            ended = showdown_screen if view.showdown is not None else voided_screen
            yield Said(None, written(ended(view, names, words)))
        if isinstance(fact, GameAbandoned):
            yield Said(None, written(given_up_screen(view, names, words)))


def exchange(view: Spectacle, random: Random) -> tuple[Press | None, Selection | None]:
    """Choose some cards of an exchange, if one is possible now."""
    sizes = sorted({len(tap.given) for tap in view.taps if isinstance(tap, ExchangeAt)} - {3})
    if not sizes:
        return None, None
    chosen = Selection.of(random.choice(sizes))
    for _ in range(random.randrange(2 * chosen.size)):
        chosen = chosen.with_place(random.choice(chosen.open))
    return Press(Verb.EXCHANGE, view.game_id, view.turn, chosen.encode()), chosen


def written(screen: Screen | Panel) -> str:
    labels = [button.label for row in screen.keyboard for button in row]
    return "\n".join([screen.text, *labels])
