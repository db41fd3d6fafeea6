"""No screen for everybody names a hidden card, and its buttons are the legal moves."""

import re
from collections.abc import Iterator
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards import Card
from domain.facts import RoundEnded
from domain.match import Match, Phase
from domain.moves import Draw, Knock, Pass, Stand, Take, Tap, ThrowAt
from domain.rules import RuleSet
from domain.views import Spectacle, seat_view, spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.cards import card_text
from telegram_bot.screens.hand import MOST_CHARACTERS, hand_alert
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.showdown import showdown_screen
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.texts import languages, texts
from tests.screens.measures import assert_fits, plain
from tests.strategies import SEEDS, rule_sets
from tests.support.games import Chance, play_on, seated

LONGEST = tuple("W" * 69 + str(seat) for seat in range(9))
STEPS = 150
CARD = re.compile(r"(?<!\w)(?:10|[2-9AKQJRDV])[♠♥♦♣]")


@st.composite
def games(draw: st.DrawFn) -> Iterator[Match]:
    """Draw a game by chance, as it is after each of its first commands."""
    rules: RuleSet = draw(rule_sets())
    match = seated(draw(st.integers(*rules.players)), "scat", rules.to_dict())
    chance = Chance(
        draw(SEEDS),
        knocking=draw(st.sampled_from([0.1, 0.5])),
        leaving=draw(st.sampled_from([0.0, 0.02])),
    )
    return (step.after for step in islice(play_on(match, chance), STEPS))


LANGUAGES = st.sampled_from(languages())


@given(games(), LANGUAGES)
@settings(max_examples=20, deadline=None)
def test_a_table_names_public_cards_only(game: Iterator[Match], language: str) -> None:
    words = texts(language)
    for match in game:
        view = spectacle(match)
        screen = table_screen(view, LONGEST, words, "ab" * 32)
        shown = set(CARD.findall(everything(screen)))
        shown |= set(CARD.findall(plain(status_text(view, LONGEST, words))))

        assert shown <= {card_text(card, words) for card in public_cards(view)}
        assert view.top is None or card_text(view.top, words) in shown
        assert_fits(screen)


@given(games())
@settings(max_examples=20, deadline=None)
def test_the_buttons_of_a_table_are_the_legal_moves(game: Iterator[Match]) -> None:
    for match in game:
        view = spectacle(match)
        screen = table_screen(view, LONGEST, texts("en"))
        presses = [button.press for row in screen.keyboard for button in row]

        assert {press.game_id for press in presses} <= {view.game_id}
        if view.phase is Phase.PLAYING:
            hand = Press(Verb.HAND, view.game_id, view.turn)
            assert presses == [hand, *(press(view, tap) for tap in view.taps)]
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
            top = {card_text(view.public.top, words)} if view.public.top else set()

            assert own <= set(CARD.findall(alert)) <= own | top
            assert 0 < len(alert) <= MOST_CHARACTERS


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


def everything(screen: Screen) -> str:
    labels = [button.label for row in screen.keyboard for button in row]
    return "\n".join([plain(screen.text), *labels])


def public_cards(view: Spectacle) -> set[Card]:
    """Return what lies or has lain face up, as far as the view tells."""
    played = [card for action in view.actions for card in (action.taken, action.thrown) if card]
    top = [view.top] if view.top else []
    cut = [Card(card) for cuts in view.first_cuts for card in cuts if card]
    return {*played, *top, *(cut if view.phase is Phase.CUTTING else [])}


def press(view: Spectacle, tap: Tap) -> Press:
    """Return what the button of a legal move must carry."""
    verbs: dict[type[Tap], Verb] = {
        Draw: Verb.DRAW,
        Take: Verb.TAKE,
        ThrowAt: Verb.THROW,
        Knock: Verb.KNOCK,
        Stand: Verb.STAND,
        Pass: Verb.PASS,
    }
    place = tap.place if isinstance(tap, ThrowAt) else 0
    return Press(verbs[type(tap)], view.game_id, view.turn, place)
