"""What waits is found kind by kind, by the same questions that are asked at once."""

from datetime import datetime, timedelta

import pytest
from psycopg_pool import ConnectionPool

from projections.rows import Connection
from telegram_bot.delivery.desk import Desk
from telegram_bot.delivery.errand import Kind
from telegram_bot.delivery.outbox import Outbox
from telegram_bot.delivery.panel_desk import PanelDesk
from telegram_bot.delivery.pictures import PictureOutbox
from telegram_bot.delivery.reminder_outbox import ReminderOutbox
from telegram_bot.delivery.waiting import Waiting
from telegram_bot.delivery.weekly import WeeklyOutbox
from tests.delivery.test_housekeeping import LATER, games

__all__ = ["games"]


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("now", [LATER - timedelta(days=30), LATER])
def test_a_kind_waits_when_one_of_it_is_found(
    pool: ConnectionPool, connection: Connection, now: datetime
) -> None:
    def found() -> set[Kind]:
        return {
            kind
            for kind, pending in {
                Kind.PICTURE: PictureOutbox(pool).pending(now),
                Kind.ANNOUNCEMENT: Desk(pool).announcements(now),
                Kind.OFFER: Outbox(pool).pending(now),
                Kind.REMINDER: ReminderOutbox(pool).pending(now),
                Kind.WEEKLY: WeeklyOutbox(pool).pending(now),
                Kind.PANEL: PanelDesk(pool).pending(now),
            }.items()
            if pending
        }

    assert found() == {Kind.PICTURE}
    assert Waiting(pool).kinds(now) == {Kind.SCREEN, Kind.PICTURE}

    connection.execute("DELETE FROM thirtyone.posted_announcements")
    connection.execute(
        "INSERT INTO thirtyone.announcements_to_make"
        " SELECT position, game_id FROM thirtyone.announcements"
    )
    connection.execute("DELETE FROM thirtyone.posted_pictures")
    connection.execute("UPDATE thirtyone.posted_panels SET due = 1")
    assert found() == {Kind.ANNOUNCEMENT, Kind.PANEL}
    assert Waiting(pool).kinds(now) == {Kind.SCREEN, Kind.ANNOUNCEMENT, Kind.PANEL}
