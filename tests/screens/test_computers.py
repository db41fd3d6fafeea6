"""Computer players as people read them: at the table before the start, and on their turns."""

import pytest

from domain import lobby
from domain.computer.identity import Level, computer_id
from domain.match import Match, evolve_all
from domain.pace import Pace
from domain.rules import rule_set
from domain.views import spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.names import COMPUTERS, Contact, contact_of, display_names
from telegram_bot.screens.rules_menu import COMPUTERS as PAGE
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.screens.tips import tips_text
from telegram_bot.texts import languages, texts
from tests.screens.measures import assert_fits, plain
from tests.support.games import Chance, deal, player, seated, start

IDS = [computer_id(bytes([number] * 16)) for number in range(60)]


def with_computers(levels: list[Level]) -> Match:
    """Return a table before the start with one person and computer players."""
    match = seated(1, "scat", {"players": [2, 7]}, Pace.FAST)
    for level, one in zip(levels, IDS, strict=False):
        sitting = len(match.player_ids)
        match = evolve_all(match, lobby.seat_computer(match, player(0), level, one, sitting))
    return match


def names_of(match: Match, language: str = "en") -> tuple[str, ...]:
    people = [contact_of(one) or Contact("Ana") for one in match.player_ids]
    return display_names(people, texts(language))


def test_names_follow_from_ids_are_marked_and_differ_at_a_table() -> None:
    names = display_names([contact_of(one) for one in IDS[:9]], texts("en"))

    assert names == display_names([contact_of(one) for one in IDS[:9]], texts("pt-br"))
    assert len(set(names)) == 9
    assert all(name.removeprefix("🤖 ") in COMPUTERS for name in names)
    assert contact_of(player(0)) is None


def test_no_person_is_taken_for_a_computer_player() -> None:
    names = display_names([Contact("🤖 Ada"), contact_of(IDS[0])], texts("en"))

    assert names[0] == "Ada"
    assert names[1].startswith("🤖 ")


@pytest.mark.parametrize("language", languages())
def test_a_page_offers_levels_and_to_send_each_computer_player_away(language: str) -> None:
    match = with_computers([*Level])
    asked = Press(Verb.PAGE, match.id, topic=PAGE)

    screen = table_screen(
        spectacle(match), names_of(match, language), texts(language), asked=asked
    )

    presses = [button.press for row in screen.keyboard for button in row]
    assert_fits(screen)
    assert [press.topic for press in presses if press.verb is Verb.COMPUTER] == [*Level]
    assert sum(press.verb is Verb.DISMISS for press in presses) == 3
    assert [press.topic for press in presses if press.verb is Verb.SUBSTITUTE] == ["", *Level]
    assert plain(screen.text).count("🤖") == 3


def test_a_full_table_offers_no_level() -> None:
    match = with_computers([Level.EASY] * 6)
    asked = Press(Verb.PAGE, match.id, topic=PAGE)

    screen = table_screen(spectacle(match), names_of(match), texts("en"), asked=asked)

    assert not [
        button for row in screen.keyboard for button in row if button.press.verb is Verb.COMPUTER
    ]


@pytest.mark.parametrize("language", languages())
def test_on_the_turn_of_a_computer_player_nobody_is_offered_a_move(language: str) -> None:
    chance = Chance(3)
    match = start(with_computers([Level.EASY] * 3), chance).after
    while not spectacle(match).taps:
        match = deal(match, chance).after
    view = spectacle(match)
    assert view.awaited is not None
    assert view.seats[view.awaited].computer

    screen = table_screen(view, names_of(match, language), texts(language))

    assert [button.press.verb for row in screen.keyboard for button in row] == [Verb.HAND]
    assert "🤖" in status_text(view, names_of(match, language), texts(language))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", ["scat", "trinta", "scat_four", "schwimmen"])
def test_tips_fit_a_message(preset: str, language: str) -> None:
    text = tips_text(rule_set(preset), texts(language))

    assert 100 < len(plain(text)) < 4096
