"""In the browser: people on the sandbox's page, and the bot as its own process."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.browser import ARGUMENTS, chromium_path, needs_chromium
from tests.end_to_end.conftest import House

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

ARTEFACTS: Final = Path(__file__).parents[2] / "artefacts"
CHAT: Final = "Card night"
RULES_CHAT: Final = "Night of rules"
IN_ORDER: Final = ("Knock", "Stand", "Draw", "1")
"""What is tapped, the first that is offered: so a round is short."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        await browser.close()


async def test_three_people_play_a_round(house: House, browser: Browser) -> None:
    pages = {name: await sit_down(browser, house, name) for name in ("Ana", "Bruno", "Carla")}
    ana = pages["Ana"]
    await ana.get_by_label("Message", exact=True).fill("/new")
    await ana.keyboard.press("Enter")
    for name in ("Bruno", "Carla"):
        await tap(pages[name], table(pages[name]), "Join")
        await expect(table(ana)).to_contain_text(name)
    await tap(ana, table(ana), "Start")
    await expect(table(ana)).to_contain_text("round 1")
    for page in pages.values():
        await tap(page, table(page), "3")
    await expect(table(ana)).to_contain_text("Discard")

    showdown = ana.locator("li.message", has_text="seed")
    while not await showdown.count():
        await play_a_turn(pages)

    await expect(showdown).to_contain_text("Round 1")
    ARTEFACTS.mkdir(exist_ok=True)
    await ana.screenshot(path=ARTEFACTS / "round.png")


async def test_the_rules_are_chosen_in_the_menu(house: House, browser: Browser) -> None:
    people = [house.client.person(name) for name in ("Ana", "Carla")]
    house.client.new_chat(RULES_CHAT, *people)
    ana, carla = [await sit_down(browser, house, name, RULES_CHAT) for name in ("Ana", "Carla")]
    await ana.get_by_label("Message", exact=True).fill("/new")
    await ana.keyboard.press("Enter")
    await tap(carla, table(carla), "Join")

    for label in ("Rules", "Which game", "Trinta e Um with house rules", "Back"):
        await tap(ana, table(ana), label)
    await tap(ana, table(ana), "Cards and lives")
    await tap(ana, table(ana), "Bus: yes")
    await expect(text_of(table(carla))).to_contain_text("out at once")
    await table(carla).get_by_role("button", name="Bus: no").click()

    await expect(carla.locator("#toast")).to_contain_text("ouvert la table")
    await expect(table(ana).get_by_role("button", name="Bus: no")).to_be_visible()
    ARTEFACTS.mkdir(exist_ok=True)
    await ana.screenshot(path=ARTEFACTS / "rules-menu.png")
    for label in ("Back", "Done"):
        await tap(ana, table(ana), label)
    await expect(text_of(table(carla))).to_contain_text("Trinta e Um with house rules")
    await expect(table(carla).get_by_role("button", name="Start")).to_be_visible()


async def sit_down(browser: Browser, house: House, name: str, chat: str = CHAT) -> Page:
    """Open the page as somebody, in the group."""
    page = await browser.new_page(viewport={"width": 1100, "height": 900})
    await page.goto(f"{house.sandbox.url}/?as={name}")
    await page.get_by_role("navigation").get_by_role("button", name=chat).click()
    await expect(page.get_by_role("heading", name=chat)).to_be_visible()
    alert = page.get_by_role("dialog")
    await page.add_locator_handler(alert, lambda: alert.get_by_role("button", name="OK").click())
    return page


def table(page: Page) -> Locator:
    """Return the newest message with buttons."""
    return page.locator("li.message:has(.key)").last


def text_of(message: Locator) -> Locator:
    """Return what a message says, without its frame."""
    return message.locator(".text")


async def tap(page: Page, message: Locator, label: str) -> None:
    """Tap a button; what is said in an alert is closed before the next one."""
    last = page.locator("#messages > li").last
    before = await last.text_content()
    button = message.locator(".key").and_(message.get_by_role("button", name=label))
    alone = message.get_by_role("button", name=label, exact=True)
    await (alone if len(label) == 1 else button).click()
    await expect(last).not_to_have_text(before or "")


def at_any_time(seen: str) -> re.Pattern[str]:
    """Match what others see, whose clients write times of day in their own way."""
    return re.compile("until .+".join(map(re.escape, re.split("until .+", seen))))


async def play_a_turn(pages: dict[str, Page]) -> None:
    """Let the player on turn do the first thing in our order that is offered."""
    seen = await text_of(table(pages["Ana"])).text_content() or ""
    line = next(line for line in seen.splitlines() if line.startswith("▸"))
    page = next(page for name, page in pages.items() if name in line)
    await expect(text_of(table(page))).to_have_text(at_any_time(seen))
    for label in IN_ORDER:
        if await table(page).get_by_role("button", name=label, exact=label == "1").count():
            await tap(page, table(page), label)
            break
    await expect(text_of(table(pages["Ana"]))).not_to_have_text(seen)
