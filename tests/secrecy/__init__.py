"""No hidden card leaves but to its owner: by types, by thousands of games, and from outside."""
