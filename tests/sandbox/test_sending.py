"""sendMessage and its siblings: what is seen, and what is refused in which words."""

import json

import pytest

from telegram_bot.sandbox import acts
from telegram_bot.sandbox.chats import SENDING
from telegram_bot.sandbox.media import Upload
from tests.sandbox.conftest import Stage
from tests.sandbox.pictures import png

UNREADABLE = "can't parse inline keyboard button"


def keyboard(*buttons: dict[str, object]) -> str:
    return json.dumps({"inline_keyboard": [list(buttons)]})


def test_a_message_comes_back_as_telegram_shows_it(stage: Stage) -> None:
    markup = keyboard({"text": "Join", "callback_data": "join", "style": "success"})
    sent = stage.ask(
        "sendMessage",
        chat_id=stage.group.id,
        text="<b>Table</b>",
        parse_mode="HTML",
        reply_markup=markup,
    )

    assert sent["text"] == "Table"
    assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 5}]
    assert sent["reply_markup"] == json.loads(markup)
    assert sent["from"]["is_bot"] is True
    assert sent["date"] == int(stage.clock())


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "message text is empty"),
        (" \n", "text must be non-empty"),
        ("x" * 4097, "message is too long"),
        ("x" * 40_000, "text is too long"),
        ("<b>x", "can't parse entities: Can't find end tag corresponding to start tag \"b\""),
    ],
)
def test_a_bad_text_is_refused(stage: Stage, text: str, refusal: str) -> None:
    asked = stage.refusal("sendMessage", chat_id=stage.group.id, text=text, parse_mode="HTML")

    assert asked == f"400 Bad Request: {refusal}"


def test_the_limit_counts_code_points_after_parsing(stage: Stage) -> None:
    text = f"<b>{'😀' * 4096}</b>"

    assert stage.send(stage.group, text, parse_mode="HTML")


@pytest.mark.parametrize(
    ("markup", "refusal"),
    [
        ("{", "can't parse reply keyboard markup JSON object"),
        ("[]", "object expected as reply markup"),
        (keyboard({"text": "a", "callback_data": "é" * 33}), "BUTTON_DATA_INVALID"),
        (
            keyboard({"text": "a"}),
            f"{UNREADABLE}: Text buttons are unallowed in the inline keyboard",
        ),
        (
            keyboard({"callback_data": "a"}),
            f'{UNREADABLE}: Can\'t find field "text"',
        ),
        (
            keyboard({"text": "a", "url": "no link"}),
            "inline keyboard button URL 'no link' is invalid: Wrong HTTP URL",
        ),
        (
            json.dumps({"inline_keyboard": [[{"text": "a", "callback_data": "a"}]] * 101}),
            "reply markup is too long",
        ),
    ],
)
def test_a_bad_keyboard_is_refused(stage: Stage, markup: str, refusal: str) -> None:
    asked = stage.refusal("sendMessage", chat_id=stage.group.id, text="x", reply_markup=markup)

    assert asked == f"400 Bad Request: {refusal}"


def test_buttons_without_a_label_vanish_silently(stage: Stage) -> None:
    markup = keyboard({"text": "", "callback_data": "a"})
    sent = stage.ask("sendMessage", chat_id=stage.group.id, text="x", reply_markup=markup)

    assert "reply_markup" not in sent


def test_a_reply_names_its_message_and_a_missing_one_is_refused(stage: Stage) -> None:
    first = stage.send(stage.group)
    reply = stage.ask(
        "sendMessage", chat_id=stage.group.id, text="x", reply_parameters={"message_id": first}
    )
    assert reply["reply_to_message"]["message_id"] == first

    nothing = {"message_id": 999}
    assert (
        stage.refusal("sendMessage", chat_id=stage.group.id, text="x", reply_parameters=nothing)
        == "400 Bad Request: message to be replied not found"
    )
    lenient = nothing | {"allow_sending_without_reply": True}
    assert stage.send(stage.group, reply_parameters=lenient)


def test_a_chat_must_be_named_and_known(stage: Stage) -> None:
    assert stage.refusal("sendMessage", text="x") == "400 Bad Request: chat_id is empty"
    assert stage.refusal("sendMessage", chat_id=-1, text="x") == "400 Bad Request: chat not found"
    assert (
        stage.refusal("sendMessage", chat_id="@nobody", text="x")
        == "400 Bad Request: chat not found"
    )


def test_a_private_chat_needs_start_and_no_block(stage: Stage) -> None:
    ana = stage.ana
    assert (
        stage.refusal("sendMessage", chat_id=ana.id, text="x")
        == "403 Forbidden: bot can't initiate conversation with a user"
    )
    acts.say(stage.world, ana.id, ana.id, "/start")
    assert stage.ask("sendMessage", chat_id=ana.id, text="x")
    acts.block(stage.world, ana.id, blocked=True)
    assert (
        stage.refusal("sendMessage", chat_id=ana.id, text="x")
        == "403 Forbidden: bot was blocked by the user"
    )
    ana.deactivated = True
    assert (
        stage.refusal("sendMessage", chat_id=ana.id, text="x")
        == "403 Forbidden: user is deactivated"
    )


def test_a_removed_bot_is_told_how_it_went(stage: Stage) -> None:
    world, ana = stage.world, stage.ana
    acts.remove_member(world, stage.group.id, stage.bot_id, by=ana.id)
    assert (
        stage.refusal("sendMessage", chat_id=stage.group.id, text="x")
        == "403 Forbidden: bot was kicked from the group chat"
    )
    assert stage.ask("leaveChat", chat_id=stage.club.id) is True
    assert (
        stage.refusal("sendMessage", chat_id=stage.club.id, text="x")
        == "403 Forbidden: bot is not a member of the supergroup chat"
    )


def test_a_deleted_group_is_gone(stage: Stage) -> None:
    acts.delete_group(stage.world, stage.group.id)
    assert (
        stage.refusal("sendMessage", chat_id=stage.group.id, text="x")
        == "403 Forbidden: the group chat was deleted"
    )


def test_a_muted_bot_may_not_send(stage: Stage) -> None:
    acts.restrict(stage.world, stage.club.id, stage.bot_id, by=stage.ana.id)
    assert (
        stage.refusal("sendMessage", chat_id=stage.club.id, text="x")
        == "400 Bad Request: not enough rights to send text messages to the chat"
    )


def test_a_silenced_group_still_hears_an_administrator(stage: Stage) -> None:
    world, group = stage.world, stage.group
    acts.set_permissions(world, group.id, group.permissions - frozenset(SENDING))
    assert stage.refusal("sendMessage", chat_id=group.id, text="x").startswith("400")
    acts.promote(world, group.id, stage.bot_id, by=stage.ana.id)
    assert stage.send(group)


def test_a_photo_is_uploaded_once_and_reused(stage: Stage) -> None:
    upload = Upload("hands.png", png(300, 200), "image/png")
    sent = stage.ask("sendPhoto", {"photo": upload}, chat_id=stage.group.id, caption="Hands")
    photo = sent["photo"][-1]

    assert (photo["width"], photo["height"], sent["caption"]) == (300, 200, "Hands")

    again = stage.ask("sendPhoto", chat_id=stage.group.id, photo=photo["file_id"])

    assert again["photo"][-1]["file_id"] == photo["file_id"]
    file = stage.ask("getFile", file_id=photo["file_id"])
    assert stage.world.files.get(file["file_path"].removeprefix("files/")).upload == upload


def test_bad_files_are_refused(stage: Stage) -> None:
    chat_id = stage.group.id

    def refused(file: Upload | None = None, method: str = "sendPhoto", **values: object) -> str:
        files = {"photo": file} if file else {}
        return stage.refusal(method, files, chat_id=chat_id, **values)

    assert refused() == "400 Bad Request: there is no photo in the request"
    assert refused(Upload("x", b"text")) == "400 Bad Request: IMAGE_PROCESS_FAILED"
    assert refused(Upload("x", png(3000, 10))) == "400 Bad Request: PHOTO_INVALID_DIMENSIONS"
    assert (
        refused(photo="nothing")
        == "400 Bad Request: wrong file_id or the file is temporarily unavailable"
    )
    assert (
        refused(Upload("x", png(30, 20)), caption="x" * 1025)
        == "400 Bad Request: message caption is too long"
    )
    document = stage.ask("sendDocument", {"document": Upload("a", b"a")}, chat_id=chat_id)
    assert (
        refused(photo=document["document"]["file_id"])
        == "400 Bad Request: can't use file of type Document as Photo"
    )


def test_what_the_sandbox_cannot_it_says(stage: Stage) -> None:
    assert stage.refusal(
        "sendMessage", chat_id=stage.group.id, text="x", parse_mode="MarkdownV2"
    ).startswith("501 Not Implemented: the sandbox does not know")
