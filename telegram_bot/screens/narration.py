"""What happened at a step of a replay, in sentences, from the start of the game on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from domain.cards import Card
from domain.facts import Seat
from domain.match import Action, Showdown
from domain.views import Spectacle
from telegram_bot.screens.actions import action_line
from telegram_bot.screens.buying_in import offer_text
from telegram_bot.screens.cards import cards_text
from telegram_bot.screens.cutting import first_cuts
from telegram_bot.screens.ending import why_given_up, winners_text
from telegram_bot.screens.results import showdown_heading
from telegram_bot.screens.scene import Scene, fingerprint
from telegram_bot.screens.showdown import ruling_texts
from telegram_bot.screens.vote import question_text
from telegram_bot.screens.waiting import CAUSES


class Happening(Protocol):
    """A step as `domain.replay.Step` tells it."""

    @property
    def kind(self) -> str:
        """What happened: a topic without `game.`."""

    @property
    def seat(self) -> Seat | None:
        """Who did it, or to whom it happened."""

    @property
    def action(self) -> Action | None:
        """What the table told of it."""

    @property
    def cause(self) -> str | None:
        """Why it happened, where nobody chose it."""


def narrated(scene: Scene, step: Happening, hidden: Sequence[Card] = ()) -> list[str]:
    """Say what happened, with the rules that decided, a sentence each.

    Args:
        scene: The game right after it.
        step: What happened.
        hidden: The cards that came to the player unseen, for readers who may know them.
    """
    told = _Told(scene, step, tuple(hidden))
    telling = TELLING.get(step.kind)
    lines = telling(told) if telling else [told.acted]
    return [line for line in lines if line]


def round_ended_texts(scene: Scene, ended: Showdown) -> list[str]:
    """Say which round has ended and why, and which rules decided, a sentence each."""
    return [showdown_heading(scene, ended), *ruling_texts(scene, ended)]


@dataclass(frozen=True)
class _Told:
    """A step to be put into words."""

    scene: Scene
    step: Happening
    hidden: tuple[Card, ...]

    def gettext(self, message: str, **values: object) -> str:
        """Translate a message; `{player}` is who did it, if it was one, and `{dealer}` deals."""
        return self.scene.texts.gettext(
            message,
            player=self._name(self.step.seat),
            dealer=self._name(self.view.dealer),
            **values,
        )

    def _name(self, seat: Seat | None) -> str:
        return "" if seat is None else self.scene.name(seat)

    @property
    def view(self) -> Spectacle:
        return self.scene.view

    @property
    def acted(self) -> str:
        """What the table told at the time."""
        return action_line(self.scene, self.step.action) if self.step.action else ""

    def automatic(self, sentence: str) -> str:
        """Say that a move was made for the player, if it was."""
        if self.step.action is None or not self.step.action.automatic:
            return sentence
        return self.gettext("⏱ Automatic, time was up: {action}", action=sentence)

    def cards(self, cards: Sequence[Card]) -> str:
        return cards_text(cards, self.scene.texts)


def _drew(t: _Told) -> list[str]:
    if not t.hidden:
        return [t.acted]
    drew = t.gettext("{player} drew {card} from the stock", card=t.cards(t.hidden))
    return [t.automatic(drew)]


def _threw(t: _Told) -> list[str]:
    thrown = t.step.action.thrown if t.step.action else ()
    return [t.automatic(t.gettext("{player} threw {card}", card=t.cards(thrown)))]


def _swapped(t: _Told) -> list[str]:
    got = t.gettext("The centre held {cards}.", cards=t.cards(t.hidden)) if t.hidden else ""
    return [t.acted, got]


def _committed(t: _Told) -> list[str]:
    mark = fingerprint(t.view.commitment or "")
    return [
        t.gettext("Round {number}: {dealer} deals.", number=t.view.round_number),
        t.scene.tie_break(),
        t.gettext("The deck is fixed, and this is its mark: {mark}", mark=mark),
    ]


def _round_ended(t: _Told) -> list[str]:
    ended = t.view.showdown
    return [] if ended is None else round_ended_texts(t.scene, ended)


TELLING: Final[dict[str, Callable[[_Told], Sequence[str]]]] = {
    "started": lambda t: [t.gettext("The game begins.")],
    "first_dealer_chosen": lambda t: [
        *first_cuts(t.scene),
        t.gettext("{dealer} deals first."),
    ],
    "deck_committed": _committed,
    "deck_cut": lambda t: [t.gettext("{player} cuts the deck.")],
    "deck_mixed": lambda t: [t.gettext("{player} mixes the deck.")],
    "round_dealt": lambda t: [
        t.gettext("The time for cutting is over.") if t.step.cause else "",
        t.gettext("The cards are dealt."),
    ],
    "card_drawn": _drew,
    "card_discarded": _threw,
    "hand_swapped": _swapped,
    "stock_reshuffled": lambda t: [
        t.gettext("The discards are shuffled and become the stock."),
    ],
    "turn_ended": lambda t: [t.gettext("{player} does not close.")],
    "grace_given": lambda t: [CAUSES[t.step.cause](t.scene.texts) if t.step.cause else ""],
    "player_returned": lambda t: [t.gettext("{player} is back.")],
    "vote_called": lambda t: [question_text(t.scene, t.view.vote) if t.view.vote else ""],
    "vote_cast": lambda t: [t.gettext("{player} votes.")],
    "vote_ended": lambda t: [t.acted or t.gettext("The vote is over.")],
    "round_ended": _round_ended,
    "round_voided": lambda t: [t.gettext("The round does not count: nobody loses a life.")],
    "buy_in_offered": lambda t: [offer_text(t.scene, {})],
    "player_bought_in": lambda t: [t.gettext("{player} buys back in.")],
    "buy_in_declined": lambda t: [t.gettext("{player} stays out.")],
    "ended": lambda t: [winners_text(t.scene)],
    "abandoned": lambda t: [
        t.gettext("The game ends without a winner."),
        why_given_up(t.scene),
    ],
}
"""What is told where it is more, or other, than what the table said at the time."""
