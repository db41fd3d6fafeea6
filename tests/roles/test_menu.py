"""Everybody is offered the commands that work where they are, in their language."""

from typing import Any

from telegram import Bot, BotCommandScopeAllGroupChats

from telegram_bot import menu
from telegram_bot.screens.help import COMMANDS, FOR_ADMINISTRATORS
from telegram_bot.texts import languages, texts
from tests.support.running_sandbox import RunningSandbox
from tests.support.sandbox_client import Chat, Person


def offered(person: Person, chat: Chat) -> dict[str, str]:
    """Return the commands that somebody's client offers in a chat."""
    shown: list[dict[str, Any]] = next(
        each["commands"] for each in person.chats() if each["id"] == chat.id
    )
    return {command["command"]: command["description"] for command in shown}


async def test_what_is_offered_depends_on_the_chat_the_rights_and_the_language(
    sandbox: RunningSandbox, bot: Bot
) -> None:
    client = sandbox.client
    ana, carla = client.new_person("Ana"), client.new_person("Carla", language="pt-br")
    dora = client.new_person("Dora", language="ja")
    group = client.new_chat("Cards", ana, carla, dora)

    await menu.register(bot)

    assert list(offered(ana, group)) == [*COMMANDS, *FOR_ADMINISTRATORS]
    assert list(offered(carla, group)) == list(COMMANDS)
    assert list(offered(carla, carla.private)) == list(menu.PRIVATE)
    assert offered(dora, group)["new"] == "Open a table"
    assert offered(carla, group)["new"] == "Abrir uma mesa"
    assert offered(carla, carla.private)["help"] == "Como jogar"


async def test_what_telegram_knows_already_is_not_told_again(
    sandbox: RunningSandbox, bot: Bot
) -> None:
    await menu.register(bot)
    told = len(sandbox.client.requests("setMyCommands"))
    assert told == len(menu.SCOPES) * len([*menu.codes()])

    await menu.register(bot)
    assert len(sandbox.client.requests("setMyCommands")) == told

    await bot.delete_my_commands(BotCommandScopeAllGroupChats(), language_code="pt")
    await menu.register(bot)
    assert len(sandbox.client.requests("setMyCommands")) == told + 1


def test_every_two_letters_have_one_language() -> None:
    """So that a menu is the same after every start, though several languages share its letters."""
    told = {code: words.language for code, words in menu.codes()}

    assert told[None] == "en"
    assert told["pt"] == "pt_BR"
    assert {code for code in told if code} == {each.split("_")[0] for each in languages()} - {"en"}


async def test_whoever_reads_another_language_than_telegram_knows_finds_it_in_private(
    sandbox: RunningSandbox, bot: Bot
) -> None:
    ana = sandbox.client.new_person("Ana", language="en")
    ana.send(ana.private, "/start")
    await menu.register(bot)
    menus = menu.PrivateMenus(bot)

    await menus.speak(ana.id, texts("pt-br"), "en")
    assert offered(ana, ana.private)["help"] == "Como jogar"

    await menus.speak(ana.id, texts("en"), "en")
    assert offered(ana, ana.private)["help"] == "How to play"
