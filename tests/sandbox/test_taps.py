"""Taps on buttons, and what only the tapper sees."""

import json

import pytest

from telegram_bot.sandbox import acts
from telegram_bot.sandbox.acts import ActRefusedError
from telegram_bot.sandbox.callbacks import Answer, Tap
from tests.sandbox.conftest import Stage

BUTTONS = json.dumps({"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]})
TOO_OLD = "400 Bad Request: query is too old and response timeout expired or query ID is invalid"


def tapped(stage: Stage, *, forged: str = "") -> Tap:
    message = stage.send(stage.group, reply_markup=BUTTONS)
    return acts.tap(
        stage.world,
        stage.bruno.id,
        stage.group.id,
        message,
        forged or "join",
        forged=bool(forged),
    )


def test_a_tap_reaches_the_bot_and_the_answer_the_tapper(stage: Stage) -> None:
    tap = tapped(stage)
    query = stage.last_update()
    assert (query["id"], query["data"], query["from"]["id"]) == (tap.id, "join", stage.bruno.id)
    assert query["message"]["text"] == "table"

    stage.ask("answerCallbackQuery", callback_query_id=tap.id, text="Hi", show_alert="true")

    assert tap.answer == Answer("Hi", show_alert=True)


def test_a_tap_is_answered_once_and_in_time(stage: Stage) -> None:
    first, second = tapped(stage), tapped(stage)
    stage.ask("answerCallbackQuery", callback_query_id=first.id)
    assert stage.refusal("answerCallbackQuery", callback_query_id=first.id) == TOO_OLD
    assert first.answers == 2
    stage.clock.advance(16)
    assert stage.refusal("answerCallbackQuery", callback_query_id=second.id) == TOO_OLD
    assert stage.refusal("answerCallbackQuery", callback_query_id="7") == TOO_OLD


def test_an_answer_has_limits(stage: Stage) -> None:
    query = {"callback_query_id": tapped(stage).id}
    assert (
        stage.refusal("answerCallbackQuery", **query, text="x" * 201)
        == "400 Bad Request: MESSAGE_TOO_LONG"
    )
    assert (
        stage.refusal("answerCallbackQuery", **query, url="https://example.org/")
        == "400 Bad Request: URL_INVALID"
    )
    own = f"https://t.me/{stage.world.bot.username}?start=hand"
    assert stage.ask("answerCallbackQuery", **query, url=own) is True


def test_only_buttons_that_are_there_can_be_pressed(stage: Stage) -> None:
    message = stage.send(stage.group, reply_markup=BUTTONS)
    stage.ask("editMessageReplyMarkup", chat_id=stage.group.id, message_id=message)
    with pytest.raises(ActRefusedError, match="no such button"):
        acts.tap(stage.world, stage.ana.id, stage.group.id, message, "join")


def test_a_stranger_does_not_see_the_button(stage: Stage) -> None:
    message = stage.send(stage.group, reply_markup=BUTTONS)
    stranger = stage.world.add_person("Zoe")
    with pytest.raises(ActRefusedError, match="not a member"):
        acts.tap(stage.world, stranger.id, stage.group.id, message, "join")


def test_a_forged_tap_carries_any_data(stage: Stage) -> None:
    tapped(stage, forged="x" * 64)

    assert stage.last_update()["data"] == "x" * 64


def test_a_tap_on_a_deleted_message_shows_it_as_inaccessible(stage: Stage) -> None:
    message = stage.send(stage.group, reply_markup=BUTTONS)
    stage.ask("deleteMessage", chat_id=stage.group.id, message_id=message)
    acts.tap(stage.world, stage.ana.id, stage.group.id, message, "join", forged=True)

    assert stage.last_update()["message"]["date"] == 0


def test_a_double_tap_is_two_queries(stage: Stage) -> None:
    message = stage.send(stage.group, reply_markup=BUTTONS)
    for _ in range(2):
        acts.tap(stage.world, stage.ana.id, stage.group.id, message, "join")

    assert stage.update_kinds() == ["callback_query", "callback_query"]
