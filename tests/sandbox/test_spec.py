"""Requests are checked against the Bot API 10.3 data."""

import pytest

from telegram_bot.sandbox.spec import load_spec

SPEC = load_spec()
FIRST = "reply_markup.inline_keyboard[0][0]"
BUTTON = '{"inline_keyboard":[[{"text":"a","callback_data":"%s"}]]}'


def test_the_data_is_of_the_version_we_speak() -> None:
    assert SPEC.version == "Bot API 10.3"


@pytest.mark.parametrize(
    ("method", "values"),
    [
        ("getMe", {}),
        ("SENDMESSAGE", {"chat_id": "-5", "text": "x"}),
        ("sendMessage", {"chat_id": "@name", "text": "x", "disable_notification": "true"}),
        ("sendMessage", {"chat_id": 5, "text": "x", "reply_markup": BUTTON % ("x" * 64)}),
        ("sendMessage", {"chat_id": 5, "text": "x" * 9000, "parse_mode": "HTML"}),
        ("setMyCommands", {"commands": [{"command": "new", "description": "opens a table"}]}),
        ("setMyCommands", {"commands": "[]", "scope": '{"type":"all_group_chats"}'}),
    ],
)
def test_a_right_request_has_no_problem(method: str, values: dict[str, object]) -> None:
    assert SPEC.check(method, values) == []


@pytest.mark.parametrize(
    ("method", "values", "problem"),
    [
        ("sendCard", {}, "sendCard: unknown method in Bot API 10.3"),
        ("sendMessage", {"chat_id": 5}, "sendMessage.text: required, missing"),
        ("getMe", {"colour": "red"}, "getMe.colour: unknown parameter in Bot API 10.3"),
        ("getUpdates", {"offset": "soon"}, "getUpdates.offset: not a Integer"),
        ("sendMessage", {"chat_id": 5, "text": 5}, "sendMessage.text: not a String"),
        (
            "answerCallbackQuery",
            {"callback_query_id": "1", "text": "x" * 201},
            "answerCallbackQuery.text: 201 characters, allowed 0-200",
        ),
        (
            "sendMessage",
            {"chat_id": 5, "text": "x", "reply_markup": BUTTON % ("é" * 33)},
            "sendMessage.reply_markup.inline_keyboard[0][0].callback_data: 66 bytes, allowed 1-64",
        ),
        (
            "sendMessage",
            {"chat_id": 5, "text": "x", "reply_markup": "{"},
            "sendMessage.reply_markup: not JSON",
        ),
        (
            "sendMessage",
            {
                "chat_id": 5,
                "text": "x",
                "reply_markup": {"inline_keyboard": [[{"text": "a"}]]},
            },
            "sendMessage.reply_markup.inline_keyboard[0][0]: one action needed, got 0",
        ),
        (
            "editMessageReplyMarkup",
            {
                "reply_markup": {
                    "inline_keyboard": [[{"text": "a", "callback_data": "a", "style": "red"}]]
                }
            },
            f"editMessageReplyMarkup.{FIRST}.style: 'red' is no InlineKeyboardButtonStyle",
        ),
    ],
)
def test_a_wrong_request_is_described(
    method: str, values: dict[str, object], problem: str
) -> None:
    assert SPEC.check(method, values) == [problem]


def test_a_file_may_stand_only_where_files_are_taken() -> None:
    assert SPEC.check("sendPhoto", {"chat_id": 1}, ["photo"]) == []
    assert SPEC.check("sendMessage", {"chat_id": 1}, ["text"]) == [
        "sendMessage.text: file not allowed"
    ]
