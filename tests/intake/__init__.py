"""How updates come in: what is confirmed when."""
