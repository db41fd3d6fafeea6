"""The page of a replay: one file with all that it needs, which looks alike from a disk."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Final

from babel import Locale
from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from domain.codes import code_of
from domain.replay import Replay
from telegram_bot.drawing.picture import BACK
from telegram_bot.drawing.svg import DARK, LIGHT, cloth, definitions, styles
from telegram_bot.replaying import told_steps
from telegram_bot.screens.findings import page_subjects
from telegram_bot.screens.page import (
    card_letters,
    page_checks,
    page_heading,
    page_title,
    page_words,
)
from telegram_bot.texts import Texts, languages, own_name
from telegram_bot.web.frames import frames


@dataclass(frozen=True)
class Finished:
    """A game that is over, as its page shows it.

    Attributes:
        replay: Its steps.
        file: The file that it is exported as.
        names: Names by seat, as `telegram_bot.names` makes them.
    """

    replay: Replay
    file: bytes
    names: Sequence[str]


def page(game: Finished, texts: Texts, *, alone: bool = False) -> str:
    """Write the page of a game.

    Args:
        game: The game.
        texts: The reader's language.
        alone: Whether it is a file of its own, without the same page in other languages.

    Raises:
        Refused: `not_now` while the game lasts, or if it never started.
    """
    names, view = game.names, game.replay.steps[-1].public
    started = told_steps(game.replay)[0]
    told = frames(game.replay, names, texts)
    shapes = {BACK, *(shape[0] for shape in told["shapes"])}
    return _template().render(
        title=page_title(view, texts),
        heading=page_heading(names, started.at, texts),
        code=code_of(game.replay.end.id),
        language=tag(texts.locale),
        languages=() if alone else _tongues(),
        words=page_words(texts, names),
        size=told["size"],
        definitions=definitions(shapes, card_letters(texts)),
        cloth=cloth(*told["size"]),
        policy=POLICY,
        style=STYLE,
        verifier=VERIFIER,
        script=SCRIPT,
        data={
            **told,
            "names": list(names),
            "words": page_words(texts, names),
            "checks": page_checks(texts),
            "subjects": page_subjects(texts),
            "log": game.file.decode(),
        },
    )


def tag(locale: Locale) -> str:
    """Return a language as the web names it, as `pt-BR`."""
    return str(locale).replace("_", "-")


def _tongues() -> list[tuple[str, str]]:
    """Return every language of the bot with its own name for itself."""
    return [(tag(Locale.parse(language)), own_name(language)) for language in languages()]


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("telegram_bot.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment.get_template("replay.html")


def _static(name: str) -> str:
    return (resources.files("telegram_bot.web") / "static" / name).read_text(encoding="utf-8")


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"


VERIFIER: Final = "\n".join(map(_static, ("shuffle.js", "showdown.js", "verify.js")))
SCRIPT: Final = _static("replay.js")
STYLE: Final = (
    f"{_static('page.css')}{styles(LIGHT)}@media (prefers-color-scheme: dark) {{{styles(DARK)}}}"
)

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        f"script-src {_hash(VERIFIER)} {_hash(SCRIPT)}",
        f"style-src {_hash(STYLE)}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What a page may do: run its own scripts. It asks nobody for anything."""
