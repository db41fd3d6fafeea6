"""Time zones as people know them: by a city or a country, in their own language."""

import unicodedata
from collections import defaultdict
from datetime import datetime, tzinfo
from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global
from babel.dates import format_time, get_timezone_location

from domain.customs import time_zones

UNIVERSAL: Final = "Etc/UTC"


def city(zone: str, locale: Locale) -> str:
    """Return what a zone is called, as `Vienna`."""
    return get_timezone_location(zone, locale=locale, return_city=True)


def clock(zone: tzinfo, now: datetime, locale: Locale) -> str:
    """Return what the clocks of a zone show, as `14:05`."""
    return format_time(now, "HH:mm", tzinfo=zone, locale=locale)


def search(asked: str, locale: Locale) -> list[str]:
    """Return the zones of the places that somebody may mean, by the names of their cities.

    A place is found by any of its names in the zone database, and by its city and its country in
    a language; in whole, or else by the beginning of any word.
    """
    wanted = _plain(asked)
    if not wanted:
        return []
    spelled = {zone: _spellings(zone, locale) for zone in _places()}
    exact = [zone for zone, names in spelled.items() if wanted in names]
    near = [
        zone
        for zone, names in spelled.items()
        if any(f" {wanted}" in f" {name}" for name in names)
    ]
    return sorted(exact or near, key=lambda zone: city(zone, locale))


@cache
def _places() -> dict[str, frozenset[str]]:
    """Return every zone under the name it has today, if this machine knows that, with all names.

    The zones of `Etc` besides universal time count the other way round than people do: `GMT+3`
    is three hours behind. Those without an area are old rules of no place.
    """
    today = get_global("zone_aliases")
    known = time_zones()
    places: defaultdict[str, set[str]] = defaultdict(set)
    for name in known:
        zone = today.get(name, name)
        places[zone if zone in known else name].add(name)
    return {
        zone: frozenset(names)
        for zone, names in places.items()
        if zone == UNIVERSAL or ("/" in zone and not zone.startswith("Etc/"))
    }


@cache
def _spellings(zone: str, locale: Locale) -> frozenset[str]:
    names = _places()[zone]
    country = locale.territories.get(get_global("zone_territories").get(zone, ""), "")
    said = {*names, *(name.rpartition("/")[2] for name in names), city(zone, locale), country}
    return frozenset(_plain(name) for name in said if name)


def _plain(text: str) -> str:
    """Return words without accents, capitals and signs."""
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(letter)
    )
    return " ".join("".join(each if each.isalnum() else " " for each in bare.casefold()).split())
