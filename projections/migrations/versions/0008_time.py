"""Deadlines of every kind, reminders, and what is known of pauses in service."""

from alembic import op

revision = "0008"
down_revision = "0007"

NEW = ("vote_deadlines", "reminders")

SCHEDULE = """
    CREATE TABLE thirtyone.{view} (
        game_id uuid PRIMARY KEY,
        group_id uuid NOT NULL,
        kind text,
        number integer NOT NULL,
        since timestamptz,
        length interval,
        due_at timestamptz,
        held_until timestamptz,
        look_at timestamptz GENERATED ALWAYS AS
            (CASE WHEN due_at IS NOT NULL THEN GREATEST(due_at, held_until) END) STORED
    );
    CREATE INDEX {view}_by_time ON thirtyone.{view} (look_at) WHERE look_at IS NOT NULL;
"""

TRACKING = """
    CREATE TABLE thirtyone.{view}_tracking (
        application_name text,
        notification_id bigint,
        PRIMARY KEY (application_name)
    ) WITH (
        autovacuum_enabled = true,
        autovacuum_vacuum_threshold = 100000000,
        autovacuum_vacuum_scale_factor = 0.5,
        autovacuum_analyze_threshold = 1000,
        autovacuum_analyze_scale_factor = 0.01
    );
    INSERT INTO thirtyone.{view}_tracking VALUES ('__migration__', 1);
"""


def upgrade() -> None:
    """Make the schedules, which are folded anew from the log, and the rest."""
    op.execute("""
        DROP TABLE thirtyone.deadlines;
        DELETE FROM thirtyone.deadlines_tracking WHERE application_name = 'thirtyone';
    """)
    for view in ("deadlines", *NEW):
        op.execute(SCHEDULE.format(view=view))
    for view in NEW:
        op.execute(TRACKING.format(view=view))
    op.execute("""
        ALTER TABLE thirtyone.posted_screens DROP shown_round, ADD COLUMN shown_deadline text;
        UPDATE thirtyone.posted_screens SET shown_since = NULL;

        ALTER TABLE thirtyone.chat_pauses ADD COLUMN since timestamptz;
        UPDATE thirtyone.chat_pauses SET since = least(now(), until);
        ALTER TABLE thirtyone.chat_pauses ALTER since SET NOT NULL;

        CREATE TABLE thirtyone.heartbeats (
            role text PRIMARY KEY,
            beat_at timestamptz NOT NULL,
            gap_since timestamptz,
            gap_until timestamptz
        );

        CREATE TABLE thirtyone.posted_reminders (
            game_id uuid NOT NULL,
            turn integer NOT NULL,
            private boolean NOT NULL,
            player_id uuid NOT NULL,
            over boolean NOT NULL DEFAULT false,
            telegram_chat_id bigint,
            message_id bigint,
            retry_at timestamptz,
            failures integer NOT NULL DEFAULT 0,
            PRIMARY KEY (game_id, turn, private)
        );
        CREATE INDEX posted_reminders_to_do ON thirtyone.posted_reminders (game_id)
            WHERE over OR message_id IS NULL;

        ALTER TABLE thirtyone.players ADD COLUMN reminders boolean NOT NULL DEFAULT true;
    """)


def downgrade() -> None:
    """Refuse: older programs would time nobody out, and know no word of what is in the log."""
    msg = "The log may hold deadlines by now. Restore an older backup instead"
    raise NotImplementedError(msg)
