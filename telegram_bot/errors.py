"""What goes wrong in a way that the person who runs the bot can put right."""


class OperatorError(Exception):
    """Something only the operator can change. The message is one line that says what to do."""
