"""What people read: from a view of the game to words and buttons, without any Telegram call."""
