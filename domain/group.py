"""The aggregate of a chat, or of a topic in a forum: it has one game at a time."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

from domain import facts
from domain.aggregate import EventSourced
from domain.errors import Refused
from domain.facts import Fact, GroupRegistered, TableFreed, TableTaken


@dataclass(frozen=True)
class GroupState:
    """What is known of a group: the game that is open in it, if any."""

    open_game_id: UUID | None = None


class Group(EventSourced[GroupState]):
    """A group and its one open game."""

    def evolve(self, state: GroupState | None, fact: Fact) -> GroupState:
        """Return the group after a fact."""
        state = state or GroupState()
        match fact:
            case facts.TableTaken(game_id=game_id):
                return replace(state, open_game_id=game_id)
            case facts.TableFreed():
                return replace(state, open_game_id=None)
            case _:
                return state


def register() -> Iterable[Fact]:
    """Meet a group for the first time."""
    return (GroupRegistered(),)


def take_table(group: GroupState, game_id: UUID) -> Iterable[Fact]:
    """Make a game the group's open one.

    Raises:
        Refused: `game_open_already`.
    """
    if group.open_game_id is not None:
        raise Refused("game_open_already")
    return (TableTaken(game_id=game_id),)


def free_table(group: GroupState, game_id: UUID) -> Iterable[Fact]:
    """Let the group open another game, when this one is over."""
    return (TableFreed(game_id=game_id),) if group.open_game_id == game_id else ()
