"""Updates posted to a webhook: secret, order, retries."""

import json
from http import HTTPStatus
from typing import Any

import httpx
import pytest

from tests.support.running_sandbox import RunningSandbox
from tests.support.webhook_receiver import receiver

SECRET = "s3cret_-"


def set_webhook(sandbox: RunningSandbox, url: str) -> None:
    httpx.post(
        f"{sandbox.url}/bot{sandbox.token}/setWebhook",
        json={"url": url, "secret_token": SECRET, "drop_pending_updates": True},
    )


def info(sandbox: RunningSandbox) -> dict[str, Any]:
    answer = httpx.get(f"{sandbox.url}/bot{sandbox.token}/getWebhookInfo")
    return dict(answer.json()["result"])


def test_updates_arrive_in_order_with_the_secret(sandbox: RunningSandbox) -> None:
    ana, chat = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    with receiver() as hook:
        set_webhook(sandbox, hook.url)
        for number in range(5):
            ana.send(chat, f"/new {number}")
        sandbox.client.settle()
        texts = [update["message"]["text"] for update in hook.updates]
        assert texts == [f"/new {number}" for number in range(5)]
        assert set(hook.secrets) == {SECRET}
        assert info(sandbox)["url"] == hook.url


@pytest.mark.parametrize("status", [HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.FOUND])
def test_a_refused_update_is_sent_again_at_once(
    sandbox: RunningSandbox, status: HTTPStatus
) -> None:
    ana, chat = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    with receiver() as hook:
        hook.answers = [status]
        set_webhook(sandbox, hook.url)
        ana.send(chat, "/new")
        sandbox.client.settle()
        first, second = hook.updates
        assert first == second
        assert info(sandbox)["last_error_message"] == (
            f"Wrong response from the webhook: {status:d} {status.phrase}"
        )


def test_a_call_in_the_answer_is_carried_out(sandbox: RunningSandbox) -> None:
    ana, chat = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    call = {"method": "sendMessage", "chat_id": chat.id, "text": "Cards?"}
    with receiver() as hook:
        hook.calls = [json.dumps(call).encode()]
        set_webhook(sandbox, hook.url)
        ana.send(chat, "/new")

        assert chat.wait_for(lambda message: message.text == "Cards?")
    assert sandbox.client.problems == []


@pytest.mark.parametrize("call", [b"{", b"[]", b"{}", b'{"method": "deleteWebhook"}'])
def test_nothing_else_in_the_answer_is(sandbox: RunningSandbox, call: bytes) -> None:
    ana, chat = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    with receiver() as hook:
        hook.calls = [call]
        set_webhook(sandbox, hook.url)
        for number in range(2):
            ana.send(chat, f"/new {number}")
            sandbox.client.settle()

        assert len(hook.updates) == 2
        assert info(sandbox)["url"] == hook.url
