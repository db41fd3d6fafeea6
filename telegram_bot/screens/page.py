"""What is written on the page of a replay, beside the table and what is said of each step."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from babel.dates import format_date

from domain.views import Spectacle
from telegram_bot.screens.cards import LETTERS
from telegram_bot.screens.presets import preset_name
from telegram_bot.texts import Texts

CHECKS: Final[dict[str, Callable[[Texts], str]]] = {
    "form": lambda t: t.gettext("The log is whole, from the opening of the table to the end."),
    "commitment": lambda t: t.gettext("Each secret fits the mark shown before its deal."),
    "deck": lambda t: t.gettext("Each deck follows from its secret and what the players added."),
    "draws": lambda t: t.gettext("Each card that came is the one that lay there."),
    "moves": lambda t: t.gettext("Each move was made in turn, with the cards that were there."),
    "timeouts": lambda t: t.gettext("What was played for somebody was due, on their turn."),
    "rulings": lambda t: t.gettext("Points, lives, places and winners follow from the rules."),
    "digest": lambda t: t.gettext("The fingerprint in the file is that of the log."),
}
"""What the browser checks (`web/static/verify.js`), in the order in which it is told."""

WORDS: Final[dict[str, Callable[[Texts], str]]] = {
    "all": lambda t: t.gettext("All cards"),
    "public": lambda t: t.gettext("As everybody saw it"),
    "cards": lambda t: t.gettext("Cards"),
    "round": lambda t: t.gettext("Round"),
    "first": lambda t: t.gettext("To the start"),
    "back": lambda t: t.gettext("One step back"),
    "play": lambda t: t.gettext("Play"),
    "pause": lambda t: t.gettext("Pause"),
    "on": lambda t: t.gettext("One step on"),
    "last": lambda t: t.gettext("To the end"),
    "speed": lambda t: t.gettext("Speed"),
    "step": lambda t: t.gettext("Step"),
    "table": lambda t: t.gettext("The table in words"),
    "hint": lambda t: t.gettext("Keys: ← → to step, space to play, Home and End."),
    "fair": lambda t: t.gettext("Was it fair?"),
    "promise": lambda t: t.gettext(
        "Your browser shuffles every deck again, from the secrets that were shown and from what "
        "the players added, and follows every card. It asks nobody."
    ),
    "verify": lambda t: t.gettext("Verify"),
    "verifying": lambda t: t.gettext("Verifying…"),
    "good": lambda t: t.gettext("good"),
    "wrong": lambda t: t.gettext("wrong"),
    "nothing": lambda t: t.gettext("This check found nothing wrong."),
    "something": lambda t: t.gettext("This game is not what it says it is."),
    "rest": lambda t: t.gettext(
        "Votes, offers to buy back in, how long a turn may last, what was played for somebody, "
        "the names of the rules that decided and some finer points are judged by "
        "`thirtyone verify`."
    ),
    "compare": lambda t: t.gettext(
        "The log of this game has this fingerprint. Compare it with the one in the chat:"
    ),
    "event": lambda t: t.gettext("Event {event}", event="{event}"),
    "file": lambda t: t.gettext("The file"),
    "compared": lambda t: t.gettext(
        "expected {expected}, found {found}", expected="{expected}", found="{found}"
    ),
    "yes": lambda t: t.gettext("yes"),
    "no": lambda t: t.gettext("no"),
    "insecure": lambda t: t.gettext(
        "Browsers check only what came by https, or lies on your own disk."
    ),
    "save": lambda t: t.gettext("Save the game"),
    "scripts": lambda t: t.gettext("This page needs JavaScript."),
    "language": lambda t: t.gettext("Language"),
}
"""Everything else that is always the same."""


def page_words(texts: Texts, names: Sequence[str]) -> dict[str, str | list[str]]:
    """Return what is written on a page; in some of it the page itself fills `{places}`."""
    return {
        **{key: word(texts) for key, word in WORDS.items()},
        "views": [texts.gettext("As {player} saw it", player=name) for name in names],
        "place": texts.gettext("Step {step} of {steps}", step="{step}", steps="{steps}"),
    }


def page_checks(texts: Texts) -> dict[str, str]:
    """Return a sentence for each thing that the browser checks."""
    return {check: told(texts) for check, told in CHECKS.items()}


def page_title(view: Spectacle, texts: Texts) -> str:
    """Return the title of a game's page."""
    return f"{texts.gettext('Thirty-One')} · {preset_name(view.preset, texts)}"


def page_heading(names: Sequence[str], started: datetime, texts: Texts) -> str:
    """Return what is told under the title: who played, and when."""
    day = format_date(started, "long", locale=texts.locale)
    return f"{', '.join(names)} · {day}"


def card_letters(texts: Texts) -> Mapping[str, str]:
    """Return what is printed on cards for their ranks, in a reader's language."""
    return {rank: letter(texts) for rank, letter in LETTERS.items()}
