"""The bot's own name, descriptions and commands."""

import re
from typing import Any

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.commands import scope_key
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.shapes import Json, JsonList

MAX_COMMANDS = 100
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"[a-z]{2}")


def get_me(call: Call) -> Json:
    """Bot API getMe."""
    return call.world.bot.own_shape()


def set_my_commands(call: Call) -> bool:
    """Bot API setMyCommands."""
    commands = call.decoded("commands", "commands")
    if not isinstance(commands, list):
        raise errors.bad_request("expected an Array of BotCommand")
    if len(commands) > MAX_COMMANDS:
        raise errors.bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        _check_command(command)
    call.world.bot.commands[_key(call)] = commands
    call.world.changed()
    return True


def get_my_commands(call: Call) -> JsonList:
    """Bot API getMyCommands."""
    return call.world.bot.commands.get(_key(call), [])


def delete_my_commands(call: Call) -> bool:
    """Bot API deleteMyCommands."""
    call.world.bot.commands.pop(_key(call), None)
    call.world.changed()
    return True


def _check_command(command: Any) -> None:
    if not isinstance(command, dict) or "command" not in command:
        raise errors.bad_request("can't parse BotCommand: expected an Object")
    if not _COMMAND.fullmatch(str(command["command"]).removeprefix("/")):
        raise errors.bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(str(command.get("description", ""))) <= 256:
        raise errors.bad_request("BOT_COMMAND_DESCRIPTION_INVALID")


def _key(call: Call) -> tuple[str, str]:
    try:
        scope = scope_key(call.decoded("scope", "BotCommandScope"))
    except (KeyError, ValueError) as wrong:
        raise errors.bad_request(
            "can't parse BotCommandScope: unsupported type specified"
        ) from wrong
    return scope, _language(call)


def _language(call: Call) -> str:
    code = call.text("language_code")
    if code and not _LANGUAGE.fullmatch(code):
        raise errors.bad_request("invalid language code specified")
    return code


def set_my_name(call: Call) -> bool:
    """Bot API setMyName."""
    return _set(call, call.world.bot.names, "name", 64)


def get_my_name(call: Call) -> Json:
    """Bot API getMyName."""
    bot = call.world.bot
    return {"name": bot.names.get(_language(call)) or bot.name}


def set_my_description(call: Call) -> bool:
    """Bot API setMyDescription."""
    return _set(call, call.world.bot.descriptions, "description", 512)


def get_my_description(call: Call) -> Json:
    """Bot API getMyDescription."""
    return {"description": _get(call, call.world.bot.descriptions)}


def set_my_short_description(call: Call) -> bool:
    """Bot API setMyShortDescription."""
    return _set(call, call.world.bot.short_descriptions, "short_description", 120)


def get_my_short_description(call: Call) -> Json:
    """Bot API getMyShortDescription."""
    return {"short_description": _get(call, call.world.bot.short_descriptions)}


def _set(call: Call, kept: dict[str, str], name: str, most: int) -> bool:
    text = call.text(name)
    if len(text) > most:
        raise errors.bad_request(f"bot {name.replace('_', ' ')} is too long")
    kept[_language(call)] = text
    call.world.changed()
    return True


def _get(call: Call, kept: dict[str, str]) -> str:
    return kept.get(_language(call)) or kept.get("", "")
