"""`python -m telegram_bot` is `thirtyone`."""

import sys

from telegram_bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
