"""Who people and chats are. Events hold the random ids only, so a person can be forgotten."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the contact tables."""
    op.execute("""
        CREATE TABLE thirtyone.players (
            id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
            telegram_id bigint NOT NULL UNIQUE,
            first_name text NOT NULL,
            last_name text,
            username text,
            language_code text,
            reachable boolean,
            updated_at timestamptz NOT NULL
        );
        CREATE TABLE thirtyone.chats (
            id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
            telegram_chat_id bigint NOT NULL,
            thread_id bigint NOT NULL DEFAULT 0,
            title text,
            kind text NOT NULL,
            language text,
            updated_at timestamptz NOT NULL,
            UNIQUE (telegram_chat_id, thread_id)
        );
    """)


def downgrade() -> None:
    """Refuse: without them nobody knows whose games the log holds."""
    msg = "The contacts are never dropped. Restore an older backup instead"
    raise NotImplementedError(msg)
