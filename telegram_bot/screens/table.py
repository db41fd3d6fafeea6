"""The table message: one per game, drawn from what everybody may see."""

from collections.abc import Mapping, Sequence
from datetime import UTC, tzinfo

from domain.facts import Seat
from domain.match import Phase
from domain.views import Spectacle
from telegram_bot.callback_data import Press
from telegram_bot.screens.buying_in import buying_in_screen
from telegram_bot.screens.cutting import cutting_screen
from telegram_bot.screens.ending import Outcome, abandoned_screen, closed_screen, ended_screen
from telegram_bot.screens.lobby import lobby_screen
from telegram_bot.screens.playing import playing_screen
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.vote import with_vote
from telegram_bot.texts import Texts


def table_screen(  # noqa: PLR0913 - the game, and what a message shows besides
    view: Spectacle,
    names: Sequence[str],
    texts: Texts,
    asked: Press | None = None,
    *,
    outcome: Outcome | None = None,
    called: Mapping[Seat, int] | None = None,
    zone: tzinfo = UTC,
    invitation: str | None = None,
) -> Screen:
    """Draw a game's table in the phase it is in, with the vote that is under way.

    Args:
        view: The game as everybody sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The group's language.
        asked: The button that was tapped last to choose a card, or to open a page of the rules.
        outcome: What is told of the game once it is over.
        called: Telegram ids of those who are to notice an offer here, by seat.
        zone: The group's time zone.
        invitation: The address by which others are invited before the start.
    """
    scene = Scene.of(view, names, texts, zone, invitation)
    return with_vote(scene, _drawn(scene, asked, outcome or Outcome(), called or {}))


def _drawn(
    scene: Scene,
    asked: Press | None,
    outcome: Outcome,
    called: Mapping[Seat, int],
) -> Screen:
    match scene.view.phase:
        case Phase.LOBBY:
            return lobby_screen(scene, asked)
        case Phase.CUTTING | Phase.SETTLED:
            return cutting_screen(scene)
        case Phase.PLAYING:
            return playing_screen(scene, asked)
        case Phase.BUYING_IN:
            return buying_in_screen(scene, called)
        case Phase.ENDED:
            return ended_screen(scene, outcome)
        case Phase.ABANDONED:
            return abandoned_screen(scene, outcome)
        case Phase.CLOSED:
            return closed_screen(scene)
