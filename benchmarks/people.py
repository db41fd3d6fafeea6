"""People who play in a sandbox of the same process: they read their table and tap what it offers.

Only the bot under test speaks HTTP, so that people cost next to nothing.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Final

from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.sandbox import acts
from telegram_bot.sandbox.callbacks import Tap
from telegram_bot.sandbox.messages import Message
from telegram_bot.sandbox.world import World

NAMES: Final = ("Ana", "Carla", "Duda")
ON_TURN: Final = "▸"
PLAYING: Final = ("▸", "▹")
MOVES: Final = frozenset({Verb.DRAW, Verb.TAKE, Verb.THROW, Verb.KNOCK, Verb.STAND})
TABLE: Final = MOVES | {Verb.JOIN, Verb.START, Verb.MIX, Verb.REMATCH}
"""What only a table offers."""
PATIENCE: Final = 60.0


@dataclass(frozen=True)
class Sight:
    """A table as it looks at a moment.

    Attributes:
        message: The message.
        revision: Of the world, when the message last changed.
        presses: What its buttons ask for, with what they carry.
        text: What it says.
    """

    message: Message
    revision: int
    presses: Mapping[Press, str]
    text: str

    def of(self, *verbs: Verb) -> list[Press]:
        """Return the presses that ask for any of some verbs."""
        return [press for press in self.presses if press.verb in verbs]


@dataclass
class Watch:
    """Wakes whoever waits for something to be so in a chat, when the chat has changed.

    Attributes:
        world: What is watched.
        waiting: Of each chat the one who waits, and for what.
    """

    world: World
    waiting: dict[int, tuple[asyncio.Future[None], Callable[[], bool]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        self.world.listeners.append(self._look)

    async def until(self, chat_id: int, condition: Callable[[], bool]) -> None:
        """Wait until something is so in a chat, where nobody else waits.

        Raises:
            TimeoutError: It has not become so.
        """
        if condition():
            return
        future = asyncio.get_running_loop().create_future()
        self.waiting[chat_id] = future, condition
        try:
            async with asyncio.timeout(PATIENCE):
                await future
        finally:
            del self.waiting[chat_id]

    def _look(self, chat_id: int | None) -> None:
        if chat_id in self.waiting:
            future, condition = self.waiting[chat_id]
            if not future.done() and condition():
                future.set_result(None)


@dataclass
class Party:
    """Three people in a group of their own, who play one game after another.

    Attributes:
        watch: How they see.
        chat_id: Their group.
        people: Their Telegram ids, the opener first.
        random: Where their choices come from.
        knocking: How often a player who may knock does.
        taps: How many taps were answered.
        games: How many games were begun.
        seen: The table, when it was last looked at.
    """

    watch: Watch
    chat_id: int
    people: Sequence[int]
    random: Random
    knocking: float = 0.4
    taps: int = 0
    games: int = 0
    seen: Sight | None = None

    @classmethod
    def gather(cls, watch: Watch, number: int) -> "Party":
        """Bring new people together."""
        world = watch.world
        people = [world.add_person(name).id for name in NAMES]
        opener, *others = people
        chat = acts.create_group(world, opener, f"Group {number}", member_ids=tuple(others))
        return cls(watch, chat.id, people, Random(number))

    def see(self) -> Sight | None:
        """Return the table, if there is one that can be played at."""
        for message in reversed(self.watch.world.messages[self.chat_id].values()):
            if message.content.keyboard is None or message.deleted:
                continue
            seen = self.seen
            if seen and seen.message is message and seen.revision == message.revision:
                return seen
            found = dict(_presses(message))
            if any(press.verb in TABLE for press in found):
                text = message.content.text.text
                self.seen = Sight(message, message.revision, found, text)
                return self.seen
        return None

    async def sit_down(self) -> None:
        """Open a table by command, and wait until it is there."""
        acts.say(self.watch.world, self.people[0], self.chat_id, "/new scat none")
        await self.watch.until(self.chat_id, lambda: self.see() is not None)

    async def play(self) -> float:
        """Tap what the table asks for, and wait until it shows what became of that.

        Returns:
            The seconds until the tap was answered.
        """
        seen = await self._table()
        person, press = self.choose(seen)
        seconds = await self.tap(person, seen, press)
        await self.watch.until(self.chat_id, lambda: self._has_changed(seen))
        return seconds

    async def _table(self) -> Sight:
        await self.watch.until(self.chat_id, lambda: self.see() is not None)
        seen = self.see()
        if seen is None:
            raise LookupError
        return seen

    def _has_changed(self, seen: Sight) -> bool:
        now = self.see()
        return now is not None and now is not seen and _looks(now) != _looks(seen)

    async def tap(self, person: int, seen: Sight, press: Press) -> float:
        """Tap a button; return the seconds until the tap was answered."""
        world, message = self.watch.world, seen.message
        begun = perf_counter()
        tap: Tap = acts.tap(world, person, self.chat_id, message.id, seen.presses[press])
        await self.watch.until(self.chat_id, lambda: tap.answer is not None)
        self.taps += 1
        self.games += press.verb is Verb.START
        return perf_counter() - begun

    def choose(self, seen: Sight) -> tuple[int, Press]:
        """Return who taps what next."""
        if Verb.JOIN in {press.verb for press in seen.presses}:
            return self._gather_or_start(seen)
        if mixes := seen.of(Verb.MIX):
            return self._missing(seen), self.random.choice(mixes)
        if rematches := seen.of(Verb.REMATCH):
            return self.people[0], rematches[0]
        moves = seen.of(*MOVES)
        knocks = [press for press in moves if press.verb is Verb.KNOCK]
        others = [press for press in moves if press not in knocks]
        if knocks and (not others or self.random.random() < self.knocking):
            return self._on_turn(seen), knocks[0]
        return self._on_turn(seen), self.random.choice(others)

    def _gather_or_start(self, seen: Sight) -> tuple[int, Press]:
        for person in self.people:
            if self._name(person) not in seen.text.partition("Players:")[2]:
                return person, seen.of(Verb.JOIN)[0]
        return self.people[0], seen.of(Verb.START)[0]

    def _missing(self, seen: Sight) -> int:
        """Return somebody who has not cut or mixed yet; whoever is out does not."""
        lines = [line for line in seen.text.splitlines() if line.startswith(PLAYING)]
        waiting = [line for line in lines if "· has " not in line and "· out" not in line]
        return self._named_in(waiting[0])

    def _on_turn(self, seen: Sight) -> int:
        return self._named_in(
            next(line for line in seen.text.splitlines() if line.startswith(ON_TURN))
        )

    def _named_in(self, line: str) -> int:
        return next(person for person in self.people if self._name(person) in line)

    def _name(self, person: int) -> str:
        return self.watch.world.person(person).first_name


def _presses(message: Message) -> Iterator[tuple[Press, str]]:
    keyboard = message.content.keyboard
    for row in keyboard.rows if keyboard else ():
        for button in row:
            press = decode(button.get("callback_data", ""))
            if press is not None:
                yield press, button["callback_data"]


def _looks(seen: Sight) -> tuple[object, ...]:
    return seen.message.id, seen.text, tuple(seen.presses)
