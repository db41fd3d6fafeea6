"""The table of contents of the read side."""

from typing import Final

from projections.announcements.projector import MODEL as ANNOUNCEMENTS
from projections.deadlines.projector import DEADLINES, REMINDERS, VOTES
from projections.read_model import View
from projections.screens.projector import MODEL as SCREENS
from projections.standings.projector import STANDINGS
from projections.tables.projector import MODEL as TABLES

READ_MODELS: Final[tuple[View, ...]] = (
    ANNOUNCEMENTS,
    SCREENS,
    DEADLINES,
    VOTES,
    REMINDERS,
    TABLES,
    STANDINGS,
)
"""Every read model; what people wait for comes first.

Announcements come before the screens: else the next round could be drawn into the message of the
last one, which is to become its showdown.
"""
