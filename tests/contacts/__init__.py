"""Who people are and where groups are."""
