"""The page's own verifier agrees with the auditor, on games as they were and on others.

It is the second one, written in another language from the words of docs/shuffle.md and the rules.
`VERIFIED_GAMES=1000 pytest tests/web/test_verifier.py` holds them against each other for longer.
"""

import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Page, async_playwright

from domain.audit.judging import verify
from domain.errors import InvalidRuleSet
from domain.pace import Pace
from domain.rules import ALIASES, CHOICES, PRESETS, RuleSet, rule_set
from telegram_bot.web.page import VERIFIER
from tests.application.bustle import Habits
from tests.audit.played import Played, play
from tests.audit.test_frozen_exports import EXPORTS
from tests.browser import ARGUMENTS, chromium_path, needs_chromium
from tests.web.tampering import tamperings

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

GAMES: Final = int(os.environ.get("VERIFIED_GAMES", "36"))
BATCH: Final = 12
NAMES_OF_EXPORTS: Final = [file.stem for file in EXPORTS]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page on the reader's disk that has the verifier and nothing else."""
    file: Path = tmp_path_factory.mktemp("verifier") / "page.html"
    file.write_text(f"<!doctype html><script>{VERIFIER}</script>", encoding="utf-8")
    return file


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(file: Path) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        page = await browser.new_page()
        await page.goto(file.as_uri())
        yield page
        await browser.close()


async def verified(page: Page, games: Sequence[Played]) -> list[dict[str, Any]]:
    """Let the browser verify the files of games."""
    return [await page.evaluate("verify", game.file.decode()) for game in games]


def some_rules(random: Random) -> RuleSet:
    """Return a preset with house rules of chance, and a life or two."""
    while True:
        name = random.choice([*PRESETS, *ALIASES])
        changed = {
            option: random.choice(values)
            for option, values in CHOICES.items()
            if option != "mode" and random.random() < 0.2
        }
        try:
            return rule_set(name, {**changed, "lives": random.choice([1, 1, 2])})
        except InvalidRuleSet:
            continue


def some_game(seed: int) -> Played:
    """Return a game of chance, in which people also miss deadlines, vote and leave."""
    random = Random(seed)
    habits = Habits(
        missing=random.choice([0, 0.1]),
        voting=random.choice([0, 0.05]),
        leaving=random.choice([0, 0.02]),
    )
    rules, pace = some_rules(random), random.choice(list(Pace))
    players = random.randint(rules.players[0], min(rules.players[1], 4))
    played = play(seed, rules, players, pace, habits=habits)
    return played if played is not None else some_game(seed + 1_000_000)


@pytest.mark.parametrize("batch", range(0, GAMES, BATCH))
async def test_both_find_nothing_in_a_game_as_it_was_and_both_find_what_was_changed(
    page: Page, batch: int
) -> None:
    for seed in range(batch, min(batch + BATCH, GAMES)):
        game = some_game(seed)
        changed = dict(tamperings(game, Random(f"tampering {seed}")))

        as_it_was, *others = await verified(page, [game, *changed.values()])

        assert game.verified().good, seed
        assert as_it_was["findings"] == [], seed
        for (name, tampered), found in zip(changed.items(), others, strict=True):
            assert bool(found["findings"]) is not tampered.verified().good, (seed, name)


@pytest.mark.parametrize(
    "export", [file.read_text(encoding="utf-8") for file in EXPORTS], ids=NAMES_OF_EXPORTS
)
async def test_a_frozen_export_is_found_good(page: Page, export: str) -> None:
    found = await page.evaluate("verify", export)

    assert found["findings"] == []


async def test_both_compute_the_same_fingerprint(page: Page) -> None:
    game = some_game(31)

    [found] = await verified(page, [game])

    assert found["digest"] == game.verified().digest


@pytest.mark.parametrize(
    ("kind", "change", "check"),
    [
        ("deck_committed", {"commitment": "00" * 32}, "commitment"),
        ("deck_revealed", {"seed": "00" * 32}, "commitment"),
        ("round_dealt", {"laid": ["2C"]}, "deck"),
        ("card_drawn", {"card": "2C"}, "draws"),
        ("card_discarded", {"seat": 9}, "moves"),
        ("round_ended", {"values": [31, 31, 31]}, "rulings"),
    ],
)
async def test_each_finding_names_the_event_and_what_is_broken(
    page: Page, kind: str, change: dict[str, Any], check: str
) -> None:
    game = play(3)
    assert game is not None
    number = game.numbers(kind)[0]

    [found] = await verified(page, [game.forged(number, **change)])

    first = next(each for each in found["findings"] if each["event"] == number)
    assert first["check"] == check
    assert first["expected"] != first["found"]


async def test_any_changed_character_of_the_first_or_last_line_is_found(
    page: Page,
) -> None:
    game = play(8, rule_set("trinta", {"lives": 1}), players=2)
    assert game is not None
    file = game.file.decode()
    first, last = file.index("\n"), file.rindex("\n", 0, -1) + 1
    places = [*range(first), *range(last, len(file))]

    passed = await page.evaluate(
        """async ([file, places]) => {
            const good = async (place) => {
                const other = String.fromCharCode(file.charCodeAt(place) ^ 1);
                const changed = file.slice(0, place) + other + file.slice(place + 1);
                return (await verify(changed)).findings.length === 0;
            };
            const passed = [];
            for (const place of places) if (await good(place)) passed.push(place);
            return passed;
        }""",
        [file, places],
    )

    assert passed == []


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("thirtyone-game/1", "thirtyone-game/9"),
        ('"preset":"scat"', '"preset":"trinta"'),
        ('"lives":1', '"lives":2'),
        ('"seats":["', '"seats":["0'),
        ('"events":', '"more":0,"events":'),
        ('}\n{"topic":"game.ended"', '}\n\n{"topic":"game.ended"'),
    ],
)
async def test_a_first_or_last_line_that_does_not_follow_from_the_events_is_found_by_both(
    page: Page, there: str, instead: str
) -> None:
    game = play(8, rule_set("trinta", {"lives": 1}), players=2)
    assert game is not None
    file = game.file.decode()
    assert there in file

    changed = file.replace(there, instead, 1)
    found = await page.evaluate("verify", changed)

    assert found["findings"]
    assert not verify(changed.encode()).good


async def test_a_byte_changed_without_a_new_digest_is_found(page: Page) -> None:
    game = play(3)
    assert game is not None
    file = game.file.decode()

    changed = file.replace('"seat":0', '"seat":1', 1)
    found = await page.evaluate("verify", changed)

    assert {each["check"] for each in found["findings"]} >= {"digest"}
