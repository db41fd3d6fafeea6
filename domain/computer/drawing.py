"""What each move of a draw game is worth: knock, take, draw, throw, stand or pass."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from domain.computer.forecast import Ahead
from domain.computer.hand_table import Floats, Ints, Levels
from domain.computer.position import Because, Later, Position
from domain.computer.reason import Reason
from domain.moves import Draw, Knock, Pass, Stand, Take, Tap, ThrowAt


@dataclass(frozen=True, eq=False)
class Drawing:
    """The moves of a position in a draw game."""

    position: Position

    def reasons(self) -> tuple[Reason, ...]:
        """Return every move that is possible, and what is to be expected of it."""
        taps = self.position.seen.view.taps
        if any(isinstance(tap, ThrowAt) for tap in taps):
            return tuple(self._throws(taps))
        return tuple(self._reason(tap) for tap in taps)

    def _reason(self, tap: Tap) -> Reason:
        position, forecast = self.position, self.position.forecast
        hand = position.hand[None, :]
        level = position.table.levels_of(hand)
        match tap:
            case Draw():
                levels, worth = self._after_draw()
                return self._because(tap, levels, worth, later=self._later(levels))
            case Take():
                return self._after_take()
            case Knock():
                return self._because(tap, level, forecast.knock(position.opposition)[level])
            case Stand():
                return self._because(tap, level, self.worth(hand))
            case _:
                shown = forecast.showdown(position.opposition.levels, None)
                return self._because(Pass(), level, shown[level])

    def _throws(self, taps: tuple[Tap, ...]) -> Iterator[Reason]:
        hand = self.position.hand
        throws = [tap for tap in taps if isinstance(tap, ThrowAt)]
        kept = np.stack([np.delete(hand, tap.place - 1) for tap in throws])
        worth, levels = self.worth(kept), self.position.table.levels_of(kept)
        for row, tap in enumerate(throws):
            thrown = hand[tap.place - 1 : tap.place]
            after = levels[row : row + 1]
            later = self._later(after)
            yield self._because(tap, after, worth[row : row + 1], gives=thrown, later=later)

    def _after_draw(self) -> tuple[Levels, Floats]:
        """Return the levels that a draw can lead to, and what they are worth, by card drawn."""
        position = self.position
        drawn, size = position.unseen, position.table.hand_size
        kept = np.repeat(position.hand[None, None, :], len(drawn) * size, axis=1)
        kept = kept.reshape(len(drawn), size, size)
        kept[:, np.arange(size), np.arange(size)] = drawn[:, None]
        hands = np.concatenate([position.hand[None, :], kept.reshape(-1, size)])
        worth, levels = self.worth(hands), position.table.levels_of(hands)
        # Whatever is drawn may be thrown again, which leaves the hand as it is.
        choices = np.concatenate(
            [np.repeat(worth[:1, None], len(drawn), axis=0), worth[1:].reshape(-1, size)], axis=1
        )
        reached = np.concatenate(
            [np.repeat(levels[:1, None], len(drawn), axis=0), levels[1:].reshape(-1, size)], axis=1
        )
        best = choices.argmax(axis=1)
        rows = np.arange(len(drawn))
        return reached[rows, best], choices[rows, best]

    def _after_take(self) -> Reason:
        position = self.position
        top = position.table.numbers(position.seen.view.public.face_up[-1:])
        size = position.table.hand_size
        kept = np.repeat(position.hand[None, :], size + 1, axis=0)
        kept[np.arange(size), np.arange(size)] = top
        if not position.rules.return_taken_discard:
            kept = kept[:size]
        worth = self.worth(kept)
        best = int(worth.argmax())
        levels = position.table.levels_of(kept[best : best + 1])
        gives = position.hand[best : best + 1] if best < size else top
        return self._because(
            Take(),
            levels,
            worth[best : best + 1],
            gives=gives,
            takes=top,
            later=self._later(levels),
        )

    def worth(self, hands: Ints) -> Floats:
        """Return what hands at rest are worth at the end of this turn, one a row."""
        position = self.position
        levels = position.table.levels_of(hands)
        if position.final:
            worth: Floats = self._final[levels]
            return worth
        ahead, soon = self._ahead, position.table.with_one_of(hands, position.unseen)
        final = self._of_two_cards(ahead.final[soon])
        onward = np.maximum(ahead.knock[levels], self._of_two_cards(ahead.onward[soon]))
        goes_on = ahead.ended + final + ahead.turn * onward
        others = position.opposition.levels
        at_once = position.forecast.at_once(others, len(others))[levels]
        return np.where(position.table.instant[levels], at_once, goes_on)

    def _of_two_cards(self, worth: Floats) -> Floats:
        """Return what the next turn is worth, by what each card would be: the upcard, or a draw.

        Args:
            worth: One row for each hand, with a column for each unseen card.
        """
        drawn = worth.mean(axis=1, keepdims=True)
        best: Floats = (np.maximum(worth, drawn) * self._upcards).sum(axis=1)
        return best

    @cached_property
    def _upcards(self) -> Floats:
        """How likely each unseen card is to be the next upcard."""
        position = self.position
        often = position.forecast.learnt.upcard[position.table.points[position.unseen]]
        shares: Floats = often / often.sum()
        return shares

    @cached_property
    def _ahead(self) -> Ahead:
        return self.position.forecast.ahead(self.position.opposition)

    @cached_property
    def _shown(self) -> Floats:
        """What the others will have when hands are shown, if one knocks now or has knocked."""
        position = self.position
        if position.final:
            return position.showdown_levels()
        return position.forecast.grown(position.opposition)

    def _later(self, levels: Levels) -> Later:
        """Return how safe levels are when they are shown: if another knocks, one turn follows."""
        return Later(self._safe_later[levels])

    @cached_property
    def _safe_later(self) -> Floats:
        safe = self._because.safe
        return safe if self.position.final else self.position.forecast.learnt.final @ safe

    @cached_property
    def _because(self) -> Because:
        """Makes reasons: whose hands would be lowest depends on the others alone."""
        return Because(self.position, self._shown)

    @cached_property
    def _final(self) -> Floats:
        return self.position.final_worth(self._shown)
