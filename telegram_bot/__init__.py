"""The Telegram side: taps become commands, events become screens."""
