"""What things cost, each against a yardstick measured in the same run."""
