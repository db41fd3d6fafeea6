"""The standings counted again from the raw log: plain, slow, and with no line of the view's code.

Only the formula of the ratings is shared, which is a library's.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from openskill.models import PlackettLuce

from projections.rows import Connection

EVERYWHERE = UUID(int=0)
EPOCH = date(1970, 1, 1)

TELL_OF_LIVES = ("game.round_ended", "game.player_bought_in")

Row = dict[str, Any]


@dataclass(frozen=True)
class Happened:
    """A row of the log: whose, what, and the stored state as plain values."""

    owner: UUID
    topic: str
    said: Row

    @property
    def at(self) -> datetime:
        return self.said["timestamp"]  # type: ignore[no-any-return] # a stored event has one


def read_log(connection: Connection) -> list[Happened]:
    """Read the log as it is stored."""
    rows = connection.execute(
        "SELECT originator_id, topic, convert_from(state, 'UTF8')"
        " FROM thirtyone.thirtyone_events ORDER BY notification_id"
    ).fetchall()
    return [Happened(owner, topic, plain(json.loads(state))) for owner, topic, state in rows]


def plain(stored: Any) -> Any:
    """Read the library's marks for ids, times and tuples."""
    if isinstance(stored, list):
        return [plain(one) for one in stored]
    if not isinstance(stored, dict):
        return stored
    match stored.get("_type_"):
        case None:
            return {name: plain(value) for name, value in stored.items()}
        case "uuid_hex":
            return UUID(stored["_data_"])
        case "datetime_iso":
            return datetime.fromisoformat(stored["_data_"])
        case _:
            return plain(stored["_data_"])


def recount(log: list[Happened]) -> dict[str, list[Row]]:
    """Return the rows that every table of the standings should have."""
    records = [record for game in in_order_of_opening(log) if (record := game_record(log, game))]
    by_game = {record["game_id"]: record for record in records}
    ended = [by_game[event.owner] for event in log if event.topic == "game.ended"]
    figures = player_figures(ended)
    lines = rankings(log, ended)
    return {
        "game_records": records,
        "group_calendars": calendars(log),
        "rankings": lines,
        "ranking_levels": levels(lines) + levels(by_rating(figures)),
        "player_figures": figures,
        "player_meetings": meetings(ended),
    }


def in_order_of_opening(log: Iterable[Happened]) -> list[UUID]:
    return [event.owner for event in log if event.topic == "game.opened"]


def game_record(log: list[Happened], game: UUID) -> Row | None:
    """Tell one game; nothing of a table that was closed before the start."""
    events = [event for event in log if event.owner == game]
    told = defaultdict(list)
    for event in events:
        told[event.topic].append(event)
        if event.topic in TELL_OF_LIVES:
            told["lives"].append(event)
    if told["game.table_closed"]:
        return None
    opening = events[0].said
    chosen = (told["game.rules_chosen"] or events[:1])[-1].said
    start = told["game.started"][0] if told["game.started"] else None
    end = next((one for one in events if one.topic in ("game.ended", "game.abandoned")), None)
    return {
        "game_id": game,
        "group_id": opening["group_id"],
        "preset": chosen["preset"],
        "total": chosen["rules"].get("instant_total", 31),
        "trios": chosen["rules"].get("trio_value", 30.5) is not None,
        "rounds": len(told["game.round_ended"]),
        "outcome": {"game.ended": "won", "game.abandoned": "abandoned"}[end.topic]
        if end
        else None,
        "started_at": start.at if start else None,
        "ended_at": end.at if end else None,
        "seats": [seat_record(told, chosen["rules"], seat) for seat in range(seats_of(start))],
    }


def seats_of(start: Happened | None) -> int:
    return len(start.said["player_ids"]) if start else 0


def seat_record(told: dict[str, list[Happened]], rules: Row, seat: int) -> Row:
    """Tell how one seat has played; the rating is added where all games are known."""
    shown = [
        event.said for event in told["game.round_ended"] if event.said["values"][seat] is not None
    ]
    knocks = [end for end in shown if end["knocker"] == seat and not end["redeal"]]
    charged = [end["losses"][seat] for end in knocks]
    lives = lives_told(told, rules, seat)
    trios = rules.get("trio_value", 30.5) is not None
    ends = told["game.ended"]
    return {
        "player_id": str(told["game.started"][0].said["player_ids"][seat]),
        "place": ends[0].said["places"][seat] if ends else None,
        "hands": len(shown),
        "hand_points": float(sum(end["values"][seat] for end in shown)),
        "knocks_won": charged.count(0),
        "knocks_failed": len(charged) - charged.count(0),
        "lives_as_knocker": sum(before - after for said, before, after in lives if said in knocks),
        "thirty_ones": [end["values"][seat] for end in shown].count(
            rules.get("instant_total", 31)
        ),
        "trios": sum(trios and has_trio(end["hands"][seat]) for end in shown),
        "timeouts": sum(event.said["seat"] == seat for event in told["game.turn_timed_out"]),
        "rating": None,
        "lives": lives[-1][2] if lives else None,
    }


def lives_told(
    told: dict[str, list[Happened]], rules: Row, seat: int
) -> list[tuple[Row, int, int]]:
    """Return all that tells of a seat's lives, with those before and after it."""
    held = rules.get("lives", 3)
    found = []
    for event in told["lives"]:
        lives = event.said["lives"]
        if event.topic == "game.player_bought_in" and event.said["seat"] != seat:
            continue
        after = lives[seat] if event.topic == "game.round_ended" else lives
        found.append((event.said, held, after))
        held = after
    return found


def has_trio(hand: list[str]) -> bool:
    ranks = [card[:-1] for card in hand]
    return any(ranks.count(rank) >= 3 for rank in ranks)


def calendars(log: list[Happened]) -> list[Row]:
    """Tell what each group has chosen last, and since when it wants the weekly ranking."""
    chosen: dict[UUID, list[Happened]] = defaultdict(list)
    for event in log:
        if event.topic == "group.customs_chosen":
            chosen[event.owner].append(event)
    return [
        {
            "group_id": group,
            "time_zone": events[-1].said["customs"].get("time_zone"),
            "weekly_since": wanted_since(events),
        }
        for group, events in chosen.items()
    ]


def wanted_since(events: list[Happened]) -> datetime | None:
    since = None
    for event in reversed(events):
        if not event.said["customs"].get("weekly", False):
            break
        since = event.at
    return since


def zone_at_end(log: list[Happened], game: Row) -> Any:
    """Return the zone that the group had chosen when the game ended, by the order of the log."""
    zone = None
    for event in log:
        if event.topic == "game.ended" and event.owner == game["game_id"]:
            return ZoneInfo(zone) if zone else UTC
        if event.topic == "group.customs_chosen" and event.owner == game["group_id"]:
            zone = event.said["customs"].get("time_zone")
    raise AssertionError(game)


def first_days(at: datetime, zone: Any) -> dict[str, date]:
    """Return the first day of each period around a moment."""
    day = at.astimezone(zone).date()
    monday = day
    while monday.isoweekday() != 1:
        monday -= timedelta(days=1)
    season = {1: 1, 2: 1, 3: 1, 4: 4, 5: 4, 6: 4, 7: 7, 8: 7, 9: 7, 10: 10, 11: 10, 12: 10}
    return {
        "week": monday,
        "month": date(day.year, day.month, 1),
        "season": date(day.year, season[day.month], 1),
        "all": EPOCH,
    }


def rankings(log: list[Happened], ended: list[Row]) -> list[Row]:
    lines: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in ended:
        calendars_of_game = {game["group_id"]: zone_at_end(log, game), EVERYWHERE: UTC}
        places = [seat["place"] for seat in game["seats"]]
        for scope, zone in calendars_of_game.items():
            for period, start in first_days(game["ended_at"], zone).items():
                for seat in game["seats"]:
                    line = lines[scope, period, start, UUID(seat["player_id"])]
                    line[0] += len([place for place in places if place > seat["place"]])
                    line[1] += seat["place"] == 1
                    line[2] += 1
    names = ("scope", "period", "start", "player_id", "points", "wins", "games")
    return [dict(zip(names, (*key, *line), strict=True)) for key, line in lines.items()]


def levels(lines: list[Row]) -> list[Row]:
    counted: dict[tuple[Any, ...], int] = defaultdict(int)
    for line in lines:
        counted[line["scope"], line["period"], line["start"], line["points"]] += 1
    names = ("scope", "period", "start", "points", "players")
    return [dict(zip(names, (*key, players), strict=True)) for key, players in counted.items()]


def by_rating(figures: list[Row]) -> list[Row]:
    """Return those whose rating is no more provisional, in whole points."""
    ranking = {"scope": EVERYWHERE, "period": "rating", "start": EPOCH}
    return [
        {**ranking, "points": math.floor(row["mu"] - 3 * row["sigma"])}
        for row in figures
        if row["rated_games"] >= 10
    ]


def player_figures(ended: list[Row]) -> list[Row]:
    """Go through all games in the order of their ends; write into their seats how ratings move."""
    model = PlackettLuce()
    rows: dict[str, Row] = {}
    for game in ended:
        for seat in game["seats"]:
            rows.setdefault(seat["player_id"], nothing_known(seat["player_id"], model))
        known = [rows[seat["player_id"]] for seat in game["seats"]]
        teams = [[model.rating(mu=row["mu"], sigma=row["sigma"])] for row in known]
        rated = model.rate(teams, ranks=[float(seat["place"]) for seat in game["seats"]])
        for row, seat, [after] in zip(known, game["seats"], rated, strict=True):
            shown = after.mu - 3 * after.sigma
            seat["rating"] = shown - (row["mu"] - 3 * row["sigma"])
            row["mu"], row["sigma"] = after.mu, after.sigma
            row["games"] += 1
            row["rated_games"] += 1
            row["wins"] += seat["place"] == 1
            row["places"] += seat["place"]
            row["rounds"] += seat["hands"]
            row["streak"] = row["streak"] + 1 if seat["place"] == 1 else 0
            row["best_streak"] = max(row["best_streak"], row["streak"])
            for name in SUMMED:
                row[name] += seat[name]
    return list(rows.values())


SUMMED = (
    "hand_points",
    "knocks_won",
    "knocks_failed",
    "lives_as_knocker",
    "thirty_ones",
    "trios",
    "timeouts",
)


def nothing_known(player: str, model: PlackettLuce) -> Row:
    names = ("games", "wins", "places", "rounds", "streak", "best_streak", "rated_games", *SUMMED)
    begun = model.rating()
    known: Row = {"player_id": UUID(player), "mu": begun.mu, "sigma": begun.sigma}
    return known | dict.fromkeys(names, 0)


def meetings(ended: list[Row]) -> list[Row]:
    met: dict[tuple[UUID, UUID], Row] = {}
    for game in ended:
        for seat in game["seats"]:
            for other in game["seats"]:
                if seat["player_id"] == other["player_id"]:
                    continue
                pair = UUID(seat["player_id"]), UUID(other["player_id"])
                row = met.setdefault(pair, {"ahead": 0, "behind": 0, "level": 0})
                if seat["place"] == other["place"]:
                    row["level"] += 1
                else:
                    row["ahead" if seat["place"] < other["place"] else "behind"] += 1
    return [{"player_id": one, "opponent_id": other, **row} for (one, other), row in met.items()]
