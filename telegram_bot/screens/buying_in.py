"""The offer to players who are out to come back in."""

from telegram_bot.callback_data import Verb
from telegram_bot.screens.markup import paragraphs
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Keyboard, Screen, Style
from telegram_bot.screens.seats import seat_lines


def buying_in_screen(scene: Scene) -> Screen:
    """Show who may buy in, and for what."""
    text = paragraphs((scene.round_heading(),), seat_lines(scene), (_offer(scene),))
    return Screen(text, _keyboard(scene))


def _offer(scene: Scene) -> str:
    rules, offers = scene.view.rules, scene.view.offers
    players = scene.listed(offers)
    lives = scene.texts.ngettext("one life", "{n} lives", rules.lives)
    stake = scene.texts.ngettext("{n} point", "{n} points", rules.buy_in.stake)
    return scene.texts.ngettext(
        "{players} is out and may buy back in: {lives} for {stake}.",
        "{players} are out and may buy back in: {lives} for {stake} each.",
        len(offers),
        players=players,
        lives=lives,
        stake=stake,
    )


def _keyboard(scene: Scene) -> Keyboard:
    texts, number = scene.texts, scene.view.round_number
    accept = scene.button(texts.gettext("Buy in"), Verb.BUY_IN, Style.PRIMARY, number=number)
    decline = scene.button(texts.gettext("No thanks"), Verb.DECLINE, number=number)
    return ((accept, decline),)
