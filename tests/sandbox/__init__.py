"""The local Telegram, as readable specification."""
