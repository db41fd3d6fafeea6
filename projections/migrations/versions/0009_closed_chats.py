"""Pauses of chats are kept for a while, and a table that is posted anew removes the one before."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Let a chat, and each topic of it, have several pauses."""
    op.execute("""
        ALTER TABLE thirtyone.chat_pauses
            ADD COLUMN thread_id bigint NOT NULL DEFAULT -1,
            ADD COLUMN closed boolean NOT NULL DEFAULT false,
            DROP CONSTRAINT chat_pauses_pkey,
            ADD PRIMARY KEY (telegram_chat_id, thread_id, since);
        ALTER TABLE thirtyone.chat_pauses ALTER thread_id DROP DEFAULT;

        ALTER TABLE thirtyone.posted_screens ADD COLUMN left_message_id bigint;

        CREATE INDEX announcements_of_game ON thirtyone.announcements (game_id);
    """)


def downgrade() -> None:
    """Refuse: which chats cannot be written to is known nowhere else."""
    msg = "The record of what was sent is never dropped. Restore an older backup instead"
    raise NotImplementedError(msg)
