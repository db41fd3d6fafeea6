"""What is kept of updates that could not be handled, and for whom it is erased."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from projections.database import Database
from projections.rows import Connection
from telegram_bot.database import pool_of
from telegram_bot.housekeeping import Housekeeping
from telegram_bot.intake import set_aside
from telegram_bot.intake.set_aside import KEPT, without_words
from tests.intake.people import message

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HAND = "1: K♥   2: 9♥   3: 4♣"


def tap(number: int, by: int) -> dict[str, Any]:
    """A tap on the private message that shows a hand."""
    keyboard = {"inline_keyboard": [[{"text": "K♥", "callback_data": "throw:AAAA:3:0"}]]}
    shown = {
        "message_id": 9,
        "date": 1,
        "chat": {"id": by, "type": "private"},
        "text": HAND,
        "entities": [{"type": "bold", "offset": 0, "length": 4}],
        "reply_markup": keyboard,
    }
    user = {"id": by, "is_bot": False, "first_name": "Ana"}
    query = {"id": "5", "from": user, "message": shown, "chat_instance": "1"}
    return {"update_id": number, "callback_query": query | {"data": "throw:AAAA:3:0"}}


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        yield connection


def test_no_card_of_a_message_of_the_bot_is_kept() -> None:
    reply = message(1, -1)
    reply["message"]["reply_to_message"] = tap(1, 7)["callback_query"]["message"]
    reply["message"]["quote"] = {"text": HAND, "position": 0}
    forwarded = message(1, 7)
    forwarded["message"]["text"] = HAND

    for update in (tap(1, 7), reply, forwarded):
        assert "♥" not in str(without_words(update))


def test_all_that_a_handler_needs_is_kept() -> None:
    bare = without_words(tap(1, 7))["callback_query"]

    assert bare["data"] == "throw:AAAA:3:0"
    assert bare["message"] == {
        "message_id": 9,
        "date": 1,
        "chat": {"id": 7, "type": "private"},
    }
    assert without_words(message(1, -1)) == message(1, -1)


def test_an_update_that_is_nonsense_is_kept_as_it_is(connection: Connection) -> None:
    nonsense_of_all_kinds: list[Any] = [{"a": "\0\ud800"}, [], "words", None]
    for number, nonsense in enumerate(nonsense_of_all_kinds):
        update = {"update_id": number, "message": nonsense}
        set_aside.put(connection, update, "KeyError", NOON)

    assert [aside.update_id for aside in set_aside.kept(connection)] == [0, 1, 2, 3]


def test_what_fails_again_is_kept_once(connection: Connection) -> None:
    for reason, at in (("first", NOON), ("second", NOON + KEPT)):
        set_aside.put(connection, message(1, -1), reason, at)

    (aside,) = set_aside.kept(connection)
    assert (aside.reason, aside.set_aside_at) == ("second", NOON + KEPT)


def test_what_is_asked_for_is_claimed_by_one_alone(connection: Connection) -> None:
    for number in (1, 2, 3):
        set_aside.put(connection, message(number, -1), "", NOON)
    assert set_aside.claim(connection) == []

    assert set_aside.ask_for(connection, [1, 3, 4]) == [1, 3]

    assert {aside.update_id for aside in set_aside.claim(connection)} == {1, 3}
    assert set_aside.claim(connection) == []
    assert sorted(set_aside.ask_for(connection, None)) == [1, 2, 3]


def test_whoever_is_forgotten_is_not_in_it_any_more(connection: Connection) -> None:
    about_carla = message(3, -1)
    about_carla["message"]["left_chat_member"] = {"id": 7, "is_bot": False, "first_name": "Ana"}
    for update in (tap(1, 7), tap(2, 77), about_carla):
        set_aside.put(connection, update, "", NOON)

    set_aside.drop_those_about(connection, 7)

    assert [aside.update_id for aside in set_aside.kept(connection)] == [2]


def test_it_is_forgotten_after_a_while_unless_it_is_asked_for(
    connection: Connection, database: Database
) -> None:
    for number, at in ((1, NOON), (2, NOON), (3, NOON + timedelta(days=1))):
        set_aside.put(connection, message(number, -1), "", at)
    set_aside.ask_for(connection, [2])

    with pool_of(database, 4) as pool:
        Housekeeping(pool).tidy(NOON + KEPT + timedelta(hours=1))

    assert [aside.update_id for aside in set_aside.kept(connection)] == [2, 3]
