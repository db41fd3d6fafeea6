"""Messages that show a hand follow it, in groups too; which way of showing one works is kept."""

from alembic import op

revision = "0013"
down_revision = "0010"


def upgrade() -> None:
    """Let a panel say where it is and what it shows. Those of before go with the next change."""
    op.execute("""
        ALTER TABLE thirtyone.posted_panels
            ADD COLUMN round integer NOT NULL DEFAULT 0,
            ADD COLUMN way text,
            ADD COLUMN telegram_chat_id bigint,
            ADD COLUMN thread_id bigint NOT NULL DEFAULT 0,
            ADD COLUMN digest text,
            ADD COLUMN offers boolean NOT NULL DEFAULT false,
            ADD COLUMN tapped text,
            ADD COLUMN unseen_since timestamptz,
            ADD COLUMN due bigint,
            ADD COLUMN retry_at timestamptz,
            ADD COLUMN failures integer NOT NULL DEFAULT 0,
            DROP COLUMN turn;
        UPDATE thirtyone.posted_panels panels
           SET way = 'private', telegram_chat_id = players.telegram_id
          FROM thirtyone.players
         WHERE players.id = panels.player_id AND message_id IS NOT NULL;
        DELETE FROM thirtyone.posted_panels WHERE telegram_chat_id IS NULL;
        ALTER TABLE thirtyone.posted_panels
            ALTER way SET NOT NULL,
            ALTER telegram_chat_id SET NOT NULL;
        CREATE INDEX posted_panels_due ON thirtyone.posted_panels (game_id)
            WHERE due IS NOT NULL;

        CREATE TABLE thirtyone.ways_of_showing (
            player_id uuid NOT NULL,
            group_id uuid NOT NULL,
            way text NOT NULL,
            until timestamptz,
            PRIMARY KEY (player_id, group_id)
        );
    """)


def downgrade() -> None:
    """Forget which messages show hands: people are shown theirs anew."""
    op.execute("""
        DROP TABLE thirtyone.ways_of_showing;
        DROP TABLE thirtyone.posted_panels;
        CREATE TABLE thirtyone.posted_panels (
            game_id uuid NOT NULL,
            player_id uuid NOT NULL,
            turn integer NOT NULL,
            message_id bigint,
            PRIMARY KEY (game_id, player_id)
        );
    """)
