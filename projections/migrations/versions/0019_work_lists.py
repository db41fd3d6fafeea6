"""What delivery has to do as lists, so that no question goes through all games that are open.

Who shows a version and who knows what it should be write to different tables, and no index spans
both. So triggers keep the lists, whoever writes, and in the same transaction. A list may have more
than there is to do, as the questions look again, but never less:

- A screen is listed with the version that it should show. What was shown is struck off up to its
  own version, so that a newer one which is listed at the same moment stays.
- Whatever makes a screen dirty lists it: a newer version, a question, a table to be posted anew.
"""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Create the lists, what keeps them, and note what is to do now."""
    op.execute("""
        CREATE TABLE thirtyone.screens_to_draw (
            game_id uuid PRIMARY KEY,
            version bigint NOT NULL
        );
        CREATE TABLE thirtyone.announcements_to_make (
            position bigint PRIMARY KEY,
            game_id uuid NOT NULL
        );

        CREATE FUNCTION thirtyone.list_screen() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO thirtyone.screens_to_draw VALUES (NEW.game_id, NEW.version)
            ON CONFLICT (game_id) DO UPDATE SET version = excluded.version;
            RETURN NULL;
        END $$;

        CREATE FUNCTION thirtyone.strike_off_screen() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.shown_question IS NOT DISTINCT FROM NEW.question THEN
                DELETE FROM thirtyone.screens_to_draw
                 WHERE game_id = NEW.game_id AND version <= NEW.version;
            END IF;
            INSERT INTO thirtyone.screens_to_draw
            SELECT game_id, version FROM thirtyone.screens
             WHERE game_id = NEW.game_id
               AND (version > NEW.version OR NEW.shown_question IS DISTINCT FROM NEW.question)
            ON CONFLICT (game_id) DO NOTHING;
            RETURN NULL;
        END $$;

        CREATE FUNCTION thirtyone.list_announcement() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO thirtyone.announcements_to_make
            SELECT NEW.position, NEW.game_id
             WHERE NOT EXISTS (SELECT FROM thirtyone.posted_announcements
                                WHERE position = NEW.position AND sent_at IS NOT NULL)
            ON CONFLICT (position) DO NOTHING;
            RETURN NULL;
        END $$;

        CREATE FUNCTION thirtyone.strike_off_announcement() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM thirtyone.announcements_to_make WHERE position = NEW.position;
            RETURN NULL;
        END $$;

        CREATE TRIGGER to_draw AFTER INSERT OR UPDATE OF version ON thirtyone.screens
            FOR EACH ROW EXECUTE FUNCTION thirtyone.list_screen();
        CREATE TRIGGER drawn
            AFTER INSERT OR UPDATE OF version, question, shown_question
            ON thirtyone.posted_screens
            FOR EACH ROW EXECUTE FUNCTION thirtyone.strike_off_screen();
        CREATE TRIGGER to_make AFTER INSERT ON thirtyone.announcements
            FOR EACH ROW EXECUTE FUNCTION thirtyone.list_announcement();
        CREATE TRIGGER made AFTER INSERT OR UPDATE OF sent_at ON thirtyone.posted_announcements
            FOR EACH ROW WHEN (NEW.sent_at IS NOT NULL)
            EXECUTE FUNCTION thirtyone.strike_off_announcement();

        INSERT INTO thirtyone.screens_to_draw
        SELECT game_id, screens.version FROM thirtyone.screens
          LEFT JOIN thirtyone.posted_screens posted USING (game_id)
         WHERE posted.version IS DISTINCT FROM screens.version
            OR posted.shown_question IS DISTINCT FROM posted.question;
        INSERT INTO thirtyone.announcements_to_make
        SELECT position, game_id FROM thirtyone.announcements
          LEFT JOIN thirtyone.posted_announcements posted USING (position)
         WHERE posted.sent_at IS NULL;
    """)


def downgrade() -> None:
    """Drop them again."""
    op.execute("""
        DROP TRIGGER to_draw ON thirtyone.screens;
        DROP TRIGGER drawn ON thirtyone.posted_screens;
        DROP TRIGGER to_make ON thirtyone.announcements;
        DROP TRIGGER made ON thirtyone.posted_announcements;
        DROP FUNCTION thirtyone.list_screen, thirtyone.strike_off_screen,
                      thirtyone.list_announcement, thirtyone.strike_off_announcement;
        DROP TABLE thirtyone.screens_to_draw, thirtyone.announcements_to_make;
    """)
