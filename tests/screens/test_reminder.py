"""The call to a turn, in the group and in private, and what `/remind` answers."""

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from telegram_bot.screens.reminder import (
    group_reminder,
    message_address,
    private_reminder,
    remind_text,
)
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.times import moment
from telegram_bot.texts import languages, texts
from tests.screens.measures import assert_fits
from tests.screens.snapshots import assert_matches, titled

AT: Final = datetime(2026, 3, 1, 21, 4, tzinfo=UTC)
SUPERGROUP: Final = -1002000000001


@pytest.mark.parametrize("language", languages())
def test_a_call_and_what_may_be_said_against_it(language: str) -> None:
    words = texts(language)
    time = moment(AT, timedelta(minutes=10), UTC, words)
    table = message_address(SUPERGROUP, 31)
    told = {
        "in the group": group_reminder("Bruno <3", 1000001, time, words),
        "in private": private_reminder("Cards & <more>", table, time, words),
        "in private, of a basic group": private_reminder("Cards", None, time, words),
        "wanted": Screen(remind_text(words, wanted=True)),
        "not wanted": Screen(remind_text(words, wanted=False)),
    }
    for screen in told.values():
        assert_fits(screen)

    assert_matches(f"{language}/reminders", "".join(titled(*each) for each in told.items()))


def test_only_messages_of_supergroups_have_an_address() -> None:
    assert message_address(SUPERGROUP, 31) == "https://t.me/c/2000000001/31"
    assert message_address(-4000001, 31) is None
