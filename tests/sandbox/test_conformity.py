"""What the sandbox itself says is a Bot API object, by the same data that checks the bot."""

import json
from typing import Any

import pytest

from telegram_bot.sandbox import acts
from telegram_bot.sandbox.media import Upload
from telegram_bot.sandbox.spec import load_spec
from tests.sandbox.conftest import Stage
from tests.sandbox.pictures import png

SPEC = load_spec()
BUTTONS = json.dumps({"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]})
RICH = (
    "<b>b</b> <a href='https://e.org'>a</a> <pre><code class='language-x'>p</code></pre> "
    "<tg-time unix='1790000000' format='r'>t</tg-time>"
)


@pytest.mark.parametrize("method", ["sendPhoto", "sendDocument", "sendAnimation"])
def test_media_messages_conform(stage: Stage, method: str) -> None:
    name = method.removeprefix("send").lower()
    sent = stage.ask(
        method, {name: Upload("p.png", png(20, 10))}, chat_id=stage.group.id, caption="c"
    )

    assert SPEC.check_object("Message", sent) == []


def test_text_messages_conform(stage: Stage) -> None:
    mention = f"<a href='tg://user?id={stage.ana.id}'>Ana</a>"
    first = stage.send(stage.group)
    sent = stage.ask(
        "sendMessage",
        chat_id=stage.group.id,
        text=RICH + mention,
        parse_mode="HTML",
        reply_markup=BUTTONS,
        reply_parameters={"message_id": first},
    )

    assert SPEC.check_object("Message", sent) == []


@pytest.mark.parametrize(
    ("method", "kind"),
    [("getMe", "User"), ("getWebhookInfo", "WebhookInfo"), ("getMyName", "BotName")],
)
def test_answers_about_the_bot_conform(stage: Stage, method: str, kind: str) -> None:
    assert SPEC.check_object(kind, stage.ask(method)) == []


def test_answers_about_chats_conform(stage: Stage) -> None:
    acts.say(stage.world, stage.ana.id, stage.ana.id, "/start")
    acts.promote(stage.world, stage.club.id, stage.bot_id, by=stage.ana.id)
    acts.restrict(stage.world, stage.club.id, stage.bruno.id, by=stage.ana.id)
    acts.remove_member(stage.world, stage.club.id, stage.person("Duda").id, by=stage.ana.id)
    for chat_id in (stage.ana.id, stage.group.id, stage.club.id):
        assert SPEC.check_object("ChatFullInfo", stage.ask("getChat", chat_id=chat_id)) == []
    for user_id in (*stage.world.people, stage.bot_id):
        member = stage.ask("getChatMember", chat_id=stage.club.id, user_id=user_id)
        assert SPEC.check_object("ChatMember", member) == []


def test_updates_conform(stage: Stage) -> None:
    world, ana = stage.world, stage.ana.id
    acts.say(world, ana, ana, "/start deep")
    acts.block(world, ana, blocked=True)
    message = stage.send(stage.group, reply_markup=BUTTONS)
    acts.tap(world, ana, stage.group.id, message, "join")
    acts.tap(world, ana, stage.group.id, 999, "x", forged=True)
    acts.say(world, ana, stage.group.id, "/settings", anonymous=True)
    acts.say(world, ana, stage.group.id, "/new", channel="News")
    acts.say(world, ana, stage.group.id, "/kick Bruno", mention=stage.bruno.id)
    acts.say(world, ana, stage.club.id, "/new", thread_id=next(iter(stage.club.topics)))
    command = acts.say(world, ana, stage.group.id, "/new")
    acts.edit(world, ana, stage.group.id, command.id, "/new scat")
    acts.create_topic(world, stage.club.id, "Table 3", by=ana)
    acts.promote(world, stage.club.id, stage.bot_id, by=ana)
    acts.migrate(world, stage.group.id, by=ana)

    problems: dict[str, Any] = {
        update.kind: found
        for update in world.updates.pending()
        if (found := SPEC.check_object("Update", update.shape()))
    }
    assert problems == {}
