"""Refusals. They carry codes and clauses; sentences belong to the edge."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a defect
    """A command that was understood and is not allowed now. Nothing has changed.

    Attributes:
        code: A stable key for the sentence that a person reads.
        clause: The clause of RULES it rests on, or an empty string.
    """

    def __init__(self, code: str, clause: str = "") -> None:
        """Refuse with a code and the clause it rests on."""
        super().__init__(f"{code} ({clause})" if clause else code)
        self.code = code
        self.clause = clause


class RuleBroken(Refused):
    """A move that the rules of this table do not allow."""


class InvalidRuleSet(ValueError):  # noqa: N818 - named as people say it
    """Options that are unknown, out of range, or cannot be dealt together (RULES 12).

    Attributes:
        option: The option at fault.
    """

    def __init__(self, option: str, reason: str) -> None:
        """Name the option and the reason in words for an operator or a referee."""
        super().__init__(f"{option}: {reason}")
        self.option = option
