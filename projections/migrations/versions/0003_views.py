"""The views: tables, screens, announcements and deadlines, each with its place in the log."""

from alembic import op

revision = "0003"
down_revision = "0002"

VIEWS = ("tables", "screens", "announcements", "deadlines")

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
    """Create the views and their tracking tables."""
    op.execute("""
        CREATE TABLE thirtyone.tables (
            game_id uuid PRIMARY KEY,
            group_id uuid NOT NULL,
            code text NOT NULL,
            status text NOT NULL,
            preset text NOT NULL,
            player_ids uuid[] NOT NULL,
            round integer NOT NULL,
            turn integer NOT NULL,
            playing integer[] NOT NULL,
            awaited_seat integer,
            opened_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL
        );
        CREATE INDEX tables_open_in_group ON thirtyone.tables (group_id)
            WHERE status IN ('lobby', 'playing');
        CREATE INDEX tables_of_player ON thirtyone.tables USING gin (player_ids);
        CREATE INDEX tables_by_code ON thirtyone.tables (code);

        CREATE TABLE thirtyone.screens (
            game_id uuid PRIMARY KEY,
            group_id uuid NOT NULL,
            version bigint NOT NULL,
            changed_at timestamptz NOT NULL
        );
        CREATE INDEX screens_by_change ON thirtyone.screens (changed_at);

        CREATE TABLE thirtyone.announcements (
            position bigint PRIMARY KEY,
            game_id uuid NOT NULL,
            version bigint NOT NULL,
            kind text NOT NULL,
            created_at timestamptz NOT NULL
        );

        CREATE TABLE thirtyone.deadlines (
            game_id uuid PRIMARY KEY,
            round integer NOT NULL,
            kind text,
            due_at timestamptz,
            claimed_until timestamptz
        );
        CREATE INDEX deadlines_by_time ON thirtyone.deadlines (due_at)
            WHERE due_at IS NOT NULL;
    """)
    for view in VIEWS:
        op.execute(TRACKING.format(view=view))


def downgrade() -> None:
    """Drop the views; they are made again from the log."""
    for view in VIEWS:
        op.execute(f"DROP TABLE thirtyone.{view}_tracking, thirtyone.{view}")
