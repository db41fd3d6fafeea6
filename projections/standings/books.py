"""What finished games add up to: rankings, figures of players, who beat whom."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date
from typing import Final
from uuid import UUID

from projections.standings.periods import spans, zone_called
from projections.standings.rating import Rating, rated
from projections.standings.record import GameRecord, SeatRecord

EVERYWHERE: Final = UUID(int=0)
"""The scope of the rankings over all groups, whose calendar is that of universal time."""


@dataclass(frozen=True)
class RankKey:
    """A line in a ranking.

    Attributes:
        scope: The group, or `EVERYWHERE`.
        period: As in `projections.standings.periods.Period`.
        start: The first day of the period.
        player_id: Whose line it is.
    """

    scope: UUID
    period: str
    start: date
    player_id: UUID


@dataclass(frozen=True)
class Score:
    """What a line of a ranking counts.

    Attributes:
        points: Players left behind: in a game of five the winner gets 4, the last 0.
        wins: Games won, shared wins included.
        games: Games played to their end.
    """

    points: int = 0
    wins: int = 0
    games: int = 0


@dataclass(frozen=True)
class Figures:
    """What is known of a player over all groups; counts are over finished games.

    Attributes:
        games: Games played to their end.
        wins: Games won, shared wins included.
        places: Places, added up.
        rounds: Rounds of these games with the player in them.
        hand_points: Points of the hands in these, added up.
        knocks_won: Knocks that cost nothing.
        knocks_failed: Knocks that cost a life or two.
        lives_as_knocker: Lives that these cost.
        thirty_ones: Hands worth the highest total.
        trios: Hands with three of a kind, where these count.
        timeouts: Turns that were played for the player.
        streak: Games won in a row until now.
        best_streak: The longest such row.
        rating: The rating.
        rated_games: Games that made it.
    """

    games: int = 0
    wins: int = 0
    places: int = 0
    rounds: int = 0
    hand_points: float = 0.0
    knocks_won: int = 0
    knocks_failed: int = 0
    lives_as_knocker: int = 0
    thirty_ones: int = 0
    trios: int = 0
    timeouts: int = 0
    streak: int = 0
    best_streak: int = 0
    rating: Rating = Rating()  # noqa: RUF009 - a frozen value
    rated_games: int = 0


@dataclass(frozen=True)
class PairKey:
    """A player and somebody they have played with."""

    player_id: UUID
    opponent_id: UUID


@dataclass(frozen=True)
class Meeting:
    """How often a player was placed before, behind, or level with another."""

    ahead: int = 0
    behind: int = 0
    level: int = 0


@dataclass
class Books:
    """The pages that a batch of games touches, in memory.

    Attributes:
        scores: Lines of rankings.
        figures: Figures of players.
        meetings: Who beat whom.
    """

    scores: dict[RankKey, Score] = field(default_factory=dict)
    figures: dict[UUID, Figures] = field(default_factory=dict)
    meetings: dict[PairKey, Meeting] = field(default_factory=dict)

    def enter(self, game: GameRecord, time_zone: str | None) -> GameRecord:
        """Enter a game that counts, and return it with what it has changed of the ratings.

        Args:
            game: The game.
            time_zone: The time zone of its group when it ended.
        """
        before = [self.figures.get(seat.player_id, Figures()) for seat in game.seats]
        ratings = rated([figures.rating for figures in before], places_of(game))
        for seat, figures, rating in zip(game.seats, before, ratings, strict=True):
            self.figures[seat.player_id] = _with_game(figures, seat, rating)
        for pair, met in meetings(game):
            self.meetings[pair] = _added(self.meetings.get(pair, Meeting()), met)
        for key, score in rank_lines(game, time_zone):
            self.scores[key] = _summed(self.scores.get(key, Score()), score)
        changes = [
            after.shown - figures.rating.shown
            for figures, after in zip(before, ratings, strict=True)
        ]
        seats = zip(game.seats, changes, strict=True)
        return replace(game, seats=tuple(replace(seat, rating=change) for seat, change in seats))


def places_of(game: GameRecord) -> list[int]:
    """Return the final places by seat."""
    return [seat.place or len(game.seats) for seat in game.seats]


def rank_lines(game: GameRecord, time_zone: str | None) -> Iterable[tuple[RankKey, Score]]:
    """Say what a game adds to which lines."""
    if game.ended_at is None:
        return
    places = places_of(game)
    calendars = ((game.group_id, zone_called(time_zone)), (EVERYWHERE, UTC))
    for scope, zone in calendars:
        for span in spans(game.ended_at, zone):
            for seat, place in zip(game.seats, places, strict=True):
                behind = sum(other > place for other in places)
                key = RankKey(scope, span.period, span.start, seat.player_id)
                yield key, Score(behind, int(place == 1), 1)


def meetings(game: GameRecord) -> Iterable[tuple[PairKey, Meeting]]:
    """Say who was placed before whom."""
    placed = list(zip(game.seats, places_of(game), strict=True))
    for seat, place in placed:
        for other, other_place in placed:
            if other is not seat:
                met = Meeting(
                    int(place < other_place), int(place > other_place), int(place == other_place)
                )
                yield PairKey(seat.player_id, other.player_id), met


def _summed(one: Score, other: Score) -> Score:
    return Score(one.points + other.points, one.wins + other.wins, one.games + other.games)


def _added(one: Meeting, other: Meeting) -> Meeting:
    return Meeting(one.ahead + other.ahead, one.behind + other.behind, one.level + other.level)


def _with_game(before: Figures, seat: SeatRecord, rating: Rating) -> Figures:
    won = seat.place == 1
    streak = before.streak + 1 if won else 0
    return Figures(
        games=before.games + 1,
        wins=before.wins + won,
        places=before.places + (seat.place or 0),
        rounds=before.rounds + seat.hands,
        hand_points=before.hand_points + seat.hand_points,
        knocks_won=before.knocks_won + seat.knocks_won,
        knocks_failed=before.knocks_failed + seat.knocks_failed,
        lives_as_knocker=before.lives_as_knocker + seat.lives_as_knocker,
        thirty_ones=before.thirty_ones + seat.thirty_ones,
        trios=before.trios + seat.trios,
        timeouts=before.timeouts + seat.timeouts,
        streak=streak,
        best_streak=max(before.best_streak, streak),
        rating=rating,
        rated_games=before.rated_games + 1,
    )
