"""What a button carries: an opaque game, a verb, and the turn and choice it was made for.

At most 64 bytes (Bot API). It names no card and proves nothing: whoever presses is checked
against the seat, and the turn against the state, so forged and stale data fail by themselves.
"""

import base64
import binascii
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID


class Verb(StrEnum):
    """What a button asks for."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    CLOSE = "close"
    MIX = "mix"
    HAND = "hand"
    HINT = "hint"
    DRAW = "draw"
    TAKE = "take"
    THROW = "throw"
    KNOCK = "knock"
    STAND = "stand"
    PASS = "pass"  # noqa: S105 - a move
    KEEP = "keep"
    SWAP = "swap"
    EXCHANGE = "exchange"
    END_TURN = "done"
    BUY_IN = "buyin"
    DECLINE = "decline"
    FORFEIT = "forfeit"
    REMATCH = "rematch"
    WHY = "why"
    PAGE = "page"
    PRESET = "preset"
    OPTION = "option"
    PACE = "pace"
    COMPUTER = "computer"
    DISMISS = "dismiss"
    SUBSTITUTE = "instead"
    CUSTOM = "set"  # short, since names of time zones are long
    KICK = "kick"
    END = "end"
    VOTE = "vote"
    NEVER_MIND = "nevermind"
    RULES = "rules"
    TOP = "top"
    HISTORY = "history"
    FORGET = "forget"
    REPLAY = "replay"
    AUDIT = "audit"
    PICTURE = "picture"
    ANIMATE = "animate"
    LANGUAGE = "language"
    SPEAK = "speak"
    NEW = "new"


class How(StrEnum):
    """What `KICK` and `END` are to do: the topics of their buttons."""

    ASK = ""
    BEFORE = "before"
    """At once, at a table before the start."""
    SURE = "sure"
    """At once, in a running game."""
    VOTE = "vote"


NOWHERE: Final = UUID(int=0)
"""Stands for the group where there is none."""


@dataclass(frozen=True)
class Press:
    """A button's meaning.

    Attributes:
        verb: What it asks for.
        game_id: The game it belongs to, or the group whose settings it changes or whose standings
            it shows; `NOWHERE` in private chats.
        number: The turn for moves, the round for cuts, mixes and rulings, the place of the value
            before a step in the rules, for a preset the checksum of the rules that its presser
            saw, the number of a vote, for `COMPUTER` how many sat at the table; the `mark` of
            the player whom `KICK` or `DISMISS` is about, for `FORFEIT`, `FORGET`, `NEVER_MIND`
            and in replays that of whoever asked.
        choice: The card's place for a throw, the choice for a cut or a mix, the place of a ruling
            or of the value after a step, 1 or 0 for a vote and for `FORGET`, the page of a
            history, the event of a step of a replay, for an exchange what has been chosen of it,
            as `telegram_bot.selection` writes it.
        topic: The name of a page, a preset, a pace, a level or an option of the rules; for a
            custom of the group what is chosen; for `LANGUAGE`, one's own, and `SPEAK`, the
            table's, a language; for `KICK` and `END` a `How`; for `TOP` which ranking is shown, as
            `telegram_bot.screens.rankings.Board` writes it; in replays a `Look`.
    """

    verb: Verb
    game_id: UUID
    number: int = 0
    choice: int = 0
    topic: str = ""

    def encode(self) -> str:
        """Write the button's callback data."""
        said = f"{self.verb}:{write_id(self.game_id)}:{self.number}:{self.choice}"
        return f"{said}:{self.topic}" if self.topic else said


NOBODY: Final = 0
"""The mark of nobody, and of whoever is anonymous."""


def mark(who: UUID | int | None) -> int:
    """Return what a button calls somebody by, of whom it is told a random id or a Telegram id.

    Seats move before the start, and so cannot be it. Whoever is anonymous is called `NOBODY`.
    """
    return NOBODY if who is None else int(who) % 2**31 or 1


def write_id(game_id: UUID) -> str:
    """Write an id in 22 letters, digits, `_` and `-`."""
    return base64.urlsafe_b64encode(game_id.bytes).rstrip(b"=").decode()


def read_id(text: str) -> UUID | None:
    """Read an id; nothing when it is none."""
    try:
        return UUID(bytes=base64.urlsafe_b64decode(text + "=="))
    except (ValueError, binascii.Error):
        return None


def decode(data: str) -> Press | None:
    """Read callback data; nothing when it is none of ours."""
    try:
        verb, game, number, choice, topic = (data + ":" * (data.count(":") == 3)).split(":")
        game_id = read_id(game)
        if game_id is None:
            return None
        return Press(Verb(verb), game_id, int(number), int(choice), topic)
    except ValueError:
        return None
