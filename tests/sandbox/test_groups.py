"""Groups: what the bot hears of, migration, topics, questions about chats."""

import pytest

from telegram_bot.sandbox import acts
from telegram_bot.sandbox.errors import ApiError
from tests.sandbox.conftest import Stage


def test_privacy_mode_lets_through_what_concerns_the_bot(stage: Stage) -> None:
    world, ana, group = stage.world, stage.ana.id, stage.group.id
    board = stage.send(stage.group)
    acts.say(world, ana, group, "hello everybody")
    acts.say(world, ana, group, "/new")
    acts.say(world, ana, group, "/new@another_bot")
    acts.say(world, ana, group, f"/new@{world.bot.username}")
    acts.say(world, ana, group, "nice", reply_to=board)

    heard = [update.body["text"] for update in world.updates.pending()]
    assert heard == ["/new", f"/new@{world.bot.username}", "nice"]


def test_an_administrator_bot_hears_everything(stage: Stage) -> None:
    acts.promote(stage.world, stage.group.id, stage.bot_id, by=stage.ana.id)
    assert stage.update_kinds() == ["my_chat_member"]
    acts.say(stage.world, stage.ana.id, stage.group.id, "hello")
    assert stage.update_kinds() == ["my_chat_member", "message"]


def test_an_anonymous_administrator_writes_as_the_group(stage: Stage) -> None:
    acts.say(stage.world, stage.ana.id, stage.group.id, "/settings", anonymous=True)
    message = stage.last_update()

    assert message["from"]["username"] == "GroupAnonymousBot"
    assert message["sender_chat"]["id"] == stage.group.id


def test_coming_and_going_is_told_by_service_messages(stage: Stage) -> None:
    world, group = stage.world, stage.group.id
    acts.remove_member(world, group, stage.bruno.id, by=stage.bruno.id)
    assert stage.last_update()["left_chat_member"]["first_name"] == "Bruno"
    acts.add_member(world, group, stage.bruno.id, by=stage.ana.id)
    assert stage.last_update()["new_chat_members"][0]["first_name"] == "Bruno"


def test_somebody_restricted_who_leaves_stays_restricted_until_they_are_back(
    stage: Stage,
) -> None:
    world, club, bruno = stage.world, stage.club.id, stage.bruno.id
    acts.restrict(world, club, bruno, by=stage.ana.id)

    acts.remove_member(world, club, bruno, by=bruno)
    gone = stage.ask("getChatMember", chat_id=club, user_id=bruno)
    acts.add_member(world, club, bruno, by=bruno)
    back = stage.ask("getChatMember", chat_id=club, user_id=bruno)

    assert (gone["status"], gone["is_member"]) == ("restricted", False)
    assert (back["status"], back["is_member"]) == ("restricted", True)


def test_an_administrator_among_bots_hears_of_those_whose_leaving_is_not_announced(
    stage: Stage,
) -> None:
    world, club = stage.world, stage.club.id
    world.updates.allow(["message", "chat_member"])
    acts.promote(world, club, stage.bot_id, by=stage.ana.id)
    acts.remove_member(world, club, stage.bruno.id, by=stage.bruno.id, announced=False)

    assert stage.update_kinds() == ["chat_member"]
    assert stage.last_update()["new_chat_member"]["status"] == "left"


def test_whoever_writes_as_a_channel_is_not_named(stage: Stage) -> None:
    acts.say(stage.world, stage.ana.id, stage.group.id, "/new", channel="Ana's news")
    message = stage.last_update()

    assert message["from"]["username"] == "Channel_Bot"
    assert message["sender_chat"]["type"] == "channel"
    assert message["sender_chat"]["title"] == "Ana's news"


def test_of_a_deleted_account_the_id_is_all_that_is_left(stage: Stage) -> None:
    stage.bruno.deactivated = True
    member = stage.ask("getChatMember", chat_id=stage.group.id, user_id=stage.bruno.id)

    assert member["user"] == {"id": stage.bruno.id, "is_bot": False, "first_name": ""}


def test_a_name_can_be_a_link_to_its_person(stage: Stage) -> None:
    bruno = stage.bruno.id
    acts.say(stage.world, stage.ana.id, stage.group.id, "/kick 🃏 Bruno", mention=bruno)
    command, mention = stage.last_update()["entities"]

    assert command["type"] == "bot_command"
    assert (mention["type"], mention["offset"], mention["length"]) == ("text_mention", 9, 5)
    assert mention["user"]["id"] == bruno


def test_what_is_written_in_a_topic_answers_the_message_that_opened_it(stage: Stage) -> None:
    topic = next(iter(stage.club.topics))
    acts.say(stage.world, stage.ana.id, stage.club.id, "/new", thread_id=topic)

    assert "forum_topic_created" in stage.last_update()["reply_to_message"]


def test_the_bots_own_removal_is_told(stage: Stage) -> None:
    acts.remove_member(stage.world, stage.group.id, stage.bot_id, by=stage.ana.id)

    assert stage.update_kinds() == ["my_chat_member", "message"]
    change = stage.world.updates.pending()[0].body
    assert change["new_chat_member"]["status"] == "kicked"


def test_migration_tells_both_chats_and_the_old_one_answers_with_the_new_id(
    stage: Stage,
) -> None:
    old = stage.group
    board = stage.send(old)
    stage.forget_updates()
    new = acts.migrate(stage.world, old.id, by=stage.ana.id)

    told = [update.body for update in stage.world.updates.pending()]
    assert [each["chat"]["id"] for each in told] == [old.id, new.id]
    assert told[0]["migrate_to_chat_id"] == new.id
    assert told[1]["migrate_from_chat_id"] == old.id
    with pytest.raises(ApiError) as caught:
        stage.send(old)
    assert caught.value.description == (
        "Bad Request: group chat was upgraded to a supergroup chat"
    )
    assert caught.value.parameters == {"migrate_to_chat_id": new.id}
    assert (
        stage.refusal("editMessageText", chat_id=old.id, message_id=board, text="x")
        == "400 Bad Request: message to edit not found"
    )
    assert stage.send(new) == 2


def test_messages_go_into_topics(stage: Stage) -> None:
    club = stage.club
    topic = next(iter(club.topics))
    sent = stage.ask("sendMessage", chat_id=club.id, text="x", message_thread_id=topic)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic, True)
    reply = {"message_id": sent["message_id"]}
    follows = stage.ask("sendMessage", chat_id=club.id, text="y", reply_parameters=reply)
    assert follows["message_thread_id"] == topic
    for unknown in (1, 99):
        assert (
            stage.refusal("sendMessage", chat_id=club.id, text="x", message_thread_id=unknown)
            == "400 Bad Request: message thread not found"
        )
    plain = stage.ask("sendMessage", chat_id=stage.group.id, text="x", message_thread_id=99)
    assert "message_thread_id" not in plain


def test_a_closed_topic_is_closed_to_the_bot_too(stage: Stage) -> None:
    club = stage.club
    topic = next(iter(club.topics))
    acts.close_topic(stage.world, club.id, topic, by=stage.ana.id, closed=True)
    asked = {"chat_id": club.id, "text": "x", "message_thread_id": topic}
    assert stage.refusal("sendMessage", **asked) == "400 Bad Request: TOPIC_CLOSED"
    acts.promote(stage.world, club.id, stage.bot_id, by=stage.ana.id)
    assert stage.ask("sendMessage", **asked)


def test_a_bot_with_the_right_runs_topics(stage: Stage) -> None:
    club = stage.club
    assert (
        stage.refusal("createForumTopic", chat_id=club.id, name="Table 3")
        == "400 Bad Request: not enough rights to create a topic"
    )
    acts.promote(stage.world, club.id, stage.bot_id, by=stage.ana.id)
    topic = stage.ask("createForumTopic", chat_id=club.id, name="Table 3")
    thread = {"chat_id": club.id, "message_thread_id": topic["message_thread_id"]}
    assert stage.ask("closeForumTopic", **thread)
    assert stage.refusal("closeForumTopic", **thread) == "400 Bad Request: TOPIC_NOT_MODIFIED"
    assert stage.ask("reopenForumTopic", **thread)
    assert stage.ask("deleteForumTopic", **thread)
    assert stage.refusal("closeForumTopic", **thread) == "400 Bad Request: TOPIC_ID_INVALID"


def test_who_runs_a_chat_can_be_asked(stage: Stage) -> None:
    group = stage.group.id
    acts.promote(stage.world, group, stage.bruno.id, by=stage.ana.id)
    runs = stage.ask("getChatAdministrators", chat_id=group)
    assert [each["status"] for each in runs] == ["creator", "administrator"]
    member = stage.ask("getChatMember", chat_id=group, user_id=stage.person("Carla").id)
    assert member["status"] == "member"
    assert stage.ask("getChatMemberCount", chat_id=group) == 5
    stranger = stage.world.add_person("Zoe")
    left = stage.ask("getChatMember", chat_id=group, user_id=stranger.id)
    assert left["status"] == "left"
    assert (
        stage.refusal("getChatMember", chat_id=group, user_id=5)
        == "400 Bad Request: user not found"
    )
    assert (
        stage.refusal("getChatAdministrators", chat_id=_started(stage))
        == "400 Bad Request: there are no administrators in the private chat"
    )


def _started(stage: Stage) -> int:
    acts.say(stage.world, stage.ana.id, stage.ana.id, "/start")
    return stage.ana.id


def test_pinning_needs_the_right(stage: Stage) -> None:
    board = stage.send(stage.group)
    asked = {"chat_id": stage.group.id, "message_id": board}
    assert (
        stage.refusal("pinChatMessage", **asked)
        == "400 Bad Request: not enough rights to manage pinned messages in the chat"
    )
    acts.promote(stage.world, stage.group.id, stage.bot_id, by=stage.ana.id)
    assert stage.ask("pinChatMessage", **asked)
    chat = stage.ask("getChat", chat_id=stage.group.id)
    assert chat["pinned_message"]["message_id"] == board
    assert stage.ask("unpinChatMessage", chat_id=stage.group.id)
