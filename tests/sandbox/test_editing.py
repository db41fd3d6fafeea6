"""Edits and deletions."""

import json

from telegram_bot.sandbox import acts
from telegram_bot.sandbox.media import Upload
from tests.sandbox.conftest import Stage
from tests.sandbox.pictures import png

BUTTONS = json.dumps({"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]})
NOT_MODIFIED = (
    "400 Bad Request: message is not modified: specified new message content and reply markup "
    "are exactly the same as a current content and reply markup of the message"
)


def edited(stage: Stage, message_id: int, text: str = "x", **values: object) -> dict[str, object]:
    return {"chat_id": stage.group.id, "message_id": message_id, "text": text} | values


def test_an_edit_replaces_text_and_buttons_in_place(stage: Stage) -> None:
    sent = stage.send(stage.group, reply_markup=BUTTONS)
    stage.clock.advance(5)
    message = stage.ask("editMessageText", **edited(stage, sent, "new"))

    assert message["text"] == "new"
    assert "reply_markup" not in message
    assert message["edit_date"] == message["date"] + 5
    assert [each.id for each in stage.world.history(stage.group.id)][-1] == sent


def test_an_edit_that_changes_nothing_is_refused(stage: Stage) -> None:
    sent = stage.send(stage.group, "x", reply_markup=BUTTONS)
    same = edited(stage, sent, "<i></i>x ", parse_mode="HTML", reply_markup=BUTTONS)

    assert stage.refusal("editMessageText", **same) == NOT_MODIFIED
    assert (
        stage.refusal(
            "editMessageReplyMarkup",
            chat_id=stage.group.id,
            message_id=sent,
            reply_markup=BUTTONS,
        )
        == NOT_MODIFIED
    )


def test_only_the_bots_own_living_messages_are_edited(stage: Stage) -> None:
    theirs = acts.say(stage.world, stage.ana.id, stage.group.id, "hello")

    assert (
        stage.refusal("editMessageText", **edited(stage, 999))
        == "400 Bad Request: message to edit not found"
    )
    assert (
        stage.refusal("editMessageText", **edited(stage, theirs.id))
        == "400 Bad Request: message can't be edited"
    )


def test_an_edit_knows_what_kind_of_message_it_is_for(stage: Stage) -> None:
    text = stage.send(stage.group)
    photo = {"photo": Upload("p.png", png(30, 20))}
    picture = stage.ask("sendPhoto", photo, chat_id=stage.group.id)["message_id"]
    chat_id = stage.group.id

    assert (
        stage.refusal("editMessageText", **edited(stage, picture))
        == "400 Bad Request: there is no text in the message to edit"
    )
    assert (
        stage.refusal("editMessageCaption", chat_id=chat_id, message_id=text, caption="c")
        == "400 Bad Request: there is no caption in the message to edit"
    )
    assert (
        stage.refusal("editMessageText", **edited(stage, text, "x" * 4097))
        == "400 Bad Request: MESSAGE_TOO_LONG"
    )
    caption = stage.ask("editMessageCaption", chat_id=chat_id, message_id=picture, caption="c")
    assert caption["caption"] == "c"
    media = {"type": "document", "media": "attach://log", "caption": "log"}
    document = stage.ask(
        "editMessageMedia",
        {"log": Upload("log.txt", b"log")},
        chat_id=chat_id,
        message_id=picture,
        media=json.dumps(media),
    )
    assert document["document"]["file_name"] == "log.txt"


def test_deleting_own_messages_within_two_days(stage: Stage) -> None:
    young, old = stage.send(stage.group), stage.send(stage.group)
    chat_id = stage.group.id
    assert stage.ask("deleteMessage", chat_id=chat_id, message_id=young) is True
    assert (
        stage.refusal("deleteMessage", chat_id=chat_id, message_id=young)
        == "400 Bad Request: message to delete not found"
    )
    stage.clock.advance(48 * 3600)
    assert (
        stage.refusal("deleteMessage", chat_id=chat_id, message_id=old)
        == "400 Bad Request: message can't be deleted for everyone"
    )


def test_other_peoples_messages_need_the_right(stage: Stage) -> None:
    theirs = acts.say(stage.world, stage.bruno.id, stage.group.id, "hello")
    asked = {"chat_id": stage.group.id, "message_id": theirs.id}
    assert stage.refusal("deleteMessage", **asked) == "400 Bad Request: message can't be deleted"
    acts.promote(stage.world, stage.group.id, stage.bot_id, by=stage.ana.id)
    assert stage.ask("deleteMessages", chat_id=asked["chat_id"], message_ids=[theirs.id, 999])
    assert stage.world.message(stage.group.id, theirs.id) is None
