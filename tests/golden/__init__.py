"""The golden cases: each row of `tests/cases/rules.json` is a test of the rules."""
