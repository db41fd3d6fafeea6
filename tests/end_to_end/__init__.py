"""The bot as its own process, people in a local Telegram, and a real PostgreSQL."""
