"""`thirtyone status`: a few lines on how the bot is doing."""

import sys
from datetime import UTC, datetime

from domain.card_room import CardRoom
from projections.log import EventLog
from projections.read_models import READ_MODELS
from telegram_bot.operating.condition import beats, lags, troubles, work
from telegram_bot.operating.connection import connected
from telegram_bot.settings import Settings


def run(settings: Settings) -> int:
    """Say how far the views are behind, what waits, and who is at work."""
    now = datetime.now(UTC)
    with (
        connected(settings) as (database, connection),
        CardRoom(database.environment) as room,
    ):
        lines = [
            *((lag.view, f"{lag.behind:,} events behind")
              for lag in lags(connection, EventLog.of(room), READ_MODELS)),
            *((name.replace("_", " "), f"{number:,}")
              for name, number in vars(work(connection, now)).items()),
            *((role, f"last at work {ago.total_seconds():,.0f} s ago")
              for role, ago in beats(connection, now).items()),
            *((f"{role} trouble", said) for role, said in troubles(connection).items()),
        ]  # fmt: skip
    sys.stdout.writelines(f"{name:18}{told}\n" for name, told in lines)
    return 0
