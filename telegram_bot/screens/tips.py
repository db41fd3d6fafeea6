"""What the books advise, corrected by what was measured, with the numbers.

Shares of matches are those that one player with a habit wins among players who are the same but
for it, and who knock at the bound that is the best reply to itself (`benchmarks/tips.py`). Three
figures are older, from a simulation of its own whose players knock at 23 to 27: those of whoever
never changes the suit, of a knock on the first turn, and of lives lost by seat. All others are
exact: all hands were counted.
"""

from domain.rules import RuleSet
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts


def tips_text(rules: RuleSet, texts: Texts) -> str:
    """Say what is worth knowing under some rules. HTML."""
    if closes(rules):
        heading, tips = texts.gettext("Tips, counted and measured"), _exchanging(texts)
    elif rules.hand_size == 4:
        heading, tips = texts.gettext("Tips, counted and measured"), _four_cards(texts)
    else:
        heading, tips = texts.gettext("Tips, measured in whole matches of Scat"), _drawing(texts)
    if not closes(rules) and rules.hand_size == 3 and rules.first_turn_knock:
        tips = [*tips, _first_turn(texts)]
    return paragraphs((bold(heading),), *((safe(f"• {tip}"),) for tip in tips))


def _drawing(t: Texts) -> list[str]:
    return [
        t.gettext(
            "Knock early. Books wait for 28; best is 24 with two players, 23 with three, 22 or 23 "
            "with four, 22 with seven. Whoever waits for 28 wins 47 of 100 matches with two "
            "players instead of 50, and 31 with three instead of 33."
        ),
        t.gettext(
            "Do not wait too little either: knocking at 20 wins 38 of 100 with two players and 28 "
            "with three."
        ),
        t.gettext(
            "Collect one suit, but change it when another promises more: whoever never changes "
            "wins 34 of 100 with two players and 16 with three."
        ),
        t.gettext(
            "Do not wait for 31: whoever never knocks wins 49 of 100 with two players, 31 with "
            "three and 21 with four. Of all hands dealt, one in 920 is a 31."
        ),
        t.gettext(
            "On your last life knock up to 3 points earlier: that wins 51 of 100 matches with two "
            "players and 35 with three."
        ),
        t.gettext(
            "Watch who plays after you: throw no high card of the suit they take. The player on "
            "the dealer's left loses least: 0.52 lives a round with two players, the other 0.61."
        ),
    ]


def _first_turn(t: Texts) -> str:
    return t.gettext(
        "Knocking on the first turn with 16 wins only 43 of 100 with two players and 29 with "
        "three; from 20 on it does no harm."
    )


def _four_cards(t: Texts) -> list[str]:
    return [
        t.gettext(
            "Four cards dealt are worth 16 on average, and half of all hands no more than 16. "
            "Only one hand in 15 is worth 25 or more."
        ),
        t.gettext("A 41 is dealt once in 16,920 hands: do not chase it."),
        t.gettext(
            "Knock at 30 where two play: whoever waits for 35 wins 46 of 100 matches, whoever "
            "knocks at 25 wins 39."
        ),
    ]


def _exchanging(t: Texts) -> list[str]:
    return [
        t.gettext(
            "As the dealer, swap a hand of up to 17 for the centre: with two players, whoever "
            "keeps 16 and 17 wins 47 of 100 matches, and whoever swaps 18 and 19 as well wins 46."
        ),
        t.gettext(
            "Close with 25 where two play: whoever waits for 29 wins 47 of 100 matches, whoever "
            "closes with 21 wins 41. Only one hand in 20 is dealt 25 or more, and one in 207 a 31."
        ),
    ]
