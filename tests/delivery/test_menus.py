"""Messages that answer their own buttons: the latest is shown, at the pace of the chat."""

from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from telegram.error import BadRequest, RetryAfter, TelegramError

from telegram_bot.delivery.desk import Posted
from telegram_bot.delivery.menus import Menus
from telegram_bot.delivery.messenger import MessageGone
from telegram_bot.screens.screen import Screen
from tests.support.games import GROUP

MENU, OTHER = Posted(-100, 7), Posted(-100, 8)


@dataclass
class Around:
    """A messenger that edits, unless there is trouble."""

    trouble: Exception | None = None
    shown: list[str] = field(default_factory=list)

    async def edit(self, _chat_id: int, _message_id: int, screen: Screen) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.shown.append(screen.text)


def menus(around: Around) -> Menus:
    return Menus(cast("Any", around))


async def deliver(these: Menus) -> int:
    """Run all that is to be done, and return how much that was."""
    errands = these.errands()
    for errand in errands:
        await errand.run()
    return len(errands)


async def test_of_several_screens_for_a_message_only_the_latest_is_shown() -> None:
    around = Around()
    these = menus(around)
    for text in ("week", "month", "season"):
        these.show(MENU, Screen(text), GROUP)
    these.show(OTHER, Screen("history"), GROUP)

    await deliver(these)

    assert around.shown == ["season", "history"]
    assert await deliver(these) == 0


async def test_what_is_asked_for_while_a_message_is_edited_is_shown_after() -> None:
    around = Around()
    these = menus(around)
    these.show(MENU, Screen("week"), GROUP)
    (errand,) = these.errands()
    these.show(MENU, Screen("month"), GROUP)

    await errand.run()
    await deliver(these)

    assert around.shown == ["week", "month"]


async def test_a_chat_that_telegram_wants_left_alone_is_edited_later() -> None:
    around = Around(trouble=RetryAfter(30))
    these = menus(around)
    these.show(MENU, Screen("week"), GROUP)
    with pytest.raises(RetryAfter):
        await deliver(these)
    around.trouble = None

    await deliver(these)

    assert around.shown == ["week"]


@pytest.mark.parametrize(
    "trouble", [MessageGone(), BadRequest("Chat not found"), TelegramError("Bad Gateway")]
)
async def test_what_cannot_be_edited_is_let_be(trouble: Exception) -> None:
    around = Around(trouble=trouble)
    these = menus(around)
    these.show(MENU, Screen("week"), GROUP)

    await deliver(these)

    assert these.errands() == []
