"""What a process of the bot seats and forgets people with, apart from Telegram."""

from collections.abc import Callable
from contextlib import ExitStack
from uuid import UUID, uuid4

from domain.card_room import CardRoom, Done
from domain.rules import rule_set
from projections.database import Database
from telegram_bot.contacts import Contacts, Person
from telegram_bot.database import pool_of
from telegram_bot.forgetting import Forgetting
from telegram_bot.names import Contact
from telegram_bot.threads import Threads

SCAT = rule_set("scat")

SitDown = Callable[[CardRoom], Done]


class Process:
    """The parts, put together as `bootstrap` does; what one knows by heart, no other does."""

    def __init__(self, database: Database, stack: ExitStack) -> None:
        """Begin to work; the stack closes what is opened here."""
        threads = Threads(2)
        stack.callback(threads.close)
        self.pool = stack.enter_context(pool_of(database, 4))
        self.contacts = Contacts(self.pool)
        self.forgetting = Forgetting(self.pool, self.contacts, threads)
        self.room = stack.enter_context(
            CardRoom(database.environment, seating=self.forgetting.seating)
        )

    def meet(self, telegram_id: int) -> UUID:
        """Return the random id of somebody, who is known from now on."""
        return self.contacts.player_id(somebody(telegram_id))

    def open_table(self, player_id: UUID) -> UUID:
        """Open a table in a group of its own."""
        return self.room.open_game(uuid4(), player_id, "scat", SCAT).match.id

    def finish(self, host_id: UUID, player_id: UUID) -> UUID:
        """Let two people play a game to its end."""
        game_id = self.open_table(host_id)
        self.room.join(game_id, player_id)
        self.room.start(game_id, host_id)
        self.room.forfeit(game_id, host_id, "left")
        return game_id


def somebody(telegram_id: int) -> Person:
    """Return a person as Telegram describes them."""
    return Person(telegram_id, Contact(f"Ana {telegram_id}"), "en")


# Ways to sit down, made ready in one process and taken in whichever.


def new(_process: Process, _host_id: UUID, player_id: UUID) -> SitDown:
    return lambda room: room.open_game(uuid4(), player_id, "scat", SCAT)


def join(process: Process, host_id: UUID, player_id: UUID) -> SitDown:
    game_id = process.open_table(host_id)
    return lambda room: room.join(game_id, player_id)


def rematch(process: Process, host_id: UUID, player_id: UUID) -> SitDown:
    game_id = process.finish(host_id, player_id)
    return lambda room: room.rematch(game_id, player_id)


def rematch_that_another_has_opened(process: Process, host_id: UUID, player_id: UUID) -> SitDown:
    game_id = process.finish(host_id, player_id)
    process.room.rematch(game_id, host_id)
    return lambda room: room.rematch(game_id, player_id)


Way = Callable[[Process, UUID, UUID], SitDown]

WAYS: tuple[Way, ...] = (new, join, rematch, rematch_that_another_has_opened)
