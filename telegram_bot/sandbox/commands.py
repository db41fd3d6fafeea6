"""Which command menu a person sees where: scopes and languages, in Telegram's order."""

from collections.abc import Iterator

from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.entities import FormattedText
from telegram_bot.sandbox.people import Bot, Client, Person
from telegram_bot.sandbox.shapes import Json, JsonList


def scope_key(scope: Json | None) -> str:
    """Turn a BotCommandScope into the key under which commands are kept.

    Raises:
        KeyError: a field that the scope needs is missing.
        ValueError: there is no such scope.
    """
    kind = (scope or {}).get("type", "default")
    match kind:
        case "default" | "all_private_chats" | "all_group_chats" | "all_chat_administrators":
            return str(kind)
        case "chat" | "chat_administrators":
            return f"{kind}:{(scope or {})['chat_id']}"
        case "chat_member":
            return f"{kind}:{(scope or {})['chat_id']}:{(scope or {})['user_id']}"
    raise ValueError(kind)


def commands_for(bot: Bot, person: Person, chat: Chat) -> JsonList:
    """Return the menu of the first scope that has one, in the person's language if it has."""
    language = person.language_code.split("-")[0]
    for key in _scopes(person, chat):
        for code in (language, ""):
            if found := bot.commands.get((key, code)):
                return found
    return []


def sends_ephemeral(bot: Bot, person: Person, chat: Chat, text: FormattedText) -> bool:
    """Tell whether a text begins with a command of the bot's that only the bot shall see."""
    if chat.is_private or person.client is not Client.NEW:
        return False
    first = next((each for each in text.entities if each.kind == "bot_command"), None)
    if first is None or first.offset > 0:
        return False
    name, _, addressed = text.part(first).removeprefix("/").lower().partition("@")
    menu = commands_for(bot, person, chat)
    meant = any(each["command"] == name and each.get("is_ephemeral") for each in menu)
    return meant and addressed in ("", bot.username.lower())


def _scopes(person: Person, chat: Chat) -> Iterator[str]:
    if chat.is_private:
        yield f"chat:{chat.id}"
        yield "all_private_chats"
    else:
        runs_chat = chat.member(person.id).runs_chat
        yield f"chat_member:{chat.id}:{person.id}"
        if runs_chat:
            yield f"chat_administrators:{chat.id}"
        yield f"chat:{chat.id}"
        if runs_chat:
            yield "all_chat_administrators"
        yield "all_group_chats"
    yield "default"
