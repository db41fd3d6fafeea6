"""Hands updates to the handlers, and tells trouble that passes from what is set aside."""

import logging

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg_pool import PoolTimeout
from telegram import Update
from telegram.ext import Application, ContextTypes

from telegram_bot.intake import NotNow

logger = logging.getLogger(__name__)

PASSING = (psycopg.OperationalError, psycopg.InterfaceError, PersistenceError, PoolTimeout)
"""What goes wrong while the database is away."""


class Dispatcher:
    """Runs the handlers of an application for one update."""

    def __init__(self, application: Application) -> None:  # type: ignore[type-arg]
        """Listen to what goes wrong in handlers."""
        self._application = application
        self._errors: dict[int, Exception] = {}
        application.add_error_handler(self._note)

    async def handle(self, update: Update) -> None:
        """Handle an update. One that fails for good is logged, and does not block the rest.

        Raises:
            NotNow: The database is away; the update is to be handled again.
        """
        await self._application.process_update(update)
        error = self._errors.pop(update.update_id, None)
        if isinstance(error, PASSING):
            raise NotNow(type(error).__name__) from error
        if error is not None:
            logger.error("Update %s is set aside", update.update_id, exc_info=error)

    async def _note(self, update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        if isinstance(update, Update) and isinstance(context.error, Exception):
            self._errors[update.update_id] = context.error
