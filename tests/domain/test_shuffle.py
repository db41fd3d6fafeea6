"""The committed shuffle does what docs/shuffle.md says, in the words of that page."""

import contextlib
import io
import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import shuffle
from domain.cards import DECKS, parse_cards, show_cards
from domain.shuffle import Contributions

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "shuffle.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((ROOT / "tests/cases/shuffle.json").read_text("utf-8"))
SEED, GAME = bytes.fromhex(VECTORS["seed"]), VECTORS["game"]
PACK = DECKS["std52"]

seeds = st.binary(min_size=32, max_size=32)


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_version_and_the_commitment_are_those_of_the_vectors() -> None:
    assert VECTORS["version"] == shuffle.VERSION
    assert shuffle.commitment(SEED) == VECTORS["commitment"]


@pytest.mark.parametrize("vector", VECTORS["decks"], ids=lambda vector: vector["name"])
def test_a_deck_is_the_one_of_its_vector(vector: dict[str, Any]) -> None:
    mixes = {int(seat): choice for seat, choice in vector["mixes"].items()}

    deck = shuffle.shuffled_deck(
        SEED, GAME, vector["round"], Contributions(mixes, vector["lift"]), DECKS[vector["pack"]]
    )

    assert vector["deck_from_top"] == show_cards(deck)
    assert vector["deck_from_top"] in PAGE


@pytest.mark.parametrize("vector", VECTORS["reshuffles"], ids=lambda vector: str(vector["time"]))
def test_a_reshuffled_stock_is_the_one_of_its_vector(vector: dict[str, Any]) -> None:
    stock = shuffle.reshuffled_stock(
        SEED, GAME, vector["round"], vector["time"], parse_cards(vector["discards"])
    )

    assert vector["stock"] == show_cards(stock)
    assert vector["stock"] in PAGE


def test_the_first_dealer_is_found_as_in_the_vectors() -> None:
    deck = show_cards(shuffle.first_dealer_deck(SEED, GAME, PACK))
    lot = VECTORS["random_dealer"]
    order = shuffle.shuffle(SEED, f"{shuffle.VERSION}|random dealer|{GAME}", lot["seats"])

    assert deck == VECTORS["first_dealer_deck"]
    assert deck in PAGE
    assert list(order) == lot["order"]


def test_the_python_of_the_page_prints_what_it_says() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block("python"), "docs/shuffle.md", "exec"), {})  # noqa: S102 - our own page

    assert printed.getvalue() == block("text")


def test_the_javascript_of_the_page_prints_what_it_says() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")

    ran = subprocess.run(
        [node, "-e", block("javascript")], capture_output=True, text=True, check=True, timeout=30
    )

    assert ran.stdout == block("text")


@given(seeds, st.text(max_size=20), st.integers(0, 60))
def test_nothing_is_lost_and_the_same_seed_gives_the_same_order(
    seed: bytes, context: str, size: int
) -> None:
    once = shuffle.shuffle(seed, context, range(size))

    assert sorted(once) == list(range(size))
    assert once == shuffle.shuffle(seed, context, range(size))


@given(seeds, st.dictionaries(st.integers(0, 8), st.integers(1, 8)), st.integers(1, 51))
def test_the_cut_comes_last_and_choices_count_whatever_their_order(
    seed: bytes, mixes: dict[int, int], lift: int
) -> None:
    backwards = dict(reversed(mixes.items()))

    uncut = shuffle.shuffled_deck(seed, GAME, 1, Contributions(mixes), PACK)
    deck = shuffle.shuffled_deck(seed, GAME, 1, Contributions(backwards, lift), PACK)

    assert (*uncut[lift:], *uncut[:lift]) == deck
    assert sorted(deck) == sorted(PACK)


def test_every_choice_and_every_round_gives_another_deck() -> None:
    added = [{}, {0: 1}, {0: 2}, {1: 1}, {0: 1, 1: 1}, {11: 1}, {1: 11}]

    decks = {
        shuffle.shuffled_deck(SEED, GAME, round_number, Contributions(mixes), PACK)
        for round_number in (1, 11)
        for mixes in added
    }

    assert len(decks) == 2 * len(added)


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    shuffles, items = 3000, range(6)
    seen = Counter(
        (place, item)
        for n in range(shuffles)
        for place, item in enumerate(shuffle.shuffle(SEED, f"fair {n}", items))
    )
    expected = shuffles / len(items)

    chi_square = sum((n - expected) ** 2 / expected for n in seen.values())

    assert len(seen) == len(items) ** 2
    assert chi_square < 50  # 25 degrees of freedom: above that once in 500 tries


def test_numbers_that_would_favour_some_are_skipped() -> None:
    bound = 3 * 2**30  # a quarter of all 32-bit numbers are above it

    drawn = [shuffle._below(iter([2**32 - 1, bound, 7]), bound) for _ in range(2)]

    assert drawn == [7, 7]
