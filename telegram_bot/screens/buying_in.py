"""The offer to players who are out to come back in."""

from collections.abc import Mapping

from babel.lists import format_list

from domain.facts import Seat
from telegram_bot.screens.markup import mention, paragraphs
from telegram_bot.screens.offer import buy_in_keyboard, deadline, terms
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.seats import seat_lines
from telegram_bot.screens.waiting import more_time


def buying_in_screen(scene: Scene, called: Mapping[Seat, int]) -> Screen:
    """Show who may buy in, and for what.

    Args:
        scene: What is drawn.
        called: Telegram ids of those who are to notice it here, by seat.
    """
    text = paragraphs(
        (scene.round_heading(),),
        seat_lines(scene),
        (
            offer_text(scene, called),
            deadline(scene.view, scene.texts, scene.zone),
            more_time(scene.view.deadline, scene.texts),
        ),
    )
    return Screen(text, buy_in_keyboard(scene.view, scene.texts))


def offer_text(scene: Scene, called: Mapping[Seat, int]) -> str:
    """Say who may buy in, and for what; arguments as above."""
    offers = scene.view.offers
    players = [
        mention(scene.name(seat), called[seat]) if seat in called else scene.name(seat)
        for seat in offers
    ]
    lives, stake = terms(scene.view, scene.texts)
    return scene.texts.ngettext(
        "{players} is out and may buy back in: {lives} for {stake}.",
        "{players} are out and may buy back in: {lives} for {stake} each.",
        len(offers),
        players=format_list(players, locale=scene.texts.locale),
        lives=lives,
        stake=stake,
    )
