"""Which version of a game its screen should show."""
