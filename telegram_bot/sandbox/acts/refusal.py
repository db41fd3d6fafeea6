"""Why a person cannot do something."""


class ActRefusedError(Exception):
    """A person cannot do this; the text says why."""
