"""What delivery has sent, apart from the views so that these can be made anew."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create delivery's own tables."""
    op.execute("""
        CREATE TABLE thirtyone.posted_screens (
            game_id uuid PRIMARY KEY,
            telegram_chat_id bigint NOT NULL,
            thread_id bigint NOT NULL DEFAULT 0,
            message_id bigint,
            version bigint NOT NULL DEFAULT 0,
            digest text,
            retry_at timestamptz,
            failures integer NOT NULL DEFAULT 0
        );
        CREATE TABLE thirtyone.posted_announcements (
            position bigint PRIMARY KEY,
            message_id bigint,
            sent_at timestamptz,
            retry_at timestamptz,
            failures integer NOT NULL DEFAULT 0
        );
        CREATE TABLE thirtyone.chat_pauses (
            telegram_chat_id bigint PRIMARY KEY,
            until timestamptz NOT NULL
        );
    """)


def downgrade() -> None:
    """Refuse: every screen and every result would be sent again."""
    msg = "The record of what was sent is never dropped. Restore an older backup instead"
    raise NotImplementedError(msg)
