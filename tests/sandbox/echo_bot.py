"""The smallest bot that shows everything the page can do."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from telegram import (
    Bot,
    BotCommand,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    Update,
)

from tests.support.running_sandbox import RunningSandbox

KEYBOARD = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("Toast", callback_data="toast"),
            InlineKeyboardButton("Alert", callback_data="alert", style="primary"),
        ],
        [
            InlineKeyboardButton("Edit", callback_data="edit", style="success"),
            InlineKeyboardButton("Delete", callback_data="delete", style="danger"),
            InlineKeyboardButton("Private", callback_data="private"),
            InlineKeyboardButton("Alone", callback_data="alone"),
        ],
    ]
)
EVIL = "<img src=x onerror=\"document.title='hacked'\">"


@contextlib.asynccontextmanager
async def echo_bot(sandbox: RunningSandbox) -> AsyncIterator[Bot]:
    """Run the bot for the length of a block."""
    async with Bot(
        sandbox.token, base_url=sandbox.bot_base_url, base_file_url=sandbox.bot_file_url
    ) as bot:
        await bot.set_my_commands([BotCommand("show", "shows the buttons")])
        task = asyncio.create_task(_poll(bot))
        try:
            yield bot
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _poll(bot: Bot) -> None:
    offset = 0
    while True:
        for update in await bot.get_updates(offset=offset, timeout=20):
            offset = update.update_id + 1
            await _handle(update)


async def _handle(update: Update) -> None:
    if update.callback_query:
        await _answer(update.callback_query)
    elif update.message and update.message.text:
        await _echo(update.message, update.message.text)


async def _echo(message: Message, text: str) -> None:
    if text.startswith("/show"):
        await message.reply_html(
            "<b>Bold</b> <i>italic</i> <code>code</code> <tg-spoiler>secret</tg-spoiler> "
            '<a href="https://example.org/">link</a> '
            '<tg-time unix="1790000000" format="d">day</tg-time>',
            reply_markup=KEYBOARD,
        )
    else:
        await message.reply_text(f"echo {text} {EVIL}")


async def _answer(query: CallbackQuery) -> None:
    name = query.from_user.first_name
    match query.data:
        case "toast":
            await query.answer(f"toast for {name}")
        case "alert":
            await query.answer(f"alert for {name}", show_alert=True)
        case "edit":
            await query.answer()
            await query.edit_message_text(f"edited by {name}", reply_markup=KEYBOARD)
        case "delete":
            await query.answer()
            await query.delete_message()
        case "alone":
            alone = {"receiver_user_id": query.from_user.id, "callback_query_id": query.id}
            assert query.message is not None
            await query.get_bot().send_message(
                query.message.chat.id,
                f"for {name} alone",
                reply_markup=InlineKeyboardMarkup([KEYBOARD.inline_keyboard[0]]),
                api_kwargs={"ephemeral_message_parameters": alone},
            )
            await query.answer()
        case "private":
            bot = query.get_bot()
            await query.answer(url=f"https://t.me/{(await bot.get_me()).username}?start=hand")
