"""A result links to the page of its game, which the bot itself serves once the game is over."""

import httpx

from domain.audit.judging import verify
from projections.database import Database
from tests.end_to_end.conftest import open_house
from tests.support.ports import free_port


def test_whoever_follows_the_link_of_a_result_sees_the_game_again(database: Database) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with open_house(database, PORT=str(port), PUBLIC_URL=url) as house:
        table = house.table("Ana", "Bruno", seed=31)
        table.open("scat_no_bus")
        game_id = table.see().game_id
        running = httpx.get(f"{url}/g/{game_id}")
        table.play_on()
        house.settle()

        result = table.see().message
        [address] = [
            entity["url"] for entity in result.raw["entities"] if entity["type"] == "text_link"
        ]
        page = httpx.get(address, headers={"accept-encoding": "gzip"})

        assert running.status_code == 404
        assert address == f"{url}/g/{game_id}"
        assert page.status_code == 200
        assert page.headers["content-encoding"] == "gzip"
        assert "Ana, Bruno ·" in page.text
        assert verify(house.room.export(game_id)).digest in page.text
