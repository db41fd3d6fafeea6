"""The private offers to buy back in: what is to be said to whom, and what has been said."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the outbox of the offers."""
    op.execute("""
        CREATE TABLE thirtyone.posted_offers (
            game_id uuid NOT NULL,
            round integer NOT NULL,
            player_id uuid NOT NULL,
            answer text NOT NULL,
            shown text,
            message_id bigint,
            retry_at timestamptz,
            failures integer NOT NULL DEFAULT 0,
            PRIMARY KEY (game_id, round, player_id)
        );
        CREATE INDEX posted_offers_unshown ON thirtyone.posted_offers (game_id)
            WHERE shown IS DISTINCT FROM answer;
    """)


def downgrade() -> None:
    """Forget the offers: no message that makes one is edited any more."""
    op.execute("DROP TABLE thirtyone.posted_offers")
