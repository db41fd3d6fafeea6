"""The menu in which rules are chosen: by a table before the start, or for a group's next games."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from domain.choosing import NOWHERE, OFFERED, Chosen
from domain.rules import ALIASES, PRESETS, rule_set
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.choices import label
from telegram_bot.screens.markup import bold, safe
from telegram_bot.screens.options import differences, sentence
from telegram_bot.screens.presets import preset_name
from telegram_bot.screens.screen import Button, Keyboard, Style, choice_button, rows
from telegram_bot.texts import Texts

HOME: Final = "home"
GAMES: Final = "games"
PACE: Final = "pace"
COMPUTERS: Final = "computers"
"""The pages of a table on which its pace and its computer players are chosen; it draws them."""

TITLES: Final[dict[str, Callable[[Texts], str]]] = {
    GAMES: lambda t: t.gettext("Which game"),
    "cards": lambda t: t.gettext("Cards and lives"),
    "ending": lambda t: t.gettext("End of a round"),
    "instant": lambda t: t.gettext("31 and trios"),
    "stock": lambda t: t.gettext("Stock and turns"),
    "end": lambda t: t.gettext("End of the match"),
}
"""The pages behind the first one."""

PAGES: Final[dict[str, tuple[str, ...]]] = {
    "cards": ("players", "players.least", "deck", "hand_size", "lives", "grace", "overflow"),
    "ending": (
        "first_turn_knock",
        "final_turn_stand",
        "close_timing",
        "knocker_lowest_penalty",
        "knocker_tie",
        "all_tied",
    ),
    "instant": (
        "instant_total",
        "instant_penalty",
        "instant_after_knock",
        "fire",
        "trio_value",
        "tie_break",
    ),
    "stock": (
        "stock_empty",
        "return_taken_discard",
        "exchange_sizes",
        "swap_all_locks",
        "max_circuits",
        "first_dealer",
        "offer_cut",
    ),
    "end": ("all_out", "match_end", "buy_in.enabled", "buy_in.max", "buy_in.stake"),
}
"""What is chosen on each page."""

MANY: Final = 4
"""A choice among more values is stepped through in both directions."""

IN_A_ROW: Final = 2


def is_page(name: str) -> bool:
    """Tell whether the menu has such a page."""
    return name in {HOME, PACE, COMPUTERS} or name in TITLES


def page_of(press: Press) -> str:
    """Return the page that is open after a button of the menu; none once it is closed."""
    match press.verb:
        case Verb.OPTION:
            return next((page for page, names in PAGES.items() if press.topic in names), HOME)
        case Verb.PRESET:
            return GAMES
        case _:
            return press.topic


@dataclass(frozen=True)
class RulesMenu:
    """The menu on one of its pages.

    Attributes:
        subject_id: The game or the group whose rules it changes.
        chosen: The rules now.
        page: Which page is open.
        texts: The reader's language.
        further: What the first page leads to besides.
    """

    subject_id: UUID
    chosen: Chosen
    page: str
    texts: Texts
    further: tuple[Button, ...] = ()

    def blocks(self) -> tuple[Iterable[str], ...]:
        """Return what the page says, as blocks of HTML lines."""
        if self.page == GAMES:
            replaced = self.texts.gettext("A game brings all its rules, in place of your changes.")
            return ((bold(TITLES[GAMES](self.texts)), replaced), self.summary())
        if self.page in PAGES:
            options = dict.fromkeys(OFFERED[name].option for name in PAGES[self.page])
            told = (sentence(option, self.chosen.rules, self.texts) for option in options)
            return (
                (bold(safe(TITLES[self.page](self.texts))),),
                [f"• {safe(said)}" for said in told if said],
            )
        return (self.summary(),)

    def summary(self) -> list[str]:
        """Name the game, and say in what the rules differ from it."""
        name = preset_name(self.chosen.preset, self.texts)
        changed = differences(self.chosen.rules, self.chosen.preset, self.texts)
        heading = bold(self.texts.gettext("Rules: {preset}", preset=name))
        if not changed:
            return [heading, self.texts.gettext("No house rules.")]
        told = [f"• {safe(said)}" for said in changed]
        return [heading, self.texts.gettext("House rules"), *told]

    def keyboard(self) -> Keyboard:
        """Return the page's buttons."""
        if self.page == GAMES:
            return (*rows(map(self._game, (*PRESETS, *ALIASES)), IN_A_ROW), self._ways(back=True))
        if self.page in PAGES:
            steps = (row for name in self._on() for row in rows(self._steps(name), IN_A_ROW))
            return (*steps, self._ways(back=True))
        pages = (self._way(title(self.texts), page) for page, title in TITLES.items())
        return (*rows((*pages, *self.further), IN_A_ROW), self._ways(back=False))

    def answer(self, press: Press) -> str:
        """Say in a toast what a button has changed."""
        if press.verb is Verb.OPTION:
            return sentence(OFFERED[press.topic].option, self.chosen.rules, self.texts)
        name = preset_name(self.chosen.preset, self.texts)
        return self.texts.gettext("Rules: {preset}", preset=name)

    def _on(self) -> list[str]:
        """Return what can be chosen on this page under the other rules."""
        return [name for name in PAGES[self.page] if OFFERED[name].applies(self.chosen.rules)]

    def _steps(self, name: str) -> tuple[Button, ...]:
        """Return the buttons of a choice: round and round through few values, up and down else.

        A button that leads nowhere further is there all the same, to keep its place: it says how
        the rule is.
        """
        rules, choice = self.chosen.rules, OFFERED[name]
        at, last = choice.place(rules), len(choice.values) - 1
        changed = choice.read(rules) != choice.read(rule_set(self.chosen.preset))
        said = f"{'✎ ' if changed else ''}{label(name, rules, self.texts)}"
        if last < MANY or at == NOWHERE:
            return (self._step(said, name, at, (at + 1) % (last + 1)),)
        up = self._step(f"{said} ➕" if at < last else said, name, at, min(at + 1, last))
        return (up, self._step("➖", name, at, at - 1)) if at else (up,)

    def _step(self, said: str, name: str, before: int, after: int) -> Button:
        return Button(said, Press(Verb.OPTION, self.subject_id, before, after, name))

    def _game(self, preset: str) -> Button:
        """Return the button of a game; of the one that is chosen it takes the changes back."""
        press = Press(Verb.PRESET, self.subject_id, number=self.chosen.checksum, topic=preset)
        said, taken = preset_name(preset, self.texts), preset == self.chosen.preset
        if taken and not self.chosen.unchanged:
            said = self.texts.gettext("{preset}, as written", preset=said)
        return choice_button(said, press, taken=taken)

    def _ways(self, *, back: bool) -> tuple[Button, ...]:
        done = done_button(self.subject_id, self.texts)
        return (self._way(self.texts.gettext("Back"), HOME), done) if back else (done,)

    def _way(self, said: str, page: str) -> Button:
        return page_button(self.subject_id, said, page)


def page_button(subject_id: UUID, said: str, page: str) -> Button:
    """Return the button that leads to a page of a menu."""
    return Button(said, Press(Verb.PAGE, subject_id, topic=page))


def done_button(subject_id: UUID, texts: Texts) -> Button:
    """Return the button that closes a menu."""
    return Button(texts.gettext("Done"), Press(Verb.PAGE, subject_id), Style.SUCCESS)
