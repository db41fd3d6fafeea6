"""Hands updates to the handlers, and tells trouble that passes from a defect."""

from telegram import Update
from telegram.ext import Application, ContextTypes

from telegram_bot.intake.errors import PASSING, NotNow


class Dispatcher:
    """Runs the handlers of an application for one update."""

    def __init__(self, application: Application) -> None:  # type: ignore[type-arg]
        """Listen to what goes wrong in handlers."""
        self._application = application
        self._errors: dict[int, Exception] = {}
        application.add_error_handler(self._note)

    async def handle(self, update: Update) -> None:
        """Handle an update.

        Raises:
            NotNow: The database is away; the update is to be handled again.
            Exception: Whatever a handler failed with, for good.
        """
        await self._application.process_update(update)
        error = self._errors.pop(update.update_id, None)
        if isinstance(error, PASSING):
            raise NotNow(type(error).__name__) from error
        if error is not None:
            raise error

    async def _note(self, update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        if isinstance(update, Update) and isinstance(context.error, Exception):
            self._errors[update.update_id] = context.error
