"""What an operator meets: settings, the command line, the log."""
