"""python-telegram-bot's own Bot speaks to the sandbox over real HTTP."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest

from tests.support.running_sandbox import RunningSandbox, running_sandbox


@pytest.fixture
def sandbox() -> Iterator[RunningSandbox]:
    with running_sandbox(manual_clock=True) as running:
        yield running


@pytest.fixture
async def bot(sandbox: RunningSandbox) -> AsyncIterator[Bot]:
    async with Bot(
        sandbox.token, base_url=sandbox.bot_base_url, base_file_url=sandbox.bot_file_url
    ) as bot:
        yield bot


async def test_a_command_arrives_and_the_answer_is_seen(sandbox: RunningSandbox, bot: Bot) -> None:
    ana, card_night = sandbox.client.person("Ana"), sandbox.client.chat("Card night")
    await asyncio.to_thread(ana.send, card_night, "/new scat")
    updates = await bot.get_updates(timeout=5, allowed_updates=["message", "callback_query"])
    message = updates[-1].message
    assert message is not None
    assert message.text == "/new scat"
    sent = await message.reply_html("<b>Table</b> opened", do_quote=True)
    assert sent.text_html == "<b>Table</b> opened"
    assert card_night.last_bot_message().text == "Table opened"
    assert sandbox.client.problems == []


async def test_a_tap_is_answered_and_the_message_edited(sandbox: RunningSandbox, bot: Bot) -> None:
    bruno, card_night = sandbox.client.person("Bruno"), sandbox.client.chat("Card night")
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Join", callback_data="join")]])
    sent = await bot.send_message(card_night.id, "Table", reply_markup=keyboard)
    seen = card_night.last_message_with_keyboard()
    tapping = asyncio.create_task(asyncio.to_thread(bruno.tap, seen, "Join"))
    query = None
    offset = 0
    while query is None:
        for update in await bot.get_updates(offset=offset, timeout=5):
            offset, query = update.update_id + 1, update.callback_query or query
    await query.answer("You sit", show_alert=True)
    await query.edit_message_text("Table: Bruno")
    answer = await tapping
    assert (answer.text, answer.show_alert, answer.answers) == ("You sit", True, 1)
    seen_now = card_night.message(sent.message_id)
    assert seen_now is not None
    assert (seen_now.text, seen_now.buttons) == ("Table: Bruno", [])
    with pytest.raises(BadRequest, match="Message is not modified"):
        await query.edit_message_text("Table: Bruno")
    assert sandbox.client.problems == []
