"""The log, which never shows a secret, whoever logs it."""

import logging
import re
import sys
from collections.abc import Iterable
from urllib.parse import quote

STARS = "***"
SHORTEST_SECRET = 4
"""Shorter ones would turn every other word into stars, and so tell more."""

_LOOKS_SECRET = re.compile(
    r"(?<=bot)\d{3,}:[\w-]{20,}"  # a token in an address of the Bot API
    r"|\b\d{6,}:[\w-]{30,}"  # a token anywhere
    r"|(?<=:)[^:/@\s]+(?=@)"  # a password in a URL
    r"|(?<=password=)\S+"
)

_TALKATIVE = ("httpx", "httpcore", "telegram", "apscheduler", "alembic", "asyncio")


class Redaction:
    """Replaces secrets in texts: those it is told, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Keep these secrets out of texts, also where they are percent-encoded."""
        told = {secret for secret in secrets if len(secret) >= SHORTEST_SECRET}
        told |= {quote(secret, safe="") for secret in told}
        self._told = sorted(told, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """Return a text without its secrets."""
        for secret in self._told:
            text = text.replace(secret, STARS)
        return _LOOKS_SECRET.sub(STARS, text)


class RedactingFormatter(logging.Formatter):
    """Formats whole records, tracebacks included, without their secrets."""

    def __init__(self, redact: Redaction) -> None:
        """Format with this redaction."""
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a text."""
        return self._redact(super().format(record))


def configure(level: str, redact: Redaction) -> None:
    """Log to the standard error, without secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(RedactingFormatter(redact))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
