"""How many calls a chat may still have, for all processes that write to it."""

from alembic import op

revision = "0018"
down_revision = "0015"


def upgrade() -> None:
    """Create the table. It may be lost where PostgreSQL crashes: chats then begin with a burst."""
    op.execute("""
        CREATE UNLOGGED TABLE thirtyone.chat_paces (
            telegram_chat_id bigint PRIMARY KEY,
            calls double precision NOT NULL,
            filled_at timestamptz NOT NULL
        )
    """)


def downgrade() -> None:
    """Drop the table."""
    op.execute("DROP TABLE thirtyone.chat_paces")
