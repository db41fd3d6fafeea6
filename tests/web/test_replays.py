"""Whoever has the address of a game that is over sees its replay; of any other, nothing."""

import json
from uuid import UUID, uuid4

import httpx
import pytest

from domain.codes import code_of
from tests.web.conftest import PublicEvening


async def text_of(client: httpx.AsyncClient, address: str, **headers: str) -> str:
    answer = await client.get(address, headers=headers)
    assert answer.status_code == 200
    return answer.text


async def test_a_game_that_is_over_has_a_page(
    evening: PublicEvening, client: httpx.AsyncClient
) -> None:
    game_id = evening.finished()

    answer = await client.get(f"/g/{game_id}")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Ana, Bruno, Carla · January 1, 2026" in answer.text
    assert f'download="game-{code_of(game_id)}.jsonl"' in answer.text


async def test_a_page_is_for_its_reader_alone_and_asks_nobody(
    evening: PublicEvening, client: httpx.AsyncClient
) -> None:
    headers = (await client.get(f"/g/{evening.finished()}")).headers

    assert headers["cache-control"] == "private, no-cache"
    assert headers["x-robots-tag"] == "noindex, nofollow"
    assert headers["referrer-policy"] == "no-referrer"
    policy = headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"} <= {*policy}
    assert "unsafe" not in headers["content-security-policy"]


async def test_it_has_the_file_that_the_game_is_exported_as(
    evening: PublicEvening, client: httpx.AsyncClient
) -> None:
    game_id = evening.finished()

    page = await text_of(client, f"/g/{game_id}")

    data = page.partition('id="data">')[2].partition("</script>")[0]
    assert json.loads(data)["log"].encode() == evening.room.export(game_id)


async def test_a_game_that_was_given_up_has_a_page(
    evening: PublicEvening, client: httpx.AsyncClient
) -> None:
    match = evening.running()
    evening.room.end_game(match.id, match.player_ids[0])

    assert "The game ends without a winner." in await text_of(client, f"/g/{match.id}")


async def test_who_was_forgotten_is_nobody_there(
    evening: PublicEvening, client: httpx.AsyncClient
) -> None:
    game_id = evening.finished()
    bruno = evening.room.match(game_id).player_ids[1]
    evening.forget(bruno)

    page = await text_of(client, f"/g/{game_id}")

    assert "Bruno" not in page
    assert "Ana, Player 2, Carla" in page


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "ja", "en"),
        ("", "fr-CA", "fr"),
        ("", "pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"),
        ("", "ja, en;q=0.5, pt-PT;q=0.8", "pt-PT"),
        ("", "en;q=0.5, *;q=no", "en"),
        ("?lang=pt-BR", "en", "pt-BR"),
        ("?lang=en", "pt-BR", "en"),
        ("?lang=%3Cscript%3E", "pt-BR", "en"),
    ],
)
async def test_it_is_in_the_language_that_is_chosen_or_liked_best(
    evening: PublicEvening, client: httpx.AsyncClient, query: str, accepted: str, language: str
) -> None:
    address = f"/g/{evening.finished(players=2)}{query}"

    page = await text_of(client, address, **{"accept-language": accepted})

    assert f'<html lang="{language}">' in page


async def test_all_that_is_no_game_that_is_over_is_answered_alike(
    evening: PublicEvening, client: httpx.AsyncClient
) -> None:
    over = evening.finished(players=2)
    running = evening.running()
    elsewhere, opener = evening.new_id(), evening.new_id()
    closed = evening.room.open_game(elsewhere, opener, running.preset, running.rules).match
    evening.room.close_table(closed.id, opener)
    names = [
        *(uuid4(), running.id, closed.id, evening.group_id, UUID(int=0)),
        *(code_of(over), over.hex, str(over).upper(), f"{{{over}}}", f"urn:uuid:{over}"),
        *("x", "..", "%2e%2e", f"{over}/log", "data"),
    ]

    answers = [await client.get(f"/g/{name}") for name in names]

    assert {answer.status_code for answer in answers} == {404}
    assert {answer.content for answer in answers} == {(await client.get("/nowhere")).content}
    assert len({tuple(sorted(answer.headers.items())) for answer in answers}) == 1


async def test_no_address_tells_a_secret_of_a_running_game(
    evening: PublicEvening, client: httpx.AsyncClient
) -> None:
    over = evening.finished(players=2)
    match = evening.running()
    assert match.deck is not None
    assert match.round is not None
    secrets = [match.deck.seed.hex(), *(json.dumps(hand)[1:-1] for hand in match.round.hands)]
    addresses = [f"/g/{match.id}", f"/g/{over}", f"/g/{over}?lang=pt", f"/g/{match.group_id}"]

    for address in addresses:
        page = (await client.get(address)).text
        assert str(match.id) not in page
        for secret in secrets:
            assert secret not in page
            assert secret.replace('"', '\\"') not in page
