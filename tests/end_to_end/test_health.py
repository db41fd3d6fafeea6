"""`/health` as whoever watches over a running bot asks for it: on the port that is set."""

from collections.abc import Callable
from typing import Any

import httpx

from projections.database import Database
from projections.read_models import READ_MODELS
from telegram_bot.heartbeats import CLOCK, INTAKE
from tests.end_to_end.conftest import open_house
from tests.support.ports import free_port
from tests.support.running_bot import running_bot
from tests.support.running_sandbox import running_sandbox
from tests.support.sandbox_client import SandboxClient

Told = dict[str, Any]


def asked(client: SandboxClient, port: int, fits: Callable[[Told], bool]) -> Told:
    """Return what a running bot answers, once that fits."""

    def fitting() -> Told | None:
        try:
            answer = httpx.get(f"http://127.0.0.1:{port}/health")
        except httpx.ConnectError:
            return None  # it has just been started
        told: Told = answer.json()
        assert (answer.status_code == 200) is told["ok"]
        return told if fits(told) else None

    return client.wait_until(fitting, "a fitting answer")  # type: ignore[no-any-return]


def is_well(told: Told) -> bool:
    """Tell whether a bot is at work and its views are up to date."""
    at_work = told["ok"] and told["beats"].keys() == {CLOCK, INTAKE}
    return at_work and not any(told["views"].values())


def test_a_running_bot_tells_on_its_port_how_it_is_doing(database: Database) -> None:
    port = free_port()
    with open_house(database, PORT=str(port)) as house:
        house.table("Ana", "Carla").open()

        told = asked(house.client, port, is_well)
        house.bot.kill()
        house.bot.start()
        again = asked(house.client, port, is_well)

    for each in (told, again):
        assert each["views"].keys() == {view.name for view in READ_MODELS}
        assert each["still"] == []


def test_a_bot_that_has_not_reached_telegram_yet_tells_so(database: Database) -> None:
    port = free_port()
    with running_sandbox() as sandbox:
        sandbox.client.fault("refuse", method="getMe", times=10**6)
        with running_bot(sandbox, database, PORT=str(port)):
            told = asked(sandbox.client, port, lambda told: not told["ok"])
            sandbox.client.clear_faults()
            asked(sandbox.client, port, is_well)

    assert told["still"] == [INTAKE]
    assert told["troubles"] == {INTAKE: "Telegram cannot be reached: NetworkError"}
