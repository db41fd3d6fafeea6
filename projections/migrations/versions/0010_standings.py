"""The standings: records of games, rankings, figures of players. Folded from the whole log.

The view of the tables loses what nobody asks it for.
"""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the tables; a follower fills them."""
    op.execute("""
        CREATE TABLE thirtyone.game_records (
            game_id uuid PRIMARY KEY,
            group_id uuid NOT NULL,
            preset text NOT NULL,
            total integer NOT NULL,
            trios boolean NOT NULL,
            rounds integer NOT NULL,
            outcome text,
            started_at timestamptz,
            ended_at timestamptz,
            seats jsonb NOT NULL
        );
        CREATE INDEX game_records_of_group ON thirtyone.game_records (group_id, ended_at)
            WHERE outcome IS NOT NULL;

        CREATE TABLE thirtyone.group_calendars (
            group_id uuid PRIMARY KEY,
            time_zone text,
            weekly_since timestamptz
        );
        CREATE INDEX group_calendars_weekly ON thirtyone.group_calendars (group_id)
            WHERE weekly_since IS NOT NULL;

        CREATE TABLE thirtyone.posted_weeklies (
            group_id uuid NOT NULL,
            week date NOT NULL,
            message_id bigint,
            retry_at timestamptz,
            failures integer NOT NULL DEFAULT 0,
            PRIMARY KEY (group_id, week)
        );
        CREATE INDEX posted_weeklies_to_send ON thirtyone.posted_weeklies (week)
            WHERE message_id IS NULL;

        CREATE TABLE thirtyone.rankings (
            scope uuid NOT NULL,
            period text NOT NULL,
            start date NOT NULL,
            player_id uuid NOT NULL,
            points integer NOT NULL,
            wins integer NOT NULL,
            games integer NOT NULL,
            PRIMARY KEY (scope, period, start, player_id)
        );
        CREATE INDEX rankings_in_order ON thirtyone.rankings
            (scope, period, start, points DESC, wins DESC, games, player_id);

        CREATE TABLE thirtyone.ranking_levels (
            scope uuid NOT NULL,
            period text NOT NULL,
            start date NOT NULL,
            points integer NOT NULL,
            players integer NOT NULL,
            PRIMARY KEY (scope, period, start, points)
        );
        CREATE INDEX ranking_levels_empty ON thirtyone.ranking_levels (scope)
            WHERE players = 0;

        CREATE TABLE thirtyone.player_figures (
            player_id uuid PRIMARY KEY,
            mu double precision NOT NULL,
            sigma double precision NOT NULL,
            games integer NOT NULL,
            wins integer NOT NULL,
            places integer NOT NULL,
            rounds integer NOT NULL,
            hand_points double precision NOT NULL,
            knocks_won integer NOT NULL,
            knocks_failed integer NOT NULL,
            lives_as_knocker integer NOT NULL,
            thirty_ones integer NOT NULL,
            trios integer NOT NULL,
            timeouts integer NOT NULL,
            streak integer NOT NULL,
            best_streak integer NOT NULL,
            rated_games integer NOT NULL
        );
        CREATE INDEX player_figures_by_rating ON thirtyone.player_figures
            ((mu - 3 * sigma) DESC, player_id) WHERE rated_games >= 10;

        CREATE TABLE thirtyone.player_meetings (
            player_id uuid NOT NULL,
            opponent_id uuid NOT NULL,
            ahead integer NOT NULL,
            behind integer NOT NULL,
            level integer NOT NULL,
            PRIMARY KEY (player_id, opponent_id)
        );

        CREATE TABLE thirtyone.standings_tracking (
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
        INSERT INTO thirtyone.standings_tracking VALUES ('__migration__', 1);

        ALTER TABLE thirtyone.tables
            DROP round, DROP turn, DROP playing, DROP awaited_seat, DROP updated_at;
    """)


def downgrade() -> None:
    """Drop the standings; they are made again from the log. Tables are filled with nothing."""
    op.execute("""
        DROP TABLE thirtyone.standings_tracking, thirtyone.game_records,
            thirtyone.group_calendars, thirtyone.rankings, thirtyone.ranking_levels,
            thirtyone.player_figures, thirtyone.player_meetings, thirtyone.posted_weeklies;
        ALTER TABLE thirtyone.tables
            ADD round integer NOT NULL DEFAULT 0,
            ADD turn integer NOT NULL DEFAULT 0,
            ADD playing integer[] NOT NULL DEFAULT '{}',
            ADD awaited_seat integer,
            ADD updated_at timestamptz NOT NULL DEFAULT now();
    """)
