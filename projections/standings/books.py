"""What finished games add up to: rankings, figures of players, who beat whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date
from typing import Final, NamedTuple
from uuid import UUID

from projections.standings.periods import BEGINNING, spans, zone_called
from projections.standings.rating import Rating, rated
from projections.standings.record import GameRecord, SeatRecord

EVERYWHERE: Final = UUID(int=0)
"""The scope of the rankings over all groups, whose calendar is that of universal time."""


class Ranking(NamedTuple):
    """The ranking of a group, or of all, in a period.

    Attributes:
        scope: The group, or `EVERYWHERE`.
        period: As in `projections.standings.periods.Period`.
        start: The first day of the period.
    """

    scope: UUID
    period: str
    start: date


BY_RATING: Final = Ranking(EVERYWHERE, "rating", BEGINNING)
"""The ranking by rating; who has how many whole points is counted as in the others."""


class Score(NamedTuple):
    """What a line of a ranking counts.

    Attributes:
        points: Players left behind: in a game of five the winner gets 4, the last 0.
        wins: Games won, shared wins included.
        games: Games played to their end.
    """

    points: int = 0
    wins: int = 0
    games: int = 0

    def plus(self, other: "Score") -> "Score":
        """Add another score to this one."""
        return Score(self.points + other.points, self.wins + other.wins, self.games + other.games)


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
        thirty_ones: Hands worth what ends a round at once.
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


class Meeting(NamedTuple):
    """How often a player was placed before, behind, or level with another."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    def plus(self, other: "Meeting") -> "Meeting":
        """Add other games to these."""
        return Meeting(
            self.ahead + other.ahead, self.behind + other.behind, self.level + other.level
        )


@dataclass
class Books:
    """What a batch of games adds up to, in memory.

    Attributes:
        figures: Figures of all who have played, as they stood before and then as they stand.
        scores: What is to be added to each ranking, by player.
        meetings: What is to be added to how each player has fared against each other one.
    """

    figures: dict[UUID, Figures]
    scores: dict[Ranking, dict[UUID, Score]] = field(default_factory=dict)
    meetings: dict[UUID, dict[UUID, Meeting]] = field(default_factory=dict)

    def enter(self, game: GameRecord, time_zone: str | None) -> GameRecord:
        """Enter a game that counts, and return it with what it has changed of the ratings.

        Args:
            game: The game.
            time_zone: The time zone of its group when it ended.
        """
        places = [seat.place or len(game.seats) for seat in game.seats]
        placed = [(seat.player_id, place) for seat, place in zip(game.seats, places, strict=True)]
        self._score(game, time_zone, placed)
        self._meet(placed)
        return self._rate(game, places)

    def _score(
        self, game: GameRecord, time_zone: str | None, placed: Sequence[tuple[UUID, int]]
    ) -> None:
        gained = [
            (player, Score(sum(other > place for _, other in placed), int(place == 1), 1))
            for player, place in placed
        ]
        for ranking in rankings_of(game, time_zone):
            lines = self.scores.setdefault(ranking, {})
            for player, score in gained:
                lines[player] = lines.get(player, NO_SCORE).plus(score)

    def _meet(self, placed: Sequence[tuple[UUID, int]]) -> None:
        for player, place in placed:
            met = self.meetings.setdefault(player, {})
            for other, other_place in placed:
                if other != player:
                    met[other] = met.get(other, NEVER_MET).plus(_compared(place, other_place))

    def _rate(self, game: GameRecord, places: Sequence[int]) -> GameRecord:
        before = [self.figures.get(seat.player_id, Figures()) for seat in game.seats]
        ratings = rated([figures.rating for figures in before], places)
        seats = []
        for seat, figures, rating in zip(game.seats, before, ratings, strict=True):
            self.figures[seat.player_id] = _with_game(figures, seat, rating)
            seats.append(replace(seat, rating=rating.shown - figures.rating.shown))
        return replace(game, seats=tuple(seats))


NO_SCORE: Final = Score()
NEVER_MET: Final = Meeting()


def rankings_of(game: GameRecord, time_zone: str | None) -> Iterator[Ranking]:
    """Name the rankings that a game counts in: by its group's calendar, and by universal time."""
    if game.ended_at is None:
        return
    for scope, zone in ((game.group_id, zone_called(time_zone)), (EVERYWHERE, UTC)):
        for span in spans(game.ended_at, zone):
            yield Ranking(scope, span.period, span.start)


def _compared(place: int, other: int) -> Meeting:
    return Meeting(int(place < other), int(place > other), int(place == other))


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
