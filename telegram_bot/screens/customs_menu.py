"""The menu in which a group chooses its customs: pace, reminders, quiet hours and so on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from domain.customs import Customs, Pictures, Quiet
from domain.pace import Pace
from telegram_bot import zones
from telegram_bot.callback_data import Press, Verb
from telegram_bot.customs_data import OFF, ON, About, about, topic
from telegram_bot.screens.markup import bold, code, safe
from telegram_bot.screens.paces import NAMES, pace_text
from telegram_bot.screens.rules_menu import HOME, IN_A_ROW, PACE, done_button, page_button
from telegram_bot.screens.screen import Button, Keyboard, choice_button, rows
from telegram_bot.texts import Texts

TIME: Final = "time"
QUIET: Final = "quiet"
ZONE: Final = "zone"

TITLES: Final[dict[str, Callable[[Texts], str]]] = {
    TIME: lambda t: t.gettext("Time"),
    PACE: lambda t: t.gettext("Pace"),
    QUIET: lambda t: t.gettext("Quiet hours"),
    ZONE: lambda t: t.gettext("Time zone"),
}
"""The pages; `TIME` leads to the others."""

STARTS: Final = (21, 22, 23, 0)
ENDS: Final = (7, 8, 9, 10)
"""Hours on offer for the quiet to begin and to end."""

COMMON: Final = (
    "America/Los_Angeles",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Argentina/Buenos_Aires",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Europe/Lisbon",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Africa/Luanda",
    "Africa/Maputo",
    zones.UNIVERSAL,
)
"""Zones on offer by one tap, from west to east."""

_PAGE_ABOUT: Final[dict[About, str]] = {
    About.PACE: PACE,
    About.REMINDERS: TIME,
    About.QUIET: QUIET,
    About.QUIET_FROM: QUIET,
    About.QUIET_UNTIL: QUIET,
    About.ZONE: ZONE,
    About.WEEKLY: TIME,
    About.PICTURES: TIME,
}

PICTURES: Final[dict[Pictures, Callable[[Texts], str]]] = {
    Pictures.NONE: lambda t: t.pgettext("pictures", "none"),
    Pictures.RESULTS: lambda t: t.pgettext("pictures", "of games"),
    Pictures.ROUNDS: lambda t: t.pgettext("pictures", "of rounds, too"),
}
"""What pictures there are, in the few words that fit a button; each leads to the next."""


def page_about(press: Press) -> str:
    """Return the page that is open after a choice.

    Raises:
        Refused: `forged`.
    """
    return _PAGE_ABOUT[about(press.topic)]


@dataclass(frozen=True)
class CustomsMenu:
    """The menu on one of its pages.

    Attributes:
        group_id: The group.
        customs: Its customs now.
        page: Which page is open.
        texts: The reader's language.
        now: The time, for what the clocks show.
        places: The zones on offer.
    """

    group_id: UUID
    customs: Customs
    page: str
    texts: Texts
    now: datetime
    places: Sequence[str] = COMMON

    def blocks(self) -> tuple[Iterable[str], ...]:
        """Return what the page says, as blocks of HTML lines."""
        heading = bold(safe(TITLES[self.page](self.texts)))
        if self.page == PACE:
            paces = (f"• {safe(pace_text(pace, self.texts))}" for pace in Pace)
            timeout = self.texts.gettext(
                "When the time is up, the bot makes a simple move for the player."
            )
            return (heading, *paces), (timeout,)
        if self.page == QUIET:
            how = self.texts.gettext("🌙 when they begin, ☀ when they end.")
            return (heading, safe(self._quiet()), *self._no_zone()), (how,)
        if self.page == ZONE:
            return (heading, safe(self._zone())), (self._which_place(),)
        return (self.summary(),)

    def summary(self) -> list[str]:
        """Say how all customs stand."""
        pace = pace_text(self.customs.pace, self.texts)
        told = (
            pace,
            self._reminders(),
            self._quiet_in_full(),
            self._zone(),
            self._weekly(),
            self._pictures(),
        )
        return [bold(safe(TITLES[TIME](self.texts))), *(f"• {safe(each)}" for each in told)]

    def keyboard(self) -> Keyboard:
        """Return the page's buttons."""
        if self.page == PACE:
            return (*rows(map(self._pace_button, Pace), IN_A_ROW), self._ways(TIME))
        if self.page == QUIET:
            return (*self._quiet_buttons(), self._ways(TIME))
        if self.page == ZONE:
            return (*rows(map(self._zone_button, self.places), IN_A_ROW), self._ways(TIME))
        return (*rows(self._overview(), IN_A_ROW), self._ways(HOME))

    def answer(self, press: Press) -> str:
        """Say in a toast what a button has changed.

        Raises:
            Refused: `forged`.
        """
        match about(press.topic):
            case About.PACE:
                pace = pace_text(self.customs.pace, self.texts)
                return self.texts.gettext("From the next game: {rule}", rule=pace)
            case About.REMINDERS:
                return self._reminders()
            case About.ZONE:
                return self._zone()
            case About.WEEKLY:
                return self._weekly()
            case About.PICTURES:
                return self._pictures()
            case _:
                return self._quiet_in_full()

    def _reminders(self) -> str:
        if self.customs.reminders:
            return self.texts.gettext("Whoever is awaited is reminded once, at half time.")
        return self.texts.gettext("Nobody is reminded.")

    def _weekly(self) -> str:
        if self.customs.weekly:
            return self.texts.gettext("The ranking of each week is posted on Monday morning.")
        return self.texts.gettext("The ranking of the week is not posted; /top shows it.")

    def _pictures(self) -> str:
        match self.customs.pictures:
            case Pictures.NONE:
                return self.texts.gettext("No pictures are posted.")
            case Pictures.RESULTS:
                return self.texts.gettext("A picture of the places is posted after every game.")
            case Pictures.ROUNDS:
                return self.texts.gettext(
                    "A picture of the hands is posted after every round, "
                    "and one of the places after every game."
                )

    def _quiet(self) -> str:
        quiet = self.customs.quiet
        if quiet is None:
            return self.texts.gettext("There are no quiet hours.")
        return self.texts.gettext(
            "It is quiet from {start} to {end}: nobody is reminded.",
            start=_hour(quiet.start),
            end=_hour(quiet.end),
        )

    def _quiet_in_full(self) -> str:
        return " ".join((self._quiet(), *self._no_zone()))

    def _no_zone(self) -> tuple[str, ...]:
        if self.customs.quiet is None or self.customs.time_zone is not None:
            return ()
        return (self.texts.gettext("This counts once the time zone is chosen."),)

    def _zone(self) -> str:
        if self.customs.time_zone is None:
            return self.texts.gettext("No time zone is chosen yet: times here are in UTC.")
        return self.texts.gettext(
            "The clocks here are those of {place}: {time} now.",
            place=zone_name(self.customs, self.texts),
            time=zones.clock(self.customs.zone, self.now, self.texts.locale),
        )

    def _which_place(self) -> str:
        if self.places is not COMMON:
            return self.texts.gettext("Which of these places is it?")
        place = self.texts.pgettext("an example of a place", "Vienna")
        return self.texts.gettext(
            "Another place: write its name after the command, as in {command}.",
            command=code(safe(f"/settings {place}")),
        )

    def _overview(self) -> tuple[Button, ...]:
        labels = custom_labels(self.customs, self.texts)
        return (
            page_button(self.group_id, labels["pace"], PACE),
            self._switch(labels["reminders"], About.REMINDERS, on=self.customs.reminders),
            page_button(self.group_id, labels["quiet"], QUIET),
            page_button(self.group_id, labels["time_zone"], ZONE),
            self._switch(labels["weekly"], About.WEEKLY, on=self.customs.weekly),
            self._pictures_button(labels["pictures"]),
        )

    def _switch(self, label: str, about: About, *, on: bool) -> Button:
        return Button(label, self._press(about, OFF if on else ON))

    def _pictures_button(self, label: str) -> Button:
        every = tuple(Pictures)
        following = every[(every.index(self.customs.pictures) + 1) % len(every)]
        return Button(label, self._press(About.PICTURES, following))

    def _pace_button(self, pace: Pace) -> Button:
        press = self._press(About.PACE, pace)
        return choice_button(NAMES[pace](self.texts), press, taken=pace is self.customs.pace)

    def _quiet_buttons(self) -> Keyboard:
        start, end = (quiet.start, quiet.end) if (quiet := self.customs.quiet) else (None, None)
        none = choice_button(
            self.texts.gettext("No quiet hours"),
            self._press(About.QUIET, OFF),
            taken=quiet is None,
        )
        return (
            *rows(
                (self._hour_button("🌙", About.QUIET_FROM, at, start) for at in STARTS), IN_A_ROW
            ),
            *rows((self._hour_button("☀", About.QUIET_UNTIL, at, end) for at in ENDS), IN_A_ROW),
            (none,),
        )

    def _hour_button(self, sign: str, about: About, hour: int, chosen: int | None) -> Button:
        press = self._press(about, hour)
        return choice_button(f"{sign} {_hour(hour)}", press, taken=hour == chosen)

    def _zone_button(self, zone: str) -> Button:
        return choice_button(
            zones.city(zone, self.texts.locale),
            self._press(About.ZONE, zone),
            taken=zone == self.customs.time_zone,
        )

    def _ways(self, back: str) -> tuple[Button, ...]:
        return (
            page_button(self.group_id, self.texts.gettext("Back"), back),
            done_button(self.group_id, self.texts),
        )

    def _press(self, about: About, value: object) -> Press:
        return Press(Verb.CUSTOM, self.group_id, topic=topic(about, value))


def custom_labels(customs: Customs, texts: Texts) -> dict[str, str]:
    """Say for every custom, in a few words, how it stands."""
    values = {
        "pace": (TITLES[PACE](texts), NAMES[customs.pace](texts)),
        "reminders": (texts.gettext("Reminders"), _yes_or_no(texts, yes=customs.reminders)),
        "quiet": (TITLES[QUIET](texts), _quiet_label(customs.quiet, texts)),
        "time_zone": (
            TITLES[ZONE](texts),
            zone_name(customs, texts) if customs.time_zone else texts.gettext("not chosen"),
        ),
        "weekly": (texts.gettext("Weekly ranking"), _yes_or_no(texts, yes=customs.weekly)),
        "pictures": (texts.gettext("Pictures"), PICTURES[customs.pictures](texts)),
    }
    return {
        name: texts.pgettext("option", "{title}: {value}", title=title, value=value)
        for name, (title, value) in values.items()
    }


def zone_name(customs: Customs, texts: Texts) -> str:
    """Return what a group's time zone is called."""
    return zones.city(customs.time_zone or zones.UNIVERSAL, texts.locale)


def _quiet_label(quiet: Quiet | None, texts: Texts) -> str:
    return f"{_hour(quiet.start)}-{_hour(quiet.end)}" if quiet else texts.gettext("no")


def _yes_or_no(texts: Texts, *, yes: bool) -> str:
    return texts.gettext("yes") if yes else texts.gettext("no")


def _hour(hour: int) -> str:
    return f"{hour}:00"
