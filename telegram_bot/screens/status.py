"""Whom a table waits for."""

from collections.abc import Sequence

from domain.match import Phase
from domain.views import Spectacle
from telegram_bot.screens.scene import Scene
from telegram_bot.texts import Texts


def status_text(view: Spectacle, names: Sequence[str], texts: Texts) -> str:
    """Say whom the game in a chat waits for. HTML.

    Args:
        view: The game as everybody sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The reader's language.
    """
    scene = Scene.of(view, names, texts)
    match view.phase:
        case Phase.ENDED | Phase.CLOSED:
            return texts.gettext("This game is over. Open a new one with /new.")
        case Phase.LOBBY:
            return texts.gettext(
                "A table is open and waits for players: {players}. Join with its buttons, "
                "and start when everybody is here.",
                players=scene.listed(seat.seat for seat in view.seats),
            )
        case Phase.BUYING_IN:
            return texts.gettext(
                "Waiting for an answer from {players}: buy back in, or not.",
                players=scene.listed(view.offers),
            )
        case _ if view.awaited is None:
            return texts.gettext("The deck is being cut. The deal comes in a moment.")
        case _ if view.choosing:
            return texts.gettext(
                "Waiting for {player}, who deals, to keep the hand or swap it for the centre.",
                player=scene.name(view.awaited),
            )
        case _ if view.holding:
            return texts.gettext(
                "Waiting for {player} to throw a card.", player=scene.name(view.awaited)
            )
        case _:
            return texts.gettext("Waiting for {player} to play.", player=scene.name(view.awaited))
