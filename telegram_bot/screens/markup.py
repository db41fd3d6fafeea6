"""Telegram's HTML, as little of it as the screens need."""

from collections.abc import Iterable
from html import escape


def bold(html: str) -> str:
    """Make bold what is HTML already."""
    return f"<b>{html}</b>"


def code(html: str) -> str:
    """Set what is HTML already so that a tap copies it."""
    return f"<code>{html}</code>"


def link(html: str, address: str) -> str:
    """Make of what is HTML already a link to an address of ours."""
    return f'<a href="{escape(address)}">{html}</a>'


def mention(html: str, telegram_id: int) -> str:
    """Make of a name, HTML already, a link to its person, who is notified."""
    return f'<a href="tg://user?id={telegram_id}">{html}</a>'


def safe(text: str) -> str:
    """Write plain text as HTML."""
    return escape(text, quote=False)


def paragraphs(*blocks: Iterable[str]) -> str:
    """Put lines together to blocks, and blocks to a text; empty ones take no room."""
    filled = ("\n".join(line for line in block if line) for block in blocks)
    return "\n\n".join(block for block in filled if block)
