"""Names are untrusted: whatever people call themselves, a table stays readable."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telegram_bot.names import (
    MOST_CHARACTERS,
    MOST_GRAPHEMES,
    Contact,
    display_names,
    graphemes,
)
from telegram_bot.texts import texts

EN = texts("en")
ROOM_FOR_A_NUMBER = len(" (9)") + len("\u2068\u2069")


def name_of(first: str, last: str = "", username: str = "") -> str:
    (name,) = display_names([Contact(first, last, username)], EN)
    return name


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("Ana", "", "Ana"),
        ("Ana", "Souza", "Ana Souza"),
        ("  Ana \t\n", " de  Souza ", "Ana de Souza"),
        ("José", "", "José"),
        ("Jose\u0301", "", "José"),
        ("An\u200ba\u202e\u2066\u0007", "", "Ana"),
        ("\u0301Ana", "", "Ana"),
        ("<b>&", "", "<b>&"),
        ("👩‍👩‍👧‍👦", "", "👩‍👩‍👧‍👦"),
        ("دنا", "", "\u2068دنا\u2069"),
        ("می\u200cخواهم", "", "\u2068می\u200cخواهم\u2069"),
        ("@durov", "", "\uff20durov"),
        ("t.me/x", "", "t\u2024me\u2215x"),
        ("J. R.", "", "J. R."),
        ("/end", "", "\u2215end"),
    ],
)
def test_a_name_is_shown_safely(first: str, last: str, shown: str) -> None:
    assert name_of(first, last) == shown


@pytest.mark.parametrize(
    "invisible", ["", " ", "\u200b", "\u3164", "\u2800", "\u200d\u200d", "\u0301", "\u202e\ufe0f"]
)
def test_an_invisible_name_becomes_the_players_number(invisible: str) -> None:
    names = display_names([Contact("Ana"), Contact(invisible)], EN)

    assert names == ("Ana", "Player 2")


def test_a_person_without_a_visible_name_is_called_by_their_username() -> None:
    assert name_of("\u3164", username="ana_b") == "ana_b"


@pytest.mark.parametrize("gone", [None, Contact("Ana", deleted=True)])
def test_whoever_is_not_known_any_more_is_a_number(gone: Contact | None) -> None:
    assert display_names([gone], EN) == ("Player 1",)


def test_a_number_is_written_in_the_readers_language() -> None:
    assert display_names([None], texts("pt-br")) == ("Participante 1",)


def test_doubles_get_a_number() -> None:
    contacts = [Contact("Ana"), Contact("ANA"), Contact("Ana\u200d"), Contact("Bo")]

    assert display_names(contacts, EN) == ("Ana", "ANA (2)", "Ana (3)", "Bo")


def test_a_number_never_makes_a_double_of_somebody_else() -> None:
    contacts = [Contact("Ana"), Contact("Ana"), Contact("Ana (2)"), Contact("Player 5"), None]

    assert display_names(contacts, EN) == ("Ana", "Ana (3)", "Ana (2)", "Player 5", "Player 5 (2)")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("año", ["a", "ñ", "o"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("👩‍👩‍👧‍👦👍🏽a", ["👩‍👩‍👧‍👦", "👍🏽", "a"]),
        ("🇧🇷🇫🇷🇩", ["🇧🇷", "🇫🇷", "🇩"]),
        ("❤️x", ["❤️", "x"]),
        ("1️⃣2", ["1️⃣", "2"]),
        ("\u1112\u1161\u11ab\u1100", ["\u1112\u1161\u11ab", "\u1100"]),
        ("กี่", ["กี่"]),
        ("கி", ["கி"]),
    ],
)
def test_graphemes_are_what_people_see(text: str, seen: list[str]) -> None:
    assert graphemes(text) == seen


def test_a_long_name_is_cut_between_graphemes() -> None:
    family = "👩‍👩‍👧"
    name = name_of(family * 30)

    assert name == family * (len(name) // len(family)) + "…"
    assert len(name) <= MOST_CHARACTERS


def test_a_long_name_keeps_as_much_as_fits_the_line() -> None:
    assert name_of("a" * 24) == "a" * 24
    assert name_of("a" * 25) == "a" * 23 + "…"


def test_marks_are_not_piled_up() -> None:
    assert name_of("a" + "\u0335" * 60 + "na") == "a" + "\u0335" * 4 + "na"


ODD = st.sampled_from("\u200d\u200c\u202e\u2066\u0301\u3164\ufe0f🏽🇧👩אا<&@/.\n\x00 \ud800")
NAMES = st.one_of(st.text(max_size=80), st.text(st.one_of(ODD, st.characters()), max_size=80))
CONTACTS = st.one_of(st.none(), st.builds(Contact, NAMES, NAMES, NAMES, st.booleans()))


@given(st.lists(CONTACTS, min_size=1, max_size=9))
def test_names_are_short_visible_distinct_and_harmless(contacts: list[Contact | None]) -> None:
    names = display_names(contacts, EN)

    assert len(names) == len(contacts)
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        bare = name.strip("\u2068\u2069")
        assert len(name) <= MOST_CHARACTERS + ROOM_FOR_A_NUMBER
        assert len(graphemes(bare)) <= MOST_GRAPHEMES + len(" (9)")
        assert any(unicodedata.category(one)[0] in "LNPS" for one in bare)
        assert not {unicodedata.category(one) for one in bare} & {"Cc", "Cs", "Zl", "Zp"}
        assert name.count("\u2068") == name.count("\u2069") == (name != bare)
        name.encode()


@given(st.text())
def test_graphemes_lose_nothing(text: str) -> None:
    assert "".join(graphemes(text)) == text
