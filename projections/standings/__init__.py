"""Who has won what: finished games, rankings, statistics and ratings."""
