"""In which language somebody reads, and in which a table speaks: each by its own name."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from telegram_bot.callback_data import NOWHERE, Press, Verb
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.rules_menu import HOME, done_button, page_button
from telegram_bot.screens.screen import Button, Keyboard, Screen, choice_button, rows
from telegram_bot.texts import Texts, languages, own_name

IN_A_ROW = 2

AS_IN_TELEGRAM = ""
"""What the button says that takes a choice back."""

PAGE = "language"
"""The page of a group's settings on which its language is chosen."""


def title(texts: Texts) -> str:
    """Return what the choice is called."""
    return texts.gettext("Language")


def own_language_screen(texts: Texts, chosen: str | None) -> Screen:
    """Let somebody choose in private what they read.

    Args:
        texts: The language they read now.
        chosen: The language they have chosen; none where it is Telegram's.
    """
    said = texts.gettext("I speak {language} to you.", language=own_name(texts.language))
    return Screen(
        paragraphs((bold(safe(title(texts))), safe(said))),
        _own_choice(texts, NOWHERE, chosen or AS_IN_TELEGRAM),
    )


def language_screen(texts: Texts, group_id: UUID, spoken: str) -> Screen:
    """Let everybody in a group choose what they read, and lead to the language of its table.

    Args:
        texts: The language of whoever asked.
        group_id: The group.
        spoken: The language of its table.
    """
    alone = texts.gettext(
        "Tap your language: what I say to you alone comes in it, and what you ask for by command."
    )
    table = texts.gettext(
        "The table here speaks {language}. Administrators choose that.",
        language=own_name(spoken),
    )
    return Screen(
        paragraphs((bold(safe(title(texts))), safe(alone)), (safe(table),)),
        (
            *_own_choice(texts, group_id, None),
            (page_button(group_id, texts.gettext("Language of the table"), PAGE),),
        ),
    )


@dataclass(frozen=True)
class LanguageMenu:
    """The page of a group's settings on which its table's language is chosen.

    Attributes:
        group_id: The group.
        texts: The language that its table speaks.
    """

    group_id: UUID
    texts: Texts

    def blocks(self) -> tuple[Iterable[str], ...]:
        """Return what the page says, as blocks of HTML lines."""
        own = self.texts.gettext("What I say to one of you alone comes in their own: /language")
        return ((bold(safe(title(self.texts))), safe(self.answer()), safe(own)),)

    def keyboard(self) -> Keyboard:
        """Return the page's buttons."""
        return (
            *rows(_choice(Verb.SPEAK, self.group_id, self.texts.language), IN_A_ROW),
            (
                page_button(self.group_id, self.texts.gettext("Back"), HOME),
                done_button(self.group_id, self.texts),
            ),
        )

    def answer(self) -> str:
        """Say what the table speaks."""
        name = own_name(self.texts.language)
        return self.texts.gettext("The table speaks {language}.", language=name)


def chosen_text(texts: Texts) -> str:
    """Say in a toast what somebody reads from now on."""
    language = own_name(texts.language)
    return texts.gettext("From now on I speak {language} to you.", language=language)


def _own_choice(texts: Texts, subject_id: UUID, taken: str | None) -> Keyboard:
    as_in_telegram = choice_button(
        texts.gettext("As in my Telegram"),
        Press(Verb.LANGUAGE, subject_id, topic=AS_IN_TELEGRAM),
        taken=taken == AS_IN_TELEGRAM,
    )
    return rows((*_choice(Verb.LANGUAGE, subject_id, taken), as_in_telegram), IN_A_ROW)


def _choice(verb: Verb, subject_id: UUID, taken: str | None) -> Iterator[Button]:
    for language in languages():
        press = Press(verb, subject_id, topic=language)
        yield choice_button(own_name(language), press, taken=language == taken)
