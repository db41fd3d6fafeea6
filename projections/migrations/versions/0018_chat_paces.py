"""How many calls a chat may still have, and which tables may have been posted unheard."""

from alembic import op

revision = "0018"
down_revision = "0016"


def upgrade() -> None:
    """Create and widen tables. Paces may be lost where PostgreSQL crashes: a burst is allowed."""
    op.execute("""
        CREATE UNLOGGED TABLE thirtyone.chat_paces (
            telegram_chat_id bigint PRIMARY KEY,
            calls double precision NOT NULL,
            filled_at timestamptz NOT NULL
        );
        ALTER TABLE thirtyone.posted_screens ADD COLUMN unheard boolean NOT NULL DEFAULT false;
    """)


def downgrade() -> None:
    """Drop them again."""
    op.execute("""
        DROP TABLE thirtyone.chat_paces;
        ALTER TABLE thirtyone.posted_screens DROP COLUMN unheard;
    """)
