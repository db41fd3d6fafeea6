"""A table before the first deal."""

from domain.computer.identity import Level
from domain.pace import Pace
from domain.views import SeatSeen
from telegram_bot.callback_data import Press, Verb, mark
from telegram_bot.screens.levels import NAMES as NAMES_OF_LEVELS
from telegram_bot.screens.markup import bold, link, paragraphs
from telegram_bot.screens.options import differences
from telegram_bot.screens.paces import NAMES, pace_text
from telegram_bot.screens.rules_menu import (
    COMPUTERS,
    HOME,
    IN_A_ROW,
    PACE,
    RulesMenu,
    done_button,
    page_button,
)
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button, Keyboard, Screen, Style, choice_button, rows
from telegram_bot.screens.waiting import more_time, open_until


def lobby_screen(scene: Scene, asked: Press | None = None) -> Screen:
    """Show who is seated, by which rules they will play, and what is missing.

    Args:
        scene: What is drawn.
        asked: The button that was tapped last to open the page of the pace, of the computer
            players or of the rules.
    """
    if asked is not None and asked.verb is Verb.PAGE and asked.topic == PACE:
        return _pace_screen(scene)
    if asked is not None and asked.verb is Verb.PAGE and asked.topic == COMPUTERS:
        return _computers_screen(scene)
    if asked is not None and asked.verb is Verb.PAGE and asked.topic:
        return _choosing_screen(scene, asked.topic)
    text = paragraphs(
        (scene.heading(), _opened_by(scene)),
        (_roster_heading(scene), *_roster(scene)),
        _rules(scene),
        (
            pace_text(scene.view.pace, scene.texts),
            open_until(scene),
            more_time(scene.view.deadline, scene.texts),
            _playing_on(scene),
        ),
        (_missing(scene), _invitation(scene)),
    )
    return Screen(text, _keyboard(scene))


def _choosing_screen(scene: Scene, page: str) -> Screen:
    view = scene.view
    menu = RulesMenu(view.game_id, view.chosen, page, scene.texts)
    text = paragraphs((scene.heading(), _in_charge(scene)), *menu.blocks())
    return Screen(text, (*menu.keyboard(), _seats(scene)))


def _pace_screen(scene: Scene) -> Screen:
    texts = scene.texts
    told = texts.gettext("When the time is up, the bot makes a simple move for the player.")
    text = paragraphs(
        (scene.heading(), _in_charge(scene)),
        (bold(texts.gettext("Pace")), *(f"• {pace_text(pace, texts)}" for pace in Pace)),
        (told,),
    )
    paces = (_pace_button(scene, pace) for pace in Pace)
    return Screen(
        text, (*rows(paces, IN_A_ROW), (done_button(scene.view.game_id, texts),), _seats(scene))
    )


def _computers_screen(scene: Scene) -> Screen:
    texts, seats = scene.texts, scene.view.seats
    unrated = texts.gettext("A game with computer players is not rated, and in no ranking.")
    text = paragraphs(
        (scene.heading(), _in_charge(scene)),
        (_roster_heading(scene), *_roster(scene)),
        (texts.gettext("Tap a level, and such a computer player sits down."), unrated),
        (texts.gettext("Who plays on for players who leave, or are away?"),),
    )
    full = len(seats) >= scene.view.rules.players[1]
    levels = () if full else tuple(_level_button(scene, level) for level in Level)
    leave = (_dismiss_button(scene, seat) for seat in seats if seat.computer)
    instead = tuple(_instead_button(scene, level) for level in (None, *Level))
    done = (done_button(scene.view.game_id, texts),)
    keyboard = (levels, *rows(leave, IN_A_ROW), *rows(instead, IN_A_ROW), done)
    return Screen(text, tuple(row for row in keyboard if row))


def _level_button(scene: Scene, level: Level) -> Button:
    seated = len(scene.view.seats)
    press = Press(Verb.COMPUTER, scene.view.game_id, seated, topic=level)
    return Button(f"🤖 {NAMES_OF_LEVELS[level](scene.texts)}", press)


def _instead_button(scene: Scene, level: Level | None) -> Button:
    press = Press(Verb.SUBSTITUTE, scene.view.game_id, topic=level or "")
    taken = level == scene.view.substitute
    return choice_button(_substitute(scene, level), press, taken=taken)


def _substitute(scene: Scene, level: str | None) -> str:
    """Say who plays on for those who leave."""
    if level is None:
        return scene.texts.gettext("Nobody")
    return scene.texts.gettext("Computer, {level}", level=NAMES_OF_LEVELS[level](scene.texts))


def _playing_on(scene: Scene) -> str:
    level = scene.view.substitute
    if level is None:
        return ""
    who = _substitute(scene, level)
    return scene.texts.gettext("For whoever leaves or is away plays on: {who}", who=who)


def _dismiss_button(scene: Scene, seat: SeatSeen) -> Button:
    press = Press(Verb.DISMISS, scene.view.game_id, mark(seat.player_id))
    label = scene.texts.gettext("Without {player}", player=scene.name(seat.seat))
    return Button(label, press)


def _pace_button(scene: Scene, pace: Pace) -> Button:
    press = Press(Verb.PACE, scene.view.game_id, topic=pace)
    return choice_button(NAMES[pace](scene.texts), press, taken=pace is scene.view.pace)


def _in_charge(scene: Scene) -> str:
    opener = scene.view.seat_of(scene.view.opener_id)
    if opener is None:
        return scene.texts.gettext("Whoever sits here may choose for the table.")
    return scene.texts.gettext("{player} chooses for the table.", player=scene.name(opener))


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
        f"{number}. {scene.name(seat.seat)}{_level(scene, seat)}"
        for number, seat in enumerate(scene.view.seats, 1)
    ]


def _level(scene: Scene, seat: SeatSeen) -> str:
    return f" · {NAMES_OF_LEVELS[seat.computer](scene.texts)}" if seat.computer else ""


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


def _invitation(scene: Scene) -> str:
    if scene.invitation is None:
        return ""
    return link(scene.texts.gettext("Invite somebody from this group"), scene.invitation)


def _keyboard(scene: Scene) -> Keyboard:
    texts = scene.texts
    start = scene.button(texts.gettext("▶ Start"), Verb.START, Style.SUCCESS)
    rules = page_button(scene.view.game_id, texts.gettext("Rules"), HOME)
    pace = page_button(scene.view.game_id, texts.gettext("Pace"), PACE)
    close = scene.button(texts.gettext("Close table"), Verb.CLOSE, Style.DANGER)
    enough = scene.view.rules.seats(len(scene.view.seats))
    add = page_button(scene.view.game_id, texts.gettext("🤖 Add computer"), COMPUTERS)
    return (_seats(scene), (add,), *(((start,),) if enough else ()), (rules, pace), (close,))


def _seats(scene: Scene) -> tuple[Button, ...]:
    join = scene.button(scene.texts.gettext("Join"), Verb.JOIN, Style.PRIMARY)
    leave = scene.button(scene.texts.gettext("Leave"), Verb.LEAVE)
    full = len(scene.view.seats) >= scene.view.rules.players[1]
    return (leave,) if full else (join, leave)
