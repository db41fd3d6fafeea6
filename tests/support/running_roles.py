"""The bot as several processes, each with one role, for end-to-end tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from projections.database import Database
from telegram_bot.roles import Role
from tests.support.balancer import Balancer, balancing
from tests.support.ports import free_port
from tests.support.running_bot import PATIENCE, RunningBot
from tests.support.running_sandbox import RunningSandbox

SECRET = "secret-of-the-webhook"


class RunningRoles:
    """Processes that are one bot together.

    Attributes:
        by_role: The processes of each role.
        balancer: The one address of those that answer over HTTP.
    """

    def __init__(
        self,
        sandbox: RunningSandbox,
        database: Database,
        directory: Path,
        balancer: Balancer,
        **settings: str,
    ) -> None:
        """Describe them: a copy of each role for each port to listen at."""
        self._sandbox = sandbox
        self.balancer = balancer
        self.by_role = {
            role: [
                RunningBot(
                    sandbox,
                    database,
                    directory / f"{role}-{port}.log",
                    role,
                    **settings,
                    PORT=str(port),
                )
                for port in balancer.ports
            ]
            for role in Role
        }

    def start(self) -> None:
        """Start all, and return when each has spoken to Telegram and every port answers."""
        for process in self.every:
            process.start_warm()
        self._sandbox.client.wait_until(self._is_up, "the roles", seconds=PATIENCE)

    def stop(self) -> str:
        """Ask all to end and return all that they have logged."""
        for process in self.every:
            process.stop()
        return self.log

    @property
    def every(self) -> list[RunningBot]:
        """All processes."""
        return [process for processes in self.by_role.values() for process in processes]

    @property
    def log(self) -> str:
        """All that they have logged so far."""
        return "".join(process.log for process in self.every)

    @property
    def status(self) -> int | None:
        """The exit status of one that has ended by itself."""
        return next((each.status for each in self.every if each.status is not None), None)

    def _is_up(self) -> bool:
        if self.status is not None:
            raise AssertionError(self.log)
        if len(self._sandbox.client.requests("getMe")) < len(self.every):
            return False
        return all(map(_answers, self.balancer.ports))


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def running_roles(
    sandbox: RunningSandbox,
    database: Database,
    *,
    copies: int = 1,
    webhook: bool = True,
    **settings: str,
) -> Iterator[RunningRoles]:
    """Run copies of each role for the length of a block, behind one address.

    Args:
        sandbox: Their Telegram.
        database: Their database.
        copies: How many of each role.
        webhook: Whether updates are posted to that address, else they are polled.
        settings: More settings, by the names of the environment.
    """
    ports = [free_port() for _ in range(copies)]
    with TemporaryDirectory() as directory, balancing(*ports) as balancer:
        if webhook:
            settings |= {"WEBHOOK_URL": f"{balancer.url}/hook", "WEBHOOK_SECRET": SECRET}
        roles = RunningRoles(sandbox, database, Path(directory), balancer, **settings)
        try:
            roles.start()
            yield roles
        finally:
            roles.stop()
