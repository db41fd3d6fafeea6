"""Updates posted to a webhook: secret, order, retries."""

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

from tests.support.running_sandbox import RunningSandbox

SECRET = "s3cret_-"


@dataclass
class Receiver:
    """A webhook that answers what the test wants and remembers what came."""

    url: str
    answers: list[int] = field(default_factory=list)
    updates: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)


@contextlib.contextmanager
def receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.updates.append(json.loads(body))
            made.secrets.append(self.headers["X-Telegram-Bot-Api-Secret-Token"])
            self.send_response(made.answers.pop(0) if made.answers else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Be silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made = Receiver(f"http://127.0.0.1:{server.server_port}/hook")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield made
        server.shutdown()
        thread.join()


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


def test_a_refused_update_is_sent_again_at_once(sandbox: RunningSandbox) -> None:
    ana, chat = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    with receiver() as hook:
        hook.answers = [500]
        set_webhook(sandbox, hook.url)
        ana.send(chat, "/new")
        sandbox.client.settle()
        first, second = hook.updates
        assert first == second
        assert info(sandbox)["last_error_message"] == (
            "Wrong response from the webhook: 500 Internal Server Error"
        )
