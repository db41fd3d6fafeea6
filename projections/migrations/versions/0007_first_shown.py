"""Since when each round has been seen in its chat, for a deal to wait until it can be cut."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the round last shown and since when."""
    op.execute("""
        ALTER TABLE thirtyone.posted_screens
            ADD COLUMN shown_round integer,
            ADD COLUMN shown_since timestamptz
    """)


def downgrade() -> None:
    """Forget it: a deal then waits for nobody's eyes."""
    op.execute("ALTER TABLE thirtyone.posted_screens DROP shown_round, DROP shown_since")
