"""The words that depend on the kind of game: knock or close, the bus or the water."""

from domain.rules import RuleSet
from telegram_bot.texts import Texts


def closes(rules: RuleSet) -> bool:
    """Tell whether the round is closed here, where other games knock."""
    return rules.mode == "exchange"


def knocked(texts: Texts, rules: RuleSet, player: str) -> str:
    """Say that somebody has knocked, or closed."""
    if closes(rules):
        return texts.gettext("{player} closed", player=player)
    return texts.gettext("{player} knocked", player=player)


def on_the_bus(texts: Texts, rules: RuleSet) -> str:
    """Say that somebody plays without a life."""
    if closes(rules):
        return texts.gettext("🏊 swimming")
    return texts.gettext("🚌 on the bus")
