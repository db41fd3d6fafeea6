"""The aggregate of play: one match, its commands, and the events they become."""

from collections.abc import Callable, Iterable
from uuid import UUID

from domain import facts
from domain.aggregate import EventSourced
from domain.consequences import with_consequences
from domain.dealing import Moment
from domain.facts import Fact
from domain.match import Match, evolve, opened

Command = Callable[[Match], Iterable[Fact]]
"""A decision about a match: it returns what happens, or raises `Refused`."""


class Game(EventSourced[Match]):
    """A match from the opening of its table to its end."""

    def open(self, decided: Iterable[Fact], moment: Moment) -> None:
        """Record the opening of the table, and until when it is open."""
        opening, *others = decided
        self.record([opening], moment.now)
        self.obey(lambda _: others, moment)

    def obey(self, command: Command, moment: Moment) -> None:
        """Record what a command decides, and all that follows by itself.

        Raises:
            Refused: The command is not allowed; nothing is recorded.
        """
        self.record(with_consequences(self.state, command(self.state), moment), moment.now)

    @property
    def sitting_down(self) -> list[UUID]:
        """The players whom what is not saved yet gives a seat."""
        return [
            event.player_id
            for event in self._pending
            if isinstance(event, facts.PlayerJoined | facts.SeatTakenBack)
        ]

    def evolve(self, state: Match | None, fact: Fact) -> Match:
        """Return the match after a fact."""
        if state is not None:
            return evolve(state, fact)
        if not isinstance(fact, facts.GameOpened):
            msg = f"game {self.id} does not begin with its opening"
            raise NotAGame(msg)
        return opened(self.id, fact)


class NotAGame(TypeError):  # noqa: N818 - an id that belongs to something else
    """The events are not those of a game."""
