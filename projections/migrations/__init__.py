"""Alembic's environment: the only place where tables are made."""
