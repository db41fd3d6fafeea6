"""The rules of one table in prose, composed from its rule set."""

from typing import Final

from domain.rules import BuyIn, RuleSet
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.options import sentence
from telegram_bot.screens.presets import preset_name
from telegram_bot.texts import Texts

CARDS: Final = ("players", "deck", "hand_size", "lives")
DEAL: Final = ("first_dealer", "offer_cut")
TURN: Final = ("return_taken_discard", "stock_empty", "max_circuits")
KNOCK: Final = ("first_turn_knock", "final_turn_stand")
INSTANT: Final = ("instant_total", "instant_penalty", "instant_after_knock", "fire")
SHOWDOWN: Final = ("knocker_lowest_penalty", "knocker_tie", "all_tied", "tie_break")
LIVES: Final = ("grace", "overflow", "all_out", "match_end", "buy_in")

USUAL: Final = {"fire": False, "all_tied": "apply", "buy_in": BuyIn()}
"""Options that go without saying while they are off."""


def rules_text(preset: str, rules: RuleSet, texts: Texts) -> str:
    """Write the rules of a table, every option that matters included. HTML.

    Args:
        preset: The preset or alias the rules were made from.
        rules: The rules of the table.
        texts: The reader's language.
    """

    def said(*options: str) -> str:
        sentences = (
            sentence(option, rules, texts)
            for option in options
            if option not in USUAL or getattr(rules, option) != USUAL[option]
        )
        return safe(" ".join(filter(None, sentences)))

    return paragraphs(
        (bold(texts.gettext("Rules: {preset}", preset=preset_name(preset, texts))),),
        (said(*CARDS),),
        (
            bold(texts.gettext("Your hand")),
            texts.gettext(
                "Aces count 11, king, queen and jack 10, the others their number. "
                "Only cards of one suit add up: your hand is worth its best suit."
            ),
            said("trio_value"),
        ),
        (
            bold(texts.gettext("The deal")),
            said(*DEAL),
            texts.gettext(
                "Then the deal passes to the left. The player on the dealer's left begins."
            ),
        ),
        (
            bold(texts.gettext("Your turn")),
            texts.gettext(
                "Draw the top card of the stock or take the top discard, then throw one card. "
                "Or knock instead."
            ),
            said(*TURN),
        ),
        (
            bold(texts.gettext("Knocking")),
            texts.gettext(
                "There is one knock in a round. The knocker keeps the hand, "
                "everybody else plays once more, then all hands are shown."
            ),
            said(*KNOCK),
        ),
        (bold(f"{rules.instant_total}"), said(*INSTANT)),
        (
            bold(texts.gettext("Showdown")),
            texts.gettext("The lowest hand loses a life; all who tie for lowest lose one."),
            said(*SHOWDOWN),
        ),
        (bold(texts.gettext("Lives")), said(*LIVES)),
        _glossary(texts),
    )


def _glossary(texts: Texts) -> list[str]:
    return [
        bold(texts.gettext("Words")),
        texts.gettext("Stock: the cards face down. Discard pile: the cards thrown, face up."),
        texts.gettext("Knock: end the round instead of drawing a card."),
        texts.gettext("On the bus: still playing, without a life."),
        texts.gettext("Three of a kind: three cards of one rank. Showdown: all hands are shown."),
    ]
