"""The game, its rules and its log: everything that is true without Telegram and without SQL."""
