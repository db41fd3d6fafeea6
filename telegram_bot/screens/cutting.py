"""A committed deck that waits for the players' part in the shuffle."""

from collections.abc import Iterator

from domain.cards import parse_card
from domain.dealing import MIX_CHOICES
from domain.views import SeatSeen
from telegram_bot.callback_data import Verb
from telegram_bot.screens.actions import action_lines
from telegram_bot.screens.markup import paragraphs
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Keyboard, Screen
from telegram_bot.screens.seats import seat_lines


def cutting_screen(scene: Scene) -> Screen:
    """Show who may cut and mix, who has, and what binds the deck."""

    def contribution(seat: SeatSeen) -> Iterator[str]:
        cuts = seat.seat == scene.view.cutter
        if seat.contributed:
            yield scene.texts.gettext("has cut") if cuts else scene.texts.gettext("has mixed")

    text = paragraphs(
        (scene.round_heading(), scene.tie_break()),
        first_cuts(scene),
        seat_lines(scene, contribution),
        action_lines(scene),
        (_invitation(scene), scene.commitment()),
    )
    return Screen(text, _keyboard(scene))


def first_cuts(scene: Scene) -> list[str]:
    """Say which cards were cut for the first deal, each time they were."""
    if scene.view.round_number > 1 or scene.view.dealer is None:
        return []
    cuts = [
        ", ".join(
            f"{scene.name(seat)} {scene.card(parse_card(card))}"
            for seat, card in enumerate(cut)
            if card
        )
        for cut in scene.view.first_cuts
    ]
    if not cuts:
        return []
    heading = scene.texts.gettext("Cut for the first deal, the highest card deals:")
    return [heading, *cuts]


def _invitation(scene: Scene) -> str:
    cutter = scene.view.cutter
    if cutter is None or scene.view.seats[cutter].place is not None:
        return scene.texts.gettext("Tap a number to mix it into the shuffle. Then it is dealt.")
    return scene.texts.gettext(
        "{player} cuts: the number is the height. "
        "Everybody else may mix a number in. Then it is dealt.",
        player=scene.name(cutter),
    )


def _keyboard(scene: Scene) -> Keyboard:
    row = tuple(
        scene.button(str(choice), Verb.MIX, number=scene.view.round_number, choice=choice)
        for choice in range(1, MIX_CHOICES + 1)
    )
    return (row,)
