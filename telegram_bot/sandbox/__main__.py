"""`python -m telegram_bot.sandbox`: a local Telegram for trying any bot."""

import argparse
import asyncio
import contextlib
import signal
import sys

from telegram_bot.sandbox.demo import DEMO_TOKEN, demo_world
from telegram_bot.sandbox.server import DEFAULT_HOST, DEFAULT_PORT, SandboxServer


def main() -> int:
    """Run the sandbox until it is interrupted; returns the exit status."""
    parser = argparse.ArgumentParser(prog="telegram_bot.sandbox", description=__doc__)
    parser.add_argument("--host", default=DEFAULT_HOST)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--token", default=DEMO_TOKEN, help="the token of the bot to be tried")
    options = parser.parse_args()
    try:
        server = SandboxServer(
            demo_world(token=options.token), host=options.host, port=options.port
        )
    except OSError as taken:
        sys.stderr.write(f"cannot listen on {options.host}:{options.port}: {taken.strerror}\n")
        return 1
    sys.stdout.write(
        f"page     {server.url}/\nBot API  {server.url}/bot\ntoken    {options.token}\n"
    )
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):  # asyncio.run cancels, the server ends in order
        asyncio.run(_serve(server))
    return 0


async def _serve(server: SandboxServer) -> None:
    with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers here
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, server.ask_to_stop)
    await server.serve()


if __name__ == "__main__":
    sys.exit(main())
