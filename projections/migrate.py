"""Bring a database to the newest form of its tables."""

from pathlib import Path

from alembic import command
from alembic.config import Config

from projections import migrations
from projections.database import Database


def upgrade(database: Database) -> None:
    """Apply the migrations that are missing, all or none. Concurrent callers wait for each other.

    Raises:
        sqlalchemy.exc.DBAPIError: The database cannot be reached, or refuses.
    """
    config = Config()
    place = str(Path(migrations.__path__[0])).replace("%", "%%")
    config.set_main_option("script_location", place)
    config.attributes["database"] = database
    command.upgrade(config, "head")
