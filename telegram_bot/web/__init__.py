"""What is answered over HTTP."""
