"""python-telegram-bot's own Bot speaks to the sandbox over real HTTP."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaDocument,
    Message,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    RetryAfter,
)
from telegram.request import HTTPXRequest

from telegram_bot.transport import Transport
from tests.sandbox.pictures import png
from tests.support.running_sandbox import RunningSandbox


@pytest.fixture(params=[partial(HTTPXRequest, 4), partial(Transport, 4)], ids=["own", "ours"])
async def bot(sandbox: RunningSandbox, request: pytest.FixtureRequest) -> AsyncIterator[Bot]:
    """A bot whose requests go the library's own way, and ours."""
    async with Bot(
        sandbox.token,
        base_url=sandbox.bot_base_url,
        base_file_url=sandbox.bot_file_url,
        request=request.param(),
        get_updates_request=request.param(),
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


async def test_errors_arrive_as_the_librarys_own_classes(
    sandbox: RunningSandbox, bot: Bot
) -> None:
    client = sandbox.client
    ana, card_night = client.person("Ana"), client.chat("Card night")
    with pytest.raises(Forbidden, match="can't initiate"):
        await bot.send_message(ana.id, "x")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(-1, "x")
    await asyncio.to_thread(ana.start)
    await bot.send_message(ana.id, "x")
    await asyncio.to_thread(ana.block_bot)
    with pytest.raises(Forbidden, match="blocked"):
        await bot.send_message(ana.id, "x")
    new = await asyncio.to_thread(card_night.migrate, by=ana)
    with pytest.raises(ChatMigrated) as migrated:
        await bot.send_message(card_night.id, "x")
    assert migrated.value.new_chat_id == new.id


async def test_a_used_up_budget_is_a_retry_after(
    sandbox: RunningSandbox, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # the library warns about its old plain seconds
    card_night = sandbox.client.chat("Card night")
    sandbox.client.set_limits(group_per_minute=2)
    message = await bot.send_message(card_night.id, "1")
    await message.edit_text("2")
    with pytest.raises(RetryAfter, match="Retry in 0:01:00"):
        await message.edit_text("3")
    sandbox.client.advance(60)
    await message.edit_text("3")


async def test_a_wrong_token_is_an_invalid_token(sandbox: RunningSandbox) -> None:
    for token in ("7000001:wrong", "wrong"):
        with pytest.raises(InvalidToken):
            async with Bot(token, base_url=sandbox.bot_base_url):
                pass


async def test_two_pollers_conflict(sandbox: RunningSandbox, bot: Bot) -> None:
    offset = (await bot.get_updates())[-1].update_id + 1
    first = asyncio.create_task(bot.get_updates(offset=offset, timeout=10))
    await asyncio.sleep(0.2)  # the first has to be waiting there
    async with Bot(sandbox.token, base_url=sandbox.bot_base_url) as second:
        await second.get_updates(offset=offset, timeout=0)
    with pytest.raises(Conflict):
        await first


async def test_pictures_and_files_go_up_and_down(sandbox: RunningSandbox, bot: Bot) -> None:
    chat_id = sandbox.client.chat("Card night").id
    sent = await bot.send_photo(chat_id, png(40, 30), caption="<b>Hands</b>", parse_mode="HTML")
    assert (sent.photo[-1].width, sent.caption_html) == (40, "<b>Hands</b>")
    again = await bot.send_photo(chat_id, sent.photo[-1].file_id)
    assert again.photo == sent.photo
    file = await sent.photo[-1].get_file()
    assert bytes(await file.download_as_bytearray()) == png(40, 30)
    changed = await sent.edit_media(InputMediaDocument(b"log", filename="log.txt"))
    assert isinstance(changed, Message)
    assert changed.document is not None
    assert changed.document.file_name == "log.txt"
    animation = await bot.send_animation(chat_id, png(20, 20))
    assert animation.animation is not None
    assert sandbox.client.problems == []


async def test_everything_a_bot_asks_about_itself_and_its_chats(
    sandbox: RunningSandbox, bot: Bot
) -> None:
    club = sandbox.client.chat("Club")
    ana = sandbox.client.person("Ana")
    club.act("promote", bot.id, by=ana)
    assert (await bot.get_chat(club.id)).is_forum
    runs = await bot.get_chat_administrators(club.id)
    assert {member.user.first_name for member in runs} == {"Ana", "Thirty-One"}
    assert (await bot.get_chat_member(club.id, ana.id)).status == "creator"
    assert await bot.get_chat_member_count(club.id) == 5
    await bot.set_my_commands([BotCommand("new", "opens a table")], BotCommandScopeAllGroupChats())
    assert (await bot.get_my_commands(BotCommandScopeAllGroupChats()))[0].command == "new"
    await bot.set_my_description("A card game", language_code="de")
    assert (await bot.get_my_description("de")).description == "A card game"
    topic = await bot.create_forum_topic(club.id, "Table 3")
    await bot.send_message(club.id, "x", message_thread_id=topic.message_thread_id)
    message = await bot.send_message(club.id, "y")
    await message.pin()
    await message.set_reaction("👍")
    await bot.send_chat_action(club.id, "typing")
    await message.delete()
    await bot.delete_forum_topic(club.id, topic.message_thread_id)
    assert await bot.leave_chat(club.id)
    assert sandbox.client.problems == []
