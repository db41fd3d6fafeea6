"""A web server to which a sandbox posts updates, for tests that look at what it posts."""

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """A webhook that answers what the test wants and remembers what came.

    Attributes:
        url: Its address.
        answers: The next statuses; 200 when there are no more.
        calls: What the next answers ask for; nothing when there are no more.
        updates: What came.
        secrets: What was shown with each.
    """

    url: str
    answers: list[int] = field(default_factory=list)
    calls: list[bytes] = field(default_factory=list)
    updates: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    _open: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        """Answer at once."""
        self._open.set()

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Answer nothing while the block lasts."""
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()

    def take(self, body: bytes, secret: str | None) -> tuple[int, bytes]:
        """Remember what came, and return the status and the body to answer."""
        self.updates.append(json.loads(body))
        self.secrets.append(secret)
        self._open.wait(30)
        status = self.answers.pop(0) if self.answers else 200
        return status, self.calls.pop(0) if self.calls else b""


@contextlib.contextmanager
def receiver() -> Iterator[Receiver]:
    """Run a webhook for the length of a block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            secret = self.headers["X-Telegram-Bot-Api-Secret-Token"]
            status, call = made.take(body, secret)
            self.send_response(status)
            self.send_header("Content-Length", str(len(call)))
            self.end_headers()
            self.wfile.write(call)

        def log_message(self, *_: object) -> None:
            """Be silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made = Receiver(f"http://127.0.0.1:{server.server_port}/hook")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield made
        server.shutdown()
        thread.join()
