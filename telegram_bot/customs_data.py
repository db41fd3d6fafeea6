"""What a button of a group's customs carries as its topic, such as `pace=slow`.

It says what is chosen and nothing of what was before: pressed late or twice it does the same.
"""

from enum import StrEnum
from functools import partial
from typing import Final

from domain.customs import (
    ChangeOfCustoms,
    choose_pace,
    choose_pictures,
    choose_quiet,
    choose_quiet_end,
    choose_quiet_start,
    choose_reminders,
    choose_time_zone,
    choose_weekly,
)
from domain.errors import Refused

ON: Final = "on"
OFF: Final = "off"


class About(StrEnum):
    """What is chosen, and how its value is written."""

    PACE = "pace"
    """Its name."""
    REMINDERS = "reminders"
    """`on` or `off`."""
    QUIET = "quiet"
    """`off`."""
    QUIET_FROM = "from"
    """The first quiet hour."""
    QUIET_UNTIL = "until"
    """The hour that ends the quiet."""
    ZONE = "tz"
    """Its IANA name."""
    WEEKLY = "weekly"
    """`on` or `off`."""
    PICTURES = "pictures"
    """The name of one of `domain.customs.Pictures`."""


def topic(about: About, value: object) -> str:
    """Write a choice."""
    return f"{about}={value}"


def about(topic: str) -> About:
    """Return what a choice is about.

    Raises:
        Refused: `forged`.
    """
    try:
        return About(topic.partition("=")[0])
    except ValueError:
        raise Refused("forged") from None


def change(topic: str) -> ChangeOfCustoms:
    """Return what a choice does.

    Raises:
        Refused: `forged`.
    """
    value = topic.partition("=")[2]
    match about(topic):
        case About.PACE:
            return partial(choose_pace, name=value)
        case About.REMINDERS if value in {ON, OFF}:
            return partial(choose_reminders, wanted=value == ON)
        case About.WEEKLY if value in {ON, OFF}:
            return partial(choose_weekly, wanted=value == ON)
        case About.PICTURES:
            return partial(choose_pictures, name=value)
        case About.QUIET if value == OFF:
            return partial(choose_quiet, quiet=None)
        case About.QUIET_FROM if value.isdecimal():
            return partial(choose_quiet_start, hour=int(value))
        case About.QUIET_UNTIL if value.isdecimal():
            return partial(choose_quiet_end, hour=int(value))
        case About.ZONE:
            return partial(choose_time_zone, name=value)
        case _:
            raise Refused("forged")
