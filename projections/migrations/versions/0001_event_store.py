"""The event log, in the form that the library's recorder expects."""

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the log and the type in which events are handed to it."""
    op.execute("""
        CREATE TABLE thirtyone.thirtyone_events (
            originator_id uuid NOT NULL,
            originator_version bigint NOT NULL,
            topic text,
            state bytea,
            notification_id bigserial,
            PRIMARY KEY (originator_id, originator_version)
        ) WITH (
            autovacuum_enabled = true,
            autovacuum_vacuum_threshold = 100000000,
            autovacuum_vacuum_scale_factor = 0.5,
            autovacuum_analyze_threshold = 1000,
            autovacuum_analyze_scale_factor = 0.01
        );
        CREATE UNIQUE INDEX thirtyone_events_notification_id_idx
            ON thirtyone.thirtyone_events (notification_id ASC);
        CREATE TYPE thirtyone.stored_event_uuid AS (
            originator_id uuid,
            originator_version bigint,
            topic text,
            state bytea
        );
    """)


def downgrade() -> None:
    """Refuse: the log is what all else is made from."""
    msg = "The event log is never dropped. Restore an older backup instead"
    raise NotImplementedError(msg)
