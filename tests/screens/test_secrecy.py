"""No screen for everybody names a hidden card, and its buttons are the legal moves."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards import DECKS, Card
from domain.facts import RoundEnded
from domain.match import Match, Phase
from domain.moves import (
    Draw,
    EndTurn,
    ExchangeAt,
    KeepHand,
    Knock,
    Pass,
    Stand,
    SwapHand,
    Take,
    Tap,
    ThrowAt,
)
from domain.pace import Pace
from domain.rules import RuleSet
from domain.views import Spectacle, seat_view, spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.cards import card_text
from telegram_bot.screens.ending import Outcome, given_up_screen
from telegram_bot.screens.exchanging import asked_of, question
from telegram_bot.screens.hand import MOST_CHARACTERS, choosing_alert, hand_alert
from telegram_bot.screens.panel import Panel, panel_screen
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.showdown import showdown_screen
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.selection import Selection, decode
from telegram_bot.texts import Texts, languages, texts
from tests.screens.measures import assert_fits, plain
from tests.strategies import SEEDS, rule_sets
from tests.support.games import Chance, play_on, seated

LONGEST = tuple("W" * 69 + str(seat) for seat in range(9))
STEPS = 150
CARD = re.compile(r"(?<!\w)(?:10|[2-9AKQJRDVB])[♠♥♦♣]")


@st.composite
def games(draw: st.DrawFn, mode: str | None = None) -> Iterator[Match]:
    """Draw a game by chance, as it is after each of its first commands."""
    rules: RuleSet = draw(rule_sets(mode))
    pace = draw(st.sampled_from(Pace))
    match = seated(draw(st.integers(*rules.players)), "scat", rules.to_dict(), pace)
    chance = Chance(
        draw(SEEDS),
        knocking=draw(st.sampled_from([0.1, 0.5])),
        leaving=draw(st.sampled_from([0.0, 0.02])),
        missing=draw(st.sampled_from([0.0, 0.1])),
        voting=draw(st.sampled_from([0.0, 0.1])),
    )
    return (step.after for step in islice(play_on(match, chance), STEPS))


LANGUAGES = st.sampled_from(languages())


@given(games(), LANGUAGES)
@settings(max_examples=20, deadline=None)
def test_a_table_names_public_cards_only(game: Iterator[Match], language: str) -> None:
    words = texts(language)
    for match in game:
        view = spectacle(match)
        screen = table_screen(view, LONGEST, words, outcome=Outcome("ab" * 32))
        shown = set(CARD.findall(everything(screen)))
        shown |= set(CARD.findall(plain(status_text(view, LONGEST, words))))
        if view.abandoned:
            given_up = given_up_screen(view, LONGEST, words)
            assert_fits(given_up)
            shown |= set(CARD.findall(everything(given_up)))

        assert shown <= {card_text(card, words) for card in public_cards(view)}
        assert {card_text(card, words) for card in view.face_up} <= shown
        assert_fits(screen)


@given(games())
@settings(max_examples=20, deadline=None)
def test_the_buttons_of_a_table_are_the_legal_moves(game: Iterator[Match]) -> None:
    for match in game:
        view = spectacle(match)
        screen = table_screen(view, LONGEST, texts("en"))
        presses = [button.press for row in screen.keyboard for button in row]

        assert {press.game_id for press in presses} <= {view.game_id}
        if view.vote is not None:
            yes, no = presses.pop(-2), presses.pop()
            assert yes == Press(Verb.VOTE, view.game_id, view.vote.number, 1)
            assert no == Press(Verb.VOTE, view.game_id, view.vote.number, 0)
        if view.phase is Phase.PLAYING:
            hand = Press(Verb.HAND, view.game_id, view.turn)
            assert presses[0] == hand
            assert Counter(presses[1:]) == Counter({press(view, tap) for tap in view.taps})
        if view.phase is Phase.CUTTING:
            mixes = [Press(Verb.MIX, view.game_id, view.round_number, n) for n in range(1, 9)]
            assert presses == mixes


@given(games(), LANGUAGES)
@settings(max_examples=12, deadline=None)
def test_a_hand_names_ones_own_and_public_cards_only(game: Iterator[Match], language: str) -> None:
    words = texts(language)
    for match in game:
        for player_id in match.player_ids:
            view = seat_view(match, player_id)
            alert = hand_alert(view, LONGEST, words)
            own = {card_text(card, words) for card in view.hand}
            table = {card_text(card, words) for card in view.public.face_up}

            assert own <= set(CARD.findall(alert)) <= own | table
            assert 0 < len(alert) <= MOST_CHARACTERS


@given(games("exchange"), SEEDS, LANGUAGES)
@settings(max_examples=12, deadline=None)
def test_choosing_what_to_exchange_names_no_hidden_card_to_others(
    game: Iterator[Match], seed: int, language: str
) -> None:
    words, random = texts(language), Random(seed)
    for match in game:
        public = spectacle(match)
        for asked in questions(public, random):
            view = seat_view(match, public.seats[public.awaited or 0].player_id)
            chosen = asked_of(public, asked)
            assert chosen is not None
            table = table_screen(public, LONGEST, words, asked=asked)
            panel = panel_screen(view, LONGEST, words, "W" * 128, asked)
            own, centre = set(view.hand), set(public.face_up)

            assert cards_of(table, words) <= public_cards(public)
            assert own | centre <= cards_of(panel, words) <= own | centre | public_cards(public)
            assert len(choosing_alert(view, chosen, words)) <= MOST_CHARACTERS
            assert len(question(view, chosen, words)) <= MOST_CHARACTERS
            assert_fits(table)
            assert_fits(panel)


@given(games("exchange"), SEEDS)
@settings(max_examples=12, deadline=None)
def test_a_chain_of_choices_ends_in_a_legal_exchange(game: Iterator[Match], seed: int) -> None:
    random = Random(seed)
    for match in game:
        view = spectacle(match)
        legal = {(frozenset(t.given), frozenset(t.taken)) for t in exchanges(view)}
        reached = set()
        for asked in questions(view, random):
            screen = table_screen(view, LONGEST, texts("en"), asked=asked)
            for button in screen.keyboard[1]:
                chosen = decode(button.press.choice)
                assert chosen is not None
                if chosen.complete:
                    reached.add((frozenset(chosen.given), frozenset(chosen.taken)))

        assert reached <= legal
        assert bool(reached) == any(len(given) < 3 for given, _ in legal)


@given(games("exchange"), LANGUAGES)
@settings(max_examples=12, deadline=None)
def test_the_centre_is_hidden_while_the_dealer_chooses(
    game: Iterator[Match], language: str
) -> None:
    words = texts(language)
    for match in game:
        view = spectacle(match)
        if view.choosing:
            assert view.dealer is not None
            assert view.awaited == view.dealer or view.seats[view.dealer].place
            assert cards_of(table_screen(view, LONGEST, words), words) == set()
            for player_id in match.player_ids:
                seen = seat_view(match, player_id)
                assert cards_of(panel_screen(seen, LONGEST, words), words) == set(seen.hand)


@given(st.integers(2, 9), SEEDS, LANGUAGES)
@settings(max_examples=12, deadline=None)
def test_a_showdown_shows_the_hands_that_were_in_it(
    players: int, seed: int, language: str
) -> None:
    words = texts(language)
    for step in islice(play_on(seated(players, "trinta"), Chance(seed)), STEPS):
        for fact, match in step.states:
            if isinstance(fact, RoundEnded):
                screen = showdown_screen(spectacle(match), LONGEST, words)
                hands = {card_text(card, words) for hand in fact.hands for card in hand}

                assert set(CARD.findall(plain(screen.text))) == hands
                whys = [button.press for row in screen.keyboard for button in row]
                assert whys == [
                    Press(Verb.WHY, match.id, fact.round, place)
                    for place in range(1, len(fact.rulings) + 1)
                ]
                assert_fits(screen)


def everything(screen: Screen | Panel) -> str:
    labels = [button.label for row in screen.keyboard for button in row]
    return "\n".join([plain(screen.text), *labels])


def cards_of(screen: Screen | Panel, words: Texts) -> set[Card]:
    """Return the cards that a screen names."""
    names = {card_text(card, words): card for card in DECKS["std52"]}
    return {names[card] for card in CARD.findall(everything(screen))}


def exchanges(view: Spectacle) -> list[ExchangeAt]:
    """Return the exchanges that are legal now."""
    return [tap for tap in view.taps if isinstance(tap, ExchangeAt)]


def questions(view: Spectacle, random: Random) -> Iterator[Press]:
    """Choose cards by chance for every size, and return the buttons that lead to a question."""
    for size in sorted({len(tap.given) for tap in exchanges(view)}):
        chosen = Selection.of(size)
        while not chosen.complete:
            yield Press(Verb.EXCHANGE, view.game_id, view.turn, chosen.encode())
            chosen = chosen.with_place(random.choice(chosen.open))


def public_cards(view: Spectacle) -> set[Card]:
    """Return what lies or has lain face up, as far as the view tells."""
    played = [card for action in view.actions for card in (*action.taken, *action.thrown)]
    cut = [Card(card) for cuts in view.first_cuts for card in cuts if card]
    return {*played, *view.face_up, *(cut if view.phase is Phase.CUTTING else [])}


def press(view: Spectacle, tap: Tap) -> Press:
    """Return what the button of a legal move must carry."""
    verbs: dict[type[Tap], Verb] = {
        Draw: Verb.DRAW,
        Take: Verb.TAKE,
        ThrowAt: Verb.THROW,
        Knock: Verb.KNOCK,
        Stand: Verb.STAND,
        Pass: Verb.PASS,
        KeepHand: Verb.KEEP,
        SwapHand: Verb.SWAP,
        ExchangeAt: Verb.EXCHANGE,
        EndTurn: Verb.END_TURN,
    }
    return Press(verbs[type(tap)], view.game_id, view.turn, choice(tap))


def choice(tap: Tap) -> int:
    """Return what a button of the table says about cards; an exchange of some only begins."""
    match tap:
        case ThrowAt(place=place):
            return place
        case ExchangeAt(given=given):
            return Selection.of(len(given)).encode()
        case _:
            return 0
