"""The card room: commands, events, and the log they make."""
