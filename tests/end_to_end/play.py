"""People who play by what they see: they read the table message and tap what it offers."""

import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Final
from uuid import UUID

from telegram_bot import selection
from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.selection import Selection
from tests.support.sandbox_client import Answer, Button, Chat, Person, SandboxError, SeenMessage

ENDS_THE_ROUND: Final = frozenset({Verb.KNOCK, Verb.PASS})
BESIDE_THE_TABLE: Final = frozenset(
    {
        *(Verb.HAND, Verb.WHY, Verb.PAGE, Verb.PRESET, Verb.OPTION, Verb.CUSTOM),
        *(Verb.FORFEIT, Verb.KICK, Verb.END, Verb.NEVER_MIND),
        *(Verb.RULES, Verb.TOP, Verb.HISTORY, Verb.FORGET, Verb.LANGUAGE, Verb.SPEAK, Verb.NEW),
        *(Verb.REPLAY, Verb.AUDIT, Verb.PICTURE, Verb.ANIMATE),
    },
)
"""What messages offer that are no table."""

ON_TURN: Final = "▸"
OUT: Final = re.compile("· (out|fora),")


@dataclass(frozen=True)
class Tapped:
    """A tap that was made.

    Attributes:
        person: Who tapped.
        press: What the button said.
        at: Unix time just before.
        answer: What had come back when it was not waited for any longer.
        text: What the message with the button said.
    """

    person: Person
    press: Press
    at: float
    answer: Answer
    text: str


@dataclass(frozen=True)
class Sight:
    """The table message as it looks at a moment.

    Attributes:
        message: The message.
        buttons: Its buttons with their meaning.
    """

    message: SeenMessage
    buttons: tuple[tuple[Press, Button], ...]

    @property
    def state(self) -> tuple[object, ...]:
        """All that can be seen."""
        return self.message.id, self.message.text, self.message.labels, self.keyboard

    @property
    def keyboard(self) -> list[str]:
        """The data of all buttons, in reading order."""
        return [button.data for _, button in self.buttons]

    @property
    def verbs(self) -> frozenset[Verb]:
        """What the buttons ask for."""
        return frozenset(press.verb for press, _ in self.buttons)

    @property
    def game_id(self) -> UUID:
        """The game it shows."""
        return self.buttons[0][0].game_id

    @property
    def moves(self) -> list[Press]:
        """The presses that do more than show a hand."""
        return [press for press, _ in self.buttons if press.verb is not Verb.HAND]

    def of(self, *verbs: Verb) -> list[Press]:
        """Return the presses that ask for any of some verbs."""
        return [press for press, _ in self.buttons if press.verb in verbs]


def sight(message: SeenMessage) -> Sight | None:
    """Read a message; nothing if it is no table that can be played at."""
    pressed = [(decode(button.data), button) for button in message.buttons]
    buttons = tuple((press, button) for press, button in pressed if press is not None)
    if not buttons or all(press.verb in BESIDE_THE_TABLE for press, _ in buttons):
        return None
    return Sight(message, buttons)


class Table:
    """A chat and the people who play there, all their choices from one seed."""

    def __init__(
        self,
        chat: Chat,
        people: Sequence[Person],
        seed: int,
        knocking: float = 0.5,
        *,
        panels: bool = False,
    ) -> None:
        """Sit people down.

        Args:
            chat: Where they play.
            people: Who plays, the opener first.
            seed: Their choices follow from it.
            knocking: How often a player who may end the round does.
            panels: Whether people also look at messages that only they see.
        """
        print(f"{chat.title}: seed {seed}")
        self.chat = chat
        self.people = tuple(people)
        self.seated = tuple(people)
        self.seed = seed
        self.random = Random(seed)
        self.knocking = knocking
        self.panels = panels
        self.taps: list[Tapped] = []
        self.game_id: UUID | None = None
        self._looked_in_round = 0

    # What is seen

    def tables(self) -> list[Sight]:
        """Return every message with buttons of the game, oldest first."""
        seen = [sight(message) for message in self.chat.bot_messages()]
        return [table for table in seen if table and self.game_id in {None, table.game_id}]

    def see(self, fits: Callable[[Sight], bool] = lambda _: True) -> Sight:
        """Return the newest message of the game, once it fits."""

        def newest() -> Sight | None:
            tables = self.tables()
            return tables[-1] if tables and fits(tables[-1]) else None

        return self.chat.client.wait_until(newest, "the table")  # type: ignore[no-any-return]

    def see_alone(self, person: Person) -> Sight | None:
        """Return the newest message of the game that somebody alone sees, if there is one."""
        messages = person.private.bot_messages()
        if self.panels:
            here = person.messages(self.chat)
            messages += [message for message in here if message.ephemeral_id is not None]
        alone = [sight(message) for message in messages]
        mine = [each for each in alone if each and each.game_id == self.game_id and each.moves]
        return mine[-1] if mine else None

    def on_turn(self, seen: Sight) -> Person:
        """Return whom the table says to be on turn."""
        line = next(line for line in seen.message.text.splitlines() if line.startswith(ON_TURN))
        return next(person for person in self.people if person.name in line)

    def answered_taps(self) -> list[Tapped]:
        """Return all taps with the answers that have come by now."""
        answers = {
            answer.query_id: answer for person in self.people for answer in person.answers()
        }
        return [replace(each, answer=answers[each.answer.query_id]) for each in self.taps]

    # What is done

    def tap(self, person: Person, press: Press, seen: Sight, *, wait: float = 15.0) -> Answer:
        """Tap a button and remember it.

        Raises:
            SandboxError: The button is gone meanwhile.
        """
        at = time.time()
        answer = person.tap(seen.message, press.encode(), wait=wait)
        self.taps.append(Tapped(person, press, at, answer, seen.message.text))
        return answer

    def open(self, preset: str = "") -> None:
        """Open a table by command, let everybody join, and start."""
        self.people[0].send(self.chat, f"/new {preset}".strip())
        self.gather()

    def rematch(self) -> None:
        """Play the same again."""
        over = self.see(lambda seen: Verb.REMATCH in seen.verbs)
        self.tap(self.people[0], over.of(Verb.REMATCH)[0], over)
        self.gather()

    def gather(self) -> None:
        """Let everybody join the open table, and start."""
        self.sit_down()
        full = self.see(
            lambda seen: Verb.START in seen.verbs and self.people[-1].name in seen.message.text
        )
        self.tap(self.people[0], full.of(Verb.START)[0], full)
        self.see(lambda seen: Verb.MIX in seen.verbs)

    def sit_down(self) -> None:
        """Let everybody join the open table."""
        self.game_id = None
        _, *others = self.people
        lobby = self.see(lambda seen: Verb.JOIN in seen.verbs)
        self.game_id = lobby.game_id
        for person in others:
            self.tap(person, lobby.of(Verb.JOIN)[0], lobby)

    @property
    def over(self) -> bool:
        """Whether the newest table is that of a finished game."""
        return Verb.REMATCH in self.see().verbs

    def play_on(self, until: Callable[[Sight], bool] = lambda _: False) -> Sight:
        """Play until the game is over, or what is seen fits."""
        seen = self.see()
        while Verb.REMATCH not in seen.verbs and not until(seen):
            seen = self.step(seen)
        return seen

    def step(self, seen: Sight | None = None) -> Sight:
        """Do one thing that the table asks for, and return what it becomes."""
        seen = seen or self.see()
        if Verb.MIX in seen.verbs:
            self.contribute(seen)
            return self.see(lambda now: now.of(Verb.MIX) != seen.of(Verb.MIX))
        self._look_once_a_round(seen)
        person = self.next_one(seen)
        mine = self.see_alone(person)
        offered = mine if mine and _is_of_now(mine, seen) else seen
        with suppress(SandboxError):  # what was seen has changed meanwhile
            self.tap(person, self.choose(offered), offered)
        before = seen.state, mine and mine.state
        return self.see(lambda now: self._state(person, now) != before)

    def contribute(self, seen: Sight) -> None:
        """Let everybody who plays cut or mix, in any order."""
        waiting = self.shuffled(self.playing(seen))
        while waiting and Verb.MIX in seen.verbs:
            try:
                self.tap(waiting[0], self.random.choice(seen.of(Verb.MIX)), seen)
                waiting.pop(0)
            except SandboxError:  # dealt meanwhile, or shown in another message
                seen = self.see()

    def look_at_hands(self, seen: Sight) -> dict[str, Answer]:
        """Let everybody who plays look at their hand."""
        hand = seen.of(Verb.HAND)[0]
        return {person.name: self.tap(person, hand, seen) for person in self.playing(seen)}

    def next_one(self, seen: Sight) -> Person:
        """Return who does something next."""
        if Verb.BUY_IN not in seen.verbs:
            return self.on_turn(seen)
        offers = [line for line in seen.message.text.splitlines() if "buy" in line]
        return next(person for person in self.people for line in offers if person.name in line)

    def choose(self, seen: Sight) -> Press:
        """Return what that is."""
        if Verb.BUY_IN in seen.verbs:
            return self.random.choice(seen.of(Verb.BUY_IN, Verb.DECLINE))
        moves = [press for press, _ in seen.buttons if press.verb is not Verb.HAND]
        moves = [press for press in moves if _answers_a_question(press)] or moves
        ends = [press for press in moves if press.verb in ENDS_THE_ROUND]
        others = [press for press in moves if press not in ends]
        if ends and (not others or self.random.random() < self.knocking):
            return self.random.choice(ends)
        return self.random.choice(others)

    def playing(self, seen: Sight) -> list[Person]:
        """Return the people who are not out."""
        lines = [line for line in seen.message.text.splitlines() if line[:1] in "▸▹" and line]
        still_in = [line for line in lines if not OUT.search(line)]
        return [person for person in self.people for line in still_in if person.name in line]

    def shuffled(self, people: Iterable[Person]) -> list[Person]:
        """Return people in an order of chance."""
        mixed = list(people)
        self.random.shuffle(mixed)
        return mixed

    def _state(self, person: Person, seen: Sight) -> tuple[object, ...]:
        """Return all that somebody sees of the game."""
        mine = self.see_alone(person)
        return seen.state, mine and mine.state

    def _look_once_a_round(self, seen: Sight) -> None:
        hands = seen.of(Verb.HAND)
        dealt = sum(tapped.press.verb is Verb.MIX for tapped in self.taps)
        if hands and dealt != self._looked_in_round:
            self._looked_in_round = dealt
            self.look_at_hands(seen)


def _is_of_now(mine: Sight, seen: Sight) -> bool:
    """Tell whether a message that somebody alone sees offers moves of the turn in play."""
    turns = {press.number for press in seen.of(Verb.HAND)}
    return mine.buttons[0][0].number in turns


def _answers_a_question(press: Press) -> bool:
    """Tell whether a button chooses a card of an exchange that has begun."""
    chosen = selection.decode(press.choice) if press.verb is Verb.EXCHANGE else None
    return chosen is not None and chosen != Selection.of(chosen.size)
