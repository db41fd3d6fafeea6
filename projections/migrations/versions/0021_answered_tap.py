"""A panel knows the tap that it answers, so that one told again is not taken for another."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Let a panel say which tap it answers; of those sent before that is not known."""
    op.execute("ALTER TABLE thirtyone.posted_panels ADD COLUMN query_id text")


def downgrade() -> None:
    """Forget it."""
    op.execute("ALTER TABLE thirtyone.posted_panels DROP COLUMN query_id")
