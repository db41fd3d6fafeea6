"""The menu of the rules on a table, and the offer to buy back in."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.choosing import OFFERED, Chosen, step, take_preset
from domain.errors import Refused
from domain.match import Phase
from domain.rules import ALIASES, PRESETS, RuleSet, rule_set
from domain.views import spectacle
from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.names import Contact, display_names
from telegram_bot.screens.choices import TITLES, label
from telegram_bot.screens.offer import offer_screen
from telegram_bot.screens.options import SENTENCES
from telegram_bot.screens.rules_menu import HOME, PAGES, RulesMenu, is_page, page_of
from telegram_bot.screens.rules_menu import TITLES as PAGE_TITLES
from telegram_bot.screens.screen import Button, Screen
from telegram_bot.screens.table import table_screen
from telegram_bot.texts import languages, texts
from tests.screens.measures import ALERT, assert_fits
from tests.screens.snapshots import assert_matches, titled
from tests.strategies import rule_sets
from tests.support.games import GAME, Chance, play_on, seated

EVERY_PAGE: Final = (HOME, *PAGE_TITLES)
TABLES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "scat": ("scat", {}),
    "many-changes": ("scat_buy_in", {"hand_size": 4, "lives": 10, "knocker_tie": "two"}),
    "schwimmen": ("schwimmen", {"lives": 1, "swap_all_locks": True}),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("table", TABLES)
def test_the_menu_on_a_table(table: str, language: str) -> None:
    preset, options = TABLES[table]
    words = texts(language)
    view = spectacle(seated(2, preset, options))
    names = display_names([Contact("Ana"), Contact("Bruno <3")], words)
    told = []
    for page in EVERY_PAGE:
        asked = Press(Verb.PAGE, GAME, topic=page)
        screen = table_screen(view, names, words, asked=asked)
        assert_fits(screen)
        told.append(titled(page, screen))

    assert_matches(f"{language}/menu-{table}", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_an_offer_in_private(language: str) -> None:
    words = texts(language)
    steps = play_on(seated(3, "scat_buy_in", {"lives": 1}), Chance(knocking=0.5))
    match = next(step.after for step in steps if step.after.phase is Phase.BUYING_IN)
    told = {
        answer: offer_screen(spectacle(match), answer, "Cards & <more>", words)
        for answer in ("open", "in", "out")
    }
    names = display_names([Contact(name) for name in ("Ana", "Bruno", "Carla")], words)
    called = dict.fromkeys(match.offers, 1000001)
    told["at the table"] = table_screen(spectacle(match), names, words, called=called)
    for screen in told.values():
        assert_fits(screen)

    assert_matches(f"{language}/offers", "".join(titled(*each) for each in told.items()))


def test_everything_on_offer_stands_on_one_page_and_has_its_words() -> None:
    placed = [name for names in PAGES.values() for name in names]

    assert sorted(placed) == sorted(OFFERED)
    assert set(TITLES) == set(OFFERED)
    assert {OFFERED[name].option for name in placed} <= set(SENTENCES)


@pytest.mark.parametrize("language", languages())
def test_every_value_is_told_apart_on_its_button(language: str) -> None:
    words = texts(language)
    for name, choice in OFFERED.items():
        labels = set()
        for value in choice.values:
            base = rule_set("scat_buy_in")
            labels.add(
                label(
                    name, RuleSet.from_dict({**base.to_dict(), **choice.write(base, value)}), words
                )
            )
        assert len(labels) == len(choice.values)


@given(
    rule_sets(),
    st.sampled_from([*PRESETS, *ALIASES]),
    st.sampled_from(EVERY_PAGE),
    st.sampled_from(languages()),
)
def test_every_button_of_the_menu_does_what_it_says(
    rules: RuleSet, preset: str, page: str, language: str
) -> None:
    menu = RulesMenu(GAME, Chosen(preset, rules), page, texts(language))
    for press in presses(menu):
        assert decode(press.encode()) == press
        if press.verb is Verb.OPTION:
            choice = OFFERED[press.topic]
            assert choice.place(rules) == press.number
            assert press.number != press.choice or press.choice == len(choice.values) - 1
            assert 0 <= press.choice < len(choice.values)
            assert page_of(press) == page
        elif press.verb is Verb.PRESET:
            assert take_preset(menu.chosen, press.topic, press.number).unchanged
        elif press.verb is Verb.PAGE:
            assert not press.topic or is_page(press.topic)
        if press.verb is not Verb.PAGE:
            assert 0 < len(menu.answer(press)) <= ALERT
    assert_fits(Screen("menu", menu.keyboard()))


def test_up_and_down_keep_their_places() -> None:
    words = texts("en")

    def steps(lives: int) -> list[str]:
        menu = RulesMenu(GAME, Chosen("scat", rule_set("scat", {"lives": lives})), "cards", words)
        rows = [row for row in menu.keyboard() if row[0].press.topic == "lives"]
        return [button.label for button in rows[0]]

    assert steps(1) == ["✎ Lives: 1 ➕"]
    assert steps(3) == ["Lives: 3 ➕", "➖"]
    assert steps(20) == ["✎ Lives: 20", "➖"]


def test_the_game_that_is_chosen_takes_changes_back_and_says_so() -> None:
    words = texts("en")
    usual = Chosen("schwimmen", rule_set("schwimmen"))
    changed = step(usual, "lives", 2, 3)

    def button(chosen: Chosen) -> Button:
        menu = RulesMenu(GAME, chosen, "games", words)
        buttons = (button for row in menu.keyboard() for button in row)
        return next(button for button in buttons if button.press.topic == "schwimmen")

    assert button(usual).label == "✓ Schwimmen"
    assert button(changed).label == "✓ Schwimmen, as written"
    again = button(changed).press
    assert take_preset(changed, again.topic, again.number) == usual
    with pytest.raises(Refused, match="stale"):
        take_preset(changed, "schwimmen", button(usual).press.number)


def presses(menu: RulesMenu) -> Iterator[Press]:
    return (button.press for row in menu.keyboard() for button in row)
