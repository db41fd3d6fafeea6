"""What each move of an exchange game is worth: exchange, pass, close, and the dealer's choice."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.computer.belief import possible_hands
from domain.computer.forecast import Ahead
from domain.computer.hand_table import Floats, Ints, Levels
from domain.computer.observation import Deed, PublicDeed
from domain.computer.position import Because, Later, Position
from domain.computer.reason import Reason
from domain.computer.study import after_exchanges
from domain.moves import ExchangeAt, KeepHand, Knock, Pass, SwapHand, Tap

_HANDS_OF_NEXT: Final = 250
"""Hands of the next player that are thought of, picked by how likely they are."""

_CENTRES: Final = 60
"""Centres that a dealer thinks of who has not seen the one there is."""

_PROMISING: Final = 3
"""Exchanges for which it is worked out what the next player would do with what they leave."""

_CIRCUITS: Final = 2
"""Turns of one's own that are thought of in advance with a certain centre: rounds are short."""

_LESS: Final = 1e-4
"""How much less than the best is thought of what was not worked out."""

_OPEN_CARDS: Final = 3

_LATER_CENTRES: Final = 48
"""Centres that are thought of for the player's next turn."""

_FRESH_CENTRES: Final = 6
"""How many of these it is worked out for what the next player would do with them."""

_LEFT_ALONE: Final = 2 / 3
"""How likely a player is to leave a card of the centre there: mostly one of three is taken."""

_NOT_DONE: Final = {Deed.ENDED_TURN, Deed.LEFT}
"""What nobody takes for a move who looks whether all have passed."""

_Marks = NDArray[np.bool_]
_UNLOCKED: Final[_Marks] = np.zeros((), dtype=np.bool_)


@dataclass(frozen=True, eq=False)
class Exchanging:
    """The moves of a position in an exchange game.

    Attributes:
        position: The position.
        chance: Picks hands and centres to think of.
    """

    position: Position
    chance: Random

    def reasons(self) -> tuple[Reason, ...]:
        """Return every move that is possible, and what is to be expected of it."""
        taps = self.position.seen.view.taps
        swaps = [tap for tap in taps if isinstance(tap, ExchangeAt)]
        others = [tap for tap in taps if not isinstance(tap, ExchangeAt)]
        return (*self._exchanges(swaps), *(self._reason(tap) for tap in others))

    def _reason(self, tap: Tap) -> Reason:
        position, hand, centre = self.position, self.position.hand[None, :], self._centre[None, :]
        level = position.table.levels_of(hand)
        match tap:
            case Knock():
                return self._because(tap, level, self._closed(level, centre))
            case SwapHand():
                return self._swapped(tap)
            case KeepHand():
                worth = self._worth(hand, None, self._ahead)
                return self._because(tap, level, worth, later=self._later_on(hand, None))
            case Pass():
                worth = self._or_closed(self._passed(hand, centre), hand, centre)
                return self._because(tap, level, worth, later=self._after_pass(hand, centre))
            case _:
                return self._turn_ended(tap, level)

    def _turn_ended(self, tap: Tap, level: Levels) -> Reason:
        """Think of not closing after an exchange or a pass (RULES 5.10)."""
        hand, centre = self.position.hand[None, :], self._centre[None, :]
        if self._has_passed:
            worth, later = self._passed(hand, centre), self._after_pass(hand, centre)
        else:
            worth, later = self._kept_open(hand, centre), self._later_on(hand, centre)
        return self._because(tap, level, worth, later=later)

    def _exchanges(self, taps: list[ExchangeAt]) -> Iterator[Reason]:
        if not taps:
            return
        mine, centre = self.position.hand, self._centre
        hands, centres = [], []
        for tap in taps:
            given, taken = np.array(tap.given) - 1, np.array(tap.taken) - 1
            hand, left = mine.copy(), centre.copy()
            hand[given], left[taken] = centre[taken], mine[given]
            hands.append(hand)
            centres.append(left)
        held, left_open = np.stack(hands), np.stack(centres)
        locks = np.array([self._locks(tap) for tap in taps])
        worth = self._worth(held, left_open, self._ahead, locks)
        levels = self.position.table.levels_of(held)
        # Of those that seem as good, as where all is lost, the best hands are looked at.
        closely = np.lexsort((-levels.astype(np.int64), -worth.round(6)))[:_PROMISING]
        goes_on = self._kept_open(held[closely], left_open[closely], locks[closely])
        closed = self._or_closed(goes_on, held[closely], left_open[closely])
        looked_at = np.where(locks[closely], goes_on, closed)
        # What was not looked at closely must not win by that.
        worth = np.minimum(worth, looked_at.max() - _LESS)
        worth[closely] = looked_at
        later = self._later_on(held, left_open, locks)
        for row, tap in enumerate(taps):
            yield self._because(
                tap,
                levels[row : row + 1],
                worth[row : row + 1],
                gives=mine[np.array(tap.given) - 1],
                takes=centre[np.array(tap.taken) - 1],
                later=later.of(row),
            )

    def _swapped(self, tap: Tap) -> Reason:
        """Think of the centres that there may be, for a dealer who has not seen it (RULES 4.6)."""
        unseen = self.position.unseen.tolist()
        centres = [self.chance.sample(unseen, _OPEN_CARDS) for _ in range(_CENTRES)]
        hands = np.array(centres)
        levels = self.position.table.levels_of(hands)
        left = np.repeat(self.position.hand[None, :], len(hands), axis=0)
        worth = self._worth(hands, left, self._ahead)
        later = self._later_on(hands, left)
        return self._because(tap, levels, worth, gives=self.position.hand, later=later)

    def _locks(self, tap: ExchangeAt) -> bool:
        """Tell whether one must pass from then on after an exchange (RULES 5.9)."""
        return self.position.rules.swap_all_locks and len(tap.taken) == _OPEN_CARDS

    def _passed(self, hand: Ints, centre: Ints) -> Floats:
        """Return what it is worth to pass: where all have, the centre goes (RULES 5.12, 5.13)."""
        position = self.position
        if position.final or not self._others_have_passed:
            return self._kept_open(hand, centre)
        if self._last_pass:
            shown = position.forecast.showdown(position.opposition.levels, None)
            return np.asarray(shown[position.table.levels_of(hand)])
        _, fresh = self._later
        next_has = self._next_has(fresh[:_FRESH_CENTRES]).mean(axis=0)
        return self._worth(hand, None, self._ahead_if_next_has(next_has))

    def _after_pass(self, hand: Ints, centre: Ints) -> Later | None:
        return None if self._last_pass else self._later_on(hand, centre)

    @cached_property
    def _others_have_passed(self) -> bool:
        """Whether all others have passed since anybody did something else."""
        others = {opponent.seat for opponent in self.position.memory.opponents}
        return others <= {deed.seat for deed in self._passes}

    @property
    def _last_pass(self) -> bool:
        """Whether a pass ends the round, since there is no other centre (RULES 5.13)."""
        left = self.position.seen.view.public.stock
        return not self.position.final and self._others_have_passed and left < _OPEN_CARDS

    @cached_property
    def _has_passed(self) -> bool:
        """Whether the player has passed on this turn, and may still close (RULES 5.10)."""
        seat = self.position.seen.view.seat
        return any(deed.seat == seat for deed in self._passes[:1])

    @property
    def _passes(self) -> list[PublicDeed]:
        """The passes since anybody did something else, the last one first."""
        done = [deed for deed in self.position.seen.history[::-1] if deed.deed not in _NOT_DONE]
        return [*takewhile(lambda deed: deed.deed is Deed.PASSED, done)]

    def _or_closed(self, goes_on: Floats, hands: Ints, centres: Ints) -> Floats:
        """Return what it is worth to go on or to close after an exchange or a pass, by row."""
        after = self.position.rules.close_timing == "after"
        if not after or self.position.final or not self._may_close:
            return goes_on
        levels = self.position.table.levels_of(hands)
        return np.maximum(goes_on, self._closed(levels, centres))

    def _kept_open(self, hands: Ints, centres: Ints, locked: _Marks = _UNLOCKED) -> Floats:
        """Return what hands are worth at the end of a turn that leaves these centres, by row."""
        position, next_has = self.position, self._next_has(centres)
        if position.final:
            opposition = replace(position.opposition, next_final=next_has)
            shown = position.levels_shown(position.forecast.grown(opposition))
            return _of_each(position.final_worth(shown), position.table.levels_of(hands))
        return self._worth(hands, centres, self._ahead_if_next_has(next_has), locked)

    def _ahead_if_next_has(self, levels: Floats) -> Ahead:
        """Return how the round goes on after a turn that leaves the next player these levels."""
        opposition = replace(self.position.opposition, next_turn=levels, next_final=levels)
        return self.position.forecast.ahead(opposition, _CIRCUITS)

    def _closed(self, levels: Levels, centres: Ints) -> Floats:
        """Return what it is worth to close with these levels, and to leave these centres."""
        opposition = replace(self.position.opposition, next_final=self._next_has(centres))
        return _of_each(self.position.forecast.knock(opposition), levels)

    def _later_on(self, hands: Ints, centres: Ints | None, locked: _Marks = _UNLOCKED) -> Later:
        """Return how safe hands are and how many points they have after the next exchange."""
        safe, values = self._because.safe, self.position.table.values
        levels = self.position.table.levels_of(hands)
        if self.position.final:
            return Later(safe[levels])

        def after(worth: Floats) -> Floats:
            best = self._with_later_centre(hands, centres, worth, self._between)
            return np.where(locked, worth[levels], best)

        return Later(after(safe), after(values))

    def _worth(
        self, hands: Ints, centres: Ints | None, ahead: Ahead, locked: _Marks = _UNLOCKED
    ) -> Floats:
        """Return what hands are worth at the end of this turn, one a row.

        Args:
            hands: The hands.
            centres: What each leaves in the centre; none where that is not known.
            ahead: How the round goes on, after all of them or after each.
            locked: Whether one must pass from then on (RULES 5.9).
        """
        position = self.position
        levels = position.table.levels_of(hands)
        if position.final:
            worth: Floats = position.final_worth(position.showdown_levels())[levels]
            return worth
        others = position.opposition.levels
        final = self._with_later_centre(hands, centres, ahead.final, self._between)
        final = np.where(locked, _of_each(ahead.final, levels), final)
        onward = self._with_later_centre(hands, centres, ahead.onward, len(others))
        again = np.maximum(_of_each(ahead.knock, levels), onward)
        again = np.where(locked, _of_each(ahead.onward, levels), again)
        goes_on = ahead.ended + final + ahead.turn * again
        at_once = position.forecast.at_once(others, len(others))[levels]
        return np.where(position.table.instant[levels], at_once, goes_on)

    def _with_later_centre(
        self, hands: Ints, centres: Ints | None, worth: Floats, players: float
    ) -> Floats:
        """Return what hands are worth after the best exchange with the centre of a later turn.

        Args:
            hands: The hands, one a row.
            centres: The centre now, beside each hand.
            worth: What a level is worth then, for all hands or for each.
            players: How many may have exchanged something before.
        """
        table = self.position.table
        stays, fresh = self._later
        later = np.repeat(fresh[None], len(hands), axis=0)
        if centres is not None:
            left = stays < _LEFT_ALONE**players
            later = np.where(left[None], centres[:, None, :], later)
        with_one = table.with_each_of(hands, later.reshape(len(hands), -1)).reshape(later.shape)
        kept = _of_each(worth, table.levels_of(hands))[:, None]
        best = np.maximum(_of_each(worth, with_one).max(axis=2), kept)
        if _OPEN_CARDS in self.position.rules.exchange_sizes:
            best = np.maximum(best, _of_each(worth, table.levels_of(later)))
        mean: Floats = best.mean(axis=1)
        return mean

    @property
    def _between(self) -> float:
        """How many others exchange something before a final turn of one's own, on average.

        Whoever closes changes nothing; of those before, each may take one of three.
        """
        return (len(self.position.memory.opponents) - 1) / 2

    @cached_property
    def _later(self) -> tuple[Floats, Ints]:
        """Chances that decide which cards of a centre stay, and the cards that come instead."""
        unseen = self.position.unseen.tolist()
        if len(unseen) < _OPEN_CARDS:  # then there is no other centre (RULES 5.13)
            unseen += self._centre.tolist()
        stays = [[self.chance.random() for _ in range(_OPEN_CARDS)] for _ in range(_LATER_CENTRES)]
        fresh = [self.chance.sample(unseen, _OPEN_CARDS) for _ in range(_LATER_CENTRES)]
        return np.array(stays), np.array(fresh)

    def _next_has(self, centres: Ints) -> Floats:
        """Return the levels of the next player after the best exchange with each centre."""
        position, hands = self.position, self._hands_of_next
        apart = ~(hands[None, :, :, None] == centres[:, None, None, :]).any(axis=(2, 3))
        possible = apart | ~apart.any(axis=1, keepdims=True)
        found = np.repeat(centres, len(hands), axis=0)
        held, _ = after_exchanges(
            position.table, np.tile(hands, (len(centres), 1)), found, position.rules.exchange_sizes
        )
        best = position.table.levels_of(held).max(axis=1).reshape(possible.shape)
        met = [
            np.bincount(best[row], possible[row], position.table.count) for row in range(len(best))
        ]
        shares: Floats = np.array(met) / possible.sum(axis=1, keepdims=True)
        return shares

    @cached_property
    def _hands_of_next(self) -> Ints:
        position, forecast = self.position, self.position.forecast
        following = position.memory.opponents[0]
        hands, chances = possible_hands(
            forecast.learnt, forecast.habit, following, position.unseen
        )
        picked = self.chance.choices(range(len(hands)), weights=chances.tolist(), k=_HANDS_OF_NEXT)
        return hands[picked]

    @cached_property
    def _centre(self) -> Ints:
        return self.position.table.numbers(self.position.seen.view.public.face_up)

    @cached_property
    def _ahead(self) -> Ahead:
        return self.position.forecast.ahead(self.position.opposition)

    @property
    def _may_close(self) -> bool:
        """Whether one may close after an exchange (RULES 5.11)."""
        return self.position.rules.first_turn_knock or self.position.memory.turns > 0

    @cached_property
    def _because(self) -> Because:
        """Makes reasons: whose hands would be lowest depends on the others alone."""
        grown = self.position.forecast.grown(self.position.opposition)
        shown = self.position.levels_shown(grown) if self.position.final else grown
        return Because(self.position, shown)


def _of_each(worth: Floats, levels: Levels) -> Floats:
    """Return what levels are worth, a row of them for each hand.

    Args:
        worth: What a level is worth, for all hands or for each in its own row.
        levels: Levels of one or more dimensions, the first of which is that of the hands.
    """
    by_hand = np.broadcast_to(worth, (len(levels), worth.shape[-1]))
    found = np.take_along_axis(by_hand, levels.reshape(len(levels), -1), axis=1)
    return found.reshape(levels.shape)
