"""From what should be seen to what Telegram shows: the chat is a projection too."""
