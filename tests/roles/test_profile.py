"""What people see of the bot before it says a word, in their language."""

import pytest
from telegram import Bot

from telegram_bot import menu, profile
from telegram_bot.screens.help import description_text, name_text, short_description_text
from tests.support.running_sandbox import RunningSandbox

TRAITS = ("setMyName", "setMyDescription", "setMyShortDescription")


async def test_name_and_descriptions_are_told_in_every_language(bot: Bot) -> None:
    await profile.register(bot)

    for code, words in menu.codes():
        assert (await bot.get_my_name(code)).name == name_text(words)
        described = await bot.get_my_description(code)
        assert described.description == description_text(words)
        short = await bot.get_my_short_description(code)
        assert short.short_description == short_description_text(words)


async def test_what_telegram_knows_already_is_not_told_again(
    sandbox: RunningSandbox, bot: Bot
) -> None:
    await profile.register(bot)
    told = [len(sandbox.client.requests(method)) for method in TRAITS]

    await profile.register(bot)
    assert [len(sandbox.client.requests(method)) for method in TRAITS] == told


async def test_an_outage_of_telegram_is_waited_for(
    sandbox: RunningSandbox, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile, "RETRY_SECONDS", 0)
    for method in ("setMyCommands", "setMyDescription"):
        sandbox.client.fault("refuse", method=method, times=2)

    await profile.register(bot)

    granted = [each for each in sandbox.client.requests("setMyCommands") if each["status"] == 200]
    assert len(granted) == len(menu.SCOPES) * len([*menu.codes()])
