"""Updates that are set aside, groups that have moved, and what keeps a role from its work."""

from alembic import op

revision = "0015"
down_revision = "0013"


def upgrade() -> None:
    """Create the tables."""
    op.execute("""
        CREATE TABLE thirtyone.set_aside_updates (
            update_id bigint PRIMARY KEY,
            update jsonb NOT NULL,
            reason text NOT NULL,
            set_aside_at timestamptz NOT NULL,
            again boolean NOT NULL DEFAULT false
        );
        CREATE INDEX set_aside_updates_again ON thirtyone.set_aside_updates (update_id)
            WHERE again;

        CREATE TABLE thirtyone.chat_moves (
            old_chat_id bigint PRIMARY KEY,
            new_chat_id bigint NOT NULL,
            moved_at timestamptz NOT NULL
        );

        CREATE TABLE thirtyone.troubles (
            role text PRIMARY KEY,
            said text NOT NULL,
            met_at timestamptz NOT NULL
        );
    """)


def downgrade() -> None:
    """Refuse: where groups have moved to is known nowhere else."""
    msg = "The record of where groups are is never dropped. Restore an older backup instead"
    raise NotImplementedError(msg)
