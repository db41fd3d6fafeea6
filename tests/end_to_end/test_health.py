"""`/health` as whoever watches over a running bot asks for it: on the port that is set."""

from typing import Any

import httpx

from projections.database import Database
from projections.read_models import READ_MODELS
from telegram_bot.heartbeats import CLOCK, INTAKE
from tests.end_to_end.conftest import House, open_house
from tests.support.ports import free_port


def asked(house: House, port: int) -> dict[str, Any]:
    """Return what a running bot answers once it is at work and its views are up to date."""

    def well() -> dict[str, Any] | None:
        try:
            answer = httpx.get(f"http://127.0.0.1:{port}/health")
        except httpx.ConnectError:
            return None  # it has just been started
        told: dict[str, Any] = answer.json()
        assert (answer.status_code == 200) is told["ok"]
        at_work = told["ok"] and told["beats"].keys() == {CLOCK, INTAKE}
        return told if at_work and not any(told["views"].values()) else None

    return house.client.wait_until(well, "a healthy bot")  # type: ignore[no-any-return]


def test_a_running_bot_tells_on_its_port_how_it_is_doing(database: Database) -> None:
    port = free_port()
    with open_house(database, PORT=str(port)) as house:
        house.table("Ana", "Carla").open()

        told = asked(house, port)
        house.bot.kill()
        house.bot.start()
        again = asked(house, port)

    for each in (told, again):
        assert each["views"].keys() == {view.name for view in READ_MODELS}
        assert each["still"] == []
