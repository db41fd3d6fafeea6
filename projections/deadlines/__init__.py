"""What happens by itself, and when: the schedule of the clock."""
