"""Messages that one person alone sees: who gets one, who sees it, how it is edited and tapped."""

import json
from typing import Any

import httpx
import pytest

from telegram_bot.sandbox import acts, views
from telegram_bot.sandbox.acts import ActRefusedError
from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.people import Client, Person
from telegram_bot.sandbox.spec import load_spec
from tests.sandbox.conftest import Stage
from tests.support.running_sandbox import running_sandbox

SPEC = load_spec()
BUTTONS = json.dumps({"inline_keyboard": [[{"text": "Throw", "callback_data": "throw"}]]})
OFF = json.dumps({"inline_keyboard": [[{"text": "Throw", "disabled": {}}]]})
NOT_ELIGIBLE = "400 Bad Request: not enough rights to send the ephemeral message"
NOT_A_RECEIVER = "400 Bad Request: the user can't receive ephemeral messages in the chat"
NOT_FOUND = "400 Bad Request: MESSAGE_ID_INVALID"
HAND = [{"command": "hand", "description": "Your cards", "is_ephemeral": True}]


def tapped(stage: Stage, person: Person, chat: Chat | None = None) -> str:
    """Let somebody tap a button that all see, and return the query."""
    where = chat or stage.group
    message = stage.send(where, reply_markup=BUTTONS)
    return acts.tap(stage.world, person.id, where.id, message, "throw").id


def given(person: Person, query: str = "", **more: Any) -> dict[str, Any]:
    """Return the parameters that make a message one for a person alone."""
    asked = {"callback_query_id": query} if query else {}
    return {"ephemeral_message_parameters": {"receiver_user_id": person.id, **asked, **more}}


def whisper(stage: Stage, person: Person, **values: Any) -> int:
    """Send somebody who has just tapped a message of their own; return its ephemeral id."""
    query = given(person, tapped(stage, person))
    sent = stage.ask("sendMessage", chat_id=stage.group.id, text="hand", **query, **values)
    return int(sent["ephemeral_message_id"])


def about(stage: Stage, person: Person, ephemeral_id: int) -> dict[str, Any]:
    return {
        "chat_id": stage.group.id,
        "receiver_user_id": person.id,
        "ephemeral_message_id": ephemeral_id,
    }


def seen(stage: Stage, person: Person) -> list[str]:
    """Return the texts that somebody sees in the group and others may not."""
    shapes = views.messages_for(stage.world, person.id, stage.group)
    return [shape["text"] for shape in shapes if "ephemeral_message_id" in shape]


def test_its_receiver_alone_sees_it(stage: Stage) -> None:
    whisper(stage, stage.bruno)

    assert seen(stage, stage.bruno) == ["hand"]
    assert seen(stage, stage.ana) == []
    assert "hand" not in [each.content.text.text for each in stage.world.history(stage.group.id)]


def test_what_comes_back_conforms_and_has_no_message_id(stage: Stage) -> None:
    query = given(stage.bruno, tapped(stage, stage.bruno))
    sent = stage.ask(
        "sendMessage", chat_id=stage.group.id, text="hand", reply_markup=BUTTONS, **query
    )

    assert sent["message_id"] == 0
    assert sent["receiver_user"]["id"] == stage.bruno.id
    assert sent["ephemeral_message_id"] == 1
    assert SPEC.check_object("Message", sent) == []


def test_a_tap_makes_its_tapper_eligible_for_fifteen_seconds(stage: Stage) -> None:
    query = given(stage.bruno, tapped(stage, stage.bruno))
    stage.clock.advance(15)
    stage.ask("sendMessage", chat_id=stage.group.id, text="in time", **query)
    stage.clock.advance(0.1)

    late = stage.refusal("sendMessage", chat_id=stage.group.id, text="late", **query)

    assert late == NOT_ELIGIBLE
    assert seen(stage, stage.bruno) == ["in time"]


def test_a_tap_counts_for_its_tapper_and_its_chat_only(stage: Stage) -> None:
    query, elsewhere = tapped(stage, stage.bruno), tapped(stage, stage.bruno, stage.club)
    unknown = {"chat_id": stage.group.id, "text": "x"}

    assert stage.refusal("sendMessage", **unknown, **given(stage.ana, query)) == NOT_ELIGIBLE
    assert stage.refusal("sendMessage", **unknown, **given(stage.bruno, elsewhere)) == NOT_ELIGIBLE
    assert stage.refusal("sendMessage", **unknown, **given(stage.bruno, "7")) == NOT_ELIGIBLE


def test_an_administrator_may_write_to_any_member_at_any_time(stage: Stage) -> None:
    values = {"chat_id": stage.group.id, "text": "your turn", **given(stage.bruno)}
    assert stage.refusal("sendMessage", **values) == NOT_ELIGIBLE
    acts.promote(stage.world, stage.group.id, stage.bot_id, by=stage.ana.id)

    stage.ask("sendMessage", **values)

    assert seen(stage, stage.bruno) == ["your turn"]


def test_only_members_of_groups_can_be_written_to(stage: Stage) -> None:
    acts.promote(stage.world, stage.group.id, stage.bot_id, by=stage.ana.id)
    stranger = stage.world.add_person("Zoe")
    acts.say(stage.world, stage.ana.id, stage.ana.id, "/start")

    to_a_stranger = {"chat_id": stage.group.id, "text": "x", **given(stranger)}
    in_private = {"chat_id": stage.ana.id, "text": "x", **given(stage.ana)}
    assert stage.refusal("sendMessage", **to_a_stranger) == NOT_A_RECEIVER
    assert "only to groups" in stage.refusal("sendMessage", **in_private)


@pytest.mark.parametrize("client", [Client.OLD, Client.OFFLINE])
def test_what_an_old_or_absent_client_does_not_show_is_accepted_all_the_same(
    stage: Stage, client: Client
) -> None:
    acts.use_client(stage.world, stage.bruno.id, client)
    sent = whisper(stage, stage.bruno)
    acts.use_client(stage.world, stage.bruno.id, Client.NEW)

    assert stage.ask("editEphemeralMessageText", **about(stage, stage.bruno, sent), text="new")
    assert seen(stage, stage.bruno) == []


def test_edits_say_true_and_change_text_and_buttons(stage: Stage) -> None:
    sent = about(stage, stage.bruno, whisper(stage, stage.bruno))

    text = stage.ask("editEphemeralMessageText", **sent, text="new", reply_markup=BUTTONS)
    assert views.messages_for(stage.world, stage.bruno.id, stage.group)[-1]["reply_markup"]
    markup = stage.ask("editEphemeralMessageReplyMarkup", **sent)

    assert (text, markup) == (True, True)
    assert seen(stage, stage.bruno) == ["new"]
    assert "reply_markup" not in views.messages_for(stage.world, stage.bruno.id, stage.group)[-1]


def test_an_edit_takes_no_more_text_than_a_caption_has(stage: Stage) -> None:
    sent = about(stage, stage.bruno, whisper(stage, stage.bruno))
    stage.ask("editEphemeralMessageText", **sent, text="x" * 1024)

    refusal = stage.refusal("editEphemeralMessageText", **sent, text="x" * 1025)

    assert refusal == "400 Bad Request: MEDIA_CAPTION_TOO_LONG"


def test_an_edit_must_name_the_receiver(stage: Stage) -> None:
    sent = whisper(stage, stage.bruno)

    wrong = about(stage, stage.ana, sent)

    assert stage.refusal("editEphemeralMessageText", **wrong, text="new") == NOT_FOUND
    assert stage.refusal("deleteEphemeralMessage", **wrong) == NOT_FOUND


def test_the_id_of_what_is_deleted_or_has_expired_returns(stage: Stage) -> None:
    first, second = whisper(stage, stage.bruno), whisper(stage, stage.ana)
    stage.ask("deleteEphemeralMessage", **about(stage, stage.bruno, first))
    third = whisper(stage, stage.ana)
    acts.expire_ephemerals(stage.world, stage.ana.id)
    gone = stage.refusal("editEphemeralMessageText", **about(stage, stage.ana, second), text="x")

    assert (first, second, third) == (1, 2, 1)
    assert seen(stage, stage.bruno) == seen(stage, stage.ana) == []
    assert gone == NOT_FOUND
    assert whisper(stage, stage.bruno) == 1


def test_a_client_that_begins_anew_has_lost_it_and_telegram_does_not_know(stage: Stage) -> None:
    sent = about(stage, stage.bruno, whisper(stage, stage.bruno))
    acts.restart_client(stage.world, stage.bruno.id)

    assert stage.ask("editEphemeralMessageText", **sent, text="new") is True
    assert seen(stage, stage.bruno) == []


def test_a_tap_on_it_is_a_query_whose_message_has_no_id(stage: Stage) -> None:
    sent = whisper(stage, stage.bruno, reply_markup=BUTTONS)
    world, group = stage.world, stage.group.id
    tap = acts.tap(world, stage.bruno.id, group, 0, "throw", ephemeral_id=sent)

    query = stage.last_update()
    assert query["message"]["message_id"] == 0
    assert query["message"]["ephemeral_message_id"] == sent
    assert SPEC.check_object("CallbackQuery", query) == []
    stage.ask("sendMessage", chat_id=group, text="more", **given(stage.bruno, tap.id))
    with pytest.raises(ActRefusedError, match="no such button"):
        acts.tap(world, stage.ana.id, group, 0, "throw", ephemeral_id=sent)


def test_a_command_that_is_declared_so_is_shown_to_nobody_else(stage: Stage) -> None:
    stage.ask("setMyCommands", commands=HAND, scope={"type": "all_group_chats"})
    before = len(stage.world.history(stage.group.id))
    said = acts.say(stage.world, stage.bruno.id, stage.group.id, "/hand")

    message = stage.last_update()
    assert (message["message_id"], message["ephemeral_message_id"]) == (0, said.id)
    assert SPEC.check_object("Message", message) == []
    assert len(stage.world.history(stage.group.id)) == before
    assert seen(stage, stage.bruno) == ["/hand"]

    reply = {"reply_parameters": {"ephemeral_message_id": said.id}, **given(stage.bruno)}
    stage.ask("sendMessage", chat_id=stage.group.id, text="cards", **reply)
    assert seen(stage, stage.bruno) == ["/hand", "cards"]
    for_another = reply | given(stage.ana)
    values = {"chat_id": stage.group.id, "text": "late"}
    assert stage.refusal("sendMessage", **values, **for_another) == NOT_ELIGIBLE
    stage.clock.advance(16)
    assert stage.refusal("sendMessage", **values, **reply) == NOT_ELIGIBLE


def test_an_old_client_writes_the_same_command_for_all_to_see(stage: Stage) -> None:
    stage.ask("setMyCommands", commands=HAND, scope={"type": "all_group_chats"})
    acts.use_client(stage.world, stage.bruno.id, Client.OLD)

    acts.say(stage.world, stage.bruno.id, stage.group.id, "/hand")

    assert stage.last_update()["message_id"] > 0


def test_an_old_server_shows_to_all_what_was_meant_for_one(stage: Stage) -> None:
    stage.world.knows_ephemeral = False
    query = given(stage.bruno, tapped(stage, stage.bruno))

    sent = stage.ask("sendMessage", chat_id=stage.group.id, text="hand", **query)

    assert "ephemeral_message_id" not in sent
    stage.ask("setMyCommands", commands=HAND, scope={"type": "all_group_chats"})
    acts.say(stage.world, stage.bruno.id, stage.group.id, "/hand")
    shown = [message.content.text.text for message in stage.world.history(stage.group.id)]
    assert shown[-2:] == ["hand", "/hand"]


def test_an_old_server_knows_neither_the_methods_nor_disabled_buttons() -> None:
    with running_sandbox() as sandbox:
        url = f"{sandbox.url}/bot{sandbox.token}"
        group = {"chat_id": sandbox.client.chat("Card night").id}
        edit = httpx.post(f"{url}/editEphemeralMessageText", json=group).json()
        off = httpx.post(f"{url}/sendMessage", json=group | {"text": "x", "reply_markup": OFF})

    assert (edit["error_code"], edit["description"]) == (404, "Not Found: method not found")
    assert "Text buttons are unallowed" in off.json()["description"]


def test_a_new_server_knows_disabled_buttons(stage: Stage) -> None:
    assert stage.send(stage.group, reply_markup=OFF)
