"""The referee command."""
