"""Time zones are found by what people call their places, and are called so in turn."""

from datetime import UTC, datetime

import pytest
from babel import Locale

from domain.customs import AS_USUAL, choose_time_zone, time_zones
from telegram_bot.screens.customs_menu import COMMON
from telegram_bot.texts import languages
from telegram_bot.zones import city, clock, search

ENGLISH = Locale.parse("en")
PORTUGUESE = Locale.parse("pt_BR")
AREAS = (
    *("Afri", "Ameri", "Antarc", "Arc", "Asi", "Atlan", "Austra", "Euro", "India", "Paci"),
    "UTC",
)
"""Beginnings of the names of all zones."""


@pytest.mark.parametrize(
    ("asked", "zone"),
    [
        ("Europe/Vienna", "Europe/Vienna"),
        ("vienna", "Europe/Vienna"),
        ("VIENNA ", "Europe/Vienna"),
        ("Austria", "Europe/Vienna"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("new_york", "America/New_York"),
        ("york", "America/New_York"),
        ("Zürich", "Europe/Zurich"),
        ("Kiev", "Europe/Kyiv"),
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("us/pacific", "America/Los_Angeles"),
        ("Japan", "Asia/Tokyo"),
        ("utc", "Etc/UTC"),
        ("lisb", "Europe/Lisbon"),
        ("America/Argentina/ComodRivadavia", "America/Argentina/Catamarca"),
    ],
)
def test_a_place_is_found_by_its_names_in_any_spelling(asked: str, zone: str) -> None:
    assert search(asked, ENGLISH) == [zone]


@pytest.mark.parametrize(
    ("asked", "zone"),
    [
        ("Lisboa", "Europe/Lisbon"),
        ("nova york", "America/New_York"),
        ("Cidade do Mexico", "America/Mexico_City"),
        ("Japão", "Asia/Tokyo"),
    ],
)
def test_a_place_is_found_by_its_name_in_the_readers_language(asked: str, zone: str) -> None:
    assert search(asked, PORTUGUESE) == [zone]
    assert search(asked, ENGLISH) != [zone]


@pytest.mark.parametrize("asked", ["", "...", "Atlantis", "ienna", "localtime", "GMT+3"])
def test_what_is_no_place_is_not_found(asked: str) -> None:
    assert search(asked, ENGLISH) == []


def test_a_country_with_several_zones_offers_them_by_name() -> None:
    assert search("Portugal", ENGLISH) == ["Atlantic/Azores", "Europe/Lisbon", "Atlantic/Madeira"]


@pytest.mark.parametrize("language", languages())
def test_every_zone_that_is_found_can_be_chosen_and_has_a_name(language: str) -> None:
    locale = Locale.parse(language)
    found = {zone for area in AREAS for zone in search(area, locale)}

    assert found >= set(COMMON)
    assert found <= time_zones()
    for zone in found:
        assert choose_time_zone(AS_USUAL, zone).time_zone == zone
        assert city(zone, locale).strip()


@pytest.mark.parametrize("zone", COMMON)
def test_a_zone_is_found_by_what_it_is_called(zone: str) -> None:
    for locale in (ENGLISH, PORTUGUESE):
        assert search(city(zone, locale), locale) == [zone]
        assert search(zone, locale) == [zone]


def test_clocks_show_the_time_of_the_place() -> None:
    at = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    lisbon = choose_time_zone(AS_USUAL, "Europe/Lisbon").zone
    kathmandu = choose_time_zone(AS_USUAL, "Asia/Kathmandu").zone

    assert clock(lisbon, at, ENGLISH) == "13:00"
    assert clock(kathmandu, at, PORTUGUESE) == "17:45"
