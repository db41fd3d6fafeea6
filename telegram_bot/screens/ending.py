"""A game that is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from babel.dates import format_timedelta

from domain.pace import IDLE
from domain.views import SeatSeen, Spectacle
from telegram_bot.callback_data import Verb
from telegram_bot.screens.markup import bold, code, link, paragraphs
from telegram_bot.screens.rankings import change_text
from telegram_bot.screens.replay import audit_button, replay_button
from telegram_bot.screens.scene import Scene, fingerprint, proved
from telegram_bot.screens.screen import Keyboard, Screen, Style
from telegram_bot.texts import Texts


@dataclass(frozen=True)
class Outcome:
    """What is told of a game that is over, beside the game itself.

    Attributes:
        digest: The fingerprint of its log.
        ratings: What it has changed of the ratings, by seat, if that is known.
        address: Where its replay is on the web, if anywhere.
    """

    digest: str | None = None
    ratings: Sequence[float | None] = ()
    address: str | None = None


def ended_screen(scene: Scene, outcome: Outcome) -> Screen:
    """Show who has won, everybody's place, and the fingerprint of the game's log."""
    text = paragraphs(
        (_heading(scene),),
        (bold(winners_text(scene)),),
        (*_places(scene, outcome.ratings), _unrated(scene)),
        _proof(scene),
        _log(scene, outcome),
    )
    return Screen(text, _keyboard(scene))


def abandoned_screen(scene: Scene, outcome: Outcome) -> Screen:
    """Say why a game was given up, and show the fingerprint of its log.

    Its last round stands above, as `given_up_screen` or a showdown.
    """
    text = paragraphs(
        (_heading(scene),),
        (
            bold(scene.texts.gettext("The game ends without a winner.")),
            why_given_up(scene),
            scene.texts.gettext("It is not rated."),
        ),
        _log(scene, outcome),
    )
    return Screen(text, _keyboard(scene))


def given_up_screen(view: Spectacle, names: Sequence[str], texts: Texts) -> Screen:
    """Say in place of a table that it is not played on, and reveal the secret of its deal.

    Args:
        view: The game after it was given up.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The group's language.
    """
    scene = Scene.of(view, names, texts)
    given_up = texts.gettext("The game was given up here.")
    return Screen(paragraphs((scene.round_heading(),), (given_up,), _proof(scene)))


def why_given_up(scene: Scene) -> str:
    """Return a sentence for the cause, one of `domain.facts.GameAbandoned`."""
    texts = scene.texts
    match scene.view.abandoned:
        case "away":
            return texts.gettext("All players are away.")
        case "unattended":
            return texts.gettext("Nobody made a move of their own for a whole round.")
        case "idle":
            time = format_timedelta(IDLE, locale=texts.locale)
            return texts.gettext("Nobody has played for {time}.", time=time)
        case "computers":
            return texts.gettext("Only computer players were left in it.")
        case "vote":
            return texts.gettext("The players have voted to end it.")
        case _:
            return texts.gettext("An administrator has ended it.")


def closed_screen(scene: Scene) -> Screen:
    """Say that nothing was played."""
    closed = scene.texts.gettext("This table is closed. Open a new one with /new.")
    return Screen(paragraphs((scene.heading(), closed)))


def _heading(scene: Scene) -> str:
    showdown = scene.view.showdown
    finished = showdown.round if showdown else scene.view.round_number - 1
    if finished < 1:
        return scene.heading()
    return scene.heading(scene.texts.ngettext("after one round", "after {n} rounds", finished))


def _keyboard(scene: Scene) -> Keyboard:
    game_id, texts = scene.view.game_id, scene.texts
    return (
        (scene.button(texts.gettext("Rematch"), Verb.REMATCH, Style.PRIMARY),),
        (replay_button(game_id, texts), audit_button(game_id, texts)),
    )


def winners_text(scene: Scene) -> str:
    """Say who has won."""
    winners = scene.view.winners
    return scene.texts.ngettext(
        "🏆 {players} wins the game.",
        "🏆 {players} share the win.",
        len(winners),
        players=scene.listed(winners),
    )


def _places(scene: Scene, ratings: Sequence[float | None]) -> list[str]:
    placed = sorted(scene.view.seats, key=lambda seat: (seat.place or 0, seat.seat))
    changes = dict(enumerate(ratings))
    return [
        f"{seat.place}. {scene.name(seat.seat)}{_stake(scene, seat)}"
        f"{_rating(scene, changes.get(seat.seat))}"
        for seat in placed
    ]


def _rating(scene: Scene, change: float | None) -> str:
    """Say what the game has changed of a player's rating, if it has."""
    if change is None:
        return ""
    said = change_text(change, scene.texts)
    return " · " + scene.texts.gettext("rating {change}", change=said)


def _unrated(scene: Scene) -> str:
    """Say that a game with computer players counts nowhere."""
    if not any(seat.computer or seat.helped for seat in scene.view.seats):
        return ""
    return scene.texts.gettext("With computer players: not rated, and in no ranking.")


def _stake(scene: Scene, seat: SeatSeen) -> str:
    """Say what a player has staked to come back in; nothing of one who never did."""
    if not seat.buy_ins:
        return ""
    staked = seat.buy_ins * scene.view.rules.buy_in.stake
    return " · " + scene.texts.ngettext("staked {n} point", "staked {n} points", staked)


def _proof(scene: Scene) -> list[str]:
    return [] if proved(scene.view) else scene.proof()


def _log(scene: Scene, outcome: Outcome) -> list[str]:
    told = []
    if outcome.digest is not None:
        mark = code(fingerprint(outcome.digest))
        told.append(scene.texts.gettext("log {mark}", mark=mark))
    if outcome.address is not None:
        told.append(link(scene.texts.gettext("Watch it again"), outcome.address))
    return told
