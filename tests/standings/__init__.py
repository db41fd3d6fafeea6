"""The standings under proof: recounts, histories, failures at every step."""
