"""The webhook takes updates from whoever knows the secret, and says once they are settled."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import pytest
from starlette.applications import Starlette
from telegram import Bot

from telegram_bot.intake.address import Address
from telegram_bot.intake.reception import Reception
from telegram_bot.web.webhook import LARGEST, SECRET_HEADER, webhook_route
from tests.intake.people import UNREADABLE, People, message

SECRET = "s3cret-of-a-webhook"
ADDRESS = Address("https://cards.example/hook", SECRET)


class Post:
    """Posts updates over HTTP, as Telegram does."""

    def __init__(self, client: httpx.AsyncClient, people: People, ready: asyncio.Event) -> None:
        self.client = client
        self.people = people
        self.ready = ready

    async def __call__(self, update: Any, secret: str = SECRET) -> httpx.Response:
        return await self.client.post("/hook", json=update, headers={SECRET_HEADER: secret})


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    people, ready = People(), asyncio.Event()
    ready.set()
    reception = Reception(cast("Bot", None), people.handle, people.set_aside)
    route = webhook_route(ADDRESS, reception, ready.is_set)
    transport = httpx.ASGITransport(Starlette(routes=[route]))
    async with httpx.AsyncClient(transport=transport, base_url="http://bot") as client:
        yield Post(client, people, ready)
    await reception.aclose()


async def test_an_update_is_confirmed_once_it_is_handled(post: Post) -> None:
    gate = post.people.gates[1] = asyncio.Event()
    posted = asyncio.create_task(post(message(1, -1)))
    await post(message(2, -2))
    assert not posted.done()

    gate.set()
    assert (await posted).status_code == 200
    assert post.people.handled == [2, 1]


async def test_what_cannot_be_handled_now_is_to_be_posted_again_soon(post: Post) -> None:
    post.people.refusals[1] = 1
    answer = await post(message(1, -1))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")

    assert (await post(message(1, -1))).status_code == 200
    assert post.people.handled == [1]


async def test_what_comes_before_the_bot_is_ready_is_to_be_posted_again_soon(post: Post) -> None:
    post.ready.clear()
    answer = await post(message(1, -1))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert post.people.handled == []

    post.ready.set()
    assert (await post(message(1, -1))).status_code == 200
    assert post.people.handled == [1]


async def test_what_cannot_be_handled_at_all_is_set_aside_and_confirmed(post: Post) -> None:
    post.people.defects[2] = ValueError()

    answers = [await post(update) for update in (UNREADABLE, message(2, -1), message(3, -1))]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert post.people.put_aside == [1, 2]
    assert post.people.handled == [3]


async def test_an_update_that_is_posted_again_is_handled_once(post: Post) -> None:
    gate = post.people.gates[1] = asyncio.Event()
    twice = [asyncio.create_task(post(message(1, -1))) for _ in range(2)]
    gate.set()

    assert [(await posted).status_code for posted in twice] == [200, 200]
    assert (await post(message(1, -1))).status_code == 200
    assert post.people.handled == [1]


async def test_the_answer_to_a_tap_goes_back_at_once_and_the_rest_goes_on(post: Post) -> None:
    post.people.answers[1] = {"callback_query_id": "7", "text": "Drawn"}
    gate = post.people.gates[1] = asyncio.Event()

    answer = await post(message(1, -1))
    again = asyncio.create_task(post(message(1, -1)))
    assert post.people.handled == []
    gate.set()

    assert answer.status_code == 200
    assert answer.json() == {
        "method": "answerCallbackQuery",
        "callback_query_id": "7",
        "text": "Drawn",
    }
    assert (await again).json() == answer.json()
    assert post.people.handled == [1]


async def test_an_answer_that_nobody_waited_for_goes_with_the_next_post(post: Post) -> None:
    post.people.answers[1] = {"callback_query_id": "7"}
    await post(message(1, -1))

    again = await post(message(1, -1))

    assert again.json() == {"method": "answerCallbackQuery", "callback_query_id": "7"}
    assert post.people.handled == [1]


async def test_what_fails_after_the_answer_is_told_to_whoever_hosts(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    post.people.answers[1] = {"callback_query_id": "7"}
    gate = post.people.gates[1] = asyncio.Event()
    post.people.refusals[1] = 1

    with caplog.at_level(logging.INFO):
        answer = await post(message(1, -1))
        again = asyncio.create_task(post(message(1, -1)))
        gate.set()
        assert (await again).status_code == 503

    assert answer.status_code == 200
    assert "An update is not done with" in caplog.text


@pytest.mark.parametrize("secret", [b"", SECRET[:-1].encode(), b"x" * 256, "ünïcode".encode()])
async def test_whoever_does_not_know_the_secret_is_turned_away(post: Post, secret: bytes) -> None:
    headers = {SECRET_HEADER.encode(): secret}
    answer = await post.client.post("/hook", json=message(1, -1), headers=headers)

    assert answer.status_code == 403
    assert answer.text == ""
    assert post.people.handled == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_nothing_but_a_post_is_taken(post: Post, method: str) -> None:
    answer = await post.client.request(method, "/hook", headers={SECRET_HEADER: SECRET})

    assert answer.status_code == 405


async def test_what_is_too_large_is_not_read(post: Post) -> None:
    said = message(1, -1) | {"more": "x" * LARGEST}

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(LARGEST // 1024 + 1):
            yield b" " * 1024

    unannounced = await post.client.post(
        "/hook", content=pieces(), headers={SECRET_HEADER: SECRET}
    )

    assert (await post(said)).status_code == 413
    assert unannounced.status_code == 413
    assert post.people.handled == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"7", b"{}", b'{"update_id": "1"}', b"\xff", b"[" * 100_000]
)
async def test_what_was_mangled_on_its_way_is_to_be_posted_again(post: Post, body: bytes) -> None:
    answer = await post.client.post("/hook", content=body, headers={SECRET_HEADER: SECRET})

    assert answer.status_code == 400
    assert post.people.put_aside == []
