"""What waits for what: taps of a game for each other, and nobody for whoever looks at a hand."""

from datetime import UTC, datetime
from uuid import UUID

from telegram import CallbackQuery, Chat, Message, Update, User

from telegram_bot.callback_data import Press, Verb
from telegram_bot.intake.order import lane_of

GAME, OTHER_GAME = UUID(int=31), UUID(int=32)
AT = datetime(2026, 3, 1, 20, tzinfo=UTC)


def tap(verb: Verb, who: int = 1, game: UUID = GAME) -> Update:
    user = User(who, "Ana", is_bot=False)
    query = CallbackQuery("7", user, "instance", data=Press(verb, game, 3).encode())
    return Update(1, callback_query=query)


def test_taps_of_one_game_wait_for_each_other() -> None:
    assert lane_of(tap(Verb.DRAW)) == lane_of(tap(Verb.KNOCK, who=2))
    assert lane_of(tap(Verb.DRAW)) != lane_of(tap(Verb.DRAW, game=OTHER_GAME))


def test_whoever_looks_at_the_hand_waits_for_no_move_and_for_nobody_else() -> None:
    lanes = {lane_of(tap(Verb.DRAW)), lane_of(tap(Verb.HAND)), lane_of(tap(Verb.HAND, who=2))}

    assert len(lanes) == 3


def test_what_is_written_keeps_the_order_of_its_chat() -> None:
    written = [
        Update(number, message=Message(number, AT, Chat(chat, "group")))
        for number, chat in ((1, -5), (2, -5), (3, -6))
    ]

    first, second, elsewhere = map(lane_of, written)
    assert first == second != elsewhere
