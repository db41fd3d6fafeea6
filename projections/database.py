"""Where the database is: one address in the three forms that the libraries want."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Engine, NullPool, create_engine

SCHEMA = "thirtyone"
CONNECT_SECONDS = "10"

_KNOWN_TO_THE_LIBRARY = frozenset({"dbname", "host", "port", "user", "password"})


class InvalidDatabaseUrl(ValueError):  # noqa: N818 - named as people say it
    """Text that is no address of a PostgreSQL database. The message never repeats the text."""


@dataclass(frozen=True)
class Database:
    """The address of a PostgreSQL database.

    Attributes:
        url: `postgres://`, `postgresql://` or `postgresql+psycopg://`, with anything that libpq
            understands. Kept out of `repr`, since it may hold a password.
    """

    url: str = field(repr=False)

    def __post_init__(self) -> None:
        """Refuse at once what is no address."""
        if not self._options.get("dbname"):
            raise InvalidDatabaseUrl("it names no database")

    @cached_property
    def _options(self) -> dict[str, str]:
        scheme, separator, rest = self.url.strip().partition("://")
        if not separator or scheme.partition("+")[0] not in {"postgres", "postgresql"}:
            raise InvalidDatabaseUrl("it does not begin with postgresql://")
        try:
            found = conninfo_to_dict(f"postgresql://{rest}")
        except psycopg.Error:
            raise InvalidDatabaseUrl("it is not a well-formed URL") from None
        return {name: str(value) for name, value in found.items()}

    @cached_property
    def conninfo(self) -> str:
        """The address for psycopg."""
        return make_conninfo("", **{"connect_timeout": CONNECT_SECONDS} | self._options)

    @property
    def name(self) -> str:
        """The name of the database on its server."""
        return self._option("dbname")

    @property
    def password(self) -> str:
        """The password, to keep it out of the log; empty when there is none."""
        return self._option("password")

    @property
    def place(self) -> str:
        """The address without its secrets, for a message."""
        host = self._option("host") or "the local socket"
        return f"{self.name} on {host}, port {self._option('port')}"

    def engine(self) -> Engine:
        """Return an engine for Alembic, one connection at a time.

        SQLAlchemy's own URLs do not carry all that libpq understands.
        """
        return create_engine(
            "postgresql+psycopg://",
            creator=lambda: psycopg.connect(self.conninfo),
            poolclass=NullPool,
        )

    @cached_property
    def environment(self) -> dict[str, str]:
        """The environment for an `eventsourcing.Application` (`env=…`).

        Waits are short, since the library tries ten times. The function that adds events is ours
        (migration 0020): with the library's own, readers of the log would miss some.
        """
        return {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "CREATE_TABLE": "no",
            "POSTGRES_SCHEMA": SCHEMA,
            "POSTGRES_DBNAME": self._option("dbname"),
            "POSTGRES_HOST": self._option("host"),
            "POSTGRES_PORT": self._option("port"),
            "POSTGRES_USER": self._option("user"),
            "POSTGRES_PASSWORD": self._option("password"),
            "POSTGRES_POOL_SIZE": "2",
            "POSTGRES_MAX_OVERFLOW": "6",
            "POSTGRES_CONNECT_TIMEOUT": "3",
            "POSTGRES_ENABLE_DB_FUNCTIONS": "yes",
            "POSTGRES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT": "10",
        }

    def export_options(self) -> None:
        """Give libpq, by its own variables, the options for which the library has no key."""
        for name, variable in _variables():
            if name in self._options and name not in _KNOWN_TO_THE_LIBRARY:
                os.environ[variable] = self._options[name]

    @cached_property
    def variables(self) -> dict[str, str]:
        """The environment for programs of PostgreSQL's own, such as psql and pg_dump."""
        return {
            variable: self._options[name]
            for name, variable in _variables()
            if name in self._options
        }

    def _option(self, name: str) -> str:
        """Return an option of the address, or what libpq takes where it says nothing."""
        defaults = {
            option.keyword.decode(): option.val.decode()
            for option in psycopg.pq.Conninfo.get_defaults()
            if option.val
        }
        return self._options.get(name, defaults.get(name, ""))


def _variables() -> Iterator[tuple[str, str]]:
    """Return the options that libpq reads from the environment, and from which variables."""
    for option in psycopg.pq.Conninfo.get_defaults():
        if option.envvar:
            yield option.keyword.decode(), option.envvar.decode()


def socket_url(directory: str, database: str = "postgres") -> str:
    """Return the URL of a database at a Unix socket, whatever characters the path has."""
    return f"postgresql://postgres@/{database}?host={quote(directory, safe='/')}"
