"""The tests read as the specification."""
