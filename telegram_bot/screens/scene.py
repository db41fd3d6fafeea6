"""What the screens of a game have in common: who is who, and what is said alike everywhere."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Final

from babel.lists import format_list

from domain.cards import Card
from domain.facts import Seat
from domain.match import Deadline
from domain.views import Spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.cards import card_text
from telegram_bot.screens.markup import bold, code, safe
from telegram_bot.screens.presets import preset_name
from telegram_bot.screens.screen import Button, Style
from telegram_bot.screens.times import until
from telegram_bot.texts import Texts

MOST_HEARTS: Final = 5
FINGERPRINT: Final = 32
"""Digits shown of a fingerprint: 128 bits, too many to have two secrets ready that share them."""


@dataclass(frozen=True)
class Scene:
    """What a screen is drawn from.

    Attributes:
        view: What everybody sees of the game.
        names: Names by seat, as HTML.
        texts: The language.
        zone: The time zone for clients that do not know their reader's.
        invitation: Where others are invited to the table, if they can be.
    """

    view: Spectacle
    names: tuple[str, ...]
    texts: Texts
    zone: tzinfo = UTC
    invitation: str | None = None

    @classmethod
    def of(
        cls,
        view: Spectacle,
        names: Sequence[str],
        texts: Texts,
        zone: tzinfo = UTC,
        invitation: str | None = None,
    ) -> "Scene":
        """Take plain names and make them HTML."""
        return cls(view, tuple(map(safe, names)), texts, zone, invitation)

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.names[seat]

    @property
    def computer_plays(self) -> bool:
        """Whether it is the turn of a computer player."""
        awaited = self.view.awaited
        return awaited is not None and self.view.seats[awaited].computer is not None

    def listed(self, seats: Iterable[Seat]) -> str:
        """Return the names of seats in one phrase."""
        return format_list([self.name(seat) for seat in seats], locale=self.texts.locale)

    def card(self, card: Card) -> str:
        """Return a card as HTML."""
        return card_text(card, self.texts)

    def until(self, deadline: Deadline) -> str:
        """Return until when the table waits, as HTML."""
        return until(deadline, self.view.pace, self.zone, self.texts)

    def heading(self, *further: str) -> str:
        """Return the first line of a table: the game, its rules, and what else is given."""
        game = self.texts.gettext("Thirty-One")
        parts = (game, preset_name(self.view.preset, self.texts), *further)
        return bold(" · ".join(dict.fromkeys(parts)))

    def round_heading(self) -> str:
        """Return the first line of a table in a round."""
        return self.heading(self.texts.gettext("round {number}", number=self.view.round_number))

    def hearts(self, lives: int) -> str:
        """Return lives left and lost as signs, or a number when there are many."""
        full = self.view.rules.lives
        if max(lives, full) > MOST_HEARTS:
            return f"♥×{lives}"
        return "♥" * lives + "♡" * (full - lives)

    def commitment(self) -> str:
        """Return the line that binds this round's deck, if there is one."""
        if self.view.commitment is None:
            return ""
        return self.texts.gettext("deal {mark}", mark=code(fingerprint(self.view.commitment)))

    def tie_break(self) -> str:
        """Return the line that announces a tie-break deal, if this is one."""
        if not self.view.tie_break:
            return ""
        return self.texts.gettext("Tie-break deal: whoever loses now is out.")

    def proof(self) -> list[str]:
        """Return the lines with which anybody can check this round's deal, once it is over."""
        if self.view.seed is None or self.view.context is None:
            return []
        texts = self.texts
        context = code(self.view.context)
        shuffled = (
            texts.gettext("shuffle {context}", context=context)
            if self.view.lift is None
            else texts.gettext(
                "shuffle {context}, then cut {lift}", context=context, lift=self.view.lift
            )
        )
        return [
            self.commitment(),
            texts.gettext("seed {seed}", seed=code(self.view.seed)),
            shuffled,
            texts.gettext("The SHA-256 of the seed begins with the mark of the deal."),
        ]

    def button(
        self,
        label: str,
        verb: Verb,
        style: Style = Style.PLAIN,
        *,
        number: int = 0,
        choice: int = 0,
    ) -> Button:
        """Return a button of this game."""
        return Button(label, Press(verb, self.view.game_id, number, choice), style)


def proved(view: Spectacle) -> bool:
    """Tell whether the last round has had a showdown, whose message has the proof of its deal."""
    return view.showdown is not None and view.showdown.round == view.round_number


def fingerprint(digits: str) -> str:
    """Shorten a hexadecimal fingerprint to groups that people can compare."""
    short = digits[:FINGERPRINT]
    return " ".join(short[start : start + 4] for start in range(0, len(short), 4))
