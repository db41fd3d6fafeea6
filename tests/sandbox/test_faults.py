"""Scripted trouble."""

import time

import httpx
import pytest

from tests.support.running_sandbox import RunningSandbox


def send(sandbox: RunningSandbox, timeout: float = 5) -> httpx.Response:
    chat = sandbox.client.chat("Card night")
    return httpx.post(
        f"{sandbox.url}/bot{sandbox.token}/sendMessage",
        json={"chat_id": chat.id, "text": "x"},
        timeout=timeout,
    )


def test_the_next_calls_are_refused_then_all_is_well(sandbox: RunningSandbox) -> None:
    flood = {
        "code": 429,
        "description": "Too Many Requests: retry after 7",
        "parameters": {"retry_after": 7},
    }
    sandbox.client.fault("refuse", method="sendMessage", times=2, error=flood)
    assert [send(sandbox).status_code for _ in range(3)] == [429, 429, 200]


def test_trouble_can_last_for_a_while_instead(sandbox: RunningSandbox) -> None:
    sandbox.client.fault("refuse", times=1000, lasts=30)
    assert [send(sandbox).status_code for _ in range(2)] == [500, 500]
    sandbox.client.advance(31)
    assert send(sandbox).status_code == 200


def test_trouble_can_be_about_one_chat(sandbox: RunningSandbox) -> None:
    sandbox.client.fault("refuse", chat_id=-1)
    assert send(sandbox).status_code == 200


def test_an_accepted_call_can_lose_its_answer(sandbox: RunningSandbox) -> None:
    chat = sandbox.client.chat("Card night")
    sandbox.client.fault("drop", method="sendMessage")
    with pytest.raises(httpx.ReadTimeout):
        send(sandbox, timeout=0.3)
    assert chat.last_bot_message().text == "x"


def test_an_accepted_call_can_answer_with_an_error(sandbox: RunningSandbox) -> None:
    chat = sandbox.client.chat("Card night")
    sandbox.client.fault("drop", error={"code": 502, "description": "Bad Gateway"})
    assert send(sandbox).status_code == 502
    assert chat.last_bot_message().text == "x"


def test_a_call_can_be_slow(sandbox: RunningSandbox) -> None:
    sandbox.client.fault("delay", seconds=0.2)
    began = time.monotonic()
    assert send(sandbox).status_code == 200
    assert time.monotonic() - began >= 0.2


def test_a_call_can_be_held_until_the_trouble_is_over(sandbox: RunningSandbox) -> None:
    chat = sandbox.client.chat("Card night")
    sandbox.client.fault("hold", method="sendMessage")
    with pytest.raises(httpx.ReadTimeout):
        send(sandbox, timeout=0.3)
    assert chat.bot_messages() == []

    sandbox.client.clear_faults()
    assert chat.wait_for(lambda message: message.from_bot).text == "x"
    assert send(sandbox).status_code == 200


def test_an_update_can_be_overtaken_by_the_next(sandbox: RunningSandbox) -> None:
    ana, chat = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    sandbox.client.fault("overtake", method="message")
    ana.send(chat, "/first")
    ana.send(chat, "/second")
    updates = sandbox.client.get("/updates")["updates"][-2:]
    assert [each["message"]["text"] for each in updates] == ["/second", "/first"]
    assert updates[0]["update_id"] < updates[1]["update_id"]


def test_an_update_can_come_twice(sandbox: RunningSandbox) -> None:
    sandbox.client.fault("duplicate", method="message")
    sandbox.client.person("Ana").send(sandbox.client.chat("Card night"), "/new")
    first, second = sandbox.client.get("/updates")["updates"][-2:]
    assert first == second


def test_an_update_can_be_nothing_that_can_be_read(sandbox: RunningSandbox) -> None:
    sandbox.client.fault("garble", method="message")
    sandbox.client.person("Ana").send(sandbox.client.chat("Card night"), "/new")
    assert sandbox.client.get("/updates")["updates"][-1]["message"] == {"nonsense": True}
