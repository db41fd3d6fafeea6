"""The tables as they should be, for `alembic check` to compare with what the migrations make.

The event log and the tracking tables are the library's; a test compares those with its own DDL.
"""

from datetime import datetime

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    Computed,
    Date,
    DateTime,
    Double,
    Index,
    Integer,
    Interval,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from projections.database import SCHEMA

metadata = MetaData(schema=SCHEMA)

_moment = DateTime(timezone=True)
_random_id = text("gen_random_uuid()")
_zero = text("0")

_LOOK_AT = (
    "CASE WHEN due_at IS NOT NULL THEN GREATEST(due_at, held_until)"
    " ELSE NULL::timestamp with time zone END"
)
"""When a clock looks at something: once it is due and not in the hands of another."""


def _attempts() -> tuple[Column[datetime], Column[int]]:
    """Return the columns of what delivery tries again until it succeeds."""
    return (
        Column("retry_at", _moment),
        Column("failures", Integer, nullable=False, server_default=_zero),
    )


players = Table(
    "players",
    metadata,
    Column("id", Uuid, primary_key=True, server_default=_random_id),
    Column("telegram_id", BigInteger, nullable=False, unique=True),
    Column("first_name", Text, nullable=False),
    Column("last_name", Text),
    Column("username", Text),
    Column("language_code", Text),
    Column("reachable", Boolean),
    Column("reminders", Boolean, nullable=False, server_default=text("true")),
    Column("updated_at", _moment, nullable=False),
    Column("chosen_language", Text),
    Column("language", Text, Computed("COALESCE(chosen_language, language_code)")),
    Column("taught_at", _moment),
)

chats = Table(
    "chats",
    metadata,
    Column("id", Uuid, primary_key=True, server_default=_random_id),
    Column("telegram_chat_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger, nullable=False, server_default=_zero),
    Column("title", Text),
    Column("kind", Text, nullable=False),
    Column("language", Text),
    Column("updated_at", _moment, nullable=False),
    Column("greeted_at", _moment),
    UniqueConstraint("telegram_chat_id", "thread_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("group_id", Uuid, nullable=False),
    Column("code", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("player_ids", ARRAY(Uuid), nullable=False),
    Column("opened_at", _moment, nullable=False),
    Index(
        "tables_open_in_group", "group_id", postgresql_where=text("status IN ('lobby', 'playing')")
    ),
    Index("tables_of_player", "player_ids", postgresql_using="gin"),
    Index("tables_by_code", "code"),
)

screens = Table(
    "screens",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("group_id", Uuid, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("changed_at", _moment, nullable=False),
    Index("screens_by_change", "changed_at"),
)

announcements = Table(
    "announcements",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", Uuid, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created_at", _moment, nullable=False),
    Index("announcements_of_game", "game_id"),
)


def _schedule(name: str) -> Table:
    """Return one of the tables that a clock looks into; they have the same columns."""
    return Table(
        name,
        metadata,
        Column("game_id", Uuid, primary_key=True),
        Column("group_id", Uuid, nullable=False),
        Column("kind", Text),
        Column("number", Integer, nullable=False),
        Column("since", _moment),
        Column("length", Interval),
        Column("due_at", _moment),
        Column("held_until", _moment),
        Column("look_at", _moment, Computed(_LOOK_AT, persisted=True)),
        Index(f"{name}_by_time", "look_at", postgresql_where=text("look_at IS NOT NULL")),
    )


deadlines, vote_deadlines, reminders = map(_schedule, ("deadlines", "vote_deadlines", "reminders"))

game_records = Table(
    "game_records",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("group_id", Uuid, nullable=False),
    Column("preset", Text, nullable=False),
    Column("total", Integer, nullable=False),
    Column("trios", Boolean, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("outcome", Text),
    Column("started_at", _moment),
    Column("ended_at", _moment),
    Column("seats", JSONB, nullable=False),
    Index(
        "game_records_of_group",
        "group_id",
        "ended_at",
        postgresql_where=text("outcome IS NOT NULL"),
    ),
)

group_calendars = Table(
    "group_calendars",
    metadata,
    Column("group_id", Uuid, primary_key=True),
    Column("time_zone", Text),
    Column("weekly_since", _moment),
    Index("group_calendars_weekly", "group_id", postgresql_where=text("weekly_since IS NOT NULL")),
)

rankings = Table(
    "rankings",
    metadata,
    Column("scope", Uuid, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("start", Date, primary_key=True),
    Column("player_id", Uuid, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Index(
        "rankings_in_order",
        "scope",
        "period",
        "start",
        text("points DESC"),
        text("wins DESC"),
        "games",
        "player_id",
    ),
)

ranking_levels = Table(
    "ranking_levels",
    metadata,
    Column("scope", Uuid, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("start", Date, primary_key=True),
    Column("points", Integer, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
    Index("ranking_levels_empty", "scope", postgresql_where=text("players = 0")),
)

player_figures = Table(
    "player_figures",
    metadata,
    Column("player_id", Uuid, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    *(Column(name, Integer, nullable=False) for name in ("games", "wins", "places", "rounds")),
    Column("hand_points", Double, nullable=False),
    *(
        Column(name, Integer, nullable=False)
        for name in (
            "knocks_won",
            "knocks_failed",
            "lives_as_knocker",
            "thirty_ones",
            "trios",
            "timeouts",
            "streak",
            "best_streak",
            "rated_games",
        )
    ),
    Index(
        "player_figures_by_rating",
        text("(mu - 3 * sigma) DESC"),
        "player_id",
        postgresql_where=text("rated_games >= 10"),
    ),
)

player_meetings = Table(
    "player_meetings",
    metadata,
    Column("player_id", Uuid, primary_key=True),
    Column("opponent_id", Uuid, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in ("ahead", "behind", "level")),
)

posted_screens = Table(
    "posted_screens",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("telegram_chat_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger, nullable=False, server_default=_zero),
    Column("message_id", BigInteger),
    Column("version", BigInteger, nullable=False, server_default=_zero),
    Column("digest", Text),
    *_attempts(),
    Column("question", Text),
    Column("shown_question", Text),
    Column("shown_deadline", Text),
    Column("shown_since", _moment),
    Column("left_message_id", BigInteger),
    Column("unheard", Boolean, nullable=False, server_default=text("false")),
)

screens_to_draw = Table(
    "screens_to_draw",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("version", BigInteger, nullable=False),
)
"""The screens that do not show what they should, and maybe others; triggers keep it (0019)."""

posted_panels = Table(
    "posted_panels",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("player_id", Uuid, primary_key=True),
    Column("message_id", BigInteger),
    Column("round", Integer, nullable=False, server_default=_zero),
    Column("way", Text, nullable=False),
    Column("telegram_chat_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger, nullable=False, server_default=_zero),
    Column("digest", Text),
    Column("offers", Boolean, nullable=False, server_default=text("false")),
    Column("tapped", Text),
    Column("unseen_since", _moment),
    Column("query_id", Text),
    Column("due", BigInteger),
    *_attempts(),
    Index("posted_panels_due", "game_id", postgresql_where=text("due IS NOT NULL")),
)

ways_of_showing = Table(
    "ways_of_showing",
    metadata,
    Column("player_id", Uuid, primary_key=True),
    Column("group_id", Uuid, primary_key=True),
    Column("way", Text, nullable=False),
    Column("until", _moment),
)

posted_announcements = Table(
    "posted_announcements",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger),
    Column("sent_at", _moment),
    *_attempts(),
)

announcements_to_make = Table(
    "announcements_to_make",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", Uuid, nullable=False),
)
"""The announcements that are not made yet; triggers keep it (0019)."""

posted_offers = Table(
    "posted_offers",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("player_id", Uuid, primary_key=True),
    Column("answer", Text, nullable=False),
    Column("shown", Text),
    Column("message_id", BigInteger),
    *_attempts(),
    Index(
        "posted_offers_unshown",
        "game_id",
        postgresql_where=text("shown IS DISTINCT FROM answer"),
    ),
)

posted_pictures = Table(
    "posted_pictures",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("file_id", Text),
    *_attempts(),
    Index("posted_pictures_to_send", "game_id", postgresql_where=text("file_id IS NULL")),
)

chat_pauses = Table(
    "chat_pauses",
    metadata,
    Column("telegram_chat_id", BigInteger, primary_key=True, autoincrement=False),
    Column("thread_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", _moment, primary_key=True),
    Column("until", _moment, nullable=False),
    Column("closed", Boolean, nullable=False, server_default=text("false")),
)

posted_weeklies = Table(
    "posted_weeklies",
    metadata,
    Column("group_id", Uuid, primary_key=True),
    Column("week", Date, primary_key=True),
    Column("message_id", BigInteger),
    *_attempts(),
    Index("posted_weeklies_to_send", "week", postgresql_where=text("message_id IS NULL")),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("role", Text, primary_key=True),
    Column("beat_at", _moment, nullable=False),
    Column("gap_since", _moment),
    Column("gap_until", _moment),
)

troubles = Table(
    "troubles",
    metadata,
    Column("role", Text, primary_key=True),
    Column("said", Text, nullable=False),
    Column("met_at", _moment, nullable=False),
)

set_aside_updates = Table(
    "set_aside_updates",
    metadata,
    Column("update_id", BigInteger, primary_key=True, autoincrement=False),
    Column("update", JSONB, nullable=False),
    Column("reason", Text, nullable=False),
    Column("set_aside_at", _moment, nullable=False),
    Column("again", Boolean, nullable=False, server_default=text("false")),
    Index("set_aside_updates_again", "update_id", postgresql_where=text("again")),
)

chat_paces = Table(
    "chat_paces",
    metadata,
    Column("telegram_chat_id", BigInteger, primary_key=True),
    Column("calls", Double, nullable=False),
    Column("filled_at", _moment, nullable=False),
    prefixes=["UNLOGGED"],
)

chat_moves = Table(
    "chat_moves",
    metadata,
    Column("old_chat_id", BigInteger, primary_key=True, autoincrement=False),
    Column("new_chat_id", BigInteger, nullable=False),
    Column("moved_at", _moment, nullable=False),
)

posted_reminders = Table(
    "posted_reminders",
    metadata,
    Column("game_id", Uuid, primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("private", Boolean, primary_key=True),
    Column("player_id", Uuid, nullable=False),
    Column("over", Boolean, nullable=False, server_default=text("false")),
    Column("telegram_chat_id", BigInteger),
    Column("message_id", BigInteger),
    *_attempts(),
    Index(
        "posted_reminders_to_do", "game_id", postgresql_where=text("over OR message_id IS NULL")
    ),
)
