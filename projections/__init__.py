"""The read side: views folded from the event log, and the migrations that make every table."""
