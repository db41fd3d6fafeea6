"""What the strongest computer player would do, and why, in a sentence for whoever plays alone."""

from domain.cards import SUIT
from domain.computer.reason import Reason
from domain.computer.review import Judgement
from domain.hands import suit_totals
from domain.moves import ExchangeAt, SwapHand, ThrowAt
from domain.views import SeatView
from telegram_bot.screens.cards import SIGNS, cards_text, points_text
from telegram_bot.screens.hand import move_text
from telegram_bot.screens.markup import safe
from telegram_bot.screens.panel import Panel
from telegram_bot.texts import Texts


def hint_text(view: SeatView, reason: Reason, texts: Texts) -> str:
    """Say which move is best and why, in at most 200 characters of plain text.

    Args:
        view: The game as its player sees it.
        reason: The move, and what is to be expected of it.
        texts: The player's language.
    """
    sentence = _with_reason(view, reason, texts)
    return f"💡 {sentence[:1].upper()}{sentence[1:]}."


def lesson_panel(lesson: Judgement, texts: Texts) -> Panel:
    """Name the decision of a round that cost most, and what had been better.

    Args:
        lesson: The decision.
        texts: The player's language.
    """
    view = lesson.seen.view
    told = texts.gettext(
        "📖 What cost you most in this round: you held {hand} and did this: {chosen}. "
        "Better: {best}. Your chance to win the match was {less} instead of {more}.",
        hand=cards_text(view.hand, texts),
        chosen=_move(view, lesson.chosen, texts),
        best=_with_reason(view, lesson.best, texts),
        less=_percent(lesson.chosen.win),
        more=_percent(lesson.best.win),
    )
    return Panel(safe(told))


def _with_reason(view: SeatView, reason: Reason, texts: Texts) -> str:
    """Say what a move is good for: the suit, the points, and how safe they are."""
    because = (_suited(view, reason), _points(reason, texts), _safety(reason, texts))
    return f"{_move(view, reason, texts)}: {', '.join(filter(None, because))}"


def _move(view: SeatView, reason: Reason, texts: Texts) -> str:
    given, taken = cards_text(reason.gives, texts), cards_text(reason.takes, texts)
    match reason.tap:
        case ThrowAt():
            return texts.gettext("throw {card}", card=given)
        case ExchangeAt():
            return texts.gettext("give {given} and take {taken}", given=given, taken=taken)
        case other:
            return move_text(view, other, texts)


def _suited(view: SeatView, reason: Reason) -> str:
    """Count the cards of the best suit of the hand then, where known cards come and go."""
    if isinstance(reason.tap, SwapHand) or not reason.gives:
        return ""
    hand = [card for card in view.hand if card not in reason.gives] + list(reason.takes)
    totals = suit_totals(tuple(hand))
    best = max(totals, key=lambda suit: totals[suit])
    cards = sum(SUIT[card] == best for card in hand)
    return f"{cards} {SIGNS[best]}" if cards > 1 else ""


def _points(reason: Reason, texts: Texts) -> str:
    points = round(reason.after, 1)
    after = points_text(points, texts)
    if reason.before is None or reason.before == points:
        return texts.gettext("the hand is worth {points}", points=after)
    before = points_text(reason.before, texts)
    if reason.soon is None or points > reason.before:
        return texts.gettext("{before} becomes {after}", before=before, after=after)
    soon = points_text(round(reason.soon, 1), texts)
    return texts.gettext(
        "{before} becomes {after}, and {soon} on average with your next turn",
        before=before,
        after=after,
        soon=soon,
    )


def _safety(reason: Reason, texts: Texts) -> str:
    return texts.gettext("{share} that you are not lowest", share=_percent(reason.safe))


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"
