"""What a table asks the player on turn, and the private messages that show a hand.

Both belong to delivery: a question is no fact of the game until it is answered.
"""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the question of a screen, and the panels."""
    op.execute("""
        ALTER TABLE thirtyone.posted_screens
            ADD COLUMN question text,
            ADD COLUMN shown_question text;
        CREATE TABLE thirtyone.posted_panels (
            game_id uuid NOT NULL,
            player_id uuid NOT NULL,
            turn integer NOT NULL,
            message_id bigint,
            PRIMARY KEY (game_id, player_id)
        );
    """)


def downgrade() -> None:
    """Forget the questions and the panels: people are asked again."""
    op.execute("""
        DROP TABLE thirtyone.posted_panels;
        ALTER TABLE thirtyone.posted_screens
            DROP COLUMN question,
            DROP COLUMN shown_question;
    """)
