"""The application: every command of the product, one method each. No rule and no text."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any, TypeVar
from uuid import UUID

from eventsourcing.application import AggregateNotFoundError, Application, LRUCache
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.utils import EnvType

from domain import dealing, group, lobby, playing, thinking, timing, voting
from domain.aggregate import projector
from domain.audit.findings import Report
from domain.audit.forms import read
from domain.audit.game_file import digest_of, written
from domain.audit.judging import audit
from domain.choosing import Change, Chosen
from domain.computer.identity import computer_id, substitute_id
from domain.computer.reason import Reason
from domain.computer.review import Judgement
from domain.customs import ChangeOfCustoms, Customs
from domain.dealing import Moment
from domain.errors import Refused
from domain.events import ENDINGS, Stored
from domain.facts import CustomsChosen, DefaultsChosen, Fact, RoundDealt, RoundEnded, Seat
from domain.game import Command, Game, NotAGame
from domain.group import Group, GroupState
from domain.match import DeadlineKind, Match, evolve_all
from domain.moves import Tap
from domain.pace import Pace
from domain.replay import Replay, replayed
from domain.rules import RuleSet
from domain.settings import GroupSettings
from domain.shuffle import SEED_BYTES
from domain.timing import Grace

T = TypeVar("T")

Clock = Callable[[], datetime]
Chance = Callable[[], bytes]
Seating = Callable[[Sequence[UUID]], AbstractContextManager[object]]
"""What must hold of players while it is saved that they sit down; it may raise `Refused`."""

Learning = Callable[[RuleSet], object]
"""Told of the rules that computer players are to play by, before they do; it must not wait."""


MOST_RIVALS = 8
"""So many may save first before a command is given up: all others at a full table."""

RECENT = 1_000
"""So many games are remembered as they were saved: what is shown next is one of these."""


@dataclass(frozen=True)
class Done:
    """What has become of a command.

    Attributes:
        match: The match afterwards.
        changed: Whether the command has recorded anything; not, when it had been done before.
        position: The place of its last event in the whole log, if it recorded any.
    """

    match: Match
    changed: bool
    position: int | None


@dataclass(frozen=True)
class ChoiceMade:
    """Who changed the settings of a group, when, and from what to what."""

    player_id: UUID
    at: datetime
    before: GroupSettings
    after: GroupSettings


def fresh_chance() -> bytes:
    """Return 32 bytes from the operating system, that nobody can know before."""
    return secrets.token_bytes(SEED_BYTES)


class CardRoom(Application[UUID]):
    """The card room: games and groups on one event log."""

    name = "thirtyone"

    def __init__(  # noqa: PLR0913 - the parts it is put together from
        self,
        env: EnvType | None = None,
        clock: Clock = lambda: datetime.now(UTC),
        chance: Chance = fresh_chance,
        cut_window: timedelta = timedelta(seconds=6),
        *,
        seating: Seating = nullcontext,
        learn: Learning = lambda _: None,
    ) -> None:
        """Open the room.

        Args:
            env: Settings of the event store, as the library reads them.
            clock: Tells the time.
            chance: Gives 32 bytes each time, for decks, ids and the whims of computer players.
            cut_window: How long a deal waits for cuts and mixes.
            seating: Holds those who sit down until that is saved.
            learn: Told of rules that computer players are to play by.
        """
        super().__init__(env)
        self._clock = clock
        self._chance = chance
        self._cut_window = cut_window
        self._seating = seating
        self._recent: LRUCache[tuple[UUID, int], Game] = LRUCache(RECENT)
        self._learn = learn

    # The table before the start.

    def open_game(
        self,
        group_id: UUID,
        player_id: UUID,
        preset: str,
        rules: RuleSet,
        pace: Pace | None = None,
    ) -> Done:
        """Open a table with its opener seated; at most one at a time in a group.

        Without a pace it has the one that the group is used to.

        Raises:
            Refused: `game_open_already`.
        """
        usual = self.customs(group_id).pace
        decided = lobby.open_table(group_id, player_id, Chosen(preset, rules), pace or usual)
        return self._until_saved(partial(self._open, group_id, decided))

    def open_solo(
        self, group_id: UUID, player_id: UUID, chosen: Chosen, levels: Sequence[str]
    ) -> Done:
        """Open a table for one person among computer players, where nobody is hurried; start.

        Raises:
            Refused: `game_open_already`, or `table_full` (RULES 2).
        """
        decided = lobby.open_table(group_id, player_id, chosen)
        seating = self._seating_computers(player_id, levels, seated=1)
        start = partial(lobby.start, player_id=player_id)
        return self._until_saved(partial(self._open, group_id, decided, (*seating, start)))

    def rematch(self, game_id: UUID, player_id: UUID) -> Done:
        """Open a table with the rules of a game that is over, or join the one opened so.

        Computer players that sat at its table sit down again, under new names; not those that
        have played on for somebody.

        Raises:
            Refused: `no_such_game`, `not_now` while it lasts, `game_open_already` or `table_full`.
        """
        before = self.match(game_id)
        if not before.phase.over:
            raise Refused("not_now")
        open_id = self._group(before.group_id).state.open_game_id
        if open_id is not None and self.match(open_id).previous_id == game_id:
            return self.join(open_id, player_id)
        decided = lobby.open_table(
            before.group_id,
            player_id,
            Chosen(before.preset, before.rules),
            before.pace,
            previous_id=game_id,
        )
        substitute = partial(lobby.choose_substitute, player_id=player_id, level=before.substitute)
        seated = [
            before.levels[one]
            for seat, one in enumerate(before.player_ids)
            if one in before.levels and one != substitute_id(before.id, seat)
        ]
        seating = self._seating_computers(player_id, seated, seated=1)
        then: tuple[Command, ...] = (substitute, *seating)
        return self._until_saved(partial(self._open, before.group_id, decided, then))

    def join(self, game_id: UUID, player_id: UUID) -> Done:
        """Sit down at a table."""
        return self._obey(game_id, partial(lobby.join, player_id=player_id))

    def leave(self, game_id: UUID, player_id: UUID) -> Done:
        """Stand up from a table before the start."""
        return self._obey(game_id, partial(lobby.leave, player_id=player_id))

    def seat_computer(self, game_id: UUID, player_id: UUID, level: str, seated: int) -> Done:
        """Give a computer player a seat at a table before the start, where so many sit."""
        (command,) = self._seating_computers(player_id, [level], seated)
        return self._obey(game_id, command)

    def dismiss_computer(self, game_id: UUID, player_id: UUID, computer_id: UUID) -> Done:
        """Send a computer player away from a table before the start."""
        command = partial(lobby.dismiss_computer, player_id=player_id, computer_id=computer_id)
        return self._obey(game_id, command)

    def choose_substitute(self, game_id: UUID, player_id: UUID, level: str | None) -> Done:
        """Choose what takes over from players of a table who leave or are away."""
        command = partial(lobby.choose_substitute, player_id=player_id, level=level)
        return self._obey(game_id, command)

    def close_table(self, game_id: UUID, player_id: UUID) -> Done:
        """Close a table before the start."""
        return self._obey(game_id, partial(lobby.close, player_id=player_id))

    def start(self, game_id: UUID, player_id: UUID) -> Done:
        """Begin to play; the first deck is committed."""
        return self._obey(game_id, partial(lobby.start, player_id=player_id))

    def choose_rules(self, game_id: UUID, player_id: UUID, change: Change) -> Done:
        """Choose other rules for a table before the start."""
        return self._obey(game_id, partial(lobby.choose_rules, player_id=player_id, change=change))

    def choose_defaults(self, group_id: UUID, player_id: UUID, change: Change) -> Chosen:
        """Choose the rules of a group's next games, and return them."""
        command = partial(group.choose_defaults, player_id=player_id, change=change)
        return self._until_saved(partial(self._settle, group_id, command)).settings.defaults

    def choose_pace(self, game_id: UUID, player_id: UUID, name: str) -> Done:
        """Choose another pace for a table before the start."""
        return self._obey(game_id, partial(lobby.choose_pace, player_id=player_id, name=name))

    def choose_customs(self, group_id: UUID, player_id: UUID, change: ChangeOfCustoms) -> Customs:
        """Choose the customs of a group, and return them."""
        command = partial(group.choose_customs, player_id=player_id, change=change)
        return self._until_saved(partial(self._settle, group_id, command)).settings.customs

    def close_for_administrator(self, game_id: UUID, player_id: UUID) -> Done:
        """Close a table before the start, as an administrator of its group."""
        return self._obey(game_id, partial(lobby.close_by_administrator, player_id=player_id))

    # The deal.

    def contribute(self, game_id: UUID, player_id: UUID, round_number: int, choice: int) -> Done:
        """Cut the committed deck, or mix a choice into it."""
        command = partial(
            dealing.contribute, player_id=player_id, round_number=round_number, choice=choice
        )
        return self._obey(game_id, command, by=player_id)

    # Play.

    def play(self, game_id: UUID, player_id: UUID, turn: int, tap: Tap) -> Done:
        """Make a move on a turn."""
        command = partial(playing.play, player_id=player_id, turn=turn, tap=tap)
        return self._obey(game_id, command, by=player_id)

    def forfeit(self, game_id: UUID, player_id: UUID, cause: str) -> Done:
        """Leave a running game for good."""
        return self._obey(game_id, partial(playing.forfeit, player_id=player_id, cause=cause))

    def void_round(self, game_id: UUID, cause: str) -> Done:
        """Declare the round void, as an arbiter."""
        return self._obey(game_id, partial(playing.void_round, cause=cause))

    def buy_in(self, game_id: UUID, player_id: UUID, round_number: int) -> Done:
        """Re-enter a game for the stake, as offered after a round."""
        command = partial(playing.buy_in, player_id=player_id, round_number=round_number)
        return self._obey(game_id, command, by=player_id)

    def decline_buy_in(self, game_id: UUID, player_id: UUID, round_number: int) -> Done:
        """Decline to re-enter a game."""
        command = partial(playing.decline_buy_in, player_id=player_id, round_number=round_number)
        return self._obey(game_id, command)

    # Leaving, and giving up.

    def depart(self, game_id: UUID, player_id: UUID, cause: str) -> Done:
        """Take a player who has left, or was made to, out of a game in whatever phase."""
        return self._obey(game_id, partial(playing.depart, player_id=player_id, cause=cause))

    def end_game(self, game_id: UUID, player_id: UUID) -> Done:
        """End a running game without a winner, as an administrator of its group."""
        command = partial(playing.abandon, cause="administrator", player_id=player_id)
        return self._obey(game_id, command, by=player_id)

    def call_vote(self, game_id: UUID, player_id: UUID, about: str, target: Seat | None) -> Done:
        """Ask a table whether a player shall leave, or the game end."""
        command = partial(
            voting.call, player_id=player_id, about=about, target=target, now=self._clock()
        )
        return self._obey(game_id, command, by=player_id)

    def vote(self, game_id: UUID, player_id: UUID, number: int, *, aye: bool) -> Done:
        """Vote on what the table has been asked."""
        command = partial(voting.cast, player_id=player_id, number=number, aye=aye)
        return self._obey(game_id, command, by=player_id)

    # Time.

    def time_out(self, game_id: UUID, kind: DeadlineKind, number: int) -> Done:
        """Do what is due at a deadline; a move that was made in time has done away with it."""
        command = partial(timing.time_out, kind=kind, number=number, now=self._clock())
        return self._obey(game_id, command)

    def computer_moves(self, game_id: UUID, turn: int) -> Match:
        """Make the move of a computer player whose turn is due, and those that follow at once.

        A turn that is over, or not due yet, changes nothing.
        """
        return self._until_saved(partial(self._think, game_id, turn)).match

    def give_grace(self, game_id: UUID, grace: Grace) -> Done:
        """Move a deadline that nobody could have met for a while."""
        return self._obey(game_id, partial(timing.give_grace, grace=grace))

    def come_back(self, game_id: UUID, player_id: UUID) -> Done:
        """Let a player who was away be back, by whatever tap."""
        return self._obey(game_id, partial(timing.come_back, player_id=player_id))

    # Questions.

    def match(self, game_id: UUID) -> Match:
        """Return a match as it stands.

        Raises:
            Refused: `no_such_game`.
        """
        return self.game(game_id).state

    def game(self, game_id: UUID, version: int | None = None) -> Game:
        """Return a game as it stands, or as it was at a version.

        Raises:
            Refused: `no_such_game`.
        """
        if version is not None and (known := self._known(game_id, version)) is not None:
            return known
        try:
            found = self.repository.get(game_id, version=version, projector_func=projector(Game))
        except (AggregateNotFoundError, NotAGame):
            raise Refused("no_such_game") from None
        if not isinstance(found, Game):  # another aggregate, from the cache
            raise Refused("no_such_game")
        return found

    def _remembered(self, game_id: UUID) -> Game | None:
        """Return a game as it was when this process last met it, if that is known."""
        try:
            found = self.repository.cache and self.repository.cache.get(game_id)
        except KeyError:
            return None
        return deepcopy(found) if isinstance(found, Game) else None

    def _known(self, game_id: UUID, version: int) -> Game | None:
        """Return a game as it was at a version, if not all its events are to be read for that."""
        try:
            return deepcopy(self._recent.get((game_id, version)))
        except KeyError:
            latest = self.game(game_id) if self.repository.cache else None
            return latest if latest and latest.version == version else None

    def replay(self, game_id: UUID) -> Replay:
        """Return a game step by step, up to where it stands.

        Raises:
            Refused: `no_such_game`, or `log_altered` where no game leaves such a log.
        """
        try:
            events: list[Stored] = list(self.events.get(game_id))  # type: ignore[arg-type] # all are ours
            if events:
                return replayed(events)
        except NotAGame:
            pass
        except (AttributeError, LookupError, TypeError, ValueError):
            raise Refused("log_altered") from None
        raise Refused("no_such_game")

    def round_end(self, game_id: UUID, round_number: int) -> Match:
        """Return a match as it stood when one of its rounds had ended.

        Raises:
            Refused: `no_such_game`, or `forged` when no such round has ended.
        """
        for event in self.events.get(game_id):
            if isinstance(event, RoundEnded) and event.round == round_number:
                return self.game(game_id, event.originator_version).state
        self.game(game_id)
        raise Refused("forged")

    def advice(self, game_id: UUID, player_id: UUID) -> tuple[Match, Reason]:
        """Return a match, and what the strongest computer player would do for a player in it.

        Raises:
            Refused: `no_such_game`, `not_seated` or `not_your_turn`.
        """
        game = self.game(game_id)
        history = self._since_the_deal(game)
        return game.state, thinking.advice(game.state, player_id, history)

    def lesson(self, game_id: UUID, player_id: UUID, version: int) -> Judgement | None:
        """Return the decision that cost a player most in the round that ended at a version.

        Raises:
            Refused: `no_such_game` or `not_seated`.
        """
        happened = self._since_the_deal(self.game(game_id, version))
        first: Any = happened[0]
        before = self.game(game_id, first.originator_version - 1).state
        return thinking.lesson(before, player_id, happened)

    def open_game_of(self, group_id: UUID) -> UUID | None:
        """Return the game that is open in a group, if any."""
        return self._group(group_id).state.open_game_id

    def defaults(self, group_id: UUID) -> Chosen:
        """Return the rules of a group's next game."""
        return self._group(group_id).state.settings.defaults

    def now(self) -> datetime:
        """Return the time."""
        return self._clock()

    def customs(self, group_id: UUID) -> Customs:
        """Return the customs of a group."""
        return self._group(group_id).state.settings.customs

    def choices(self, group_id: UUID) -> list[ChoiceMade]:
        """Return the changes that were made to a group's settings, oldest first."""
        made: list[ChoiceMade] = []
        before = GroupSettings()
        for event in self.events.get(group_id):
            if isinstance(event, Stored) and isinstance(event, DefaultsChosen | CustomsChosen):
                after = before.after(event)
                made.append(ChoiceMade(event.player_id, event.timestamp, before, after))
                before = after
        return made

    def digest(self, game_id: UUID) -> str:
        """Return the fingerprint of a game's log (`domain.audit.game_file.digest_of`)."""
        return digest_of(self.recorder.select_events(game_id))

    def export(self, game_id: UUID) -> bytes:
        """Return a game that is over as a file, for anyone to verify (docs/export.md).

        Raises:
            Malformed: Its log was altered so that it is none any more.
            Refused: `no_such_game`, or `not_over`.
        """
        rows = self._log_of(game_id)
        events = [read(number, row) for number, row in enumerate(rows, 1)]
        return b"".join(written(game_id, rows, events))

    def audit(self, game_id: UUID, published: str | None = None) -> Report:
        """Judge a game that is over by its log.

        Args:
            game_id: The game.
            published: The fingerprint that was published of it, or the beginning of that.

        Raises:
            Refused: `no_such_game`, or `not_over`.
        """
        return audit(game_id, self._log_of(game_id), published)

    def _log_of(self, game_id: UUID) -> Sequence[StoredEvent]:
        """Return what is stored of a game that is over, secrets included.

        It is not folded: a log may have been altered so that it cannot be.
        """
        rows = self.recorder.select_events(game_id)
        if not rows or not rows[0].topic.startswith("game."):
            raise Refused("no_such_game")
        if not any(row.topic in ENDINGS for row in rows):
            raise Refused("not_over")
        return rows

    # How commands are carried out.

    def _obey(self, game_id: UUID, command: Command, by: UUID | None = None) -> Done:
        """Carry out a command; whoever gives it is at the table again, if they were away."""
        if by is not None:
            command = partial(_back_and, player_id=by, command=command)
        return self._until_saved(partial(self._attempt, game_id, command))

    def _think(self, game_id: UUID, turn: int) -> Done:
        """Let a computer player take its turn, and save it with those that follow at once."""
        game, moment = self.game(game_id), self._moment()
        history = self._since_the_deal(game)
        while thinking.is_due(game.state, turn, moment.now):
            happened: list[Any] = [*history, *game.unsaved]
            command = partial(thinking.turn, number=turn, history=happened, chance=self._whims())
            game.obey(command, moment)
            turn, moment = game.state.turn, self._moment()
        return self._save_in_group(game, moment)

    def _new_id(self) -> UUID:
        """Return the id of a new game."""
        return UUID(bytes=self._chance()[:16], version=4)

    def _whims(self) -> Random:
        """Return where a computer player settles its doubts."""
        return Random(int.from_bytes(self._chance()))  # noqa: S311 - they are no secret

    def _since_the_deal(self, game: Game) -> list[Fact]:
        """Return what has happened in a game since its last deal, with that itself."""
        happened: list[Any] = []
        for event in self.events.get(game.id, lte=game.version, desc=True):
            happened.append(event)
            if isinstance(event, RoundDealt):
                break
        return happened[::-1]

    def _seating_computers(
        self, player_id: UUID, levels: Iterable[str], seated: int
    ) -> tuple[Command, ...]:
        """Return the commands that seat computer players beside so many who sit there already."""
        return tuple(
            partial(
                lobby.seat_computer,
                player_id=player_id,
                level=level,
                computer_id=computer_id(self._chance()),
                seated=seated + place,
            )
            for place, level in enumerate(levels)
        )

    def _attempt(self, game_id: UUID, command: Command) -> Done:
        """Carry out a command on the game as it is remembered, else as it is.

        What is remembered may be out of date. Then it cannot be saved after, and what would come
        of the command otherwise is not believed.
        """
        moment = self._moment()
        if (remembered := self._remembered(game_id)) is not None:
            with suppress(IntegrityError, Refused):
                done = self._done_to(remembered, command, moment)
                if done.changed:
                    return done
        return self._done_to(self.game(game_id), command, moment)

    def _done_to(self, game: Game, command: Command, moment: Moment) -> Done:
        game.obey(command, moment)
        return self._save_in_group(game, moment)

    def _save_in_group(self, game: Game, moment: Moment) -> Done:
        """Save a game, and with its end that its group may open another one."""
        if not game.state.phase.over:
            return self._save(game)
        owner = self._group(game.state.group_id)
        owner.record(group.free_table(owner.state, game.id), moment.now)
        return self._save(game, owner)

    def _open(
        self,
        group_id: UUID,
        decided: Iterable[Fact],
        then: Iterable[Command] = (),
    ) -> Done:
        moment, game_id = self._moment(), self._new_id()
        owner = self._group(group_id)
        owner.record(group.take_table(owner.state, game_id), moment.now)
        game = Game(game_id)
        game.open(decided, moment)
        for command in then:
            game.obey(command, moment)
        return self._save(game, owner)

    def _settle(
        self, group_id: UUID, command: Callable[[GroupState], Iterable[Fact]]
    ) -> GroupState:
        owner = self._group(group_id)
        owner.record(command(owner.state), self._clock())
        self.save(owner)
        return owner.state

    def _save(self, game: Game, *others: Group) -> Done:
        newcomers = game.sitting_down
        with self._seating(newcomers) if newcomers else nullcontext():
            recordings = self.save(game, *others)
        if recordings:  # else nothing has shown that this is what the game is
            self._remember(game)
        if game.state.levels or game.state.substitute:
            self._learn(game.state.rules)
        position = recordings[-1].notification.id if recordings else None
        return Done(game.state, changed=bool(recordings), position=position)

    def _remember(self, game: Game) -> None:
        """Keep a game that was saved, so that nothing of it is read again."""
        self._recent.put((game.id, game.version), deepcopy(game))
        if self.repository.cache:
            self.repository.cache.put(game.id, deepcopy(game))

    def _until_saved(self, attempt: Callable[[], T]) -> T:
        """Try again when somebody else has saved first: the rules then see the new state.

        Raises:
            IntegrityError: Somebody else was faster each time.
        """
        for _ in range(MOST_RIVALS):
            try:
                return attempt()
            except IntegrityError:
                continue
        return attempt()

    def _group(self, group_id: UUID) -> Group:
        try:
            return self.repository.get(group_id, projector_func=projector(Group))
        except AggregateNotFoundError:
            met = Group(group_id)
            met.record(group.register(), self._clock())
            return met

    def _moment(self) -> Moment:
        return Moment(self._clock(), self._chance(), self._cut_window)


def _back_and(match: Match, player_id: UUID, command: Command) -> Iterable[Fact]:
    back = timing.come_back(match, player_id)
    return *back, *command(evolve_all(match, back))
