"""Tests of what games are audited by, and of the files they are exported as."""
