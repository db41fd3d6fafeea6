"""What is said in the chat once: showdowns and results."""
