"""Whatever happens between the moves, time keeps these promises, under all rules and paces."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import facts
from domain.aggregate import projector
from domain.cards import DECKS
from domain.events import Stored
from domain.facts import Fact
from domain.game import Game
from domain.match import Deadline, DeadlineKind, Match, Phase
from domain.pace import AWAY, IDLE, LIMITS, TIMEOUTS_UNTIL_AWAY, Pace
from tests.application.bustle import Bustle, Habits
from tests.domain.secrecy import check_secrecy
from tests.strategies import SEEDS, rule_sets

LONGEST = 20_000
CACHED = {"AGGREGATE_CACHE_MAXSIZE": "10"}
AWAITED = {
    Phase.LOBBY: {DeadlineKind.LOBBY},
    Phase.CUTTING: {DeadlineKind.DEAL},
    Phase.PLAYING: {DeadlineKind.TURN, DeadlineKind.IDLE},
    Phase.BUYING_IN: {DeadlineKind.BUY_IN},
}
MOVES = (
    *(facts.CardDrawn, facts.DiscardTaken, facts.CardDiscarded),
    *(facts.PlayerKnocked, facts.PlayerStood, facts.PlayerPassed),
    *(facts.HandKept, facts.HandSwapped, facts.CardsExchanged, facts.TurnEnded),
)

some = settings(max_examples=12)


@dataclass(frozen=True)
class Command:
    """A command that was carried out: what was stored for it, and the game afterwards."""

    log: tuple[Stored, ...]
    after: Match

    def of(self, *kinds: type[Fact]) -> list[Any]:
        """Return what was stored, of some kinds."""
        return [event for event in self.log if isinstance(event, kinds)]


@dataclass(frozen=True)
class Story:
    """A game from the opening of its table to its end."""

    commands: tuple[Command, ...]

    @property
    def log(self) -> list[Stored]:
        """All that was stored."""
        return [event for command in self.commands for event in command.log]

    @property
    def matches(self) -> list[Match]:
        """The game after each command."""
        return [command.after for command in self.commands]

    @cached_property
    def states(self) -> list[tuple[Match, Stored, Match]]:
        """Every event but the first, with the match before and after it."""
        opening, *others = self.log
        game = Game(opening.originator_id)
        game.replay(opening)
        told = []
        for event in others:
            before = game.state
            game.replay(event)
            told.append((before, event, game.state))
        return told


HABITS = st.builds(
    Habits,
    missing=st.sampled_from([0.0, 0.1, 0.4, 0.95]),
    wandering=st.sampled_from([0.0, 0.1]),
    gracing=st.sampled_from([0.0, 0.1]),
    returning=st.sampled_from([0.0, 0.1, 0.4]),
    voting=st.sampled_from([0.0, 0.1]),
    leaving=st.sampled_from([0.0, 0.01, 0.05]),
)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Draw a game under any rules, at any pace, with any habits, played to its end."""
    rules = draw(rule_sets())
    players = draw(st.integers(rules.players[0], min(rules.players[1], 4)))
    evening = Bustle(draw(SEEDS), CACHED, draw(HABITS))
    game_id = evening.start(rules, players, draw(st.sampled_from(Pace)))
    commands = [_command(evening, game_id, 0)]
    while not commands[-1].after.phase.over:
        version = evening.room.game(game_id).version
        evening.happen(game_id)
        commands.append(_command(evening, game_id, version))
        assert len(commands) < LONGEST
    return Story(tuple(commands))


def _command(evening: Bustle, game_id: UUID, version: int) -> Command:
    stored = cast("Iterable[Stored]", evening.room.events.get(game_id, gt=version))
    return Command(tuple(stored), evening.room.match(game_id))


@some
@given(stories())
def test_every_game_ends_won_or_given_up(story: Story) -> None:
    last = story.matches[-1]

    assert last.phase in {Phase.ENDED, Phase.ABANDONED}
    assert bool(last.winners) == (last.phase is Phase.ENDED)
    assert bool(last.abandoned) == (last.phase is Phase.ABANDONED)
    assert last.deck
    assert last.deck.revealed


@some
@given(stories())
def test_a_game_waits_for_exactly_one_thing_at_a_time(story: Story) -> None:
    for match in story.matches:
        if match.phase.over:
            assert match.deadline is None
            assert match.vote is None
            continue
        assert match.deadline is not None
        assert match.deadline.kind in AWAITED[match.phase]
        assert match.deadline.number == _number_of(match)
        assert match.timed_out is None


def _number_of(match: Match) -> int:
    if match.phase is Phase.LOBBY:
        return 0
    return match.turn if match.phase is Phase.PLAYING else match.round_number


@some
@given(stories())
def test_cards_and_lives_are_conserved_whoever_plays(story: Story) -> None:
    for match in story.matches:
        pack = DECKS[match.rules.deck]
        if match.phase is Phase.PLAYING and match.round is not None:
            assert Counter(match.round.cards) == Counter(pack)
        assert all(0 <= lives <= match.rules.lives for lives in match.lives)


@some
@given(stories())
def test_the_stored_log_replays_to_the_game_that_was_played(story: Story) -> None:
    replayed = projector(Game)(None, story.log)

    assert replayed is not None
    assert replayed.state == story.matches[-1]


@some
@given(stories())
def test_no_view_holds_what_is_hidden_from_it(story: Story) -> None:
    for match in story.matches[:: max(1, len(story.matches) // 40)]:
        check_secrecy(match)


@some
@given(stories())
def test_a_deadline_is_set_exactly_when_a_turn_begins_or_its_player_returns(
    story: Story,
) -> None:
    before = story.matches[0]
    for command in story.commands[1:]:
        after = command.after
        began = after.phase is Phase.PLAYING and after.turn != before.turn
        returned = after.phase is Phase.PLAYING and any(
            event.seat == before.round.seat if before.round else False
            for event in command.of(facts.PlayerReturned)
        )
        assert len(command.of(facts.DeadlineSet)) == (began or returned)
        for event in command.of(facts.DeadlineSet):
            assert (event.number, event.since) == (after.turn, event.timestamp)
        before = after


@some
@given(stories())
def test_a_turn_lasts_as_long_as_its_pace_says_and_ten_seconds_for_who_is_away(
    story: Story,
) -> None:
    for _, event, after in story.states:
        if isinstance(event, facts.DeadlineSet) and after.round is not None:
            if after.pace is Pace.NONE:
                lasts = IDLE
            else:
                whole = LIMITS[after.pace].turn
                assert whole is not None
                lasts = AWAY if after.round.seat in after.away else whole
            if after.phase is Phase.PLAYING:
                assert event.until - event.since == lasts


@some
@given(stories())
def test_nobody_is_timed_out_before_the_deadline_that_the_log_tells(story: Story) -> None:
    deadline: Deadline | None
    for before, event, _ in story.states:
        match event:
            case facts.TurnTimedOut(turn=turn):
                deadline = before.deadline
                assert deadline
                assert deadline.number == turn
            case facts.GameAbandoned(cause="idle") | facts.BuyInDeclined(cause="deadline"):
                deadline = before.deadline
            case facts.VoteEnded(cause="deadline"):
                deadline = before.vote.deadline if before.vote else None
            case _:
                continue
        assert deadline
        assert event.timestamp >= deadline.until


@some
@given(stories())
def test_every_move_is_the_players_own_or_follows_the_cause_for_which_it_was_made(
    story: Story,
) -> None:
    for command in story.commands:
        moves = command.of(*MOVES)
        for cause in command.of(facts.TurnTimedOut):
            assert moves
            assert all(move.seat == cause.seat for move in moves)
            assert all(move.originator_version > cause.originator_version for move in moves)
    forced = {
        move.originator_version
        for command in story.commands
        if command.of(facts.TurnTimedOut)
        for move in command.of(*MOVES)
    }
    for _, event, after in story.states:
        if isinstance(event, MOVES) and not isinstance(event, facts.TurnEnded):
            assert after.actions[-1].automatic == (event.originator_version in forced)


@some
@given(stories())
def test_who_is_away_has_missed_two_turns_since_their_last_own_act(story: Story) -> None:
    missed: Counter[int] = Counter()
    automatic = False
    for before, event, after in story.states:
        match event:
            case facts.TurnTimedOut(seat=seat):
                missed[seat] += 1
                automatic = True
            case facts.PlayerWentAway(seat=seat):
                assert missed[seat] == TIMEOUTS_UNTIL_AWAY
            case facts.PlayerReturned(seat=seat):
                assert seat in before.away
                missed[seat] = 0
            case facts.PlayerBoughtIn(seat=seat) | facts.VoteCast(seat=seat):
                missed[seat] = 0
            case facts.DeckCut(seat=seat) | facts.DeckMixed(seat=seat):
                missed[seat] = 0
            case _ if isinstance(event, MOVES) and not automatic:
                missed[event.seat] = 0
        if before.turn != after.turn:
            automatic = False
        there = {seat for seat in after.still_in if missed[seat] < TIMEOUTS_UNTIL_AWAY}
        assert after.away == set(after.still_in) - there


@some
@given(stories())
def test_games_are_given_up_exactly_when_nobody_attends_to_them(story: Story) -> None:
    for before, event, _ in story.states:
        if not isinstance(event, facts.GameAbandoned):
            continue
        match event.cause:
            case "away":
                assert before.away == set(before.still_in)
                assert not before.offers
            case "unattended":
                assert before.phase is Phase.SETTLED
                assert before.attended is False
            case "idle":
                assert before.pace is Pace.NONE
            case cause:
                assert cause == "vote"
    for match in story.matches:
        assert not match.phase.running or match.offers or match.away != set(match.still_in)


@some
@given(stories())
def test_every_vote_ends_by_itself_or_with_the_game(story: Story) -> None:
    called = [event.number for event in story.log if isinstance(event, facts.VoteCalled)]
    ended = [event.number for event in story.log if isinstance(event, facts.VoteEnded)]

    assert called == list(range(1, len(called) + 1))
    assert ended in (called, called[:-1])
