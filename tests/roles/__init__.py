"""What the processes of a bot do, alone and beside each other."""
