"""The bot's name, descriptions and command menus."""

from telegram_bot.sandbox.commands import commands_for
from tests.sandbox.conftest import Stage


def menu(name: str) -> list[dict[str, str]]:
    return [{"command": name, "description": name}]


def test_the_narrowest_menu_in_ones_own_language_wins(stage: Stage) -> None:
    group, bruno, carla = stage.group, stage.bruno, stage.person("Carla")
    stage.ask("setMyCommands", commands=menu("all"))
    groups = {"type": "all_group_chats"}
    stage.ask("setMyCommands", commands=menu("groups"), scope=groups)
    stage.ask("setMyCommands", commands=menu("grupos"), scope=groups, language_code="pt")
    administrators = {"type": "all_chat_administrators"}
    stage.ask("setMyCommands", commands=menu("settings"), scope=administrators)

    assert commands_for(stage.world.bot, carla, group) == menu("groups")
    assert commands_for(stage.world.bot, bruno, group) == menu("grupos")
    assert commands_for(stage.world.bot, stage.ana, group) == menu("settings")
    assert commands_for(stage.world.bot, carla, stage.world.chat(carla.id)) == menu("all")

    assert stage.ask("getMyCommands", scope=groups, language_code="pt") == menu("grupos")
    assert stage.ask("deleteMyCommands", scope=groups, language_code="pt")
    assert commands_for(stage.world.bot, bruno, group) == menu("groups")


def test_bad_commands_are_refused(stage: Stage) -> None:
    def refused(**values: object) -> str:
        return stage.refusal("setMyCommands", **values)

    assert refused(commands=menu("New!")) == "400 Bad Request: BOT_COMMAND_INVALID"
    assert refused(commands=menu("x") * 101) == "400 Bad Request: BOT_COMMANDS_TOO_MUCH"
    assert (
        refused(commands=[{"command": "x", "description": ""}])
        == "400 Bad Request: BOT_COMMAND_DESCRIPTION_INVALID"
    )
    assert refused(commands="{") == "400 Bad Request: can't parse commands JSON object"


def test_texts_about_the_bot_depend_on_the_language(stage: Stage) -> None:
    stage.ask("setMyDescription", description="A card game")
    stage.ask("setMyDescription", description="Ein Kartenspiel", language_code="de")
    assert stage.ask("getMyDescription", language_code="de")["description"] == "Ein Kartenspiel"
    assert stage.ask("getMyDescription", language_code="fr")["description"] == "A card game"
    stage.ask("setMyName", name="Scat")
    assert stage.ask("getMe")["first_name"] == "Scat"
