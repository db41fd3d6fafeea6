"""The command menus, per scope and language, as Telegram's clients show them."""

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from telegram_bot.texts import Texts, languages, texts


async def register(bot: Bot) -> None:
    """Tell Telegram the menus of groups and of private chats, in every language."""
    for language in languages():
        words = texts(language)
        # Telegram knows languages by two letters; English is what everybody else gets.
        code = None if language == "en" else words.locale.language
        await bot.set_my_commands(
            _commands(group_menu(words)), BotCommandScopeAllGroupChats(), language_code=code
        )
        await bot.set_my_commands(
            _commands(private_menu(words)), BotCommandScopeAllPrivateChats(), language_code=code
        )


def group_menu(words: Texts) -> dict[str, str]:
    """Return the commands of a group with what they do."""
    return {
        "new": words.gettext("Open a table"),
        "join": words.gettext("Sit down at the table"),
        "leave": words.gettext("Stand up from the table"),
        "begin": words.gettext("Start the game"),
        "table": words.gettext("Show the table again, down here"),
        "hand": words.gettext("See your cards, for your eyes only"),
        "status": words.gettext("Whom we are waiting for"),
        "rules": words.gettext("The rules of this table"),
        "help": words.gettext("How to play here"),
    }


def private_menu(words: Texts) -> dict[str, str]:
    """Return the commands of the private chat with what they do."""
    return {
        "start": words.gettext("What this bot is"),
        "rules": words.gettext("The rules of the game"),
        "help": words.gettext("How to play"),
    }


def _commands(menu: dict[str, str]) -> list[BotCommand]:
    return [BotCommand(name, description) for name, description in menu.items()]
