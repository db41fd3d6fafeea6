"""What an operator asks on the command line of a database that may be at work."""
