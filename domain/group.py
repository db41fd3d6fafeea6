"""The aggregate of a chat, or of a topic in a forum: it has one game at a time."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from uuid import UUID

from domain import facts
from domain.aggregate import EventSourced
from domain.choosing import Change
from domain.customs import ChangeOfCustoms
from domain.errors import Refused
from domain.facts import (
    CustomsChosen,
    DefaultsChosen,
    Fact,
    GroupRegistered,
    TableFreed,
    TableTaken,
)
from domain.settings import GroupSettings


@dataclass(frozen=True)
class GroupState:
    """What is known of a group.

    Attributes:
        open_game_id: The game that is open in it, if any.
        settings: What it has chosen for its next games.
    """

    open_game_id: UUID | None = None
    settings: GroupSettings = field(default_factory=GroupSettings)


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
            case facts.DefaultsChosen() | facts.CustomsChosen():
                return replace(state, settings=state.settings.after(fact))
            case _:
                return state


def choose_defaults(group: GroupState, player_id: UUID, change: Change) -> Iterable[Fact]:
    """Choose the rules of the next games. The same rules again change nothing.

    Raises:
        Refused: Why the change is not possible.
    """
    chosen = change(group.settings.defaults)
    if chosen == group.settings.defaults:
        return ()
    rules = chosen.rules.to_dict()
    return (DefaultsChosen(player_id=player_id, preset=chosen.preset, rules=rules),)


def choose_customs(group: GroupState, player_id: UUID, change: ChangeOfCustoms) -> Iterable[Fact]:
    """Choose the customs of the group. The same again change nothing.

    Raises:
        Refused: Why the change is not possible.
    """
    chosen = change(group.settings.customs)
    if chosen == group.settings.customs:
        return ()
    return (CustomsChosen(player_id=player_id, customs=chosen.to_dict()),)


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
