"""A table before the first deal."""

from telegram_bot.callback_data import Verb
from telegram_bot.screens.markup import bold, paragraphs
from telegram_bot.screens.options import differences
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button, Keyboard, Screen, Style


def lobby_screen(scene: Scene) -> Screen:
    """Show who is seated, by which rules they will play, and what is missing."""
    text = paragraphs(
        (scene.heading(), _opened_by(scene)),
        (_roster_heading(scene), *_roster(scene)),
        _rules(scene),
        (_missing(scene),),
    )
    return Screen(text, _keyboard(scene))


def _opened_by(scene: Scene) -> str:
    opener = scene.view.seat_of(scene.view.opener_id)
    if opener is None:
        return scene.texts.gettext("A new table.")
    return scene.texts.gettext("{player} has opened a table.", player=scene.name(opener))


def _roster_heading(scene: Scene) -> str:
    least, most = scene.view.rules.players
    return bold(
        scene.texts.gettext(
            "Players: {seated} (from {least} to {most})",
            seated=len(scene.view.seats),
            least=least,
            most=most,
        )
    )


def _roster(scene: Scene) -> list[str]:
    return [
        f"{number}. {scene.name(seat.seat)}" for number, seat in enumerate(scene.view.seats, 1)
    ]


def _rules(scene: Scene) -> list[str]:
    changed = differences(scene.view.rules, scene.view.preset, scene.texts)
    lines = [f"• {sentence}" for sentence in changed]
    heading = [bold(scene.texts.gettext("House rules"))] if changed else []
    return [*heading, *lines, scene.texts.gettext("All rules: /rules")]


def _missing(scene: Scene) -> str:
    missing = scene.view.rules.players[0] - len(scene.view.seats)
    if missing > 0:
        return scene.texts.ngettext(
            "One more player is needed.", "{n} more players are needed.", missing
        )
    return scene.texts.gettext("Is everybody here? Then tap Start.")


def _keyboard(scene: Scene) -> Keyboard:
    texts, rules, seated = scene.texts, scene.view.rules, len(scene.view.seats)
    join = scene.button(texts.gettext("Join"), Verb.JOIN, Style.PRIMARY)
    leave = scene.button(texts.gettext("Leave"), Verb.LEAVE)
    start = scene.button(texts.gettext("▶ Start"), Verb.START, Style.SUCCESS)
    close = scene.button(texts.gettext("Close table"), Verb.CLOSE, Style.DANGER)
    seats: tuple[Button, ...] = (join, leave) if seated < rules.players[1] else (leave,)
    table = (start, close) if rules.seats(seated) else (close,)
    return seats, table
