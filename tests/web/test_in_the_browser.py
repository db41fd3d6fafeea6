"""The replay page, looked at with a browser: from the bot, and as a file from disk."""

import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect
from starlette.applications import Starlette

from domain.audit.game_file import Line
from domain.audit.judging import verify
from domain.codes import code_of
from telegram_bot.drawing.picture import BACK
from telegram_bot.texts import texts
from telegram_bot.web.page import Finished, page
from telegram_bot.web.server import serving
from tests.audit.played import Played
from tests.browser import ARGUMENTS, chromium_path, needs_chromium
from tests.web.conftest import PublicEvening
from tests.web.test_page import NAMES, finished

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

ARTEFACTS: Final = Path(__file__).parents[2] / "artefacts"
PHONE: Final = {"width": 360, "height": 640}
SHAPES: Final = """
    () => [...document.querySelectorAll("#placed use")].map(
        (use) => use.getAttribute("href").replace("#shape-", "")
    )
"""
LATER: Final = 3_600.0
"""Seconds by a page's own clock, by which it has come up."""
CARD: Final = re.compile("(?:10|[2-9AJQK])[CSHD]")

Opened = Callable[..., Any]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
def game() -> Finished:
    return finished("scat")


@pytest.fixture(scope="module")
def exchange() -> Finished:
    return finished("schwimmen")


@pytest.fixture
def disk(tmp_path: Path) -> Callable[[str], str]:
    """Write pages to the disk, and return their addresses."""

    def written(html: str) -> str:
        file = tmp_path / "game.html"
        file.write_text(html, encoding="utf-8")
        return file.as_uri()

    return written


async def opened(browser: Browser, address: str, **look: Any) -> Page:
    """Open a page in a window of its own; whatever it complains of fails the test."""
    shown = await (await browser.new_context(**look)).new_page()
    shown.on("pageerror", lambda error: pytest.fail(str(error)))
    shown.on("console", lambda said: pytest.fail(said.text) if said.type == "error" else None)
    await shown.goto(address)
    await expect(shown.locator("#said p").first).to_be_visible()
    return shown


async def cards(shown: Page) -> set[str]:
    """Return the cards that lie face up."""
    return {shape for shape in await shown.evaluate(SHAPES) if CARD.fullmatch(shape)}


async def to_first(shown: Page, sentence: str) -> None:
    """Step on until a sentence is said."""
    said = shown.locator("#said")
    while sentence not in (await said.text_content() or ""):
        await shown.keyboard.press("ArrowRight")


def alone(game: Finished, language: str = "en") -> str:
    return page(game, texts(language), alone=True)


async def photograph(shown: Page, name: str) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    await shown.evaluate("Promise.all(document.getAnimations().map((glide) => glide.finished))")
    await shown.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)


# Going about.


async def test_one_steps_to_the_end(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))
    on = shown.get_by_role("button", name="One step on")
    steps = int(await shown.locator("#place").get_attribute("max") or 0)
    await expect(shown.locator("#said")).to_have_text("The game begins.")
    await expect(shown.get_by_role("button", name="One step back")).to_be_disabled()

    for _ in range(10):
        await on.click()
    await on.evaluate("(on, times) => { while (times--) on.click(); }", steps - 10)

    await expect(on).to_be_disabled()
    await expect(shown.locator("#said")).to_contain_text("wins the game.")
    await expect(shown.locator(".where")).to_have_text(f"Step {steps + 1} of {steps + 1}")
    await photograph(shown, "replay-end")


async def test_the_keyboard_is_enough(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))
    where = shown.locator(".where")

    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("Home", 1)):
        await shown.keyboard.press(key)
        await expect(where).to_contain_text(f"Step {number} of")
    await shown.keyboard.press("End")
    await expect(shown.locator("#said")).to_contain_text("wins the game.")

    await shown.get_by_label("Step", exact=True).focus()
    await shown.keyboard.press("ArrowLeft")
    await expect(shown.locator("#said")).not_to_contain_text("wins the game.")


async def test_it_plays_by_itself_as_fast_as_one_likes(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))
    await shown.clock.install(time=0)
    await shown.reload()
    await shown.clock.pause_at(LATER)  # from here on time passes only when it is let
    where = shown.locator(".where")
    await shown.get_by_label("Speed").select_option("4×")

    await shown.keyboard.press("Tab")
    await shown.get_by_role("button", name="Play").click()
    await shown.clock.run_for(1_400)
    await expect(where).to_contain_text("Step 5 of")

    await shown.keyboard.press("Space")  # on the button, which now pauses
    await shown.clock.run_for(5_000)
    await expect(where).to_contain_text("Step 5 of")
    await expect(shown.get_by_role("button", name="Play")).to_be_visible()


async def test_one_jumps_to_a_round(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))

    await shown.get_by_label("Round").select_option("2")

    await expect(shown.locator("#said")).to_contain_text("Round 2:")
    await expect(shown.locator("#written .title")).to_have_text("Round 2")


async def test_the_address_of_a_step_leads_to_it(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    address = disk(alone(game))
    shown = await opened(browser, address)
    await to_first(shown, "threw")
    said = await shown.locator("#said").text_content() or ""

    again = await opened(browser, shown.url)

    assert again.url.startswith(f"{address}#")
    await expect(again.locator("#said")).to_have_text(said)


async def test_another_step_in_the_address_bar_leads_to_it(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))
    await to_first(shown, "threw")
    said = await shown.locator("#said").text_content() or ""
    event = shown.url.rpartition("#")[2]
    await shown.keyboard.press("Home")

    await shown.evaluate("event => { location.hash = event }", event)

    await expect(shown.locator("#said")).to_have_text(said)


async def test_whoever_steps_to_the_end_by_a_button_stays_on_it(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))
    last = shown.get_by_role("button", name="To the end")
    await last.focus()

    await shown.keyboard.press("Enter")

    await expect(shown.locator("#said")).to_contain_text("wins the game.")
    await expect(last).to_be_focused()
    await expect(last).to_have_attribute("aria-disabled", "true")


async def test_without_scripts_it_says_that_it_needs_them_and_shows_nothing_dead(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await (await browser.new_context(java_script_enabled=False)).new_page()

    await shown.goto(disk(alone(game)))

    await expect(shown.locator("noscript p").last).to_have_text("This page needs JavaScript.")
    await expect(shown.locator("noscript h1")).to_be_visible()
    await expect(shown.get_by_role("button")).to_have_count(0)
    await expect(shown.locator("main")).to_be_hidden()


async def test_a_swipe_turns_the_page(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)), viewport=PHONE, has_touch=True)
    where = shown.locator(".where")

    for start, end, number in ((300, 60, 2), (300, 60, 3), (60, 300, 2)):
        await shown.mouse.move(start, 300)
        await shown.mouse.down()
        await shown.mouse.move(end, 300)
        await shown.mouse.up()
        await expect(where).to_contain_text(f"Step {number} of")


# Who sees what.


async def test_a_seats_view_hides_what_that_seat_did_not_see(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))
    view = shown.get_by_role("combobox", name="Cards")
    await to_first(shown, "drew")
    whole = await cards(shown)
    assert BACK not in await shown.evaluate(SHAPES)
    await expect(shown.locator("#said")).to_contain_text(re.compile("drew [^ ]+ from the stock"))

    await view.select_option("As everybody saw it")
    public = await cards(shown)
    await expect(shown.locator("#said")).to_contain_text("drew from the stock")
    seen: list[set[str]] = []
    for name in NAMES:
        await view.select_option(f"As {name} saw it")
        seen.append(await cards(shown) - public)

    assert [len(hand) for hand in sorted(seen, key=len)] == [3, 3, 4]
    assert set.union(*seen) < whole
    assert not seen[0] & seen[1]
    assert len(public) == 1
    await photograph(shown, "replay-seat")


async def test_whoever_hears_the_page_is_told_what_others_see(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))
    await to_first(shown, "The cards are dealt.")
    seats = shown.locator("#seats")

    await shown.get_by_role("combobox", name="Cards").select_option("As everybody saw it")
    await expect(seats).to_contain_text("Ana: one life")
    await expect(seats).not_to_contain_text(re.compile("[♣♠♥♦]"))
    await expect(shown.get_by_role("img")).to_have_accessible_name(re.compile("Round 1, .+ stock"))
    await expect(shown.locator("#said")).to_have_attribute("aria-live", "polite")

    await shown.get_by_role("combobox", name="Cards").select_option("As Ana saw it")
    await expect(seats.locator("li").first).to_contain_text(re.compile("[♣♠♥♦]"))
    await expect(seats.locator("li").last).to_contain_text("3 cards face down")


# Verifying.


async def test_a_good_game_is_verified(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    shown = await opened(browser, disk(alone(game)))

    await shown.get_by_role("button", name="Verify").click()

    verdict = shown.locator("#verdict")
    await expect(verdict).to_contain_text("This check found nothing wrong.")
    await expect(verdict.locator(".rest")).to_contain_text("are judged by `thirtyone verify`")
    await expect(verdict).to_contain_text("Compare it with the one in the chat")
    await expect(verdict.locator("li.good")).to_have_count(8)
    digest = verify(game.file).digest
    await expect(verdict.locator("code")).to_have_text(
        " ".join(digest[start : start + 4] for start in range(0, 32, 4))
    )


async def test_a_game_with_one_card_swapped_is_not_and_the_page_says_why(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    played = played_in(game)
    number = played.numbers("round_dealt")[0]
    hands = played.state(number)["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    forged = Finished(game.replay, played.forged(number, hands=hands).file, game.names)
    shown = await opened(browser, disk(alone(forged)))

    await shown.get_by_role("button", name="Verify").click()

    verdict = shown.locator("#verdict")
    await expect(verdict).to_contain_text("This game is not what it says it is.")
    reason = verdict.locator("li.wrong", has_text="Each deck follows from its secret")
    await expect(reason).to_contain_text(
        f"Event {number} (RULES 4.3): the hands that are dealt: expected Ana "
    )
    await expect(reason).to_contain_text(f"expected Ana {hands[1][0]} ")
    await expect(reason).to_contain_text(f"found Ana {' '.join(hands[0])}, Bruno ")
    await photograph(shown, "replay-forged")


async def test_one_saves_the_file_to_verify_it_elsewhere(
    browser: Browser, game: Finished, disk: Callable[[str], str], tmp_path: Path
) -> None:
    shown = await opened(browser, disk(alone(game)))

    async with shown.expect_download() as saving:
        await shown.get_by_role("link", name="Save the game").click()
    saved = await saving.value
    await saved.save_as(tmp_path / "saved")

    assert saved.suggested_filename == f"game-{code_of(game.replay.end.id)}.jsonl"
    assert read(tmp_path / "saved") == game.file


async def test_what_cannot_even_be_read_is_not_verified(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    broken = Finished(game.replay, b"nothing\nof\nthe kind\n", game.names)
    shown = await opened(browser, disk(alone(broken)))

    await shown.get_by_role("button", name="Verify").click()

    reason = shown.locator("li.wrong", has_text="The log is whole")
    await expect(reason).to_contain_text("The file: the first line: expected {")


async def test_a_life_lost_by_somebody_else_is_told_with_names(
    browser: Browser, game: Finished, disk: Callable[[str], str]
) -> None:
    played = played_in(game)
    number = played.numbers("round_ended")[0]
    right = played.state(number)["losses"]
    losses = [lost + 1 for lost in right]
    forged = Finished(game.replay, played.forged(number, losses=losses).file, game.names)
    shown = await opened(browser, disk(alone(forged)))

    await shown.get_by_role("button", name="Verify").click()

    reason = shown.locator("li.wrong", has_text="winners follow from the rules")
    there = ", ".join(f"{name} {lost}" for name, lost in zip(NAMES, right, strict=True))
    found = ", ".join(f"{name} {lost}" for name, lost in zip(NAMES, losses, strict=True))
    await expect(reason).to_contain_text(
        f"Event {number} (RULES 7): the lives lost: expected {there}, found {found}"
    )


def read(file: Path) -> bytes:
    return file.read_bytes()


def played_in(game: Finished) -> Played:
    """Return the log that is in a game's file."""
    _, *lines, _ = game.file.splitlines()
    events = [json.loads(line)["topic"] for line in lines]
    states = [line.split(b'"state":', 1)[1][:-1] for line in lines]
    return Played(game.replay.end.id, [Line(*each) for each in zip(events, states, strict=True)])


# Everywhere.


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_phone_by_day_and_by_night(
    browser: Browser, exchange: Finished, disk: Callable[[str], str], scheme: str
) -> None:
    shown = await opened(
        browser, disk(alone(exchange, "pt-br")), viewport=PHONE, color_scheme=scheme
    )
    await to_first(shown, "deu")
    wide = await shown.evaluate("document.documentElement.scrollWidth")
    buttons = [await button.bounding_box() for button in await shown.locator("button").all()]

    assert wide <= PHONE["width"]
    assert all(box and box["height"] >= 44 for box in buttons)
    play = await shown.locator("#play").bounding_box()
    assert play
    assert play["y"] + play["height"] <= PHONE["height"]
    await photograph(shown, f"replay-phone-{scheme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_desk(
    browser: Browser, exchange: Finished, disk: Callable[[str], str], scheme: str
) -> None:
    window = {"width": 1280, "height": 800}
    shown = await opened(browser, disk(alone(exchange)), viewport=window, color_scheme=scheme)
    await to_first(shown, "took")
    table = await shown.locator("#table").bounding_box()

    assert table
    assert table["y"] + table["height"] <= window["height"]
    await photograph(shown, f"replay-desk-{scheme}")


async def test_the_bot_serves_it_and_the_browser_asks_for_nothing_else(
    browser: Browser, evening: PublicEvening, app: Starlette
) -> None:
    game_id = evening.finished()
    async with serving(app, 0, "127.0.0.1") as port:
        context = await browser.new_context(locale="pt-BR")
        shown = await context.new_page()
        asked: list[str] = []
        shown.on("request", lambda request: asked.append(request.url))
        address = f"http://127.0.0.1:{port}/g/{game_id}"

        await shown.goto(address)
        await expect(shown.locator("#said")).to_have_text("A partida começa.")
        await shown.get_by_role("button", name="Verificar").click()
        await expect(shown.locator("#verdict")).to_contain_text("nada de errado")

        await shown.get_by_role("link", name="English").click()
        await expect(shown.locator("#said")).to_have_text("The game begins.")
        assert [url for url in asked if not url.startswith("data:")] == [
            address,
            f"{address}?lang=en",
        ]
