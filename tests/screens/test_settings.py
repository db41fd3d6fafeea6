"""The settings of a group: rules and customs, the menu of each, and who changed what."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Final

import pytest
from babel.dates import format_datetime
from hypothesis import given
from hypothesis import strategies as st

from domain.choosing import Chosen, step
from domain.customs import (
    AS_USUAL,
    Customs,
    Pictures,
    Quiet,
    choose_pace,
    choose_pictures,
    choose_quiet,
    choose_reminders,
    choose_time_zone,
)
from domain.errors import Refused
from domain.pace import Pace
from domain.rules import rule_set
from domain.settings import GroupSettings
from telegram_bot import zones
from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.customs_data import About, change, topic
from telegram_bot.screens.customs_menu import COMMON, ENDS, QUIET, STARTS, TIME, ZONE, CustomsMenu
from telegram_bot.screens.customs_menu import TITLES as CUSTOMS_PAGES
from telegram_bot.screens.language import PAGE as LANGUAGE
from telegram_bot.screens.language import LanguageMenu
from telegram_bot.screens.paces import pace_text
from telegram_bot.screens.rules import rules_text
from telegram_bot.screens.rules_menu import HOME, PACE
from telegram_bot.screens.rules_menu import TITLES as RULES_PAGES
from telegram_bot.screens.screen import Screen, Style
from telegram_bot.screens.settings import (
    ChangeSeen,
    SettingsSeen,
    is_page,
    page_of,
    settings_screen,
    too_many_places,
    unknown_place,
)
from telegram_bot.texts import languages, own_name, texts
from tests.screens.measures import ALERT, CALLBACK_DATA, assert_fits
from tests.screens.snapshots import assert_matches, titled
from tests.screens.test_zones import AREAS
from tests.support.games import GROUP

AT: Final = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
USUAL: Final = GroupSettings()
TRINTA: Final = replace(USUAL, defaults=Chosen("trinta", rule_set("trinta")))
FOUR: Final = replace(TRINTA, defaults=step(TRINTA.defaults, "lives", 2, 3))
VIENNA: Final = replace(FOUR, customs=choose_time_zone(AS_USUAL, "Europe/Vienna"))
SLOW: Final = replace(VIENNA, customs=choose_pace(VIENNA.customs, "slow"))
DEAF: Final = replace(SLOW, customs=choose_reminders(SLOW.customs, wanted=False))
LOUD: Final = replace(DEAF, customs=choose_quiet(DEAF.customs, None))

CUSTOMS: Final = st.builds(
    Customs,
    pace=st.sampled_from(Pace),
    reminders=st.booleans(),
    quiet=st.none()
    | st.builds(Quiet, st.integers(0, 23), st.integers(0, 23)).filter(lambda q: q.start != q.end),
    time_zone=st.none() | st.sampled_from(COMMON),
    weekly=st.booleans(),
    pictures=st.sampled_from(Pictures),
)
PAGES: Final = sorted(CUSTOMS_PAGES)


def seen(settings: GroupSettings, *changes: ChangeSeen) -> SettingsSeen:
    return SettingsSeen(GROUP, settings, changes, AT)


def changed(name: str, *settings: GroupSettings) -> list[ChangeSeen]:
    """Return the changes that lead from one to the next, one a month, newest first."""
    made = pairwise(settings)
    return [
        ChangeSeen(name, AT.replace(month=month), before, after)
        for month, (before, after) in enumerate(made, 1)
    ][::-1]


@pytest.mark.parametrize("language", languages())
def test_settings(language: str) -> None:
    words = texts(language)
    changes = changed("Bruno <3", USUAL, TRINTA, FOUR)
    told = {
        "nothing chosen yet": settings_screen(seen(USUAL), HOME, words),
        "changed": settings_screen(seen(FOUR, *changes), HOME, words),
        "a page": settings_screen(seen(FOUR, *changes), "ending", words),
        "done": settings_screen(seen(FOUR, *changes), "", words),
    }
    for screen in told.values():
        assert_fits(screen)

    assert_matches(f"{language}/settings", "".join(titled(*each) for each in told.items()))


@pytest.mark.parametrize("language", languages())
def test_customs(language: str) -> None:
    words = texts(language)
    changes = changed("Ana", FOUR, VIENNA, SLOW, DEAF, LOUD)
    told = {
        "time, nothing chosen yet": settings_screen(seen(USUAL), TIME, words),
        "quiet hours, nothing chosen yet": settings_screen(seen(USUAL), QUIET, words),
        "time zone, nothing chosen yet": settings_screen(seen(USUAL), ZONE, words),
        "time": settings_screen(seen(LOUD, *changes), TIME, words),
        "pace": settings_screen(seen(LOUD), PACE, words),
        "quiet hours": settings_screen(seen(VIENNA), QUIET, words),
        "no quiet hours": settings_screen(seen(LOUD), QUIET, words),
        "time zone": settings_screen(seen(LOUD), ZONE, words),
        "places that may be meant": settings_screen(
            seen(LOUD), ZONE, words, zones.search("argentina", words.locale)
        ),
        "done": settings_screen(seen(LOUD, *changes), "", words),
        "no such place": unknown_place(words, "Vie<b>nna"),
        "too many places": too_many_places(words, "America"),
    }
    for screen in told.values():
        assert_fits(screen)
    answers = {
        f"{press.topic}": CustomsMenu(GROUP, after, "", words, AT).answer(press)
        for press, after in (
            (custom(About.PACE, "none"), choose_pace(AS_USUAL, "none")),
            (custom(About.REMINDERS, "on"), AS_USUAL),
            (custom(About.REMINDERS, "off"), DEAF.customs),
            (custom(About.QUIET_FROM, 23), AS_USUAL),
            (custom(About.QUIET_UNTIL, 8), VIENNA.customs),
            (custom(About.QUIET, "off"), LOUD.customs),
            (custom(About.ZONE, "Europe/Vienna"), VIENNA.customs),
            (custom(About.WEEKLY, "off"), AS_USUAL),
            (custom(About.WEEKLY, "on"), replace(AS_USUAL, weekly=True)),
            (custom(About.PICTURES, "none"), choose_pictures(AS_USUAL, "none")),
            (custom(About.PICTURES, "results"), AS_USUAL),
            (custom(About.PICTURES, "rounds"), choose_pictures(AS_USUAL, "rounds")),
        )
    }

    assert_matches(
        f"{language}/customs",
        "".join(titled(*each) for each in told.items())
        + "".join(f"{title:24}{text}\n" for title, text in answers.items()),
    )


@given(CUSTOMS, st.sampled_from(PAGES), st.sampled_from(languages()))
def test_every_button_of_the_customs_does_what_it_says(
    customs: Customs, page: str, language: str
) -> None:
    menu = CustomsMenu(GROUP, customs, page, texts(language), AT)
    for press in presses(menu):
        assert decode(press.encode()) == press
        if press.verb is Verb.PAGE:
            assert not press.topic or is_page(press.topic)
            continue
        assert press.verb is Verb.CUSTOM
        assert page_of(press) == page
        once = choose(customs, press)
        if once is not None:
            assert choose(once, press) == once
            answer = CustomsMenu(GROUP, once, "", texts(language), AT).answer(press)
            assert 0 < len(answer) <= ALERT
    assert_fits(Screen("menu", menu.keyboard()))


def test_the_button_of_pictures_goes_round() -> None:
    chosen = [AS_USUAL]
    while len(chosen) <= len(Pictures):
        menu = CustomsMenu(GROUP, chosen[-1], TIME, texts("en"), AT)
        (press,) = (each for each in presses(menu) if each.topic.startswith(About.PICTURES))
        after = choose(chosen[-1], press)
        assert after is not None
        chosen.append(after)

    assert {each.pictures for each in chosen} == set(Pictures)
    assert chosen[-1] == AS_USUAL


@pytest.mark.parametrize("language", languages())
def test_the_language_of_the_table_is_marked_among_all(language: str) -> None:
    menu = LanguageMenu(GROUP, texts(language))
    offered = [button for row in menu.keyboard() for button in row]
    spoken = {button.press.topic for button in offered if button.press.verb is Verb.SPEAK}

    assert spoken == set(languages())
    assert [button.label for button in offered if button.style is Style.PRIMARY] == [
        f"✓ {own_name(language)}"
    ]


@pytest.mark.parametrize("language", languages())
def test_each_choice_on_offer_is_made_and_then_marked(language: str) -> None:
    words = texts(language)
    for page in (PACE, QUIET, ZONE):
        for press in presses(CustomsMenu(GROUP, AS_USUAL, page, words, AT)):
            if press.verb is Verb.CUSTOM:
                chosen = choose(AS_USUAL, press)
                assert chosen is not None
                assert press in marked(CustomsMenu(GROUP, chosen, page, words, AT))
    assert not set(STARTS) & set(ENDS)


@pytest.mark.parametrize(
    ("about", "switched"),
    [
        (About.REMINDERS, replace(AS_USUAL, reminders=False)),
        (About.WEEKLY, replace(AS_USUAL, weekly=True)),
    ],
)
def test_the_overview_turns_a_custom_off_and_on(about: About, switched: Customs) -> None:
    menu = partial(CustomsMenu, GROUP, page=TIME, texts=texts("en"), now=AT)
    (press,) = (each for each in presses(menu(AS_USUAL)) if each.topic.startswith(about))
    assert choose(AS_USUAL, press) == switched
    (press,) = (each for each in presses(menu(switched)) if each.topic.startswith(about))

    assert choose(switched, press) == AS_USUAL


def test_every_page_is_reached_from_the_first_one() -> None:
    reached: set[str] = set()
    found = {HOME}
    while found - reached:
        page = (found - reached).pop()
        reached.add(page)
        screen = settings_screen(seen(USUAL), page, texts("en"))
        buttons = (button for row in screen.keyboard for button in row)
        pages = (button.press.topic for button in buttons if button.press.verb is Verb.PAGE)
        found |= {page for page in pages if page}

    assert reached == {HOME, *RULES_PAGES, *CUSTOMS_PAGES, LANGUAGE}


def test_the_longest_name_of_a_zone_fits_a_button() -> None:
    words = texts("en")
    everywhere = [zone for area in AREAS for zone in zones.search(area, words.locale)]
    menu = CustomsMenu(GROUP, AS_USUAL, ZONE, words, AT, everywhere)

    sizes = {len(press.encode()) for press in presses(menu)}

    assert "America/North_Dakota/New_Salem" in everywhere
    assert max(sizes) <= CALLBACK_DATA


@pytest.mark.parametrize(
    "forged",
    [
        *("", "pace", "pace=", "pace=quick", "speed=slow", "reminders=", "reminders=maybe"),
        *(
            "quiet=on",
            "quiet=23-8",
            "from=",
            "from=24",
            "from=-1",
            "from=8",
            "until=x",
            "until=23",
        ),
        *(
            "pictures=",
            "pictures=on",
            "weekly=",
            "weekly=1",
            "tz=",
            "tz=Mars/Olympus",
            "tz=../../etc",
            "tz=localtime",
            "from=²",
            "=",
        ),
    ],
)
def test_what_no_menu_offers_changes_nothing(forged: str) -> None:
    with pytest.raises(Refused, match=r"forged|no_such_zone"):
        change(forged)(AS_USUAL)


@pytest.mark.parametrize("language", languages())
def test_the_times_of_changes_are_those_of_the_groups_clocks(language: str) -> None:
    words = texts(language)
    (made,) = changed("Ana", FOUR, VIENNA)
    late = replace(made, at=AT.replace(hour=23, minute=30))

    def written(customs: Customs) -> str:
        return format_datetime(late.at, "short", tzinfo=customs.zone, locale=words.locale)

    before = settings_screen(seen(FOUR, late), HOME, words).text
    after = settings_screen(seen(VIENNA, late), HOME, words).text

    assert f"{written(AS_USUAL)}, Ana" in before
    assert f"{written(VIENNA.customs)}, Ana" in after
    assert "(UTC)" in before
    assert f"({zones.city('Europe/Vienna', words.locale)})" in after


@pytest.mark.parametrize("language", languages())
def test_the_rules_of_a_table_tell_its_pace(language: str) -> None:
    words = texts(language)
    of_no_table = rules_text("scat", rule_set("scat"), words)
    for pace in Pace:
        told = rules_text("scat", rule_set("scat"), words, pace)

        assert pace_text(pace, words) in told
        assert [other for other in Pace if pace_text(other, words) in told] == [pace]
        assert pace_text(pace, words) not in of_no_table


def custom(about: About, value: object) -> Press:
    return Press(Verb.CUSTOM, GROUP, topic=topic(about, value))


def choose(customs: Customs | None, press: Press) -> Customs | None:
    """Return what a button makes of customs; nothing where the quiet would be a whole day."""
    assert customs is not None
    try:
        return change(press.topic)(customs)
    except Refused:
        return None


def presses(menu: CustomsMenu) -> Iterator[Press]:
    return (button.press for row in menu.keyboard() for button in row)


def marked(menu: CustomsMenu) -> list[Press]:
    return [b.press for row in menu.keyboard() for b in row if b.label.startswith("✓")]
