"""The table before the first deal: sitting down, standing up, starting, closing."""

from uuid import UUID

from domain.choosing import Change, Chosen
from domain.computer.identity import Level, is_computer
from domain.errors import Refused
from domain.facts import (
    ComputerSeated,
    Fact,
    GameOpened,
    GameStarted,
    PaceChosen,
    PlayerJoined,
    PlayerLeft,
    RulesChosen,
    SubstituteChosen,
    TableClosed,
)
from domain.match import Match, Phase
from domain.pace import Pace, pace_called


def open_table(
    group_id: UUID,
    opener_id: UUID,
    chosen: Chosen,
    pace: Pace = Pace.NONE,
    previous_id: UUID | None = None,
) -> tuple[Fact, ...]:
    """Open a table in a group; whoever opens it is seated.

    Args:
        group_id: The group.
        opener_id: Who opens it.
        chosen: The rules of the game, until others are chosen before the start.
        pace: How long it waits for people, likewise.
        previous_id: The game of which this is the rematch.
    """
    opened = GameOpened(
        group_id=group_id,
        opener_id=opener_id,
        preset=chosen.preset,
        rules=chosen.rules.to_dict(),
        previous_id=previous_id,
        pace=pace,
    )
    return opened, PlayerJoined(player_id=opener_id)


def join(match: Match, player_id: UUID) -> tuple[Fact, ...]:
    """Sit down.

    Raises:
        Refused: `not_in_lobby`, `already_seated` or `table_full` (RULES 2).
    """
    _in_lobby(match)
    if player_id in match.player_ids:
        raise Refused("already_seated")
    if len(match.player_ids) >= match.rules.players[1]:
        raise Refused("table_full", "2")
    return (PlayerJoined(player_id=player_id),)


def leave(match: Match, player_id: UUID) -> tuple[Fact, ...]:
    """Stand up. A table that nobody sits at, or only computer players do, is closed.

    Raises:
        Refused: `not_in_lobby` or `not_seated`.
    """
    _in_lobby(match)
    match.seat_of(player_id)
    left = PlayerLeft(player_id=player_id)
    if {*match.player_ids} <= {player_id, *match.levels}:
        return left, TableClosed(player_id=player_id, cause="player")
    return (left,)


def seat_computer(
    match: Match, player_id: UUID, level: str, computer_id: UUID, seated: int
) -> tuple[Fact, ...]:
    """Give a computer player a seat.

    Args:
        match: The match.
        player_id: Who asks for it.
        level: How well it is to play.
        computer_id: Its id, made by `domain.computer.identity.computer_id`.
        seated: How many sat there when that was offered, so that one tap seats one player.

    Raises:
        Refused: `not_in_lobby`, `only_opener`, `table_full` (RULES 2), `stale`, or `forged` for a
            level that there is not.
    """
    check_in_charge(match, player_id)
    if level not in {*Level} or not is_computer(computer_id):
        raise Refused("forged")
    if seated != len(match.player_ids):
        raise Refused("stale")
    if len(match.player_ids) >= match.rules.players[1]:
        raise Refused("table_full", "2")
    return (ComputerSeated(player_id=computer_id, level=level, by_id=player_id),)


def dismiss_computer(match: Match, player_id: UUID, computer_id: UUID) -> tuple[Fact, ...]:
    """Send a computer player away. One that has gone already changes nothing.

    Raises:
        Refused: `not_in_lobby`, `only_opener`, or `forged` for a person.
    """
    check_in_charge(match, player_id)
    if not is_computer(computer_id):
        raise Refused("forged")
    return leave(match, computer_id) if computer_id in match.player_ids else ()


def choose_substitute(match: Match, player_id: UUID, level: str | None) -> tuple[Fact, ...]:
    """Choose what takes over from players who leave or are away. The same changes nothing.

    Args:
        match: The match.
        player_id: Who chooses.
        level: That of computer players; none for nobody.

    Raises:
        Refused: `not_in_lobby`, `only_opener`, or `forged` for a level that there is not.
    """
    check_in_charge(match, player_id)
    if level is not None and level not in {*Level}:
        raise Refused("forged")
    if level == match.substitute:
        return ()
    return (SubstituteChosen(player_id=player_id, level=level),)


def close(match: Match, player_id: UUID) -> tuple[Fact, ...]:
    """Close the table. Whoever opened it may; once they have left, anyone seated.

    Raises:
        Refused: `not_in_lobby` or `only_opener`.
    """
    check_in_charge(match, player_id)
    return (TableClosed(player_id=player_id, cause="player"),)


def close_by_administrator(match: Match, player_id: UUID) -> tuple[Fact, ...]:
    """Close the table, as an administrator of the group who need not sit at it.

    Raises:
        Refused: `not_in_lobby`.
    """
    _in_lobby(match)
    return (TableClosed(player_id=player_id, cause="administrator"),)


def close_idle(match: Match) -> tuple[Fact, ...]:
    """Close a table to which nobody has come, and where nothing was changed, for too long.

    Raises:
        Refused: `not_in_lobby`.
    """
    _in_lobby(match)
    return (TableClosed(player_id=None, cause="idle"),)


def choose_pace(match: Match, player_id: UUID, name: str) -> tuple[Fact, ...]:
    """Choose another pace. The same again changes nothing.

    Raises:
        Refused: `not_in_lobby`, `only_opener`, or `forged` if there is none of that name.
    """
    check_in_charge(match, player_id)
    chosen = pace_called(name)
    return () if chosen is match.pace else (PaceChosen(player_id=player_id, pace=chosen),)


def choose_rules(match: Match, player_id: UUID, change: Change) -> tuple[Fact, ...]:
    """Choose other rules. The same rules again change nothing.

    Raises:
        Refused: `not_in_lobby`, `only_opener`, `too_few_seats` for those who sit there, or why
            the change is not possible.
    """
    check_in_charge(match, player_id)
    now = Chosen(match.preset, match.rules)
    chosen = change(now)
    if chosen == now:
        return ()
    if len(match.player_ids) > chosen.rules.players[1]:
        raise Refused("too_few_seats", "2")
    rules = chosen.rules.to_dict()
    return (RulesChosen(player_id=player_id, preset=chosen.preset, rules=rules),)


def check_in_charge(match: Match, player_id: UUID) -> None:
    """See that a player may decide about the table before the start.

    Whoever opened it may; once they have left, anyone seated.

    Raises:
        Refused: `not_in_lobby` or `only_opener`.
    """
    _in_lobby(match)
    in_charge = match.opener_id if match.opener_id in match.player_ids else player_id
    if player_id != in_charge or player_id not in match.player_ids:
        raise Refused("only_opener")


def start(match: Match, player_id: UUID) -> tuple[Fact, ...]:
    """Begin to play with everybody who is seated.

    Raises:
        Refused: `not_in_lobby`, `not_seated` or `not_enough_players` (RULES 2).
    """
    _in_lobby(match)
    match.seat_of(player_id)
    if not match.rules.seats(len(match.player_ids)):
        raise Refused("not_enough_players", "2")
    return (GameStarted(player_ids=match.player_ids),)


def _in_lobby(match: Match) -> None:
    if match.phase is not Phase.LOBBY:
        raise Refused("game_over" if match.phase.over else "not_in_lobby")
