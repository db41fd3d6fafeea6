"""The web page, looked at with a browser: what Ana sees, and what only Ana sees."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from tests.browser import ARGUMENTS, chromium_path, needs_chromium
from tests.sandbox.echo_bot import echo_bot
from tests.support.running_sandbox import RunningSandbox, running_sandbox

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]


@pytest.fixture
def sandbox() -> Iterator[RunningSandbox]:
    with running_sandbox(ephemeral=True) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        await browser.close()


async def open_as(browser: Browser, sandbox: RunningSandbox, name: str, chat: str) -> Page:
    page = await browser.new_page()
    await page.goto(f"{sandbox.url}/?as={name}")
    await page.get_by_role("navigation").get_by_role("button", name=chat).click()
    await expect(page.get_by_role("heading", name=chat)).to_be_visible()
    return page


async def write(page: Page, text: str) -> None:
    await page.get_by_label("Message", exact=True).fill(text)
    await page.keyboard.press("Enter")


async def test_one_picks_who_one_is(sandbox: RunningSandbox, browser: Browser) -> None:
    page = await browser.new_page()
    await page.goto(sandbox.url)
    await page.get_by_role("link", name="Bruno").click()
    await expect(page.get_by_label("You are")).to_have_value(
        str(sandbox.client.person("Bruno").id)
    )
    await expect(page.get_by_role("button", name="Card night")).to_be_visible()


async def test_two_people_play_in_two_tabs(sandbox: RunningSandbox, browser: Browser) -> None:
    async with echo_bot(sandbox):
        ana = await open_as(browser, sandbox, "Ana", "Card night")
        bruno = await open_as(browser, sandbox, "Bruno", "Card night")

        await write(ana, "/show")
        await expect(bruno.get_by_role("button", name="Toast")).to_be_visible()
        for tag, text in (("strong", "Bold"), ("em", "italic"), ("code", "code")):
            await expect(bruno.locator(f".text {tag}")).to_have_text(text)
        await expect(bruno.locator("time")).to_have_attribute(
            "datetime", "2026-09-21T14:13:20.000Z"
        )
        await expect(bruno.locator(".key.danger")).to_have_text("Delete")

        await bruno.get_by_role("button", name="Toast").click()
        await expect(bruno.locator("#toast")).to_have_text("toast for Bruno")
        await expect(ana.locator("#toast")).to_be_hidden()

        await bruno.get_by_role("button", name="Alert").click()
        await expect(bruno.get_by_role("dialog")).to_contain_text("alert for Bruno")
        await expect(ana.get_by_role("dialog")).to_be_hidden()
        await bruno.get_by_role("button", name="OK").click()

        await bruno.get_by_role("button", name="Edit").click()
        await expect(ana.locator(".text").last).to_have_text("edited by Bruno")
        await expect(ana.locator(".foot").last).to_contain_text("edited")

        await ana.get_by_role("button", name="Delete").click()
        await expect(bruno.get_by_text("edited by Bruno")).to_have_count(0)
    assert sandbox.client.problems == []


async def test_what_one_person_alone_sees_is_marked_and_can_be_tapped(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    async with echo_bot(sandbox):
        ana = await open_as(browser, sandbox, "Ana", "Card night")
        bruno = await open_as(browser, sandbox, "Bruno", "Card night")
        await write(ana, "/show")

        await bruno.get_by_role("button", name="Alone").click()
        alone = bruno.locator("li.ephemeral", has_text="for Bruno alone")
        await expect(alone.locator(".foot")).to_contain_text("Only you see this")
        await alone.get_by_role("button", name="Toast").click()
        await expect(bruno.locator("#toast")).to_have_text("toast for Bruno")
        await write(ana, "anything")
        await expect(ana.locator(".text").last).to_have_text("anything")
        await expect(ana.locator("li.ephemeral")).to_have_count(0)

        sandbox.client.person("Bruno").lose_ephemerals("restart")
        await expect(bruno.locator("li.ephemeral")).to_have_count(0)
    assert sandbox.client.problems == []


async def test_text_from_people_never_becomes_markup(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    async with echo_bot(sandbox):
        carla = sandbox.client.person("Carla")
        carla.start()
        page = await open_as(browser, sandbox, "Carla", "Thirty-One")
        await write(page, "hello")
        await expect(page.locator(".text").last).to_contain_text("<img src=x")
        assert await page.title() == "Carla – Sandbox"


async def test_a_deep_link_leads_to_the_private_chat_and_its_start_button(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    async with echo_bot(sandbox) as bot:
        await bot.set_my_description("Ein Kartenspiel", language_code="de")
        page = await open_as(browser, sandbox, "Duda", "Card night")
        await write(page, "/show")
        await page.get_by_role("button", name="Private").click()
        await expect(page.get_by_text("Ein Kartenspiel")).to_be_visible()
        await page.get_by_role("button", name="START").click()
        await expect(page.locator(".text").first).to_have_text("/start hand")
        await expect(page.locator(".text").last).to_contain_text("echo /start hand")


async def test_commands_are_offered_and_taken_with_the_keyboard(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    async with echo_bot(sandbox):
        page = await open_as(browser, sandbox, "Ana", "Card night")
        await page.get_by_label("Message", exact=True).press_sequentially("/s")
        await expect(page.get_by_role("option", name="/show shows the buttons")).to_be_visible()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("button", name="Toast")).to_be_visible()


async def test_the_keyboard_alone_is_enough_and_keeps_its_place(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    async with echo_bot(sandbox):
        page = await open_as(browser, sandbox, "Ana", "Card night")
        await write(page, "/show")
        edit = page.get_by_role("button", name="Edit")
        await edit.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(".text").last).to_have_text("edited by Ana")
        await expect(page.locator(".key", has_text="Edit")).to_be_focused()
        await page.get_by_role("button", name="Alert").focus()
        await page.keyboard.press("Space")
        await expect(page.get_by_role("button", name="OK")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_be_hidden()


async def test_a_forum_shows_one_topic_at_a_time(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    page = await open_as(browser, sandbox, "Ana", "Club")
    await page.get_by_role("tab", name="Table 2").click()
    await write(page, "only in Table 2")
    await expect(page.get_by_role("log").get_by_text("only in Table 2")).to_be_visible()
    await page.get_by_role("tab", name="Table 1").click()
    await expect(page.get_by_role("log").get_by_text("only in Table 2")).to_have_count(0)
    club = sandbox.client.chat("Club")
    assert club.topic("Table 2").messages()[-1].text == "only in Table 2"


async def test_a_phone_shows_the_list_or_the_conversation(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    page = await browser.new_page(viewport={"width": 360, "height": 640})
    await page.goto(f"{sandbox.url}/?as=Ana")
    await page.get_by_role("button", name="Card night").click()
    await expect(page.get_by_role("navigation")).to_be_hidden()
    await page.get_by_role("button", name="Back to chats").click()
    await expect(page.get_by_role("navigation")).to_be_visible()


async def test_a_chat_shows_who_is_mentioned_and_what_the_bot_is_about_to_do(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    chat = sandbox.client.chat("Card night")
    async with Bot(sandbox.token, base_url=sandbox.bot_base_url) as bot:
        page = await browser.new_page()
        await page.goto(f"{sandbox.url}/?as=Bruno")
        listed = page.get_by_role("navigation").get_by_role("button", name="Card night")

        await bot.send_chat_action(chat.id, "upload_photo")
        await expect(listed).to_contain_text("Thirty-One is sending a photo…")

        await bot.send_message(chat.id, "@ana_sandbox plays")
        await expect(listed).to_contain_text("@ana_sandbox plays")
        await expect(listed.get_by_label("you are mentioned")).to_have_count(0)

        await bot.send_message(chat.id, "@bruno_sandbox plays")
        await expect(listed.get_by_label("you are mentioned")).to_have_count(1)


async def test_the_button_that_adds_the_bot_leads_into_a_new_group(
    sandbox: RunningSandbox, browser: Browser
) -> None:
    ana = sandbox.client.person("Ana")
    ana.start()
    async with Bot(sandbox.token, base_url=sandbox.bot_base_url) as bot:
        address = f"https://t.me/{bot.username}?startgroup"
        add = InlineKeyboardMarkup([[InlineKeyboardButton("Add me", url=address)]])
        await bot.send_message(ana.id, "Hello", reply_markup=add)
    page = await open_as(browser, sandbox, "Ana", "Thirty-One")

    await page.get_by_role("button", name="Add me").click()

    await expect(page.get_by_role("heading", name="New group")).to_be_visible()
    await expect(page.get_by_text("5 members")).to_be_visible()
