"""The rules of one table in prose, composed from its rule set."""

from typing import Final
from uuid import UUID

from domain.choosing import Chosen
from domain.pace import LIMITS, Pace
from domain.rules import RuleSet
from telegram_bot.callback_data import NOWHERE, Press, Verb
from telegram_bot.screens.claims import claims, says
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.options import tell
from telegram_bot.screens.paces import pace_text
from telegram_bot.screens.presets import preset_name
from telegram_bot.screens.screen import Button, Screen
from telegram_bot.screens.terms import closes
from telegram_bot.screens.tips import tips_text
from telegram_bot.texts import Texts

CARDS: Final = ("players", "deck", "hand_size", "lives")
DEAL: Final = ("first_dealer", "offer_cut")
TURN: Final = (
    *("return_taken_discard", "stock_empty"),
    *("exchange_sizes", "swap_all_locks", "all_pass", "max_circuits"),
)
KNOCK: Final = ("close_timing", "first_turn_knock", "final_turn_stand")
INSTANT: Final = ("instant_total", "instant_penalty", "instant_after_knock", "fire")
SHOWDOWN: Final = ("knocker_lowest_penalty", "knocker_tie", "all_tied", "tie_break")
LIVES: Final = ("grace", "overflow", "all_out", "match_end", "buy_in")

USUAL: Final = {"fire": "no", "swap_all_locks": "no", "all_tied": "apply", "buy_in": "no"}
"""Claims that go without saying."""


TIPS: Final = 1
"""What the button says that turns from the rules to the tips."""


def rules_screen(
    chosen: Chosen,
    texts: Texts,
    pace: Pace | None = None,
    *,
    about: UUID = NOWHERE,
    tips: bool = False,
) -> Screen:
    """Show the rules of a table, or tips for them, with a button from one to the other.

    Args:
        chosen: The rules.
        texts: The reader's language.
        pace: How long the table waits for people, as for `rules_text`.
        about: The group whose rules they are, if any group's.
        tips: Whether tips are shown.
    """
    label = texts.gettext("Rules") if tips else texts.gettext("Tips")
    topic = chosen.preset if about == NOWHERE else ""
    press = Press(Verb.RULES, about, choice=0 if tips else TIPS, topic=topic)
    text = (
        tips_text(chosen.rules, texts)
        if tips
        else rules_text(chosen.preset, chosen.rules, texts, pace)
    )
    return Screen(text, ((Button(label, press),),))


def rules_text(preset: str, rules: RuleSet, texts: Texts, pace: Pace | None = None) -> str:
    """Write the rules of a table, every option that matters included. HTML.

    Args:
        preset: The preset or alias the rules were made from.
        rules: The rules of the table.
        texts: The reader's language.
        pace: How long the table waits for people; nothing is said of it where it is not known.
    """
    claimed = claims(rules)

    def said(*options: str) -> str:
        made = (claimed[option] for option in options if option in claimed)
        told = (each for each in made if USUAL.get(each.option) != each.says)
        return safe(" ".join(tell(each, texts) for each in told))

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
        (bold(texts.gettext("The deal")), said(*DEAL), _after_the_deal(rules, texts)),
        (bold(texts.gettext("Your turn")), _turn(rules, texts), said(*TURN)),
        _time(pace, texts) if pace else (),
        (*_knocking(rules, texts), said(*KNOCK)),
        (bold(f"{rules.instant_total}"), said(*INSTANT)),
        (
            bold(texts.gettext("Showdown")),
            texts.gettext("The lowest hand loses a life; all who tie for lowest lose one."),
            said(*SHOWDOWN),
        ),
        (bold(texts.gettext("Lives")), said(*LIVES)),
        _glossary(rules, texts),
    )


def _after_the_deal(rules: RuleSet, texts: Texts) -> str:
    if closes(rules):
        return texts.gettext(
            "Three more cards lie face down in the centre. The dealer sees only their own hand, "
            "and keeps it or swaps it for the centre. Then the centre is turned up, and the "
            "player on the dealer's left begins. The deal passes to the left."
        )
    return texts.gettext(
        "Then the deal passes to the left. The player on the dealer's left begins."
    )


def _turn(rules: RuleSet, texts: Texts) -> str:
    if closes(rules):
        return texts.gettext("Swap cards with the centre, or pass.")
    return texts.gettext(
        "Draw the top card of the stock or take the top discard, then throw one card. "
        "Or knock instead."
    )


def _time(pace: Pace, texts: Texts) -> tuple[str, str]:
    said = [safe(pace_text(pace, texts))]
    if LIMITS[pace].turn is not None:
        said.append(
            texts.gettext("When the time is up, the bot makes a simple move for the player.")
        )
    return bold(texts.gettext("Pace")), ". ".join(said)


def _knocking(rules: RuleSet, texts: Texts) -> tuple[str, str]:
    if closes(rules):
        return bold(texts.gettext("Closing")), texts.gettext(
            "A round is closed once. Whoever closes keeps the hand, "
            "everybody else plays once more, then all hands are shown."
        )
    return bold(texts.gettext("Knocking")), texts.gettext(
        "There is one knock in a round. The knocker keeps the hand, "
        "everybody else plays once more, then all hands are shown."
    )


def _glossary(rules: RuleSet, texts: Texts) -> list[str]:
    words = _words_of_exchange(rules, texts) if closes(rules) else _words_of_drawing(rules, texts)
    return [
        bold(texts.gettext("Words")),
        *words,
        texts.gettext("Three of a kind: three cards of one rank. Showdown: all hands are shown."),
        texts.gettext("Life: what the lowest hand costs; hearts show those you have left."),
        texts.gettext("Fire: three aces.") if says("fire", rules) == "yes" else "",
        texts.gettext("Buy-in: coming back in for points, once you are out.")
        if says("buy_in", rules) == "yes"
        else "",
    ]


def _words_of_drawing(rules: RuleSet, texts: Texts) -> tuple[str, ...]:
    return (
        texts.gettext("Stock: the cards face down. Discard pile: the cards thrown, face up."),
        texts.gettext("Knock: end the round instead of drawing a card."),
        texts.gettext("Stand: keep the hand on the final turn.")
        if says("final_turn_stand", rules) == "yes"
        else "",
        texts.gettext("Pass: end the round without a knocker, once the stock is empty.")
        if says("stock_empty", rules) == "pass_or_knock"
        else "",
        texts.gettext("On the bus: still playing, without a life.")
        if says("grace", rules) == "yes"
        else "",
    )


def _words_of_exchange(rules: RuleSet, texts: Texts) -> tuple[str, ...]:
    return (
        texts.gettext("Stock: the cards face down. Centre: three cards to swap with."),
        texts.gettext("Close: end the round, after one more turn for everybody else."),
        texts.gettext("Pass: leave your hand as it is on this turn."),
        texts.gettext("Swimming: still playing, without a life. Drowned: out.")
        if says("grace", rules) == "yes"
        else "",
    )
