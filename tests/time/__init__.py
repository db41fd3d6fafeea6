"""Time on a real database: two at one instant, several clocks, a week, and many tables at once."""
