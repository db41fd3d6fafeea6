"""`python -m telegram_bot.sandbox`."""

import signal
import socket
import subprocess
import sys
from collections.abc import Sequence

import httpx
import pytest


def command(*options: str) -> Sequence[str]:
    return [sys.executable, "-m", "telegram_bot.sandbox", *options]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_quietly(sign: signal.Signals) -> None:
    with subprocess.Popen(
        command("--port", "0", "--token", "42:other"), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        page, bot_api, token = (process.stdout.readline().split()[-1] for _ in range(3))
        assert httpx.get(f"{bot_api}{token}/getMe").json()["result"]["id"] == 42
        assert httpx.get(page, follow_redirects=True).is_success
        process.send_signal(sign)
        assert process.wait(10) == 0


def test_a_taken_port_is_one_line_and_a_status() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = subprocess.run(
            command("--port", str(port)), capture_output=True, text=True, check=False, timeout=20
        )
    assert ended.returncode == 1
    assert ended.stderr == f"cannot listen on 127.0.0.1:{port}: Address already in use\n"
