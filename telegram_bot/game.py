"""The façade of the game for the Telegram side: asynchronous, and the only caller of the room."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Final
from uuid import UUID

from domain import lobby, playing, timing
from domain.card_room import CardRoom, ChoiceMade, Done
from domain.choosing import Change, Chosen, step, take_preset
from domain.computer.reason import Reason
from domain.computer.review import Judgement
from domain.customs import ChangeOfCustoms, Customs
from domain.errors import Refused
from domain.facts import Seat
from domain.match import DeadlineKind, Match
from domain.moves import (
    Draw,
    EndTurn,
    KeepHand,
    Knock,
    Pass,
    Stand,
    SwapHand,
    Take,
    Tap,
    ThrowAt,
)
from domain.pace import Pace
from domain.settings import GroupSettings
from domain.timing import Grace
from domain.views import SeatView, Spectacle, seat_view, spectacle
from telegram_bot import selection
from telegram_bot.callback_data import Press, Verb, mark
from telegram_bot.threads import Threads

Command = Callable[[CardRoom, Press, UUID], Done]

MOVES: Final[dict[Verb, Tap]] = {
    Verb.DRAW: Draw(),
    Verb.TAKE: Take(),
    Verb.KNOCK: Knock(),
    Verb.STAND: Stand(),
    Verb.PASS: Pass(),
    Verb.KEEP: KeepHand(),
    Verb.SWAP: SwapHand(),
    Verb.END_TURN: EndTurn(),
}
"""The moves in which there is nothing to choose."""


def _move(tap: Tap) -> Command:
    return lambda room, press, player: room.play(press.game_id, player, press.number, tap)


def change_of(press: Press) -> Change:
    """Return the change of the rules that a button of the menu asks for."""
    if press.verb is Verb.PRESET:
        return partial(take_preset, preset=press.topic, seen=press.number)
    return partial(step, name=press.topic, before=press.number, after=press.choice)


def _dismiss(room: CardRoom, press: Press, player: UUID) -> Done:
    match = room.match(press.game_id)
    meant = (one for one in match.levels if mark(one) == press.number)
    computer_id = next(meant, None)
    if computer_id is None:
        raise Refused("stale")
    return room.dismiss_computer(press.game_id, player, computer_id)


COMMANDS: Final[dict[Verb, Command]] = {
    Verb.JOIN: lambda room, press, player: room.join(press.game_id, player),
    Verb.LEAVE: lambda room, press, player: room.leave(press.game_id, player),
    Verb.START: lambda room, press, player: room.start(press.game_id, player),
    Verb.CLOSE: lambda room, press, player: room.close_table(press.game_id, player),
    Verb.PRESET: lambda room, press, player: room.choose_rules(
        press.game_id, player, change_of(press)
    ),
    Verb.OPTION: lambda room, press, player: room.choose_rules(
        press.game_id, player, change_of(press)
    ),
    Verb.PACE: lambda room, press, player: room.choose_pace(press.game_id, player, press.topic),
    Verb.COMPUTER: lambda room, press, player: room.seat_computer(
        press.game_id, player, press.topic, press.number
    ),
    Verb.DISMISS: _dismiss,
    Verb.SUBSTITUTE: lambda room, press, player: room.choose_substitute(
        press.game_id, player, press.topic or None
    ),
    Verb.VOTE: lambda room, press, player: room.vote(
        press.game_id, player, press.number, aye=press.choice == 1
    ),
    Verb.MIX: lambda room, press, player: room.contribute(
        press.game_id, player, press.number, press.choice
    ),
    **{verb: _move(tap) for verb, tap in MOVES.items()},
    Verb.THROW: lambda room, press, player: room.play(
        press.game_id, player, press.number, ThrowAt(press.choice)
    ),
    Verb.EXCHANGE: lambda room, press, player: room.play(
        press.game_id, player, press.number, _exchange(press)
    ),
    Verb.BUY_IN: lambda room, press, player: room.buy_in(press.game_id, player, press.number),
    Verb.DECLINE: lambda room, press, player: room.decline_buy_in(
        press.game_id, player, press.number
    ),
    Verb.FORFEIT: lambda room, press, player: room.forfeit(press.game_id, player, "left"),
    Verb.REMATCH: lambda room, press, player: room.rematch(press.game_id, player),
}
"""What each button does."""


@dataclass(frozen=True)
class Seen:
    """A game as everybody sees it, at a version of its log."""

    view: Spectacle
    version: int


class Games:
    """Everything that people can do with games and ask of them."""

    def __init__(self, room: CardRoom, threads: Threads) -> None:
        """Work on a card room through a pool of threads."""
        self._room = room
        self._threads = threads
        self._group_of = lru_cache(maxsize=100_000)(lambda game_id: room.match(game_id).group_id)

    async def open(
        self, group_id: UUID, player_id: UUID, chosen: Chosen, pace: Pace | None = None
    ) -> UUID:
        """Open a table and return its game. Without a pace it has that of the group.

        Raises:
            Refused: The group has an open game.
        """
        done = await self._threads.run(
            self._room.open_game, group_id, player_id, chosen.preset, chosen.rules, pace
        )
        return done.match.id

    async def open_solo(
        self, group_id: UUID, player_id: UUID, chosen: Chosen, levels: Sequence[str]
    ) -> SeatView:
        """Open a table for one person among computer players, and start.

        Raises:
            Refused: As `domain.card_room.CardRoom.open_solo` does.
        """
        done = await self._threads.run(self._room.open_solo, group_id, player_id, chosen, levels)
        return seat_view(done.match, player_id)

    async def advice(self, game_id: UUID, player_id: UUID) -> tuple[SeatView, Reason]:
        """Return what a player sees, and what the strongest computer player would do there.

        Raises:
            Refused: `no_such_game`, `not_seated` or `not_your_turn`.
        """
        match, reason = await self._threads.run(self._room.advice, game_id, player_id)
        return seat_view(match, player_id), reason

    async def lesson(self, game_id: UUID, player_id: UUID, version: int) -> Judgement | None:
        """Return the decision that cost a player most in the round that ended at a version."""
        return await self._threads.run(self._room.lesson, game_id, player_id, version)

    async def press(self, press: Press, player_id: UUID, group_id: UUID | None) -> SeatView | None:
        """Do what a button says, and return the game as its presser then sees it.

        A button that asks for the next card of an exchange changes nothing: it is refused where
        the exchange would be.

        Args:
            press: The button.
            player_id: Who pressed it.
            group_id: Where it was pressed; none for the private chat of somebody who plays.

        Raises:
            Refused: `forged` for a game of another group, or why it is not possible.
        """
        return await self._threads.run(self._press, press, player_id, group_id)

    async def check_in_charge(self, game_id: UUID, player_id: UUID, group_id: UUID | None) -> None:
        """See that a player may decide about a table before the start.

        Raises:
            Refused: `forged`, `not_in_lobby` or `only_opener`.
        """
        await self._threads.run(self._check_place, game_id, player_id, group_id)
        match = await self._threads.run(self._room.match, game_id)
        lobby.check_in_charge(match, player_id)

    async def defaults(self, group_id: UUID) -> Chosen:
        """Return the rules of a group's next game."""
        return await self._threads.run(self._room.defaults, group_id)

    async def customs(self, group_id: UUID) -> Customs:
        """Return the customs of a group: pace, reminders, quiet hours, time zone."""
        return await self._threads.run(self._room.customs, group_id)

    async def choose_defaults(self, press: Press, player_id: UUID) -> Chosen:
        """Change the rules of a group's next games as a button says, and return them.

        Raises:
            Refused: Why it is not possible.
        """
        return await self._threads.run(
            self._room.choose_defaults, press.game_id, player_id, change_of(press)
        )

    async def choose_customs(
        self, group_id: UUID, player_id: UUID, change: ChangeOfCustoms
    ) -> Customs:
        """Change the customs of a group, and return them.

        Raises:
            Refused: Why it is not possible.
        """
        return await self._threads.run(self._room.choose_customs, group_id, player_id, change)

    async def settings(self, group_id: UUID, last: int) -> tuple[GroupSettings, list[ChoiceMade]]:
        """Return the settings of a group and their last changes, newest first."""
        made = await self._threads.run(self._room.choices, group_id)
        return made[-1].after if made else GroupSettings(), made[: -last - 1 : -1]

    async def group_of(self, game_id: UUID) -> UUID:
        """Return the group that a game is played in.

        Raises:
            Refused: `no_such_game`.
        """
        return await self._threads.run(self._group_of, game_id)

    def now(self) -> datetime:
        """Return the time."""
        return self._room.now()

    async def open_game(self, group_id: UUID) -> UUID | None:
        """Return the game that is open in a group, if any."""
        return await self._threads.run(self._room.open_game_of, group_id)

    async def look(self, game_id: UUID, version: int | None = None) -> Seen:
        """Return a game as everybody sees it, now or as it was at a version."""
        return await self._threads.run(self._look, game_id, version)

    async def hand(self, game_id: UUID, player_id: UUID) -> SeatView:
        """Return a game as one of its players sees it.

        Raises:
            Refused: `not_seated`.
        """
        match = await self._threads.run(self._room.match, game_id)
        return seat_view(match, player_id)

    async def round_end(
        self, press: Press, player_id: UUID | None, group_id: UUID | None
    ) -> Spectacle:
        """Return a game as everybody saw it at the end of the round that a button names.

        Args:
            press: The button.
            player_id: Who pressed it; none for somebody unknown.
            group_id: Where it was pressed, as for `press`.

        Raises:
            Refused: `no_such_game`, or `forged` for a game of another group or no such round.
        """
        return await self._threads.run(self._round_end, press, player_id, group_id)

    async def visit(self, game_id: UUID, player_id: UUID, group_id: UUID) -> Spectacle:
        """Return a game to somebody who taps or writes there, and who so is not away any more.

        Raises:
            Refused: `no_such_game`, or `forged` for a game of another group.
        """
        return await self._threads.run(self._visit, game_id, player_id, group_id)

    async def stand_up(self, game_id: UUID, player_id: UUID) -> None:
        """Let a player stand up from a table before the start.

        Raises:
            Refused: `not_in_lobby`, `game_over` or `not_seated`.
        """
        await self._threads.run(self._room.leave, game_id, player_id)

    async def depart(self, game_id: UUID, player_id: UUID, cause: str) -> None:
        """Take a player who has left, or was made to, out of a game in whatever phase.

        Raises:
            Refused: `not_seated`, `not_playing` or `game_over`.
        """
        await self._threads.run(self._room.depart, game_id, player_id, cause)

    async def close_for_administrator(self, game_id: UUID, player_id: UUID) -> None:
        """Close a table before the start.

        Raises:
            Refused: `not_in_lobby` or `game_over`.
        """
        await self._threads.run(self._room.close_for_administrator, game_id, player_id)

    async def end(self, game_id: UUID, player_id: UUID) -> None:
        """End a running game without a winner.

        Raises:
            Refused: `not_now` before the start, or `game_over`.
        """
        await self._threads.run(self._room.end_game, game_id, player_id)

    async def call_vote(
        self, game_id: UUID, player_id: UUID, about: str, target: Seat | None = None
    ) -> None:
        """Ask a table whether a player shall leave, or the game end.

        Raises:
            Refused: As `domain.voting.call` does.
        """
        await self._threads.run(self._room.call_vote, game_id, player_id, about, target)

    async def digest(self, game_id: UUID) -> str:
        """Return the fingerprint of a game's log."""
        return await self._threads.run(self._room.digest, game_id)

    async def time_out(self, game_id: UUID, kind: DeadlineKind, number: int) -> None:
        """Do what is due at a deadline."""
        await self._threads.run(self._room.time_out, game_id, kind, number)

    async def computer_moves(self, game_id: UUID, turn: int) -> None:
        """Let a computer player take its turn."""
        await self._threads.run(self._room.computer_moves, game_id, turn)

    async def give_grace(self, game_id: UUID, grace: Grace) -> None:
        """Move a deadline that nobody could have met for a while."""
        await self._threads.run(self._room.give_grace, game_id, grace)

    def _press(self, press: Press, player_id: UUID, group_id: UUID | None) -> SeatView | None:
        self._check_place(press.game_id, player_id, group_id)
        try:
            match = self._done(press, player_id)
        except Refused:
            self._welcome_back(self._room.match(press.game_id), player_id)
            raise
        match = self._welcome_back(match, player_id)
        return seat_view(match, player_id) if player_id in match.player_ids else None

    def _visit(self, game_id: UUID, player_id: UUID, group_id: UUID) -> Spectacle:
        self._check_place(game_id, player_id, group_id)
        return spectacle(self._welcome_back(self._room.match(game_id), player_id))

    def _welcome_back(self, match: Match, player_id: UUID) -> Match:
        """See that whoever taps, whatever comes of it, is not away any more (TABLE 5)."""
        if not timing.come_back(match, player_id):
            return match
        return self._room.come_back(match.id, player_id).match

    def _done(self, press: Press, player_id: UUID) -> Match:
        if press.verb is Verb.HAND:
            return self._room.match(press.game_id)
        if not asks(press):
            command = COMMANDS.get(press.verb)
            if command is None:
                raise Refused("forged")
            return command(self._room, press, player_id).match
        match = self._room.match(press.game_id)
        if press.number != match.turn:
            raise Refused("stale")
        playing.play(match, player_id, press.number, _exchange(press))
        return match

    def _round_end(self, press: Press, player_id: UUID | None, group_id: UUID | None) -> Spectacle:
        self._check_place(press.game_id, player_id, group_id)
        return spectacle(self._room.round_end(press.game_id, press.number))

    def _check_place(self, game_id: UUID, player_id: UUID | None, group_id: UUID | None) -> None:
        """Refuse a button of a game that is played elsewhere, or in private by others."""
        if group_id is None:
            match = self._room.match(game_id)
            if player_id not in {*match.player_ids, *match.absent.values()}:
                raise Refused("not_seated")
        elif self._group_of(game_id) != group_id:
            raise Refused("forged")

    def _look(self, game_id: UUID, version: int | None) -> Seen:
        game = self._room.game(game_id, version)
        return Seen(spectacle(game.state), game.version)


def asks(press: Press) -> bool:
    """Tell whether a button only leads to the next card of an exchange."""
    chosen = selection.decode(press.choice) if press.verb is Verb.EXCHANGE else None
    return chosen is not None and not chosen.complete


def _exchange(press: Press) -> Tap:
    chosen = selection.decode(press.choice)
    if chosen is None:
        raise Refused("forged")
    return chosen.exchange
