"""Rankings, figures and history in the chat, and the ranking of the week on Monday morning."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from psycopg_pool import ConnectionPool

from domain import customs
from domain.facts import GameEnded
from telegram_bot.callback_data import NOWHERE, Press, Verb, decode
from telegram_bot.delivery.weekly import WeeklyOutbox, week_to_tell
from tests.end_to_end.conftest import House, TimedHouse, Venue
from tests.end_to_end.play import Table
from tests.end_to_end.test_commands import ask
from tests.end_to_end.test_settings import go, group_id_of, settings
from tests.support.sandbox_client import Chat, Person, SeenMessage

WEEK = timedelta(weeks=1)


def sit_down(table: Table) -> UUID:
    """Sit people down at a new table, and return its game."""
    table.people[0].send(table.chat, "/new")
    table.sit_down()
    assert table.game_id is not None
    return table.game_id


def finish(house: Venue, table: Table, *, winner: int = 0) -> UUID:
    """Play a game that all but one leave in the order of their seats, and return it."""
    game_id = sit_down(table)
    match = house.room.match(game_id)
    house.room.start(game_id, match.opener_id)
    for seat, player_id in enumerate(match.player_ids):
        if seat != winner:
            house.room.forfeit(game_id, player_id, "left")
    ended(table.chat, table.people[winner], game_id)
    return game_id


def ended(chat: Chat, winner: Person, game_id: UUID) -> SeenMessage:
    """Return the message that tells the result of a game."""

    def tells(message: SeenMessage) -> bool:
        presses = [decode(button.data) for button in message.buttons]
        again = Press(Verb.REMATCH, game_id)
        return f"{winner.name} wins the game" in message.text and again in presses

    return chat.wait_for(tells)


def shown(chat: Chat, person: Person, command: str, **how: Any) -> SeenMessage:
    """Write a command, and return the bot's answer as a message."""
    written = person.send(chat, command, **how)
    return chat.wait_for(lambda message: message.from_bot and message.id > written.id)


def turned(chat: Chat, menu: SeenMessage, fits: Callable[[str], bool]) -> SeenMessage:
    """Return what a menu has become."""
    return chat.wait_for(lambda message: message.id == menu.id and fits(message.text))


def turned_to(chat: Chat, menu: SeenMessage, label: str) -> SeenMessage:
    """Return a menu once it has a button with this label."""
    return chat.wait_for(lambda message: message.id == menu.id and label in message.labels)


def test_a_result_tells_once_what_it_has_changed_of_the_ratings(house: House) -> None:
    table = house.table("Ana", "Carla", "Duda")
    game_id = finish(house, table)

    told = ended(table.chat, table.people[0], game_id).text
    house.settle()

    lines = [line for line in told.splitlines() if "rating" in line]
    assert [line.split(" · rating ")[0] for line in lines] == ["1. Ana", "2. Duda", "3. Carla"]
    assert lines[0].split(" · rating ")[1].startswith("+")
    results = [each for each in table.chat.bot_messages() if "wins the game" in each.text]
    assert len(results) == 1


def test_a_group_turns_its_ranking_to_any_period_and_scope_in_one_message(house: House) -> None:
    table = house.table("Ana", "Carla", "Duda")
    chat, (ana, carla, _) = table.chat, table.people
    finish(house, table)
    finish(house, table, winner=1)
    house.settle()

    menu = shown(chat, ana, "/top")
    for label in ("Month", "Season", "All time"):
        answer = carla.tap(menu, label)
        menu = turned_to(chat, menu, f"✓ {label}")
        assert answer.answered
    everywhere = carla.tap(menu, "All groups")
    all_groups = turned(chat, menu, lambda text: "Ranking of all groups" in text)
    carla.tap(all_groups, "Rating")
    rated = turned(chat, menu, lambda text: "Ratings in all groups" in text)

    assert everywhere.answered
    assert "🥇 1. Ana · 2 points · 1 win · 2 games" in menu.text
    assert "🥇 1. Carla · 2 points · 1 win · 2 games" in menu.text
    assert "🥉 3. Duda · 2 points · 0 wins · 2 games" in menu.text
    assert "provisional: 2 of 10 games" in rated.text
    assert len([each for each in chat.bot_messages() if "🏆 Ran" in each.text]) == 0
    assert rated.labels == ["This group", "All groups", "✓ Rating"]


def test_old_foreign_and_forged_presses_are_answered(house: House) -> None:
    here, elsewhere = house.table("Ana", "Carla"), house.table("Duda", "Eva")
    ana, duda = here.people[0], elsewhere.people[0]
    menu, theirs = shown(here.chat, ana, "/top"), shown(elsewhere.chat, duda, "/top")
    group_id = group_id_of(menu)
    foreign = [ana.forge_tap(menu, button.data) for button in theirs.buttons]
    forged = [
        ana.forge_tap(menu, press.encode())
        for press in (
            Press(Verb.TOP, group_id),
            Press(Verb.TOP, group_id, topic="week.here.-1"),
            Press(Verb.TOP, group_id, topic="week.here.1000000"),
            Press(Verb.TOP, group_id, topic="year.here.0"),
            Press(Verb.TOP, group_id, topic="week.there.0"),
            Press(Verb.TOP, NOWHERE, topic="week.all.0"),
            Press(Verb.HISTORY, group_id, choice=-1),
            Press(Verb.HISTORY, group_id_of(theirs)),
        )
    ]
    ana.tap(menu, "Month")
    old = ana.forge_tap(menu, menu.button("✓ Week").data)

    assert all("no table offers" in each.text for each in (*foreign, *forged))
    assert old.answered
    assert old.text == ""
    turned(here.chat, menu, lambda text: "No game has been finished yet" in text)


def test_figures_are_those_of_the_caller_or_of_whoever_is_meant(house: House) -> None:
    table = house.table("Ana", "Carla", "Duda")
    chat, (ana, carla, duda) = table.chat, table.people
    finish(house, table)
    house.settle()
    (newcomer,) = house.people("Eva")
    newcomer.join(chat)
    said = carla.send(chat, "well played")

    own = shown(chat, ana, "/stats").text
    replied = shown(chat, ana, "/stats", reply_to=said).text
    mentioned = shown(chat, ana, f"/stats {duda.name}", mention=duda).text
    by_word = shown(chat, ana, "/stats @carla").text
    none = shown(chat, newcomer, "/stats").text
    in_private = shown(ana.private, ana, "/stats").text

    assert own.splitlines()[0] == "Ana"
    assert "Games: 1 · won: 1 (100%)" in own
    assert "provisional: 1 of 10 games" in own
    assert "ahead 1, behind 0, level 0" in own
    assert replied.splitlines()[0] == "Carla"
    assert "won: 0" in replied
    assert mentioned.splitlines()[0] == "Duda"
    assert "Reply to a message" in by_word
    assert "Eva has not finished a game yet" in none
    assert in_private == own


def test_people_are_called_as_telegram_calls_them_now(house: House) -> None:
    table = house.table("Ana", "Carla", "Duda")
    chat, (ana, carla, duda) = table.chat, table.people
    finish(house, table)
    house.settle()
    said = carla.send(chat, "good bye")
    duda.rename("Eduarda")
    carla.delete_account()

    shown(chat, duda, "/stats")
    figures = shown(chat, ana, "/stats", reply_to=said).text
    ranking, games = shown(chat, ana, "/top").text, shown(chat, ana, "/history").text

    assert figures.splitlines()[0] == "Somebody who left"
    for told in (ranking, games):
        assert "Somebody who left" in told
        assert "Eduarda" in told
        assert not {"Carla", "Duda", "None"} & set(re.findall(r"\w+", told))


def test_in_private_the_ranking_is_that_of_all_groups(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    finish(house, table)
    house.settle()

    menu = shown(ana.private, ana, "/top")
    here = ana.forge_tap(menu, Press(Verb.TOP, NOWHERE, topic="week.here.0").encode())
    ana.tap(menu, "Rating")
    rated = turned(ana.private, menu, lambda text: "Ratings in all groups" in text)

    assert "Ranking of all groups" in menu.text
    assert "This group" not in menu.labels
    assert "no table offers" in here.text
    assert "Ana" in rated.text


def test_the_history_of_a_group_is_paged_the_newest_first(house: House) -> None:
    table = house.table("Ana", "Carla")
    chat, (ana, carla) = table.chat, table.people
    assert "No game has been finished here yet" in ask(ana, chat, "/history")
    for winner in (0, 0, 0, 0, 1):
        finish(house, table, winner=winner)
    abandoned = sit_down(table)
    match = house.room.match(abandoned)
    house.room.start(abandoned, match.opener_id)
    house.room.end_game(abandoned, match.opener_id)
    house.settle()

    menu = shown(chat, ana, "/history")
    first = menu.text
    carla.tap(menu, "▶")
    second = turned(chat, menu, lambda text: text != first)

    assert first.index("given up, not rated") < first.index("1. Carla · 2. Ana")
    assert first.count("1. Ana · 2. Carla") == 3
    assert second.text.count("1. Ana · 2. Carla") == 1
    assert second.labels[2:] == ["◀"]
    assert "group" in ask(ana, ana.private, "/history")


# The ranking of the week


def at(place: str, month: int, day: int, hour: int, minute: int) -> datetime:
    """Return a time in 2026 by the clocks of a place."""
    return datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo(place)).astimezone(UTC)


LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("place", ["America/Sao_Paulo", "Europe/Lisbon", "Pacific/Chatham"])
def test_the_week_is_told_from_monday_at_nine_on_by_the_clock_on_the_wall(place: str) -> None:
    # In Lisbon clocks go forward on 2026-03-29, the last day of the week told here.
    tell = partial(week_to_tell, zone=ZoneInfo(place))

    assert str(tell(at(place, 3, 30, 8, 59), LONG_AGO)) == "2026-03-16"
    assert str(tell(at(place, 3, 30, 9, 0), LONG_AGO)) == "2026-03-23"
    assert str(tell(at(place, 4, 5, 23, 59), LONG_AGO)) == "2026-03-23"


def test_whoever_asks_for_it_later_waits_for_the_next_monday() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")
    monday = at("Europe/Lisbon", 3, 30, 9, 0)

    assert week_to_tell(monday + timedelta(hours=1), monday, lisbon) is not None
    assert week_to_tell(monday + timedelta(hours=1), monday + timedelta(1), lisbon) is None
    assert str(week_to_tell(monday + WEEK, monday + timedelta(1), lisbon)) == "2026-03-30"


def weeklies(chat: Chat) -> list[str]:
    return [each.text for each in chat.bot_messages() if "A new week has begun" in each.text]


def take_down(house: TimedHouse, times: int = 1) -> None:
    """Let clocks look for mornings, several of them at once."""
    with ConnectionPool(house.database.conninfo, min_size=times, open=True) as pool:
        outbox = WeeklyOutbox(pool)
        for _ in range(times):
            outbox.take_down(house.bot.now(), outbox.end_of_log())
        house.bot.run(house.bot.parts.clock.take_down_weeklies())
    house.bot.settle()


def next_monday(house: TimedHouse, zone: str) -> timedelta:
    """Return how long it is until Monday at nine."""
    now = house.bot.now().astimezone(ZoneInfo(zone))
    monday = (now + timedelta(days=7 - now.weekday())).replace(hour=9, minute=0, second=0)
    return monday.astimezone(UTC) - house.bot.now()


def test_the_ranking_of_a_week_is_posted_once_where_it_is_wanted_and_games_were_played(
    timed_house: TimedHouse,
) -> None:
    wanted, unwanted = timed_house.table("Ana", "Carla"), timed_house.table("Duda", "Eva")
    idle = timed_house.table("Gil", "Hugo")
    for table in (wanted, idle):
        menu = settings(table.chat, table.people[0])
        go(table.chat, menu, table.people[0], "Time", "Weekly ranking: no")
        turned_to(table.chat, menu, "Weekly ranking: yes")
    group_id = group_id_of(settings(wanted.chat, wanted.people[0]))
    change = partial(customs.choose_time_zone, name="America/Sao_Paulo")
    timed_house.room.choose_customs(group_id, UUID(int=1), change)
    finish(timed_house, wanted)
    finish(timed_house, unwanted)
    timed_house.bot.settle()

    timed_house.bot.skip_time(next_monday(timed_house, "America/Sao_Paulo") - timedelta(minutes=1))
    take_down(timed_house)
    early = weeklies(wanted.chat)
    timed_house.bot.skip_time(timedelta(minutes=1, seconds=1))
    take_down(timed_house, times=3)
    timed_house.bot.skip_time(timedelta(days=2))
    take_down(timed_house)

    assert early == []
    (told,) = weeklies(wanted.chat)
    assert "🥇 1. Ana · 1 point · 1 win · 1 game" in told
    assert weeklies(unwanted.chat) == weeklies(idle.chat) == []
    timed_house.bot.skip_time(WEEK)
    take_down(timed_house)
    assert weeklies(wanted.chat) == [told]


def test_a_chat_that_cannot_be_written_to_has_its_ranking_once_it_can(
    timed_house: TimedHouse,
) -> None:
    table = timed_house.table("Ana", "Carla")
    menu = settings(table.chat, table.people[0])
    timed_house.room.choose_customs(
        group_id_of(menu), UUID(int=1), partial(customs.choose_weekly, wanted=True)
    )
    finish(timed_house, table)
    timed_house.bot.settle()
    timed_house.bot.skip_time(next_monday(timed_house, "UTC") + timedelta(seconds=1))
    timed_house.client.fault("refuse", method="sendMessage", chat_id=table.chat.id, times=1)
    take_down(timed_house)
    timed_house.bot.pass_time(timedelta(minutes=1))

    assert len(weeklies(table.chat)) == 1
    facts = [type(entry.event) for entry in timed_house.ledger(table).entries]
    assert sum(issubclass(fact, GameEnded) for fact in facts) == 1
