"""Houses whose bot is several processes."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from telegram import Bot

from domain.card_room import CardRoom
from projections.database import Database
from tests.end_to_end.conftest import Venue
from tests.support.running_roles import RunningRoles, running_roles
from tests.support.running_sandbox import RunningSandbox, running_sandbox


@dataclass(kw_only=True)
class DividedHouse(Venue):
    """Where people play, and the processes that serve them.

    Attributes:
        bot: All processes of the bot.
    """

    bot: RunningRoles


@contextmanager
def open_divided_house(
    database: Database, *, copies: int = 1, webhook: bool = True
) -> Iterator[DividedHouse]:
    """Open a house for the length of a block. Nothing is dealt before everybody has cut."""
    chosen = {"CUT_SECONDS": "600", "LOG_LEVEL": "DEBUG"}
    with (
        running_sandbox() as sandbox,
        running_roles(sandbox, database, copies=copies, webhook=webhook, **chosen) as bot,
        CardRoom(database.environment) as room,
    ):
        yield DividedHouse(sandbox=sandbox, database=database, room=room, bot=bot)
        assert sandbox.client.problems == []


@pytest.fixture(params=["polling", "webhook", "two copies of each role"])
def any_house(request: pytest.FixtureRequest, database: Database) -> Iterator[DividedHouse]:
    """A house whose bot is a process for each role, or two."""
    copies = 2 if "two" in request.param else 1
    with open_divided_house(database, copies=copies, webhook=request.param != "polling") as house:
        yield house
        assert house.bot.status is None, house.bot.log


@pytest.fixture
def sandbox() -> Iterator[RunningSandbox]:
    """A Telegram for what a process says of itself."""
    with running_sandbox() as sandbox:
        yield sandbox
        assert sandbox.client.problems == []


@pytest.fixture
async def bot(sandbox: RunningSandbox) -> AsyncIterator[Bot]:
    """The bot's side of it."""
    async with Bot(sandbox.token, base_url=sandbox.bot_base_url) as bot:
        yield bot
