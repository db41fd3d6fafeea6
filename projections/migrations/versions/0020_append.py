"""Events are added by one call, so that writers hold the log for as short a time as they can.

The library calls this function where `POSTGRES_ENABLE_DB_FUNCTIONS` is on. Its own one does not
lock the table, so that events could appear before others of lower positions; this one does, as the
library does without a function.
"""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the function."""
    op.execute("""
        CREATE FUNCTION thirtyone.es_insert_events_uuid(events thirtyone.stored_event_uuid[])
        RETURNS SETOF bigint LANGUAGE plpgsql AS $$
        BEGIN
            SET LOCAL lock_timeout = '2s';
            LOCK TABLE thirtyone.thirtyone_events IN EXCLUSIVE MODE;
            NOTIFY thirtyone_events;
            RETURN QUERY
            INSERT INTO thirtyone.thirtyone_events AS t
                   (originator_id, originator_version, topic, state)
            SELECT originator_id, originator_version, topic, state FROM unnest(events)
            RETURNING t.notification_id;
        END $$
    """)


def downgrade() -> None:
    """Drop it again."""
    op.execute("DROP FUNCTION thirtyone.es_insert_events_uuid")
