"""A pressed button has one answer, whatever happens."""

from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, cast

import pytest
from telegram import User

from telegram_bot.handlers.buttons import Buttons
from telegram_bot.intake.reply import AWAITED, Reply


class Defective:
    """Threads in which nothing is found out."""

    async def together(self, work: Coroutine[Any, Any, object]) -> object:
        """Fail."""
        work.close()
        raise LookupError


async def test_a_defect_in_finding_out_who_has_pressed_is_answered_too() -> None:
    said: list[str] = []
    going_with: list[Reply | None] = []
    AWAITED.set(Reply())

    async def answer(text: str, **_: object) -> None:
        said.append(text)
        going_with.append(AWAITED.get())

    names = ("games", "contacts", "delivery", "hands", "solo", "rules", "asking")
    parts: dict[str, Any] = dict.fromkeys((*names, "privacy", "replays", "languages"))
    buttons = Buttons(**parts, threads=cast("Any", Defective()))
    query = SimpleNamespace(from_user=User(1, "Ana", is_bot=False), data="x", answer=answer)
    update = cast("Any", SimpleNamespace(callback_query=query))

    with pytest.raises(LookupError):
        await buttons.pressed(update, cast("Any", None))

    assert len(said) == 1
    assert going_with == [None]  # the post waits until the update is set aside
