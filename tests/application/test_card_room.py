"""What the card room promises, on memory and on a real PostgreSQL alike."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle
from typing import Any, cast
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError

from domain import facts
from domain.aggregate import projector
from domain.card_room import CardRoom
from domain.cards import DECKS
from domain.errors import Refused, RuleBroken
from domain.events import Stored
from domain.game import Game
from domain.match import DeadlineKind, Match, Phase, evolve, opened
from domain.moves import Draw, KeepHand, Knock, Pass, Take, Tap, ThrowAt
from domain.rules import ALIASES, PRESETS, rule_set
from domain.views import seat_view, spectacle
from projections.database import Database
from tests.application.rooms import Evening

IN_MEMORY = {"AGGREGATE_CACHE_MAXSIZE": "100"}


@pytest.fixture(params=["memory", "postgres", "postgres with cache"])
def evening(request: pytest.FixtureRequest) -> Iterator[Evening]:
    if request.param == "memory":
        yield Evening(31, IN_MEMORY)
        return
    database: Database = request.getfixturevalue("database")
    cache = {"AGGREGATE_CACHE_MAXSIZE": "100"} if "cache" in request.param else {}
    evening = Evening(31, {**database.environment, **cache})
    yield evening
    evening.room.close()


def test_a_whole_game_is_played_to_its_winner(evening: Evening) -> None:
    game_id = evening.begin(3)

    match = evening.play_out(game_id)

    assert match.phase is Phase.ENDED
    assert min(place or 0 for place in match.places) == 1
    assert len(match.winners) == 1
    assert evening.room.open_game_of(evening.group_id) is None


def test_the_log_replays_to_the_state_that_was_played(evening: Evening) -> None:
    game_id = evening.begin(4)
    live = evening.play_out(game_id)

    stored = evening.room.events.get(game_id)
    replayed = projector(Game)(None, cast("Iterable[Stored]", stored))

    assert replayed is not None
    assert live == replayed.state


def test_a_group_has_one_open_game(evening: Evening) -> None:
    evening.begin(2)

    with pytest.raises(Refused, match="game_open_already"):
        evening.begin(2)


def test_two_tables_opened_at_once_become_one(evening: Evening) -> None:
    outcomes: list[str] = []

    def open_table() -> None:
        try:
            evening.room.open_game(evening.group_id, uuid4(), "scat", rule_set("scat"))
        except Refused as refusal:
            outcomes.append(refusal.code)
        else:
            outcomes.append("opened")

    threads = [threading.Thread(target=open_table) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert outcomes.count("opened") == 1
    assert Counter(outcomes)["game_open_already"] == 3


def test_everybody_who_joins_at_once_is_seated(evening: Evening) -> None:
    opened_game = evening.room.open_game(evening.group_id, uuid4(), "scat", rule_set("scat"))
    game_id = opened_game.match.id
    threads = [
        threading.Thread(target=evening.room.join, args=(game_id, uuid4())) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(evening.room.match(game_id).player_ids) == 3


def test_a_tap_that_comes_twice_counts_once(evening: Evening) -> None:
    game_id = evening.begin(2)
    match = evening.deal(game_id)
    player_id = match.player_ids[match.in_play()[1].seat]

    drawn = evening.room.play(game_id, player_id, match.turn, Draw())
    again = evening.room.play(game_id, player_id, match.turn, Draw())
    thrown = evening.room.play(game_id, player_id, match.turn, ThrowAt(1))
    twice = evening.room.play(game_id, player_id, match.turn, ThrowAt(1))

    assert (drawn.changed, again.changed) == (True, False)
    assert (thrown.changed, twice.changed) == (True, False)
    assert thrown.match == twice.match


def test_stale_foreign_and_illegal_moves_change_nothing(evening: Evening) -> None:
    game_id = evening.begin(2)
    match = evening.deal(game_id)
    _, played = match.in_play()
    on_turn = match.player_ids[played.seat]
    other = match.player_ids[1 - played.seat]

    for player_id, turn, tap, code in (
        (on_turn, match.turn - 1, Draw(), "stale"),
        (on_turn, match.turn + 1, Draw(), "stale"),
        (other, match.turn, Draw(), "not_your_turn"),
        (uuid4(), match.turn, Draw(), "not_seated"),
        (on_turn, match.turn, Knock(), "first_turn_knock"),
        (on_turn, match.turn, ThrowAt(1), "must_draw"),
        (on_turn, match.turn, ThrowAt(9), "not_your_card"),
    ):
        with pytest.raises(Refused, match=code):
            evening.room.play(game_id, player_id, turn, tap)

    assert evening.room.match(game_id) == match


@pytest.mark.parametrize(
    ("preset", "moves", "code"),
    [
        ("trinta", (Knock(),), "you_have_knocked"),
        ("schwimmen", (KeepHand(), Knock()), "you_have_closed"),
    ],
)
def test_whoever_has_knocked_is_told_so(preset: str, moves: tuple[Tap, ...], code: str) -> None:
    evening = Evening(31, IN_MEMORY)
    game_id = evening.begin(3, preset)
    match = evening.deal(game_id)
    for move in moves:
        knocker = match.player_ids[match.in_play()[1].seat]
        match = evening.room.play(game_id, knocker, match.turn, move).match

    with pytest.raises(RuleBroken, match=code):
        evening.room.play(game_id, knocker, match.turn, Pass())


def test_the_card_taken_from_the_discards_cannot_be_thrown(evening: Evening) -> None:
    game_id = evening.begin(2)
    match = evening.deal(game_id)
    player_id = match.player_ids[match.in_play()[1].seat]
    evening.room.play(game_id, player_id, match.turn, Take())

    with pytest.raises(RuleBroken, match="taken_card_stays"):
        evening.room.play(game_id, player_id, match.turn, ThrowAt(4))


def test_a_deal_waits_for_its_time_and_happens_once(evening: Evening) -> None:
    game_id = evening.begin(3)
    with pytest.raises(Refused, match="not_now"):
        evening.room.time_out(game_id, DeadlineKind.DEAL, 1)
    evening.clock.advance(6)

    dealt = evening.room.time_out(game_id, DeadlineKind.DEAL, 1)
    again = evening.room.time_out(game_id, DeadlineKind.DEAL, 1)

    assert (dealt.changed, again.changed) == (True, False)


def test_the_deal_comes_at_once_when_everybody_has_contributed(evening: Evening) -> None:
    game_id = evening.begin(3)
    match = evening.room.match(game_id)
    for seat in match.being_cut().seats:
        done = evening.room.contribute(game_id, match.player_ids[seat], 1, 4)

    assert done.match.phase is Phase.PLAYING


def test_the_last_one_left_wins_when_all_others_leave(evening: Evening) -> None:
    game_id = evening.begin(3)
    match = evening.deal(game_id)
    evening.room.forfeit(game_id, match.player_ids[0], "left")

    ended = evening.room.forfeit(game_id, match.player_ids[1], "left").match

    assert ended.winners == (2,)
    assert ended.places == (3, 2, 1)
    assert ended.deck
    assert ended.deck.revealed


def test_a_throw_belongs_to_its_own_draw_even_if_somebody_leaves_in_between(
    evening: Evening,
) -> None:
    game_id = evening.begin(3)
    match = evening.deal(game_id)
    on_turn = match.in_play()[1].seat
    leaver = next(seat for seat in match.still_in if seat != on_turn)
    evening.room.play(game_id, match.player_ids[on_turn], match.turn, Draw())
    evening.room.forfeit(game_id, match.player_ids[leaver], "left")

    after = evening.room.play(game_id, match.player_ids[on_turn], match.turn, ThrowAt(1)).match

    assert [(done.seat, done.verb) for done in after.actions] == [
        (leaver, "left"),
        (on_turn, "drew"),
    ]
    assert after.actions[-1].thrown is not None


def test_a_void_round_costs_nobody_and_is_dealt_again_by_the_same_dealer(
    evening: Evening,
) -> None:
    game_id = evening.begin(3)
    before = evening.deal(game_id)

    after = evening.room.void_round(game_id, "arbiter").match

    assert after.lives == before.lives
    assert after.dealer == before.dealer
    assert after.round_number == before.round_number + 1


def test_a_rematch_keeps_the_rules_and_is_opened_once(evening: Evening) -> None:
    game_id = evening.begin(2, "trinta", trio_value=30.5)
    over = evening.play_out(game_id)

    first = evening.room.rematch(game_id, over.player_ids[0]).match
    second = evening.room.rematch(game_id, over.player_ids[1]).match

    assert first.id == second.id
    assert second.player_ids == over.player_ids
    assert second.rules == over.rules


class Contested(CardRoom):
    """A room in which others save first, time and again."""

    name = CardRoom.name
    rivals: Iterator[Callable[[], object]] = iter(())

    def save(self, *saved: Any, **options: Any) -> Any:
        next(self.rivals, lambda: None)()
        return super().save(*saved, **options)


@pytest.fixture
def contested(database: Database) -> Iterator[Contested]:
    with Contested(database.environment) as room:
        yield room


def test_a_command_that_others_outrun_sees_what_they_have_done(
    contested: Contested, database: Database
) -> None:
    opener, *others, last = players = [uuid4() for _ in range(9)]
    game_id = contested.open_game(uuid4(), opener, "schwimmen", rule_set("schwimmen")).match.id
    with CardRoom(database.environment) as elsewhere:
        contested.rivals = iter([partial(elsewhere.join, game_id, other) for other in others])

        match = contested.join(game_id, last).match

    assert match.player_ids == tuple(players)


def test_a_command_that_others_outrun_for_ever_is_given_up(
    contested: Contested, database: Database
) -> None:
    opener, joining, waverer = (uuid4() for _ in range(3))
    game_id = contested.open_game(uuid4(), opener, "schwimmen", rule_set("schwimmen")).match.id
    with CardRoom(database.environment) as elsewhere:
        comes_and_goes = (elsewhere.join, elsewhere.leave)
        contested.rivals = cycle([partial(each, game_id, waverer) for each in comes_and_goes])

        with pytest.raises(IntegrityError):
            contested.join(game_id, joining)


@pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
def test_every_preset_conserves_cards_and_lives_and_replays(preset: str) -> None:
    evening = Evening(hash(preset) % 1000, IN_MEMORY)
    print("seed", evening.seed)
    game_id = evening.begin(4, preset)
    rules = rule_set(preset)

    match = evening.play_out(game_id)

    state: Match | None = None
    for event in evening.room.events.get(game_id):
        assert isinstance(event, facts.Fact)
        if state is None:
            assert isinstance(event, facts.GameOpened)
            state = opened(game_id, event)
            continue
        state = evolve(state, event)
        if state.phase is Phase.PLAYING and state.round is not None:
            assert Counter(state.round.cards) == Counter(DECKS[rules.deck])
        assert all(0 <= lives <= rules.lives for lives in state.lives)
    assert state == match


def test_no_view_of_another_seat_holds_a_hidden_card() -> None:
    evening = Evening(7, IN_MEMORY)
    game_id = evening.begin(3, first_dealer="seat")
    match = evening.deal(game_id)
    _, played = match.in_play()
    hidden = {card for hand in played.hands for card in hand} | set(played.stock)

    public = repr(spectacle(match))
    own = seat_view(match, match.player_ids[0])

    assert not [card for card in hidden if f"'{card}'" in public]
    assert set(own.hand) == set(played.hand_of(0))
    others = hidden - set(own.hand)
    assert not [card for card in others if f"'{card}'" in repr(own)]
    assert match.in_play()[0].seed.hex() not in public


def test_a_game_must_begin_with_its_opening() -> None:
    game = Game(uuid4())

    with pytest.raises(TypeError, match="begin"):
        game.evolve(None, facts.PlayerJoined(uuid4()))
