"""The taps in which a player chooses what to exchange, and the question they answer."""

from collections.abc import Sequence

from domain.cards import Card
from domain.moves import ExchangeAt
from domain.views import SeatView, Spectacle
from telegram_bot import selection
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.cards import cards_text
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button
from telegram_bot.selection import Selection
from telegram_bot.texts import Texts


def begin_button(scene: Scene, size: int) -> Button:
    """Return the button that begins an exchange, or makes it where there is nothing to choose."""
    labels = {
        1: scene.texts.gettext("Swap one"),
        2: scene.texts.gettext("Swap two"),
        3: scene.texts.gettext("Swap all three"),
    }
    return _button(scene, labels[size], Selection.of(size))


def asked_of(view: Spectacle, asked: Press | None) -> Selection | None:
    """Return the exchange that the awaited player is choosing, if the question still stands.

    Args:
        view: The game as everybody sees it.
        asked: The button that was tapped last to choose a card, of whatever turn.
    """
    if asked is None or (asked.game_id, asked.number) != (view.game_id, view.turn):
        return None
    chosen = selection.decode(asked.choice) if asked.verb is Verb.EXCHANGE else None
    sizes = {len(tap.given) for tap in view.taps if isinstance(tap, ExchangeAt)}
    return chosen if chosen and not chosen.complete and chosen.size in sizes else None


def choices(scene: Scene, chosen: Selection, hand: Sequence[Card] = ()) -> tuple[Button, ...]:
    """Return a button for every card that may be chosen next.

    Args:
        scene: The game.
        chosen: What has been chosen before.
        hand: The player's hand, to name its cards where nobody else reads; else they are numbers.
    """
    cards = hand if chosen.giving else scene.view.face_up
    return tuple(
        _button(scene, card_name(scene, cards, place), chosen.with_place(place))
        for place in chosen.open
    )


def card_name(scene: Scene, cards: Sequence[Card], place: int) -> str:
    """Return what a button calls the card at a place: its number, where no cards are told."""
    return scene.card(cards[place - 1]) if cards else str(place)


def question(view: SeatView, chosen: Selection, texts: Texts) -> str:
    """Ask the player for the next card, and repeat what has been chosen."""
    if not chosen.given:
        return texts.gettext("Which card do you give?")
    given = cards_text((view.hand[place - 1] for place in chosen.given), texts)
    if chosen.giving:
        return texts.gettext("You give {given}. Which other card?", given=given)
    if not chosen.taken:
        return texts.gettext(
            "You give {given}. Which card of the centre do you take?", given=given
        )
    taken = cards_text((view.public.face_up[place - 1] for place in chosen.taken), texts)
    return texts.gettext(
        "You give {given} and take {taken}. Which other card of the centre?",
        given=given,
        taken=taken,
    )


def question_to(scene: Scene, chosen: Selection, player: str) -> str:
    """Tell everybody what a player is choosing: cards of the hand by number only."""
    texts, given = scene.texts, ", ".join(map(str, chosen.given))
    if not chosen.given:
        return texts.gettext(
            "{player} chooses a card to give, by its number in the hand.", player=player
        )
    if chosen.giving:
        return texts.gettext(
            "{player} gives card {given} and chooses another one to give.",
            player=player,
            given=given,
        )
    if not chosen.taken:
        return texts.ngettext(
            "{player} gives card {given} and chooses one of the centre.",
            "{player} gives cards {given} and chooses from the centre.",
            len(chosen.given),
            player=player,
            given=given,
        )
    return texts.gettext(
        "{player} gives cards {given} and takes {taken}, and chooses another one of the centre.",
        player=player,
        given=given,
        taken=" ".join(scene.card(scene.view.face_up[place - 1]) for place in chosen.taken),
    )


def _button(scene: Scene, label: str, chosen: Selection) -> Button:
    return scene.button(label, Verb.EXCHANGE, number=scene.view.turn, choice=chosen.encode())
