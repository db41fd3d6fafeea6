"""Starts a sandbox in a thread on a free port, for tests that speak HTTP to it."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.demo import DEMO_TOKEN, demo_world
from telegram_bot.sandbox.server import serving_in_thread
from telegram_bot.sandbox.world import World
from tests.support.sandbox_client import SandboxClient


@dataclass(frozen=True)
class RunningSandbox:
    """A sandbox that answers.

    Attributes:
        url: without a slash at the end.
        token: the bot's token.
        client: the people's side.
    """

    url: str
    token: str
    client: SandboxClient

    @property
    def bot_base_url(self) -> str:
        """What python-telegram-bot wants as `base_url`."""
        return f"{self.url}/bot"

    @property
    def bot_file_url(self) -> str:
        """What python-telegram-bot wants as `base_file_url`."""
        return f"{self.url}/file/bot"


@contextlib.contextmanager
def running_sandbox(
    world: World | None = None,
    *,
    manual_clock: bool = False,
    limits: Limits | None = None,
    ephemeral: bool = False,
) -> Iterator[RunningSandbox]:
    """Run a sandbox for the length of a block.

    Args:
        world: what exists; by default the demo world with Ana, Bruno, Carla and Duda.
        manual_clock: time stands still but for `client.advance(seconds)`; for the default world.
        limits: the bot's budget; by default none, so that only tests about it meet a 429.
        ephemeral: whether its server knows ephemeral messages. Without them hands are shown by
            alerts, which need nothing; tests of the better ways ask for it.
    """
    if world is None:
        chosen = limits or Limits.none()
        world = (
            demo_world(now=ManualClock(), limits=chosen, told=False)
            if manual_clock
            else demo_world(limits=chosen, told=False)
        )
    world.knows_ephemeral = ephemeral
    with serving_in_thread(world) as server, SandboxClient(server.url) as client:
        yield RunningSandbox(server.url, world.bot.token or DEMO_TOKEN, client)
