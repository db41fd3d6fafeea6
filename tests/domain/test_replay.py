"""A replay tells the whole game step by step, and shows each reader only what is theirs to see."""

from collections.abc import Iterable
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cards import DECKS
from domain.errors import Refused
from domain.match import Match, Phase
from domain.pace import Pace
from domain.replay import Replay, Step
from domain.rules import RuleSet, rule_set
from domain.views import open_view
from tests.application.bustle import Bustle
from tests.application.rooms import Evening
from tests.domain.secrecy import cards_in, public_cards
from tests.strategies import SEEDS, rule_sets

IN_MEMORY = {"AGGREGATE_CACHE_MAXSIZE": "10"}


def finished(preset: str = "scat", players: int = 3, seed: int = 31) -> tuple[Evening, Replay]:
    """Play a game to its end, and return it step by step."""
    evening = Evening(seed, IN_MEMORY)
    game_id = evening.begin(players, preset, lives=1)
    evening.play_out(game_id)
    return evening, evening.room.replay(game_id)


def running(evening: Evening, pace: Pace = Pace.FAST) -> Match:
    """Return a game of three on its first turn, which is that of seat 1."""
    people = [evening.new_id() for _ in range(3)]
    rules = rule_set("scat", {"first_dealer": "seat"})
    game_id = evening.room.open_game(evening.group_id, people[0], "scat", rules, pace).match.id
    for person in people[1:]:
        evening.room.join(game_id, person)
    evening.room.start(game_id, people[0])
    return miss(evening, game_id)


def miss(evening: Evening, game_id: UUID) -> Match:
    """Let the deadline of a game pass."""
    waited = evening.room.match(game_id).deadline
    assert waited is not None
    evening.clock.now = waited.until
    return evening.room.time_out(game_id, waited.kind, waited.number).match


def kinds(steps: Iterable[Step]) -> list[str]:
    return [step.kind for step in steps]


# Steps.


def test_it_begins_with_the_opening_of_the_table_and_ends_with_the_winner() -> None:
    _, replay = finished()

    assert kinds(replay.steps[:5]) == [
        *("opened", "player_joined", "player_joined", "player_joined", "started")
    ]
    assert replay.steps[-1].kind == "ended"
    assert replay.end.phase is Phase.ENDED
    assert replay.steps[-1].public.winners == replay.end.winners


def test_each_step_names_its_event_and_shows_the_table_as_it_was_then() -> None:
    evening, replay = finished()
    game_id = replay.end.id

    for step in replay.steps:
        then = evening.room.game(game_id, step.event).state
        assert step.public.round_number == then.round_number == step.round
        assert step.public.phase is then.phase
        assert step.public.turn == then.turn


def test_a_step_tells_what_was_done_and_by_whom() -> None:
    _, replay = finished()

    dealt = kinds(replay.steps).index("round_dealt")
    drawn, thrown = replay.steps[dealt + 1 : dealt + 3]
    view = drawn.public

    assert drawn.kind in {"card_drawn", "discard_taken"}
    assert thrown.kind == "card_discarded"
    assert drawn.seat == thrown.seat == view.awaited
    assert thrown.action is not None
    assert (thrown.action.seat, thrown.action.thrown) == (drawn.seat, thrown.public.face_up)
    assert drawn.cause is thrown.cause is None


def test_facts_with_nothing_to_see_are_told_with_their_neighbours() -> None:
    _, replay = finished()

    silent = {"deadline_set", "deck_revealed", "player_eliminated", "turn_timed_out"}
    assert not silent & set(kinds(replay.steps))
    showdown = next(step for step in replay.steps if step.kind == "round_ended")
    assert showdown.public.seed is not None
    assert showdown.public.showdown is not None
    assert showdown.rulings == showdown.public.showdown.rulings != ()


def test_every_event_belongs_to_a_step() -> None:
    evening, replay = finished()
    events = evening.room.game(replay.end.id).version

    places = [replay.place_of(event) for event in range(1, events + 1)]

    assert places[0] == 0
    assert set(places) == set(range(len(replay.steps)))
    assert places == sorted(places)


def test_one_can_jump_to_each_round() -> None:
    _, replay = finished()

    assert list(replay.rounds) == list(range(1, replay.end.round_number + 1))
    for number, place in replay.rounds.items():
        assert replay.steps[place].kind == "deck_committed"
        assert replay.steps[place].round == number
        assert replay.steps[place - 1].round == number - 1


def test_moves_that_were_made_for_a_player_say_why() -> None:
    evening = Evening(31, IN_MEMORY)
    match = running(evening)
    miss(evening, match.id)

    steps = evening.room.replay(match.id).steps

    dealt, drawn, thrown = steps[-3:]
    assert kinds(steps[-3:]) == ["round_dealt", "card_drawn", "card_discarded"]
    assert dealt.cause == drawn.cause == thrown.cause == "deadline"
    assert thrown.action is not None
    assert thrown.action.automatic


def test_the_turn_after_one_that_was_played_for_somebody_is_free_again() -> None:
    evening = Evening(31, IN_MEMORY)
    match = running(evening)
    miss(evening, match.id)
    evening.step(match.id)

    assert evening.room.replay(match.id).steps[-1].cause is None


def test_a_player_who_leaves_is_told_with_the_cause() -> None:
    evening = Evening(31, IN_MEMORY)
    match = running(evening)
    evening.room.forfeit(match.id, match.player_ids[2], "left_group")

    last = evening.room.replay(match.id).steps[-1]

    assert (last.kind, last.seat, last.cause) == ("player_forfeited", 2, "left_group")
    assert last.public.seats[2].place == 3


def test_who_comes_and_goes_before_the_start_is_told_by_seat() -> None:
    evening = Evening(31, IN_MEMORY)
    ana, bruno = evening.new_id(), evening.new_id()
    opened = evening.room.open_game(evening.group_id, ana, "scat", rule_set("scat")).match
    evening.room.join(opened.id, bruno)
    evening.room.leave(opened.id, bruno)
    evening.room.close_table(opened.id, ana)

    steps = evening.room.replay(opened.id).steps

    told = [(step.kind, step.seat, step.cause) for step in steps]
    assert told == [
        ("opened", None, None),
        ("player_joined", 0, None),
        ("player_joined", 1, None),
        ("player_left", 1, None),
        ("table_closed", 0, "player"),
    ]


def test_there_is_no_replay_of_a_game_that_is_not_there() -> None:
    evening = Evening(31, IN_MEMORY)
    running(evening)

    for nothing in (evening.new_id(), evening.group_id):
        with pytest.raises(Refused, match="no_such_game"):
            evening.room.replay(nothing)


# Views.


def test_a_seat_sees_its_own_cards_as_it_did_when_it_played() -> None:
    evening, replay = finished()

    for step in replay.steps:
        then = evening.room.game(replay.end.id, step.event).state
        for seat, player_id in enumerate(then.player_ids):
            hand = then.round.hand_of(seat) if then.phase is Phase.PLAYING and then.round else ()
            assert step.seen_by(player_id).hand == hand


@pytest.mark.parametrize("preset", ["scat", "schwimmen"])
def test_all_cards_of_a_finished_game_lie_open_at_every_step(preset: str) -> None:
    _, replay = finished(preset)
    pack = sorted(DECKS[replay.end.rules.deck])

    for step in replay.steps:
        view = replay.opened(step)
        lying = [*view.stock, *view.laid, *(card for hand in view.hands for card in hand)]
        if step.after.phase is not Phase.PLAYING:
            assert lying == []
            continue
        gone = getattr(step.after.round, "gone", ())
        assert sorted([*lying, *gone]) == pack


def test_an_open_view_tells_the_drawn_card_and_what_each_hand_at_rest_is_worth() -> None:
    _, replay = finished()

    step = next(step for step in replay.steps if step.kind == "card_drawn")
    view = replay.opened(step)

    assert step.seat is not None
    assert view.drawn == view.hands[step.seat][-1]
    assert view.values[step.seat] is None
    assert all(points is not None for seat, points in enumerate(view.values) if seat != step.seat)


def test_no_card_of_a_running_game_lies_open_at_any_step() -> None:
    evening = Evening(31, IN_MEMORY)
    match = running(evening)
    replay = evening.room.replay(match.id)

    for step in replay.steps:
        with pytest.raises(Refused, match="not_now"):
            replay.opened(step)


def test_the_end_of_another_game_opens_no_cards() -> None:
    evening = Evening(32, IN_MEMORY)
    _, other = finished(seed=31)

    with pytest.raises(Refused, match="not_now"):
        open_view(running(evening), other.end)


@settings(max_examples=20)
@given(rule_sets(), SEEDS, st.integers(1, 100))
def test_a_step_by_itself_names_no_card_that_not_everybody_has_seen(
    rules: RuleSet, seed: int, events: int
) -> None:
    bustle = Bustle(seed, IN_MEMORY)
    game_id = bustle.start(rules, rules.players[0], Pace.FAST)
    for _ in range(events):
        if bustle.happen(game_id).phase.over:
            break

    for step in bustle.room.replay(game_id).steps:
        told = set(cards_in((step.kind, step.action, step.cause, step.rulings)))
        assert told <= public_cards(step.after)
