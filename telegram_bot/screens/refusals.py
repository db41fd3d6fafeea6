"""Why a tap or a command was refused, in one friendly sentence that fits a toast."""

from collections.abc import Callable
from typing import Final

from telegram_bot.texts import Texts

SENTENCES: Final[dict[str, Callable[[Texts], str]]] = {
    # A move that the rules do not allow (`RuleBroken`).
    "round_over": lambda t: t.gettext("This round is over. Wait for the next deal."),
    "not_your_turn": lambda t: t.gettext("It is not your turn yet."),
    "you_have_knocked": lambda t: t.gettext("You have knocked and keep this hand."),
    "must_draw": lambda t: t.gettext(
        "Take a card first: from the stock or from the discard pile. Then throw one."
    ),
    "must_throw": lambda t: t.gettext("You have taken a card already. Now throw one."),
    "not_your_card": lambda t: t.gettext("That card is not in your hand. Choose one that is."),
    "taken_card_stays": lambda t: t.gettext(
        "The card you took from the discard pile cannot go straight back. Throw another one."
    ),
    "stock_empty": lambda t: t.gettext(
        "The stock is empty. Take the top discard, or choose another move."
    ),
    "already_knocked": lambda t: t.gettext(
        "Somebody has knocked already, and there is one knock in a round. "
        "This is your final turn: draw, take or stand."
    ),
    "first_turn_knock": lambda t: t.gettext(
        "At this table nobody may knock on their own first turn. Draw or take a card."
    ),
    "stand_too_early": lambda t: t.gettext(
        "You can stand only after somebody has knocked. Draw, take or knock."
    ),
    "no_standing": lambda t: t.gettext(
        "At this table the final turn must be played. Draw or take a card, then throw one."
    ),
    "pass_too_early": lambda t: t.gettext(
        "You can pass only when the stock is empty and nobody has knocked."
    ),
    # The same in exchange games.
    "choose_first": lambda t: t.gettext(
        "First the dealer keeps the cards or swaps them for the hidden centre."
    ),
    "choice_is_over": lambda t: t.gettext(
        "The centre lies face up: the dealer's choice is over. Swap, pass or close."
    ),
    "one_action": lambda t: t.gettext(
        "You have had your action on this turn. Close now, or end the turn."
    ),
    "act_first": lambda t: t.gettext("Swap or pass first. Then you can end the turn."),
    "locked": lambda t: t.gettext(
        "You took all three cards from the centre: at this table you can only pass from then on."
    ),
    "not_in_centre": lambda t: t.gettext(
        "That card does not lie in the centre. Choose one that does."
    ),
    "exchange_size": lambda t: t.gettext(
        "So many cards cannot be swapped at this table. Choose another number."
    ),
    "already_closed": lambda t: t.gettext(
        "Somebody has closed already. This is your last turn: swap or pass."
    ),
    "you_have_closed": lambda t: t.gettext("You have closed and keep this hand."),
    "first_turn_close": lambda t: t.gettext(
        "At this table nobody may close on their own first turn. Swap or pass."
    ),
    "close_after": lambda t: t.gettext(
        "At this table you close at the end of your turn: swap or pass first."
    ),
    "other_game": lambda t: t.gettext("That move belongs to another game."),
    # A command that does not fit the table or the moment (`Refused`).
    "not_seated": lambda t: t.gettext("You are not sitting at this table."),
    "not_in_group": lambda t: t.gettext(
        "That table is in a group that you are not in. Ask who invited you to add you there first."
    ),
    "already_seated": lambda t: t.gettext("You are sitting at this table already."),
    "table_full": lambda t: t.gettext("All seats are taken. Wait for the next game."),
    "not_enough_players": lambda t: t.gettext(
        "There are too few players to start. Ask somebody to join."
    ),
    "not_in_lobby": lambda t: t.gettext("The game has started, so this is not possible any more."),
    "game_over": lambda t: t.gettext("This game is over. Open a new one with /new."),
    "not_playing": lambda t: t.gettext("You are not playing any more. You can watch to the end."),
    "stale": lambda t: t.gettext(
        "That button belongs to an earlier moment. Use the newest buttons."
    ),
    "forged": lambda t: t.gettext("That button says something that no table offers."),
    "already_contributed": lambda t: t.gettext(
        "You have added your part to this shuffle already."
    ),
    "not_offered": lambda t: t.gettext("That is not on offer to you now."),
    "no_game_with_code": lambda t: t.gettext(
        "There is no such game here. /history shows the last ones with their codes."
    ),
    "which_game": lambda t: t.gettext("Say which game: its code stands in /history."),
    "not_your_replay": lambda t: t.gettext(
        "Somebody else is turning these pages. Open the game for yourself with Replay or /replay."
    ),
    "no_such_game": lambda t: t.gettext("There is no such game here. Open one with /new."),
    "game_open_already": lambda t: t.gettext(
        "A game is open here already. Join it, or see it with /table."
    ),
    "not_now": lambda t: t.gettext("That is not possible at this moment. Try again later."),
    "only_administrators": lambda t: t.gettext("Only administrators of this group may do that."),
    "too_few_seats": lambda t: t.gettext(
        "More people sit here than these rules have seats for. Somebody would have to leave first."
    ),
    "invalid_players": lambda t: t.gettext(
        "The pack is too small for so many hands. Choose fewer seats, fewer cards or more cards "
        "in the pack first."
    ),
    "invalid_hand_size": lambda t: t.gettext("Four cards are for games with a stock only."),
    "no_such_zone": lambda t: t.gettext(
        "There is no such time zone. Names look like Europe/Lisbon or America/Sao_Paulo."
    ),
    "vote_open": lambda t: t.gettext(
        "The table is voting on something else. Ask again when that vote is over."
    ),
    "voted_already": lambda t: t.gettext("You have voted already. A vote cannot be changed."),
    "not_your_vote": lambda t: t.gettext(
        "A vote about you is for the others. You can leave with /leave."
    ),
    "gone_already": lambda t: t.gettext("That player is out of the game already."),
    "too_few_voters": lambda t: t.gettext(
        "Nobody else is here to vote. An administrator of this group can help."
    ),
    "anonymous": lambda t: t.gettext(
        "You are writing as a group or channel. "
        "Use the buttons of the table, or write as yourself."
    ),
    "not_at_table": lambda t: t.gettext("That person is not sitting at this table."),
    "nobody_else": lambda t: t.gettext("Nobody else is sitting at this table."),
    "leave_yourself": lambda t: t.gettext("To leave the game yourself, write /leave."),
    "not_asked": lambda t: t.gettext(
        "Somebody else has asked for this. Leave the answer to them."
    ),
    "still_playing": lambda t: t.gettext(
        "You sit at an open table or in a running game. Leave it with /leave or see it to its "
        "end, then write /forgetme again."
    ),
    "unknown_to_me": lambda t: t.gettext("I know nothing about you."),
    "forgotten": lambda t: t.gettext(
        "You were forgotten meanwhile. Do it again, and you begin as somebody new."
    ),
    "whose_figures": lambda t: t.gettext(
        "Reply to a message of theirs with /stats: then I know whom you mean."
    ),
    "no_figures": lambda t: t.gettext("I have never played with that person."),
    "no_such_round": lambda t: t.gettext("There is no such round in this game."),
    "not_over": lambda t: t.gettext("This game is not over. That can be seen once it is."),
    "log_altered": lambda t: t.gettext(
        "The log of this game was altered, so that it cannot be shown. /audit says where."
    ),
    "defect": lambda t: t.gettext(
        "Something went wrong here, and that is not your fault. It is noted. Please try again."
    ),
    "only_opener": lambda t: t.gettext("Only the person who opened the table may do that."),
}
"""One sentence for every code of `domain.errors.Refused`."""


def sentence(texts: Texts, code: str) -> str:
    """Say why something was refused and what to do instead, in at most 200 characters.

    Args:
        texts: The language of the person who was refused.
        code: The `code` of a `Refused` or `RuleBroken`.
    """
    known = SENTENCES.get(code)
    return known(texts) if known else texts.gettext("That is not possible now.")
