"""What may be made of what: no message for all can be made of anything that holds a hand."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import pytest

import telegram_bot.screens
from domain.cards import Card
from domain.circle import Circle
from domain.match import Deck, Match
from domain.views import SeatView, Spectacle
from telegram_bot.delivery.ephemeral import Ephemerals
from telegram_bot.delivery.menus import Menus
from telegram_bot.delivery.messenger import Messenger, PrivateChat
from telegram_bot.delivery.tellings import TELLINGS
from telegram_bot.screens.panel import Panel
from telegram_bot.screens.screen import Screen

SECRETIVE = {SeatView, Match, Circle, Deck}
"""What holds a hidden card, or the secret it follows from."""


def parts(kind: Any) -> Iterator[Any]:
    """Return what a type is put together from, itself first."""
    yield kind
    for argument in get_args(kind):
        yield from parts(argument)


def held(kind: Any, path: str = "", above: tuple[Any, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Return every type that values of a type may hold, each with the fields that lead to it."""
    for part in parts(kind):
        yield path, part
        if isinstance(part, type) and is_dataclass(part) and part not in above:
            hints = get_type_hints(part)
            for field in fields(part):
                name = f"{path}.{field.name}" if path else field.name
                yield from held(hints[field.name], name, (*above, part))


@dataclass(frozen=True)
class Maker:
    """A function of the screens: what it is given, by its object too, and what it makes."""

    name: str
    given: frozenset[Any]
    made: Any


def makers() -> Iterator[Maker]:
    """Return all that makes anything that people read."""
    for module in pkgutil.iter_modules(telegram_bot.screens.__path__):
        screens = importlib.import_module(f"{telegram_bot.screens.__name__}.{module.name}")
        for thing in vars(screens).values():
            if getattr(thing, "__module__", "") != screens.__name__:
                continue
            if inspect.isfunction(thing):
                yield maker(thing)
            elif inspect.isclass(thing):
                for _, method in inspect.getmembers(thing, inspect.isfunction):
                    yield maker(method, get_type_hints(thing.__init__))


def maker(function: Callable[..., Any], beside: Mapping[str, Any] = MappingProxyType({})) -> Maker:
    hints = get_type_hints(function)
    made = hints.pop("return", None)
    return Maker(function.__qualname__, frozenset({*hints.values(), *beside.values()}), made)


def secrets_in(given: Iterable[Any]) -> set[Any]:
    """Return what types hold, or lead to, that not everybody may see."""
    return SECRETIVE & {kind for each in given for _, kind in held(each) if isinstance(kind, type)}


def takes(function: Callable[..., Any], name: str) -> Any:
    return get_type_hints(function)[name]


def test_what_everybody_sees_has_cards_only_where_all_have_seen_them() -> None:
    with_cards = {path for path, kind in held(Spectacle) if kind is Card}

    assert with_cards == {"face_up", "actions.taken", "actions.thrown", "showdown.hands"}
    assert not secrets_in([Spectacle])


def test_what_one_seat_sees_has_the_hand_of_that_seat_beside() -> None:
    own = {path for path, kind in held(SeatView) if kind is Card and "public" not in path}

    assert own == {"hand", "drawn"}


def test_no_message_for_all_is_made_of_what_holds_a_hand() -> None:
    for_all = [maker for maker in makers() if Screen in parts(maker.made)]

    assert len(for_all) > 30
    assert [maker.name for maker in for_all if secrets_in(maker.given)] == []


def test_what_is_made_of_a_hand_is_a_panel_or_an_answer() -> None:
    of_hands = {maker.name: maker.made for maker in makers() if SeatView in maker.given}

    assert of_hands["panel_screen"] is Panel
    assert of_hands["hand_alert"] is str
    assert not issubclass(Panel, Screen)


@pytest.mark.parametrize("write", [Messenger.send, Messenger.edit, Menus.show])
def test_what_all_can_see_is_written_of_screens_alone(write: Callable[..., Any]) -> None:
    assert takes(write, "screen") is Screen


@pytest.mark.parametrize("tell", [Messenger.tell, Messenger.tell_anew])
def test_a_hand_in_a_chat_goes_to_the_chat_with_one_person(tell: Callable[..., Any]) -> None:
    assert takes(tell, "panel") is Panel
    assert takes(tell, "chat") is PrivateChat


@pytest.mark.parametrize("tell", [Ephemerals.send, Ephemerals.edit])
def test_a_hand_in_a_group_goes_by_messages_for_one_member(tell: Callable[..., Any]) -> None:
    assert takes(tell, "panel") is Panel


def test_announcements_are_made_of_what_everybody_sees() -> None:
    for telling in TELLINGS.values():
        hints = get_type_hints(telling.screen)
        assert (hints["view"], hints["return"]) == (Spectacle, Screen)
