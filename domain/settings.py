"""What a group has chosen for its next games, and how it comes to that."""

from dataclasses import dataclass, replace
from typing import Final

from domain.choosing import Chosen
from domain.customs import AS_USUAL, Customs
from domain.facts import CustomsChosen, DefaultsChosen
from domain.rules import RuleSet, rule_set

USUAL: Final = Chosen("scat", rule_set("scat"))
"""The rules of a group that has chosen none."""


@dataclass(frozen=True)
class GroupSettings:
    """What a group has chosen.

    Attributes:
        defaults: The rules of its next game.
        customs: Its pace, reminders and the like.
    """

    defaults: Chosen = USUAL
    customs: Customs = AS_USUAL

    def after(self, fact: DefaultsChosen | CustomsChosen) -> "GroupSettings":
        """Return the settings after a choice."""
        match fact:
            case DefaultsChosen(preset=preset, rules=rules):
                return replace(self, defaults=Chosen(preset, RuleSet.from_dict(rules)))
            case CustomsChosen(customs=customs):
                return replace(self, customs=Customs.from_dict(customs))
