"""How much of a processor programs have taken, as Linux counts it.

It travels better from machine to machine, and past whatever else one has to do, than rates do.
"""

import os
from pathlib import Path
from typing import Any, Final

import psycopg

PROCESSES: Final = Path("/proc")
TICKS: Final = os.sysconf("SC_CLK_TCK")
"""The units of a second in which Linux counts."""

_OWN: Final = slice(11, 13)
"""Where these fields stand after the name of the program."""

SERVING: Final = """
    SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def taken_by(process: int) -> float:
    """Return the seconds that a process has taken so far."""
    said = (PROCESSES / str(process) / "stat").read_text()
    return sum(map(int, said.rpartition(")")[2].split()[_OWN])) / TICKS


def taken_by_postgres(connection: psycopg.Connection[Any]) -> float:
    """Return the seconds that PostgreSQL has taken for a database, but for this connection.

    It runs on this machine, and none of the connections has been closed since the last time.
    """
    serving = connection.execute(SERVING).fetchall()
    return sum(taken_by(process) for (process,) in serving)
