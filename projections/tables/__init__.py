"""The tables that people play at: what is open where, who sits there, whose turn it is."""
