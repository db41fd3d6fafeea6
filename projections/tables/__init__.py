"""The tables that people play at: what is open where, and who sits there."""
