"""A game that is over."""

from domain.views import SeatSeen
from telegram_bot.callback_data import Verb
from telegram_bot.screens.markup import bold, code, paragraphs
from telegram_bot.screens.scene import Scene, fingerprint
from telegram_bot.screens.screen import Screen, Style


def ended_screen(scene: Scene, digest: str | None = None) -> Screen:
    """Show who has won, everybody's place, and the fingerprint of the game's log."""
    rounds = scene.texts.ngettext("after one round", "after {n} rounds", scene.view.round_number)
    # After a showdown its own message has the proof; here it is due when the others have left.
    proof = scene.proof() if scene.view.showdown is None else []
    text = paragraphs(
        (scene.heading(rounds),), (_winners(scene),), _places(scene), proof, _log(scene, digest)
    )
    rematch = scene.button(scene.texts.gettext("Rematch"), Verb.REMATCH, Style.PRIMARY)
    return Screen(text, ((rematch,),))


def abandoned_screen(scene: Scene, digest: str | None = None) -> Screen:
    """Say why a game was given up, and show the fingerprint of its log."""
    proof = scene.proof() if scene.view.showdown is None else []
    text = paragraphs(
        (scene.round_heading(),),
        (bold(_why_given_up(scene)), scene.texts.gettext("Nobody wins, and it is not rated.")),
        proof,
        _log(scene, digest),
    )
    rematch = scene.button(scene.texts.gettext("Rematch"), Verb.REMATCH, Style.PRIMARY)
    return Screen(text, ((rematch,),))


def _why_given_up(scene: Scene) -> str:
    texts = scene.texts
    match scene.view.abandoned:
        case "away" | "unattended":
            return texts.gettext("The game is given up: all players are away.")
        case "idle":
            return texts.gettext("The game is given up: nobody has played for a long time.")
        case "vote":
            return texts.gettext("The players have ended the game.")
        case _:
            return texts.gettext("An administrator has ended the game.")


def closed_screen(scene: Scene) -> Screen:
    """Say that nothing was played."""
    closed = scene.texts.gettext("This table is closed. Open a new one with /new.")
    return Screen(paragraphs((scene.heading(), closed)))


def _winners(scene: Scene) -> str:
    winners = scene.view.winners
    return bold(
        scene.texts.ngettext(
            "🏆 {players} wins the game.",
            "🏆 {players} share the win.",
            len(winners),
            players=scene.listed(winners),
        )
    )


def _places(scene: Scene) -> list[str]:
    placed = sorted(scene.view.seats, key=lambda seat: (seat.place or 0, seat.seat))
    return [f"{seat.place}. {scene.name(seat.seat)}{_stake(scene, seat)}" for seat in placed]


def _stake(scene: Scene, seat: SeatSeen) -> str:
    """Say what a player has staked to come back in; nothing where nobody could."""
    terms = scene.view.rules.buy_in
    if not terms.enabled:
        return ""
    staked = seat.buy_ins * terms.stake
    return " · " + scene.texts.ngettext("staked {n} point", "staked {n} points", staked)


def _log(scene: Scene, digest: str | None) -> list[str]:
    if digest is None:
        return []
    return [scene.texts.gettext("log {mark}", mark=code(fingerprint(digest)))]
