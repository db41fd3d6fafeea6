"""A game that is over for long: what was posted of it is forgotten, its buttons still answer."""

from datetime import timedelta

import psycopg

from telegram_bot.callback_data import Press, Verb
from telegram_bot.housekeeping import KEPT
from tests.end_to_end.conftest import TimedHouse


def posted(house: TimedHouse) -> int:
    """Return of how many tables and announcements delivery remembers the message."""
    with psycopg.connect(house.database.conninfo) as connection:
        row = connection.execute(
            "SELECT (SELECT count(*) FROM thirtyone.posted_screens)"
            " + (SELECT count(*) FROM thirtyone.posted_announcements)"
        ).fetchone()
    assert row is not None
    return int(row[0])


def test_a_forgotten_game_is_not_shown_again_and_its_buttons_answer_as_ever(
    timed_house: TimedHouse,
) -> None:
    table = timed_house.table("Ana", "Carla", knocking=1.0)
    _, carla = table.people
    table.open("scat")
    over = table.play_on()
    timed_house.bot.settle()
    shown, remembered = table.chat.bot_messages(), posted(timed_house)
    why = next(each for each in shown if any("Why" in label for label in each.labels))

    timed_house.bot.skip_time(KEPT + timedelta(days=1))
    timed_house.bot.run(timed_house.bot.parts.clock.tidy())
    timed_house.bot.settle()
    quoted = carla.tap(why, why.buttons[0].data)
    late = carla.forge_tap(over.message, Press(Verb.DRAW, over.game_id, 1).encode())
    timed_house.bot.settle()
    after, forgotten = table.chat.bot_messages(), posted(timed_house)

    assert remembered > 1
    assert forgotten == 0
    assert quoted.show_alert
    assert late.answers == 1
    assert "This game is over" in late.text
    assert after == shown
    table.rematch()
