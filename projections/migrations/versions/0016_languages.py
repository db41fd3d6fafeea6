"""Languages that people choose, what is said to them once, and pictures of games."""

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the columns. Whoever has ended a game before needs no explanation of the first one."""
    op.execute("""
        ALTER TABLE thirtyone.players
            ADD COLUMN chosen_language text,
            ADD COLUMN language text
                GENERATED ALWAYS AS (coalesce(chosen_language, language_code)) STORED,
            ADD COLUMN taught_at timestamptz;
        UPDATE thirtyone.players SET taught_at = now()
         WHERE EXISTS (SELECT FROM thirtyone.player_figures WHERE player_id = players.id);

        ALTER TABLE thirtyone.chats ADD COLUMN greeted_at timestamptz;
        UPDATE thirtyone.chats SET greeted_at = now();

        CREATE TABLE thirtyone.posted_pictures (
            game_id uuid NOT NULL,
            version bigint NOT NULL,
            kind text NOT NULL,
            file_id text,
            retry_at timestamptz,
            failures integer NOT NULL DEFAULT 0,
            PRIMARY KEY (game_id, version, kind)
        );
        CREATE INDEX posted_pictures_to_send ON thirtyone.posted_pictures (game_id)
            WHERE file_id IS NULL;
    """)


def downgrade() -> None:
    """Forget what was chosen and said: people are spoken to as Telegram has it."""
    op.execute("""
        DROP TABLE thirtyone.posted_pictures;
        ALTER TABLE thirtyone.chats DROP COLUMN greeted_at;
        ALTER TABLE thirtyone.players
            DROP COLUMN language,
            DROP COLUMN chosen_language,
            DROP COLUMN taught_at;
    """)
