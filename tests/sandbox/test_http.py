"""The Bot API as a web server: tokens, bodies, unknown methods, the request log, long polling."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from telegram_bot.sandbox.demo import empty_world
from telegram_bot.sandbox.server import SandboxServer, serving
from tests.sandbox.pictures import png
from tests.support.running_sandbox import RunningSandbox
from tests.support.sandbox_client import SandboxError


@pytest.fixture
def http(sandbox: RunningSandbox) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{sandbox.url}/bot{sandbox.token}") as client:
        yield client


@pytest.fixture
async def bot(sandbox: RunningSandbox) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=f"{sandbox.url}/bot{sandbox.token}", timeout=20
    ) as client:
        yield client


def test_a_wrong_token_is_unauthorized_and_a_malformed_one_not_found(
    sandbox: RunningSandbox,
) -> None:
    wrong = httpx.get(f"{sandbox.url}/bot7000001:wrong/getMe")
    assert wrong.status_code == 401
    assert wrong.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}
    assert httpx.get(f"{sandbox.url}/botwrong/getMe").json()["description"] == "Not Found"


def test_methods_are_found_whatever_their_case(http: httpx.Client) -> None:
    assert http.get("/getme").json()["result"]["username"] == "thirtyone_sandbox_bot"


def test_unknown_methods_and_unbuilt_ones_are_told_apart(http: httpx.Client) -> None:
    unknown = http.post("/sendCard").json()
    assert unknown["description"] == "Not Found: method not found"
    unbuilt = http.post("/sendDice", json={"chat_id": 5}).json()
    assert unbuilt == {
        "ok": False,
        "error_code": 501,
        "description": "Not Implemented: the sandbox does not know the method sendDice",
    }


def test_parameters_come_as_query_form_json_or_multipart(
    sandbox: RunningSandbox, http: httpx.Client
) -> None:
    chat = sandbox.client.chat("Card night")
    values: dict[str, Any] = {"chat_id": chat.id, "text": "x"}
    sent = [
        http.get("/sendMessage", params=values),
        http.post("/sendMessage", data=values),
        http.post("/sendMessage", json=values),
        http.post("/sendPhoto", data=values, files={"photo": ("p.png", png(20, 10))}),
    ]
    assert [each.json()["ok"] for each in sent] == [True] * 4
    assert len(chat.bot_messages()) == 4


def test_a_file_can_be_downloaded_again(sandbox: RunningSandbox, http: httpx.Client) -> None:
    chat = sandbox.client.chat("Card night")
    sent = http.post("/sendDocument", data={"chat_id": chat.id}, files={"document": b"log"})
    file_id = sent.json()["result"]["document"]["file_id"]
    path = http.get("/getFile", params={"file_id": file_id}).json()["result"]["file_path"]
    assert httpx.get(f"{sandbox.url}/file/bot{sandbox.token}/{path}").content == b"log"
    assert httpx.get(f"{sandbox.url}/file/bot{sandbox.token}/files/x").status_code == 404


def test_every_request_is_logged_with_what_the_data_says_against_it(
    sandbox: RunningSandbox, http: httpx.Client
) -> None:
    http.post("/sendMessage", json={"chat_id": -1, "text": "x", "colour": "red"})
    (request,) = sandbox.client.requests("sendMessage")
    assert (request["status"], request["description"]) == (400, "Bad Request: chat not found")
    assert sandbox.client.problems == ["sendMessage.colour: unknown parameter in Bot API 10.3"]


def test_a_malformed_request_is_a_400_not_a_crash(
    sandbox: RunningSandbox, http: httpx.Client
) -> None:
    chat = sandbox.client.chat("Card night")
    values = {"chat_id": chat.id, "text": "x", "entities": [{"type": "bold", "offset": "a"}]}
    answer = http.post("/sendMessage", json=values)
    assert answer.status_code == 400
    assert "entities" in answer.json()["description"]


def test_the_people_side_takes_json_only(sandbox: RunningSandbox) -> None:
    ana = sandbox.client.person("Ana")
    answer = httpx.post(f"{sandbox.url}/sandbox/people/{ana.id}/account", content='{"a":1}')
    assert answer.status_code == 400
    with pytest.raises(SandboxError, match="not a member"):
        sandbox.client.new_person("Zoe").send(sandbox.client.chat("Club"), "hello")


def test_the_page_is_served(sandbox: RunningSandbox) -> None:
    page = httpx.get(f"{sandbox.url}/?as=Ana", follow_redirects=True)
    assert "<title>Sandbox" in page.text
    assert str(page.url).endswith("/page/?as=Ana")


async def updates(bot: httpx.AsyncClient, **values: int) -> dict[str, Any]:
    answer: dict[str, Any] = (await bot.post("/getUpdates", json=values)).json()
    return answer


async def test_a_long_poll_ends_when_something_happens(
    sandbox: RunningSandbox, bot: httpx.AsyncClient
) -> None:
    offset = (await updates(bot))["result"][-1]["update_id"] + 1
    ana, chat = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    waiting = asyncio.create_task(updates(bot, offset=offset, timeout=10))
    began = time.monotonic()
    await asyncio.to_thread(ana.send, chat, "/new")
    result = (await waiting)["result"]
    assert [each["message"]["text"] for each in result] == ["/new"]
    assert time.monotonic() - began < 5


async def test_an_unconfirmed_update_comes_again(
    sandbox: RunningSandbox, bot: httpx.AsyncClient
) -> None:
    first = (await updates(bot, limit=1))["result"][0]
    again = (await updates(bot, limit=1))["result"][0]
    assert first == again
    following = await updates(bot, limit=1, offset=first["update_id"] + 1)
    assert following["result"][0]["update_id"] == first["update_id"] + 1
    assert len(sandbox.client.get("/updates")["updates"]) >= 1


async def test_a_second_poller_ends_the_first(bot: httpx.AsyncClient) -> None:
    offset = (await updates(bot))["result"][-1]["update_id"] + 1
    first = asyncio.create_task(updates(bot, offset=offset, timeout=10))
    await asyncio.sleep(0.2)  # the first has to be waiting there
    second = asyncio.create_task(updates(bot, offset=offset, timeout=1))
    ended = await first
    assert ended["error_code"] == 409
    assert ended["description"] == (
        "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running"
    )
    assert (await second)["ok"] is True


async def test_polling_and_a_webhook_exclude_each_other(bot: httpx.AsyncClient) -> None:
    await bot.post("/setWebhook", json={"url": "http://127.0.0.1:9/"})
    refused = await updates(bot)
    assert refused["description"] == (
        "Conflict: can't use getUpdates method while webhook is active; "
        "use deleteWebhook to delete the webhook first"
    )
    await bot.post("/deleteWebhook")
    assert (await updates(bot))["ok"] is True


def test_a_bad_webhook_is_refused(http: httpx.Client) -> None:
    def refused(**values: str) -> str:
        return str(http.post("/setWebhook", json=values).json()["description"])

    assert refused(url="nowhere") == "Bad Request: invalid webhook URL specified"
    url = "https://example.org/"
    assert (
        refused(url=url, secret_token="ä")  # noqa: S106 - a bad one, for a bad answer
        == "Bad Request: secret token contains unallowed characters"
    )
    assert refused(url=url, secret_token="x" * 257) == "Bad Request: secret token is too long"


async def test_a_server_runs_on_the_bots_own_loop() -> None:
    async with serving(empty_world(), port=0) as server, httpx.AsyncClient() as client:
        state = await client.get(f"{server.url}/sandbox/state")
        assert state.json()["people"] == []


async def test_a_taken_port_is_an_os_error() -> None:
    async with serving(empty_world(), port=0) as server:
        with pytest.raises(OSError, match="in use"):
            SandboxServer(empty_world(), port=server.port)
