"""What delivery does when things happen at the same time."""
