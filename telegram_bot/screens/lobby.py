"""A table before the first deal."""

from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.markup import bold, paragraphs
from telegram_bot.screens.options import differences
from telegram_bot.screens.rules_menu import HOME, RulesMenu
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button, Keyboard, Screen, Style


def lobby_screen(scene: Scene, asked: Press | None = None) -> Screen:
    """Show who is seated, by which rules they will play, and what is missing.

    Args:
        scene: What is drawn.
        asked: The button that was tapped last to open a page of the menu of the rules.
    """
    if asked is not None and asked.verb is Verb.PAGE and asked.topic:
        return _choosing_screen(scene, asked.topic)
    text = paragraphs(
        (scene.heading(), _opened_by(scene)),
        (_roster_heading(scene), *_roster(scene)),
        _rules(scene),
        (_missing(scene),),
    )
    return Screen(text, _keyboard(scene))


def _choosing_screen(scene: Scene, page: str) -> Screen:
    view = scene.view
    menu = RulesMenu(view.game_id, view.chosen, page, scene.texts)
    text = paragraphs((scene.heading(), _in_charge(scene)), *menu.blocks())
    return Screen(text, (*menu.keyboard(), _seats(scene)))


def _in_charge(scene: Scene) -> str:
    opener = scene.view.seat_of(scene.view.opener_id)
    if opener is None:
        return scene.texts.gettext("Whoever sits here may change the rules.")
    return scene.texts.gettext("{player} chooses the rules.", player=scene.name(opener))


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
    texts = scene.texts
    start = scene.button(texts.gettext("▶ Start"), Verb.START, Style.SUCCESS)
    rules = Button(texts.gettext("Rules"), Press(Verb.PAGE, scene.view.game_id, topic=HOME))
    close = scene.button(texts.gettext("Close table"), Verb.CLOSE, Style.DANGER)
    enough = scene.view.rules.seats(len(scene.view.seats))
    return (_seats(scene), *(((start,),) if enough else ()), (rules, close))


def _seats(scene: Scene) -> tuple[Button, ...]:
    join = scene.button(scene.texts.gettext("Join"), Verb.JOIN, Style.PRIMARY)
    leave = scene.button(scene.texts.gettext("Leave"), Verb.LEAVE)
    full = len(scene.view.seats) >= scene.view.rules.players[1]
    return (leave,) if full else (join, leave)
