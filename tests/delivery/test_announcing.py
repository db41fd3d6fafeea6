"""What a chat reads at the end of a round, and of a game that is given up."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from typing import Any, cast
from uuid import UUID

from domain import playing, timing
from domain.customs import Customs
from domain.facts import Fact
from domain.match import Match, Phase, evolve_all
from domain.pace import Pace
from domain.views import Spectacle, spectacle
from projections.announcements.projector import KINDS
from projections.announcements.queries import Unsent
from projections.screens.queries import DirtyScreen
from telegram_bot.callback_data import Verb
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.delivery.errand import Kind
from telegram_bot.delivery.pace import Room
from telegram_bot.game import Seen
from telegram_bot.screens.screen import Screen
from telegram_bot.web.replays import page_address
from tests.support.games import GAME, GROUP, Chance, Step, obey, play_on, seated

CHAT = -100
DIGEST = "1f" * 32


class Nothing:
    """Nobody is offered a way back, reminded, taught or shown a hand."""

    async def errands(self, _: datetime) -> list[object]:
        return []

    async def note(self, *_: object) -> None:
        return None

    async def tell(self, *_: object) -> None:
        return None

    async def at_the_table(self, seen: Seen, *_: object) -> Spectacle:
        return seen.view

    async def to_call(self, _: object) -> dict[int, int]:
        return {}


@dataclass
class CutOff(Nothing):
    """Lessons, of which the first is cut off after it was sent."""

    sent: list[int] = field(default_factory=list)

    async def tell(self, *told: object) -> None:
        job = cast("Unsent", told[0])
        self.sent.append(job.version)
        if len(self.sent) == 1:
            raise ConnectionError


@dataclass
class Chat:
    """A chat in which a game is played, with all that delivery needs for it.

    Attributes:
        table: The match before its first fact.
        facts: What has happened, the first as version 1.
        messages: What stands in the chat, oldest first.
        shown: The message that shows the game.
        drawn: The version it shows.
        told: Versions of the announcements that were made.
        lessons: Tells what rounds have to teach.
    """

    table: Match
    facts: list[Fact] = field(default_factory=list)
    messages: dict[int, Screen] = field(default_factory=dict)
    shown: int | None = None
    drawn: int = 0
    told: set[int] = field(default_factory=set)
    lessons: Nothing = field(default_factory=Nothing)

    async def follow(self, steps: Iterable[Step]) -> None:
        """Let things happen, one after the other, and all of each be delivered."""
        part = cast("Any", self)
        delivery = Delivery(
            games=part,
            contacts=part,
            desk=cast("Any", Desk(self)),
            messenger=part,
            panels=cast("Any", Nothing()),
            lessons=cast("Any", self.lessons),
            offers=cast("Any", Nothing()),
            reminders=cast("Any", Nothing()),
            pictures=cast("Any", Nothing()),
            weeklies=cast("Any", Nothing()),
            ratings=part,
            moving=part,
            waiting=part,
            pace=part,
            rests=part,
            threads=part,
            address=partial(page_address, "https://cards.example"),
        )
        for step in steps:
            self.facts.extend(step.facts)
            while self.drawn < len(self.facts):
                await delivery._dispatch()
                await asyncio.gather(*delivery._busy.values())

    def room(self, chat_ids: Collection[int], _: datetime) -> Room:
        return Room(dict.fromkeys(chat_ids, 0.0), calls=10, wait=0.0)

    def time_left(self, _: int) -> timedelta:
        return timedelta()

    @property
    def view(self) -> Spectacle:
        return spectacle(evolve_all(self.table, self.facts))

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return work(*arguments)

    async def together(self, work: Coroutine[Any, Any, Any]) -> Any:
        return await work

    def kinds(self, _: datetime) -> frozenset[Kind]:
        return frozenset({Kind.ANNOUNCEMENT, Kind.SCREEN})

    # The game and its people

    async def look(self, _: UUID, version: int | None = None) -> Seen:
        seen = self.facts[:version]
        return Seen(spectacle(evolve_all(self.table, seen)), len(seen))

    async def customs(self, _: UUID) -> Customs:
        return Customs()

    async def digest(self, _: UUID) -> str:
        return DIGEST

    def names(self, players: Sequence[UUID], _: object) -> tuple[str, ...]:
        return ("Ana",) * len(players)

    # Telegram

    async def send(self, _: int, __: int, screen: Screen) -> int:
        self.messages[len(self.messages) + 1] = screen
        return len(self.messages)

    async def edit(self, _: int, message_id: int, screen: Screen) -> None:
        self.messages[message_id] = screen


@dataclass
class Desk:
    """What waits to be delivered in a chat, and what has been."""

    chat: Chat

    def announcements(self, now: datetime) -> list[Unsent]:
        chat = self.chat
        for version, fact in enumerate(chat.facts, 1):
            if type(fact) in KINDS and version not in chat.told:
                kind = KINDS[type(fact)]
                return [Unsent(version, GAME, GROUP, version, kind, now, CHAT, 0, "en", 0)]
        return []

    def screens(self, now: datetime) -> list[DirtyScreen]:
        chat = self.chat
        if self.announcements(now):
            return []
        known: dict[str, Any] = {
            "game_id": GAME,
            "group_id": GROUP,
            "telegram_chat_id": CHAT,
            "posted_chat_id": CHAT,
            "thread_id": 0,
            "message_id": chat.shown,
            "version": len(chat.facts),
        }
        others = {each.name: None for each in fields(DirtyScreen) if each.name not in known}
        return [DirtyScreen(**known, **cast("Any", others))]

    def shown(self, _: UUID) -> Posted | None:
        return None if self.chat.shown is None else Posted(CHAT, self.chat.shown)

    def announced(self, unsent: Unsent, *_: object) -> None:
        self.chat.told.add(unsent.version)
        self.chat.shown = None

    def drawn(self, _: DirtyScreen, message_id: int, drawn: Any) -> bool:
        self.chat.shown, self.chat.drawn = message_id, drawn.version
        return True

    def announcement_failed(self, *_: object) -> None:
        return None

    def screen_failed(self, *_: object) -> None:
        raise NotImplementedError


async def test_a_showdown_takes_the_place_of_the_table_with_the_secret_of_its_deal() -> None:
    chat = Chat(seated(3))
    steps = list(play_on(chat.table, Chance()))
    ended = next(at for at, step in enumerate(steps) if step.after.round_number == 2)
    await chat.follow(steps[:ended])
    assert len(chat.messages) == 1

    await chat.follow(steps[ended : ended + 1])

    showdown, table = chat.messages.values()
    dealt = steps[ended - 1].after.deck
    assert dealt is not None
    assert dealt.seed.hex() in showdown.text
    assert verbs(showdown) == {Verb.WHY}
    assert verbs(table) == {Verb.MIX}


async def test_neither_a_showdown_nor_its_lesson_comes_again_when_the_lesson_was_cut_off() -> None:
    chat = Chat(seated(3), lessons=CutOff())
    steps = takewhile(lambda step: step.after.round_number < 4, play_on(chat.table, Chance()))

    await chat.follow(steps)

    sent = cast("CutOff", chat.lessons).sent
    assert len(sent) == 2
    assert sent == sorted(chat.told)
    assert len(chat.messages) == 3  # two showdowns, and the next table


async def test_a_game_given_up_in_a_round_leaves_the_secret_of_its_deal_and_ends_below() -> None:
    chat, chance = Chat(seated(3)), Chance()
    steps = []
    for step in play_on(chat.table, chance):
        steps.append(step)
        if step.after.phase is Phase.PLAYING:
            break
    await chat.follow([*steps, given_up(steps[-1].after)])

    table, end = chat.messages.values()
    assert chat.view.seed is not None
    assert chat.view.seed in table.text
    assert not verbs(table)
    assert verbs(end) == {Verb.REMATCH, Verb.REPLAY, Verb.AUDIT}
    assert DIGEST[:4] in end.text
    assert f'<a href="https://cards.example/g/{GAME}">' in end.text


async def test_a_game_given_up_while_offers_are_open_ends_below_them() -> None:
    chat = Chat(seated(3, "scat_buy_in", {"lives": 1}))
    steps = []
    for step in play_on(chat.table, Chance()):
        steps.append(step)
        if step.after.phase is Phase.BUYING_IN:
            break
    await chat.follow(steps)
    before = len(chat.messages)
    await chat.follow([given_up(steps[-1].after)])

    offers, end = list(chat.messages.values())[before - 1 :]
    assert not verbs(offers)
    assert verbs(end) == {Verb.REMATCH, Verb.REPLAY, Verb.AUDIT}


async def test_a_game_given_up_at_a_showdown_says_so_once() -> None:
    """Nobody has acted in the round: what follows on its showdown is the end."""
    few_cards = {"deck": "piquet32", "stock_empty": "showdown"}
    chat, chance = Chat(seated(9, "trinta", few_cards, Pace.FAST)), Chance()
    steps = []
    for step in play_on(chat.table, chance):
        steps.append(step)
        if step.after.phase is Phase.PLAYING:
            break
    while not steps[-1].after.phase.over:
        steps.append(missed(steps[-1].after, chance))
    await chat.follow(steps)

    showdown, end = chat.messages.values()
    assert chat.view.abandoned == "unattended"
    assert verbs(showdown) == {Verb.WHY}
    assert verbs(end) == {Verb.REMATCH, Verb.REPLAY, Verb.AUDIT}


def given_up(match: Match) -> Step:
    facts = playing.abandon(match, "administrator")
    return Step(match, facts, evolve_all(match, facts))


def missed(match: Match, chance: Chance) -> Step:
    assert match.deadline is not None
    due = match.deadline
    return obey(match, timing.time_out(match, due.kind, due.number, due.until), chance)


def verbs(screen: Screen) -> set[Verb]:
    return {button.press.verb for row in screen.keyboard for button in row}
