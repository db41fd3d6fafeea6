"""The reader of `tests.screens.reader` at a table: what may be done now, and is it over?"""

from dataclasses import dataclass, field

from domain.circle import Circle
from domain.draw_round import DrawRound
from domain.exchange_round import ExchangeRound
from domain.moves import (
    Draw,
    EndTurn,
    Exchange,
    KeepHand,
    Knock,
    Move,
    Pass,
    Stand,
    SwapHand,
    Take,
    Throw,
)
from tests.screens.reader import Reader
from tests.strategies import Step

CENTRE = 3


def called(move: Move) -> str:
    """Call a move by the words of the rules."""
    match move:
        case Throw(card=card):
            return f"throw {card}"
        case Exchange(given=given):
            return f"swap {len(given)}"
        case _:
            return NAMES[type(move)]


NAMES: dict[type[Move], str] = {
    Draw: "draw",
    Take: "take",
    Knock: "knock",
    Stand: "stand",
    Pass: "pass",
    KeepHand: "keep",
    SwapHand: "swap for the centre",
    EndTurn: "done",
}


@dataclass
class Following:
    """A reader who follows a round.

    Attributes:
        reader: What has been understood of the rules.
        swapped_all: Places that have swapped all three.
        passes: How many have passed in a row.
        since_empty: Places that have had a turn since the stock was empty.
    """

    reader: Reader
    swapped_all: set[int] = field(default_factory=set)
    passes: int = 0
    since_empty: set[int] = field(default_factory=set)

    def may(self, state: Circle) -> set[str]:
        """Say what the player on turn may do."""
        if isinstance(state, ExchangeRound):
            return self._may_exchange(state)
        assert isinstance(state, DrawRound)
        return self._may_draw(state)

    def over(self, step: Step[Circle]) -> str | None:
        """Say how a step has ended the round, if it has."""
        self._remember(step)
        state, knocked = step.after, step.before.knocker is not None
        if isinstance(step.move, Throw | Exchange | SwapHand) and self.reader.ends(
            state.hand_of(step.seat), knocked=knocked
        ):
            dealt = isinstance(step.move, SwapHand)
            return "instant_deal" if dealt else "instant_final_turn" if knocked else "instant"
        if not self._turn_is_over(step):
            return None
        if state.knocker is not None:
            comes_round = (step.before.at + 1) % len(state.order) == state.knocker
            closing = isinstance(state, ExchangeRound)
            return None if not comes_round else "close" if closing else "knock"
        limit = state.turn >= self.reader.numbers["max_circuits", "n"] * len(state.order)
        return self._out_of_cards(step) or ("turn_limit" if limit else None)

    def _may_draw(self, state: DrawRound) -> set[str]:
        said = self.reader.said
        if state.drawn is not None:
            stays = state.taken and said["return_taken_discard"] == "no"
            return {f"throw {card}" for card in state.hand if not stays or card != state.drawn}
        may = {"take", *(["draw"] if state.stock else [])}
        if state.knocker is not None:
            return may | ({"stand"} if said["final_turn_stand"] == "yes" else set())
        passing = not state.stock and said["stock_empty"] == "pass_or_knock"
        return may | self._may_knock(state) | ({"pass"} if passing else set())

    def _may_exchange(self, state: ExchangeRound) -> set[str]:
        said = self.reader.said
        if state.blind:
            return {"keep", "swap for the centre"}
        closing = self._may_knock(state)
        if state.may_close:
            return {"done", *closing}
        only_passes = state.at in self.swapped_all and said.get("swap_all_locks") == "yes"
        if only_passes:
            return {"pass"}
        sizes = said["exchange_sizes"].split("+")
        instead = closing if said["close_timing"] == "instead" else set()
        return {"pass", *instead, *(f"swap {size}" for size in sizes)}

    def _may_knock(self, state: Circle) -> set[str]:
        first = not state.played[state.at] and self.reader.said["first_turn_knock"] == "no"
        return set() if first or state.knocker is not None else {"knock"}

    def _remember(self, step: Step[Circle]) -> None:
        place = step.before.at
        if isinstance(step.move, Exchange) and len(step.move.given) == CENTRE:
            self.swapped_all.add(place)
        if isinstance(step.move, Exchange | Knock):
            self.passes = 0
        elif isinstance(step.move, Pass):
            self.passes += 1
        if self._turn_is_over(step) and not step.before.stock and not _drew(step):
            self.since_empty.add(place)

    def _turn_is_over(self, step: Step[Circle]) -> bool:
        return step.after.turn > step.before.turn

    def _out_of_cards(self, step: Step[Circle]) -> str | None:
        state, said = step.after, self.reader.said
        if isinstance(state, ExchangeRound):
            every = len(state.order)
            if self.passes < every:
                return None
            self.passes = 0
            return "stock_exhausted" if len(step.before.stock) < CENTRE else None
        if state.stock:
            return None
        match said["stock_empty"]:
            case "void":
                return "void"
            case "showdown":
                return "stock_exhausted"
            case "pass_or_knock":
                every_one = self.since_empty >= set(range(len(state.order)))
                passed = isinstance(step.move, Pass)
                return "stock_exhausted" if passed or every_one else None
            case _:
                return None


def _drew(step: Step[Circle]) -> bool:
    """Tell whether a turn ended whose player had drawn a card of the stock."""
    before = step.before
    return isinstance(before, DrawRound) and before.drawn is not None and not before.taken
