"""The read side: what views make of events, and how they follow the log."""
