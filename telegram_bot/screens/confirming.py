"""Questions before somebody is out of a game or a game is over, and what has become of them.

A question stands in the group, so everybody sees all of its buttons; who may press which is
checked at each press.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from uuid import UUID

from domain.facts import Seat
from domain.match import Phase
from domain.views import SeatSeen, Spectacle
from domain.voting import END, KICK
from telegram_bot.callback_data import How, Press, Verb, mark
from telegram_bot.screens.markup import safe
from telegram_bot.screens.screen import Button, Keyboard, Screen, Style
from telegram_bot.texts import Texts


class Outcome(Enum):
    """What has become of a question."""

    OVER = auto()
    CLOSED = auto()
    BEGUN = auto()
    """It was about a table before the start."""
    OUT = auto()
    VOTING = auto()
    VOTING_ON_END = auto()
    NEVER_MIND = auto()


SENTENCES: Final[dict[Outcome, Callable[[Texts, str], str]]] = {
    Outcome.OVER: lambda t, _: t.gettext("This game is over."),
    Outcome.CLOSED: lambda t, _: t.gettext("This table is closed."),
    Outcome.BEGUN: lambda t, _: t.gettext("The game has begun meanwhile."),
    Outcome.OUT: lambda t, p: t.gettext("{player} does not play here any more.", player=p),
    Outcome.VOTING: lambda t, p: t.gettext(
        "Put to the vote at the table: shall {player} leave the game?", player=p
    ),
    Outcome.VOTING_ON_END: lambda t, _: t.gettext(
        "Put to the vote at the table: shall the game end?"
    ),
    Outcome.NEVER_MIND: lambda t, _: t.gettext("Never mind: all stays as it was."),
}


@dataclass(frozen=True)
class Asking:
    """A game about which something is asked.

    Attributes:
        view: The game as everybody sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The group's language.
        asker_id: Who asks; none for an anonymous administrator.
    """

    view: Spectacle
    names: Sequence[str]
    texts: Texts
    asker_id: UUID | None

    def to_leave(self, seat: Seat) -> Screen:
        """Ask whoever asks whether to leave a running game (RULES 11.3)."""
        name = self.names[seat]
        label = self.texts.gettext("Leave the game ({player})", player=name)
        press = Press(Verb.FORFEIT, self.view.game_id, number=mark(self.asker_id))
        button = Button(label, press, Style.DANGER)
        return Screen(self._without(seat, safe(name)), self._keyboard(button))

    def _without(self, seat: Seat, name: str) -> str:
        """Say what becomes of the game if a player leaves it (`domain.consequences`)."""
        left = [seen for seen in self.view.seats if seen.place is None and seen.seat != seat]
        if len(left) == 1:
            return self.texts.gettext(
                "{player}, if you leave, the game is over and {winner} has won it.",
                player=name,
                winner=safe(self.names[left[0].seat]),
            )
        others = [seen for seen in left if not seen.computer]
        offered = set(self.view.offers) - {seat}
        if not others and not offered:
            return self.texts.gettext(
                "{player}, all others are computer players: if you leave, the game is given up.",
                player=name,
            )
        if all(seen.away for seen in others) and not offered:
            return self.texts.gettext(
                "{player}, all others are away: if you leave, the game is given up.",
                player=name,
            )
        if self.view.substitute and self.view.seats[seat].place is None:
            return self.texts.gettext(
                "{player}, if you leave, a computer player plays on for you, and you cannot come "
                "back.",
                player=name,
            )
        return self.texts.gettext(
            "{player}, the game goes on without you if you leave, and you cannot come back to it.",
            player=name,
        )

    def whom(self) -> Screen:
        """Ask who is to leave."""
        buttons = [
            Button(self.names[seat.seat], self._kick(seat, How.ASK)) for seat in self.others()
        ]
        text = self.texts.gettext("Who shall leave the game?")
        return Screen(text, self._keyboard(*buttons))

    def to_kick(self, seat: Seat) -> Screen:
        """Ask whether a player is to leave, and who decides that."""
        seen, name = self.view.seats[seat], safe(self.names[seat])
        if self.view.phase is Phase.LOBBY:
            text = self.texts.gettext("Shall {player} stand up from the table?", player=name)
            label = self.texts.gettext("Make room")
            return Screen(
                text, self._keyboard(Button(label, self._kick(seen, How.BEFORE), Style.DANGER))
            )
        question = self.texts.gettext("Shall {player} leave the game for good?", player=name)
        sure = Button(
            self.texts.gettext("Remove for good"), self._kick(seen, How.SURE), Style.DANGER
        )
        return self._decided(question, sure, self._kick(seen, How.VOTE), seen)

    def to_end(self) -> Screen:
        """Ask whether the game is to end, or the table to be closed, and who decides that."""
        if self.view.phase is Phase.LOBBY:
            text = self.texts.gettext("Shall this table be closed before the game begins?")
            label = self.texts.gettext("Close table")
            return Screen(text, self._keyboard(Button(label, self._end(How.BEFORE), Style.DANGER)))
        question = self.texts.gettext("Shall the game end now, without a winner?")
        sure = Button(self.texts.gettext("End the game"), self._end(How.SURE), Style.DANGER)
        return self._decided(question, sure, self._end(How.VOTE))

    def others(self) -> list[SeatSeen]:
        """Return the seats of those who play, or may come back in, but for whoever asks."""
        return [
            seat
            for seat in self.view.seats
            if plays(self.view, seat) and seat.player_id != self.asker_id
        ]

    def _kick(self, seat: SeatSeen, how: How) -> Press:
        return Press(Verb.KICK, self.view.game_id, number=mark(seat.player_id), topic=how)

    def _end(self, how: How) -> Press:
        return Press(Verb.END, self.view.game_id, topic=how)

    def _decided(
        self, question: str, sure: Button, by_vote: Press, target: SeatSeen | None = None
    ) -> Screen:
        """Ask what an administrator decides, and the players where they can."""
        if not self._can_vote(target):
            who = self.texts.gettext("Only an administrator can decide that.")
            return Screen(f"{question} {who}", self._keyboard(sure))
        who = self.texts.gettext("An administrator can decide that at once, the players by vote.")
        vote = Button(self.texts.gettext("Let the table vote"), by_vote)
        return Screen(f"{question} {who}", self._keyboard(sure, vote))

    def _can_vote(self, target: SeatSeen | None) -> bool:
        """Tell whether whoever asks can call a vote that can be carried (`domain.voting`)."""
        playing = [seat for seat in self.view.seats if seat.place is None and not seat.computer]
        if self.asker_id not in {seat.player_id for seat in playing}:
            return False
        if target is None:
            return True
        others = [seat for seat in playing if not seat.away and seat != target]
        return target.place is None and len(others) >= (1 if target.away else 2)

    def _keyboard(self, *buttons: Button) -> Keyboard:
        press = Press(Verb.NEVER_MIND, self.view.game_id, number=mark(self.asker_id))
        never_mind = Button(self.texts.gettext("Never mind"), press)
        return (*((button,) for button in buttons), (never_mind,))


def plays(view: Spectacle, seat: SeatSeen) -> bool:
    """Tell whether somebody sits at a table, and is not out for good."""
    return not view.phase.over and (seat.place is None or seat.seat in view.offers)


def named_in(view: Spectacle, press: Press) -> SeatSeen | None:
    """Return the seat of the player whose mark a button carries, if they have one."""
    return next((seat for seat in view.seats if mark(seat.player_id) == press.number), None)


def outcome(view: Spectacle, press: Press) -> Outcome | None:
    """Return what has become of the question over a button; nothing while it is open.

    Args:
        view: The game as it is by now.
        press: The button, of any verb but `NEVER_MIND`.
    """
    if view.phase.over:
        return Outcome.CLOSED if view.phase is Phase.CLOSED else Outcome.OVER
    if press.topic == How.BEFORE and view.phase is not Phase.LOBBY:
        return Outcome.BEGUN
    if press.verb is Verb.END:
        on_it = view.vote is not None and view.vote.about == END
        return Outcome.VOTING_ON_END if on_it else None
    seat = named_in(view, press)
    if seat is None or not plays(view, seat):
        return Outcome.OUT
    on_it = view.vote is not None and (view.vote.about, view.vote.target) == (KICK, seat.seat)
    return Outcome.VOTING if on_it else None


def said(found: Outcome, texts: Texts, player: str = "") -> str:
    """Say what has become of a question, in at most 200 characters of plain text.

    Args:
        found: What has become of it.
        texts: The reader's language.
        player: The name of the player it was about.
    """
    return SENTENCES[found](texts, player or texts.gettext("Whoever was meant"))
