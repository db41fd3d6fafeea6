"""Photograph every screen in every language: `uv run python -m tests.sheets [LANGUAGE …]`.

A local Telegram runs, its bot sends each screen as it would in earnest, and a browser as wide as a
phone shows them on the sandbox's page. The pictures go to `docs/screens/LANGUAGE/`.
"""

import asyncio
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont
from playwright.async_api import Browser, Page, async_playwright
from telegram import Bot

from telegram_bot.delivery.messenger import Messenger, Upload
from telegram_bot.pictures import Drawing
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import languages, texts
from tests.browser import ARGUMENTS, chromium_path
from tests.sheets.scenes import Sheet, sheets
from tests.support.running_sandbox import RunningSandbox, running_sandbox
from tests.support.sandbox_client import Chat, Person

FOLDER: Final = Path(__file__).parents[2] / "docs" / "screens"

PHONE: Final = {"width": 390, "height": 2_400}
"""As wide as a phone, and as tall as the longest message."""
COLUMNS: Final = 6
MARGIN: Final = 12
TITLE: Final = 26
SHOWN: Final = 0.6
"""How large a screen is on its sheet: large enough to be read."""

QUALITY: Final = 20
PAPER: Final = "#dfe5ea"
INK: Final = "#222222"


def main(chosen: Sequence[str]) -> None:
    """Make the sheets of some languages, or of all."""
    asyncio.run(_photograph_all(chosen or languages()))


async def _photograph_all(chosen: Sequence[str]) -> None:
    with running_sandbox() as sandbox:
        async with (
            Bot(sandbox.token, base_url=sandbox.bot_base_url) as bot,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(
                executable_path=chromium_path(), args=ARGUMENTS
            )
            for language in chosen:
                await _Photographer(sandbox, Messenger(bot), browser, language).work()
            await browser.close()


class _Photographer:
    """Makes the sheets of one language."""

    def __init__(
        self, sandbox: RunningSandbox, messenger: Messenger, browser: Browser, language: str
    ) -> None:
        self._sandbox = sandbox
        self._messenger = messenger
        self._browser = browser
        self._language = language
        code = language.replace("_", "-").lower()
        self._reader = sandbox.client.new_person(f"Reader {language}", language=code)

    async def work(self) -> None:
        folder = FOLDER / self._language
        folder.mkdir(parents=True, exist_ok=True)
        for sheet in sheets(texts(self._language)):
            file = folder / f"{sheet.name}.webp"
            _composed(await self._photographs(sheet)).save(file, quality=QUALITY, method=6)
            sys.stdout.write(f"{file.relative_to(FOLDER)} {file.stat().st_size // 1024} kB\n")

    async def _photographs(self, sheet: Sheet) -> list[tuple[str, Image.Image]]:
        chat = self._sandbox.client.new_chat(sheet.name, self._reader)
        sent = [(title, await self._send(chat, scene)) for title, scene in sheet.scenes]
        page = await self._opened(chat, self._reader)
        try:
            return [(title, await _photograph(page, message_id)) for title, message_id in sent]
        finally:
            await page.close()

    async def _send(self, chat: Chat, scene: Screen | Drawing) -> int:
        if isinstance(scene, Screen):
            return await self._messenger.send(chat.id, 0, scene)
        picture = Upload("table.png", scene.draw())
        await self._messenger.media(chat.id, 0, scene.kind, picture, scene.caption)
        return chat.last_bot_message().id

    async def _opened(self, chat: Chat, reader: Person) -> Page:
        page = await self._browser.new_page(viewport=PHONE, color_scheme="light")  # type: ignore[arg-type]
        await page.goto(f"{self._sandbox.url}/?as={reader.id}&chat={chat.id}")
        await page.wait_for_selector("#messages > li")
        return page


async def _photograph(page: Page, message_id: int) -> Image.Image:
    message = page.locator(f'#messages > li[data-id="{message_id}"]')
    await message.scroll_into_view_if_needed()
    await message.locator("img").evaluate_all("images => Promise.all(images.map(i => i.decode()))")
    return Image.open(BytesIO(await message.screenshot())).convert("RGB")


def _composed(photographs: Sequence[tuple[str, Image.Image]]) -> Image.Image:
    """Put photographs side by side in columns, the next one where there is most room."""
    width = int(PHONE["width"] * SHOWN)
    columns = min(COLUMNS, len(photographs))
    heights = [MARGIN] * columns
    placed = []
    for title, photograph in photographs:
        small = photograph.resize(
            (int(photograph.width * SHOWN), int(photograph.height * SHOWN)),
            Image.Resampling.LANCZOS,
        )
        column = heights.index(min(heights))
        placed.append((title, small, MARGIN + column * (width + MARGIN), heights[column]))
        heights[column] += TITLE + small.height + MARGIN
    sheet = Image.new("RGB", (MARGIN + columns * (width + MARGIN), max(heights)), PAPER)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(13)
    for title, small, x, y in placed:
        draw.text((x, y + 6), title, INK, font)
        sheet.paste(small, (x, y + TITLE))
    return sheet


if __name__ == "__main__":
    main(sys.argv[1:])
