"""Run by Alembic for each of its commands.

The database comes from `projections.migrate`, or from `DATABASE_URL` for a developer's `alembic`.
"""

import os
from logging.config import fileConfig
from typing import Any

from alembic import context
from sqlalchemy import Connection, text

from projections.database import SCHEMA, Database
from projections.schema import metadata

ONE_AT_A_TIME = 0x31_0001
"""The number of the advisory lock that migrating processes take in turn."""


def _run() -> None:
    if context.is_offline_mode():
        context.configure(dialect_name="postgresql", version_table_schema=SCHEMA)
        with context.begin_transaction():
            context.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            context.run_migrations()
        return
    with _database().engine().begin() as connection:
        _prepare(connection)
        context.configure(
            connection=connection,
            version_table_schema=SCHEMA,
            target_metadata=metadata,
            include_schemas=True,
            include_name=_is_ours,
            compare_server_default=True,
        )
        context.run_migrations()


def _database() -> Database:
    given = context.config.attributes.get("database")
    if isinstance(given, Database):
        return given
    if context.config.config_file_name:
        fileConfig(context.config.config_file_name, disable_existing_loggers=False)
    return Database(os.environ["DATABASE_URL"])


def _prepare(connection: Connection) -> None:
    """Wait for our turn, then see to the schema, in which Alembic keeps its own table too."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": ONE_AT_A_TIME})
    # Asked first, since IF NOT EXISTS wants the right to create even when there is nothing to do.
    if connection.scalar(text("SELECT to_regnamespace(:schema)"), {"schema": SCHEMA}) is None:
        connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))


def _is_ours(name: str | None, kind: str, _parents: Any) -> bool:
    """Leave out other schemas, and the tables whose form the library decides."""
    if kind == "schema":
        return name == SCHEMA
    return kind != "table" or not str(name).endswith(("_events", "_tracking"))


_run()
