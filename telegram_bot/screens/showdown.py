"""The end of a round: all hands, the rules that decided, and the secret of the deal."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.facts import Seat
from domain.hands import strength
from domain.match import Showdown
from domain.views import Spectacle
from telegram_bot.callback_data import Verb
from telegram_bot.screens.cards import cards_text, points_text
from telegram_bot.screens.markup import bold, paragraphs
from telegram_bot.screens.rulings import sentence
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Keyboard, Screen, rows
from telegram_bot.screens.terms import closes, knocked, on_the_bus
from telegram_bot.texts import Texts

IN_A_ROW: Final = 4
"""Rules that are asked about side by side."""


def showdown_screen(view: Spectacle, names: Sequence[str], texts: Texts) -> Screen:
    """Draw the last showdown of a game, whose hands are public by then.

    Args:
        view: The game after the round has ended.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The group's language.

    Raises:
        ValueError: No round has ended since the last deal.
    """
    if view.showdown is None:
        msg = f"game {view.game_id} has no showdown to show"
        raise ValueError(msg)
    scene = Scene.of(view, names, texts)
    ended = view.showdown
    return Screen(
        paragraphs(
            (_heading(scene, ended.round, reason_text(scene, ended)),),
            _hands(scene, ended),
            _rulings(scene, ended),
            (_same_dealer(scene) if ended.redeal else "",),
            scene.proof(),
        ),
        _keyboard(scene, ended),
    )


def voided_screen(view: Spectacle, names: Sequence[str], texts: Texts) -> Screen:
    """Say that a round does not count, and reveal its secret."""
    scene = Scene.of(view, names, texts)
    heading = _heading(scene, view.round_number, texts.gettext("void"))
    nothing = texts.gettext("The round does not count: nobody loses a life.")
    return Screen(paragraphs((heading,), (nothing, _same_dealer(scene)), scene.proof()))


def _heading(scene: Scene, number: int, reason: str) -> str:
    return bold(scene.texts.gettext("Round {number}: {reason}", number=number, reason=reason))


def reason_text(scene: Scene, ended: Showdown) -> str:
    """Say why a round was over."""
    texts = scene.texts
    match ended.reason:
        case "knock" | "close" if ended.knocker is not None:
            return knocked(texts, scene.view.rules, scene.name(ended.knocker))
        case "knock":
            return texts.gettext("the knocker has left")
        case "close":
            return texts.gettext("whoever closed has left")
        case "stock_exhausted" if closes(scene.view.rules):
            return texts.gettext("all passed, and no new centre is left")
        case "stock_exhausted":
            return texts.gettext("the stock ran out")
        case "turn_limit":
            return texts.gettext("too many turns")
        case "void":
            return texts.gettext("void")
        case "forfeit":
            return texts.gettext("one player left")
        case _ if any(ruling.code == "fire" for ruling in ended.rulings):
            return texts.gettext("Fire!")
        case _:
            return texts.gettext("{total}!", total=scene.view.rules.instant_total)


def _hands(scene: Scene, ended: Showdown) -> list[str]:
    """Return a line for every hand, the best first."""
    values = {seat: value for seat, value in enumerate(ended.values) if value is not None}
    held = {seat: strength(ended.hands[seat], scene.view.rules) for seat in values}
    best_first = sorted(values, key=held.__getitem__, reverse=True)
    return [_hand(scene, ended, seat, values[seat]) for seat in best_first]


def _hand(scene: Scene, ended: Showdown, seat: Seat, value: float) -> str:
    cards = cards_text(ended.hands[seat], scene.texts)
    lives = scene.hearts(ended.lives[seat])
    hand = f"{lives} {scene.name(seat)} · {cards} · {bold(points_text(value, scene.texts))}"
    return " · ".join((hand, *_fate(scene, ended, seat)))


def _fate(scene: Scene, ended: Showdown, seat: Seat) -> Iterator[str]:
    """Say what the round costs a seat, and how it stands now."""
    texts, lost = scene.texts, ended.losses[seat]
    if lost:
        yield texts.ngettext("loses a life", "loses {n} lives", lost)
    if seat in ended.eliminated:
        yield texts.gettext("out")
    elif seat in ended.tie_break:
        yield texts.gettext("tie-break")
    elif not ended.lives[seat]:
        yield on_the_bus(texts, scene.view.rules)


def _rulings(scene: Scene, ended: Showdown) -> list[str]:
    """Say which rules decided; after a 31 and the like also why the round was over."""
    said = ruling_texts(scene, ended)
    if len(said) == 1:
        return [f"• {said[0]}"]
    return [f"{number}. {each}" for number, each in enumerate(said, 1)]


def ruling_texts(scene: Scene, ended: Showdown) -> list[str]:
    """Say which rules decided, a sentence each."""
    texts, rules = scene.texts, scene.view.rules
    return [sentence(texts, ruling, scene.name, rules) for ruling in ended.rulings]


def _keyboard(scene: Scene, ended: Showdown) -> Keyboard:
    """Return a button for every rule that decided, with its number where there are several."""
    many = len(ended.rulings) > 1
    buttons = [
        scene.button(
            scene.texts.gettext("Why? {number}", number=number)
            if many
            else scene.texts.gettext("Why?"),
            Verb.WHY,
            number=ended.round,
            choice=number,
        )
        for number in range(1, len(ended.rulings) + 1)
    ]
    return rows(buttons, IN_A_ROW)


def _same_dealer(scene: Scene) -> str:
    return scene.texts.gettext("The same dealer deals again.")
