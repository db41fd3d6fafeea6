"""The rules, unit by unit and property by property."""
