"""Whom a table waits for, since when and until when."""

from collections.abc import Sequence
from datetime import UTC, tzinfo

from domain.match import DeadlineKind, Phase
from domain.views import Spectacle
from telegram_bot.screens.markup import paragraphs
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.times import moment, wait_for
from telegram_bot.screens.vote import vote_lines
from telegram_bot.screens.waiting import more_time, open_until
from telegram_bot.texts import Texts


def status_text(view: Spectacle, names: Sequence[str], texts: Texts, zone: tzinfo = UTC) -> str:
    """Say whom the game in a chat waits for, and how long. HTML.

    Args:
        view: The game as everybody sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The reader's language.
        zone: The group's time zone.
    """
    scene = Scene.of(view, names, texts, zone)
    return paragraphs(
        (_whom(scene), _how_long(scene), more_time(view.deadline, texts)),
        (_away(scene),),
        vote_lines(scene),
    )


def _whom(scene: Scene) -> str:
    view, texts = scene.view, scene.texts
    match view.phase:
        case phase if phase.over:
            return texts.gettext("This game is over. Open a new one with /new.")
        case Phase.LOBBY:
            return texts.gettext(
                "A table is open and waits for players: {players}. Join with its buttons, "
                "and start when everybody is here.",
                players=scene.listed(seat.seat for seat in view.seats),
            )
        case Phase.BUYING_IN:
            return texts.gettext(
                "Waiting for an answer from {players}: buy back in, or not.",
                players=scene.listed(view.offers),
            )
        case _ if view.awaited is None:
            return texts.gettext("The deck is being cut. The deal comes in a moment.")
        case _ if view.choosing:
            return texts.gettext(
                "Waiting for {player}, who deals, to keep the hand or swap it for the centre.",
                player=scene.name(view.awaited),
            )
        case _ if view.holding:
            return texts.gettext(
                "Waiting for {player} to throw a card.", player=scene.name(view.awaited)
            )
        case _:
            return texts.gettext("Waiting for {player} to play.", player=scene.name(view.awaited))


def _how_long(scene: Scene) -> str:
    deadline, texts = scene.view.deadline, scene.texts
    if deadline is None or deadline.kind in {DeadlineKind.DEAL, DeadlineKind.COMPUTER}:
        return ""
    if deadline.kind is DeadlineKind.LOBBY:
        return open_until(scene)
    until = scene.until(deadline)
    if deadline.since is None:
        return texts.gettext("Until {time}.", time=until)
    wait = wait_for(deadline, scene.view.pace)
    since = moment(deadline.since, wait, scene.zone, texts)
    if deadline.kind is DeadlineKind.IDLE:
        return texts.gettext(
            "Since {since}. There is no time limit, but without any move the game is given up on "
            "{until}.",
            since=since,
            until=until,
        )
    return texts.gettext("Since {since}, until {until}.", since=since, until=until)


def _away(scene: Scene) -> str:
    away = [seat.seat for seat in scene.view.seats if seat.away]
    return scene.texts.gettext("Away: {players}.", players=scene.listed(away)) if away else ""
