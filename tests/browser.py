"""Where a browser is, for tests that look at web pages."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.async_api import expect

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""What chromium is started with: no window, and nothing asked of the network."""

PATIENCE = 30_000
"""Milliseconds after which a test stops waiting for what it expects of a page."""

expect.set_options(timeout=PATIENCE)


def chromium_path() -> str | None:
    """Return the machine's chromium, or None; `CHROMIUM` in the environment wins."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return chosen if Path(chosen).exists() else None
    return shutil.which("chromium") or shutil.which("chromium-browser")


needs_chromium = pytest.mark.skipif(
    chromium_path() is None, reason="no chromium on this machine (set CHROMIUM to its path)"
)
"""Mark for tests that drive a browser; use it beside `pytest.mark.browser`."""
