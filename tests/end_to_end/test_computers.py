"""A table with computer players, by buttons over HTTP, from the first one seated to the end."""

from contextlib import suppress
from datetime import timedelta

from domain import facts
from domain.match import DeadlineKind, Phase
from domain.pace import QUICKEST_MOVE, SLOWEST_MOVE
from projections.standings.queries import figures_of
from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import House, TimedHouse
from tests.end_to_end.ledger import Ledger
from tests.end_to_end.play import ON_TURN, Sight, Table, sight
from tests.end_to_end.test_choosing import go, offers
from tests.support.sandbox_client import SandboxError, SeenMessage

A_WHILE = timedelta(seconds=30)
"""Longer than all computer players of a table take for a turn each."""


def with_computers(house: TimedHouse, *levels: str, said: str = "/new") -> Table:
    """Let Ana open a table, seat computer players of these levels, and start."""
    table = house.table("Ana", seed=31)
    ana = table.people[0]
    ana.send(table.chat, said)
    go(table, "🤖 Add computer")
    for number, level in enumerate(levels, 2):
        ana.tap(table.see(offers(f"🤖 {level}")).message, f"🤖 {level}")
        house.bot.settle()
        assert f"\n{number}. 🤖" in table.see().message.text
    go(table, "Done")
    table.see(offers("Start"))
    ana.tap(table.see(offers("Start")).message, "▶ Start")
    house.bot.settle()
    return table


def newest(table: Table) -> SeenMessage:
    """Return the newest message of the bot."""
    return table.chat.bot_messages()[-1]


def seen_now(house: TimedHouse, table: Table) -> Sight | None:
    """Let the computer players play, and return the table if Ana is asked anything."""
    house.bot.pass_time(A_WHILE)
    return sight(newest(table))


def play_on(house: TimedHouse, table: Table) -> SeenMessage:
    """Play until the game is over, and return its last message."""
    ana = table.people[0]
    while (seen := seen_now(house, table)) is not None and Verb.REMATCH not in seen.verbs:
        mixes = seen.of(Verb.MIX)
        table.tap(ana, mixes[0] if mixes else table.choose(seen), seen)
    return newest(table)


def moves_of_computers(ledger: Ledger) -> list[facts.Fact]:
    computers = ledger.match.computers
    moves = (facts.CardDiscarded, facts.PlayerKnocked, facts.PlayerStood)
    return [
        entry.event
        for entry in ledger.entries
        if isinstance(entry.event, moves) and entry.event.seat in computers
    ]


def test_a_person_and_three_computer_players_play_to_the_end(timed_house: TimedHouse) -> None:
    house = timed_house
    table = with_computers(house, "easy", "medium", "hard")
    start = newest(table).text

    last = play_on(house, table)

    ledger = house.ledger(table)
    thinking = [
        entry.event.until - entry.event.since
        for entry in ledger.entries
        if isinstance(entry.event, facts.DeadlineSet)
        and entry.event.kind == DeadlineKind.COMPUTER
        and entry.event.until > entry.event.since
    ]
    assert start.count("🤖") >= 3
    assert last.text.count("🤖") >= 3 or "Only computer players were left" in last.text
    assert "rated" in last.text
    assert sorted(ledger.match.levels.values()) == ["easy", "hard", "medium"]
    assert len(moves_of_computers(ledger)) > 3
    assert len(thinking) > 3
    assert all(QUICKEST_MOVE <= wait <= SLOWEST_MOVE for wait in thinking)
    assert not any(isinstance(entry.event, facts.TurnTimedOut) for entry in ledger.entries)
    assert house.room.audit(ledger.game_id).findings == ()
    with house.bot.parts._pool.connection() as connection:
        assert all(figures_of(connection, one).games == 0 for one in ledger.match.player_ids)


def test_a_computer_player_is_sent_away_again_and_its_button_is_old_then(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = house.table("Ana", "Bruno", seed=31)
    ana, bruno = table.people
    ana.send(table.chat, "/new")
    go(table, "🤖 Add computer")
    page = table.see(offers("🤖 hard"))

    refused = bruno.tap(page.message, "🤖 hard")
    ana.tap(page.message, "🤖 hard")
    house.bot.settle()
    seated = table.see(offers("Without"))
    twice = ana.forge_tap(page.message, page.message.button("🤖 hard").data)
    ana.tap(seated.message, "Without")
    house.bot.settle()
    again = ana.forge_tap(seated.message, seated.message.button("Without").data)

    assert "não está nesta mesa" in refused.text
    assert "· hard" in seated.message.text
    assert "🤖" not in table.see(offers("🤖 hard")).message.text
    assert again.text == twice.text
    assert len(house.ledger(table).match.player_ids) == 1


def test_after_a_knock_all_that_computer_players_do_is_one_edit(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = with_computers(house, "easy", "easy", "easy", said="/new trinta")
    ana = table.people[0]
    while (seen := seen_now(house, table)) is None or Verb.KNOCK not in seen.verbs:
        if seen is not None:
            table.tap(ana, (seen.of(Verb.MIX) or [table.choose(seen)])[0], seen)
    before = len(house.client.requests())

    table.tap(ana, seen.of(Verb.KNOCK)[0], seen)
    house.bot.pass_time()

    asked = [request["method"] for request in house.client.requests()[before:]]
    written = [method for method in asked if method in {"editMessageText", "sendMessage"}]
    assert house.ledger(table).match.showdown is not None
    assert written[-1] == "sendMessage"  # the next table
    assert written.count("editMessageText") <= 2  # the knock, and the showdown


def with_substitutes(house: TimedHouse) -> tuple[Table, str]:
    """Start a game of three in which computer players play on; return its table before, too."""
    table = house.table("Ana", "Carla", "Duda", seed=31)
    ana = table.people[0]
    ana.send(table.chat, "/new")
    table.sit_down()
    go(table, "🤖 Add computer")
    ana.tap(table.see(offers("Computer, hard")).message, "Computer, hard")
    table.see(offers("✓ Computer, hard"))
    go(table, "Done")
    lobby = table.see(offers("Start")).message.text
    ana.tap(table.see(offers("Start")).message, "▶ Start")
    house.bot.settle()
    return table, lobby


def test_where_it_was_chosen_a_computer_player_plays_on_for_whoever_leaves(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table, lobby = with_substitutes(house)
    carla = table.people[1]

    carla.send(table.chat, "/leave")
    house.bot.settle()
    asked = table.chat.bot_messages()[-1]
    carla.tap(asked, "Leave the game")
    house.bot.settle()

    match = house.ledger(table).match
    assert "plays on: Computer, hard" in lobby
    assert "a computer player plays on for you" in asked.text
    assert match.levels == {match.player_ids[1]: "hard"}
    assert "🤖" in table.see().message.text
    assert "not sitting" in carla.tap(table.see().message, "1").text


def test_whoever_was_away_has_the_seat_back_by_a_tap_at_the_table(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table, _ = with_substitutes(house)
    carla = table.people[1]
    before = house.ledger(table).match.player_ids
    while not house.ledger(table).match.absent:
        seen = table.see()
        if Verb.MIX in seen.verbs:
            house.bot.pass_time(A_WHILE)
        elif table.on_turn(seen) is carla:
            house.bot.pass_time(timedelta(minutes=11))
        else:
            table.step(seen)
            house.bot.settle()
    while Verb.MIX in table.see().verbs:
        house.bot.pass_time(A_WHILE)
    told = table.see().message

    carla.tap(told, "👁 My hand")
    house.bot.settle()

    match = house.ledger(table).match
    assert "🤖" in told.text
    assert "plays for somebody who is away, until they tap" in told.text
    assert match.player_ids == before
    assert not match.levels
    assert "Carla is back in their seat" in table.see().message.text
    assert match.helped == {1}


def test_a_computer_player_moves_though_the_bot_was_killed_on_its_turn(
    mortal_house: House,
) -> None:
    house = mortal_house
    table = house.table("Ana", seed=31)
    ana = table.people[0]
    ana.send(table.chat, "/new trinta")
    go(table, "🤖 Add computer", "🤖 easy")
    house.client.wait_until(lambda: "Without" in " ".join(newest(table).labels), "the computer")
    go(table, "Done", "▶ Start")
    game_id = table.see(lambda seen: Verb.MIX in seen.verbs).game_id
    _play_to_the_computers_turn(table)
    house.bot.kill()
    while not _computer_is_to_move(Ledger(house.room, game_id)):  # it was quicker than the kill
        house.bot.start()
        _play_to_the_computers_turn(table)
        house.bot.kill()
    asleep = len(Ledger(house.room, game_id).entries)

    house.bot.start()

    house.client.wait_until(lambda: sight(newest(table)) is not None, "Ana's turn, or the end")
    since = Ledger(house.room, game_id).entries[asleep:]
    assert since
    assert not any(isinstance(entry.event, facts.TurnTimedOut) for entry in since)


def _play_to_the_computers_turn(table: Table) -> None:
    """Let Ana cut, draw and throw until the table says that the computer player is on turn."""
    ana = table.people[0]
    while not _computer_is_on_turn(table):
        seen = sight(newest(table))
        if seen is not None and (asked := seen.of(Verb.MIX, Verb.DRAW, Verb.THROW)):
            with suppress(SandboxError):  # it has moved on meanwhile
                table.tap(ana, asked[0], seen)
                _wait_for_another(table, seen.message)


def _wait_for_another(table: Table, before: SeenMessage) -> None:
    table.chat.client.wait_until(lambda: newest(table) != before, "the table to change")


def _computer_is_to_move(ledger: Ledger) -> bool:
    """Tell whether the log waits for a computer player, whatever the table says."""
    match = ledger.match
    return match.phase is Phase.PLAYING and match.in_play()[1].seat in match.computers


def _computer_is_on_turn(table: Table) -> bool:
    lines = newest(table).text.splitlines()
    return any(line.startswith(ON_TURN) and "🤖" in line for line in lines)
