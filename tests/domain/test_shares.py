"""What a log says of one player: all that they did and were shown, and nothing of anybody else."""

from collections import defaultdict
from collections.abc import Iterator
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import facts
from domain.cards import parse_cards
from domain.events import TOPICS
from domain.facts import Fact
from domain.match import Match
from domain.shares import PARTS, WHOLE, shares_of
from domain.views import seat_view
from tests.domain.secrecy import cards_in, public_cards
from tests.strategies import SEEDS, presets
from tests.support.games import Chance, play_on, player, seated

UNTOLD = {
    *(facts.GroupRegistered, facts.TableTaken, facts.TableFreed),
    *(facts.StockReshuffled, facts.CentreRefreshed, facts.RoundVoided, facts.DeckRevealed),
    *(facts.DeadlineSet, facts.GraceGiven, facts.VoteEnded),
}
"""What nobody in particular takes part in, and what holds cards of nobody's."""

STRANGER = UUID(int=77)


@st.composite
def games(draw: st.DrawFn) -> Iterator[tuple[Fact, Match]]:
    """Draw a game that may be left, missed and voted on; each fact with the match after it."""
    chance = Chance(draw(SEEDS), leaving=0.01, missing=0.05, voting=0.05)
    match = seated(draw(st.integers(2, 4)), draw(st.sampled_from(presets())))
    return (state for step in play_on(match, chance) for state in step.states)


def test_of_every_kind_of_fact_it_is_decided_what_is_told_to_whom() -> None:
    assert {*WHOLE, *PARTS, *UNTOLD} == {*TOPICS.values()}
    assert not {*WHOLE} & {*PARTS} | {*WHOLE, *PARTS} & UNTOLD


@given(games())
@settings(max_examples=30)
def test_nobody_is_told_a_card_that_they_have_not_seen(game: Iterator[tuple[Fact, Match]]) -> None:
    told: dict[UUID, set[str]] = defaultdict(set)
    happened: list[Fact] = []
    for fact, match in game:
        happened.append(fact)
        open_to_all = public_cards(match)
        for player_id in match.player_ids:
            view = seat_view(match, player_id)
            told[player_id] |= {*view.hand, *([view.drawn] if view.drawn else []), *open_to_all}
    for player_id, seen in told.items():
        shares = [share for _, share in shares_of(happened, player_id)]
        assert set(cards_in(shares)) <= seen
        assert not any("seed" in share or "stock" in share for share in shares)
    assert not list(shares_of(happened, STRANGER))


@given(games(), st.integers(0, 500))
@settings(max_examples=30)
def test_a_running_game_tells_the_secret_of_no_deck(
    game: Iterator[tuple[Fact, Match]], length: int
) -> None:
    happened = []
    for number, (fact, match) in enumerate(game):
        happened.append(fact)
        if number >= length and match.deck is not None and not match.deck.revealed:
            secret = match.deck.seed.hex()
            for player_id in match.player_ids:
                shares = [share for _, share in shares_of(happened, player_id)]
                assert secret not in repr(shares)
            return


@given(games())
@settings(max_examples=20)
def test_everybody_is_told_each_of_their_own_hands_and_moves(
    game: Iterator[tuple[Fact, Match]],
) -> None:
    happened = [fact for fact, _ in game]
    for seat in range(2):
        shares = [(type(fact), share) for fact, share in shares_of(happened, player(seat))]
        hands = [share["hand"] for kind, share in shares if kind is facts.RoundDealt]
        drawn = [share["card"] for kind, share in shares if kind is facts.CardDrawn]
        own = [fact for fact in happened if getattr(fact, "seat", None) == seat]

        dealt = [fact.hands[seat] for fact in happened if isinstance(fact, facts.RoundDealt)]
        assert hands == [hand for hand in dealt if hand]
        assert drawn == [fact.card for fact in own if isinstance(fact, facts.CardDrawn)]
        moves = [share for kind, share in shares if kind in WHOLE and share.get("seat") == seat]
        assert moves == [vars(fact) for fact in own]


def test_who_stands_up_again_is_told_of_that_and_of_nothing_that_follows() -> None:
    match = seated(2)
    happened = [
        facts.PlayerJoined(player_id=STRANGER),
        facts.PlayerLeft(player_id=STRANGER),
        *(fact for step in play_on(match, Chance()) for fact in step.facts),
    ]

    told = [type(fact) for fact, _ in shares_of(happened, STRANGER)]

    assert told == [facts.PlayerJoined, facts.PlayerLeft]


def test_a_showdown_tells_everybody_their_own_line() -> None:
    ended = facts.RoundEnded(
        round=3,
        reason="knock",
        knocker=1,
        hands=[parse_cards("KS QS 2D"), parse_cards("2H 3C 4D"), []],
        values=[20, 4, None],
        losses=[0, 2, 0],
        lives=[3, 1, 0],
        rulings=[{"code": "knocker_lowest", "clause": "7.2", "seats": [1]}],
        eliminated=[],
        tie_break=[],
        redeal=False,
    )
    began = facts.GameStarted(player_ids=[player(seat) for seat in range(3)])

    lines = [[share for _, share in shares_of([began, ended], player(seat))] for seat in range(3)]

    assert lines[0][1]["hand"] == parse_cards("KS QS 2D")
    assert lines[0][1]["rulings"] == []
    assert (lines[1][1]["loss"], lines[1][1]["lives"]) == (2, 1)
    assert lines[1][1]["rulings"] == list(ended.rulings)
    assert lines[2] == [{"seat": 2, "players": 3}]
