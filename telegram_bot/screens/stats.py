"""What one player has done in all games."""

from dataclasses import dataclass

from babel.numbers import format_decimal, format_percent

from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.rankings import provisional, rating_text
from telegram_bot.texts import Texts


@dataclass(frozen=True)
class RivalSeen:
    """How a player has fared against whom they have met most often.

    Attributes:
        name: Who that is, as plain text.
        ahead: Games in which the player was placed before them.
        behind: Games in which the player was placed behind them.
        level: Games in which they shared a place.
    """

    name: str
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True)
class StatsSeen:
    """What is to be seen of a player; counts are over finished games.

    Attributes:
        name: Their name, as plain text.
        games: Games played to their end.
        wins: Games won.
        rating: The rating.
        rated_games: Games that made it.
        needed: Games after which it is not provisional any more.
        place: The average place.
        rounds: Rounds played.
        hand: Points of the average hand.
        knocks_won: Knocks that cost nothing.
        knocks_failed: Knocks that cost a life or two.
        lives_as_knocker: Lives that these cost.
        thirty_ones: Hands worth the highest total.
        trios: Hands with three of a kind, where these count.
        timeouts: Turns that were played for the player.
        streak: Games won in a row until now.
        best_streak: The longest such row.
        rival: The most frequent opponent.
    """

    name: str
    games: int
    wins: int
    rating: float
    rated_games: int
    needed: int
    place: float
    rounds: int
    hand: float
    knocks_won: int
    knocks_failed: int
    lives_as_knocker: int
    thirty_ones: int
    trios: int
    timeouts: int
    streak: int
    best_streak: int
    rival: RivalSeen | None = None


def stats_text(seen: StatsSeen, texts: Texts) -> str:
    """Tell the figures of a player. HTML."""
    return paragraphs(
        [bold(safe(seen.name))], _games(seen, texts), _hands(seen, texts), _rival(seen, texts)
    )


def no_stats(name: str, texts: Texts) -> str:
    """Say that somebody has not finished a game yet. HTML.

    Args:
        name: Their name, as plain text.
        texts: The reader's language.
    """
    return texts.gettext(
        "{player} has not finished a game yet. The first one makes a beginning: open a table "
        "with /new in a group.",
        player=bold(safe(name)),
    )


def _games(seen: StatsSeen, texts: Texts) -> list[str]:
    rating = rating_text(seen.rating, texts)
    if seen.rated_games < seen.needed:
        rating = f"{rating} ({provisional(seen.rated_games, seen.needed, texts)})"
    share = format_percent(seen.wins / seen.games, locale=texts.locale)
    return [
        texts.gettext(
            "Games: {games} · won: {wins} ({share})",
            games=seen.games,
            wins=seen.wins,
            share=share,
        ),
        texts.gettext("Rating: {rating}", rating=rating),
        texts.gettext("Average place: {place}", place=_decimal(seen.place, texts)),
        texts.gettext(
            "Wins in a row: {streak} now, {best} at best",
            streak=seen.streak,
            best=seen.best_streak,
        ),
    ]


def _hands(seen: StatsSeen, texts: Texts) -> list[str]:
    return [
        texts.gettext(
            "Rounds: {rounds} · average hand: {hand}",
            rounds=seen.rounds,
            hand=_decimal(seen.hand, texts),
        ),
        texts.gettext(
            "Knocks: {won} won, {failed} failed · lives lost by them: {lives}",
            won=seen.knocks_won,
            failed=seen.knocks_failed,
            lives=seen.lives_as_knocker,
        ),
        texts.gettext(
            "Highest hands (31): {highest} · three of a kind: {trios}",
            highest=seen.thirty_ones,
            trios=seen.trios,
        ),
        texts.gettext("Turns missed: {timeouts}", timeouts=seen.timeouts),
    ]


def _rival(seen: StatsSeen, texts: Texts) -> list[str]:
    if seen.rival is None:
        return []
    return [
        texts.gettext(
            "Against {player}: ahead {ahead}, behind {behind}, level {level}",
            player=bold(safe(seen.rival.name)),
            ahead=seen.rival.ahead,
            behind=seen.rival.behind,
            level=seen.rival.level,
        )
    ]


def _decimal(number: float, texts: Texts) -> str:
    return format_decimal(number, "0.0", locale=texts.locale)
