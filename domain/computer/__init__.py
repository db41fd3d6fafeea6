"""Computer players: they see what a seat sees, and choose what a person might."""
