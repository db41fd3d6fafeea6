"""The last games of a group."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final
from uuid import UUID

from babel.dates import format_datetime

from domain.codes import code_of
from domain.errors import Refused
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.markup import bold, code, paragraphs, safe
from telegram_bot.screens.presets import preset_name
from telegram_bot.screens.rankings import LAST_PAGE
from telegram_bot.screens.replay import audit_button, replay_button
from telegram_bot.screens.screen import Button, Keyboard, Screen, rows
from telegram_bot.texts import Texts

PAGE_SIZE: Final = 5
"""Games on a page."""


@dataclass(frozen=True)
class SeatedSeen:
    """Somebody who played.

    Attributes:
        name: Their name, as plain text.
        place: Their place; none in a game that was given up.
    """

    name: str
    place: int | None


@dataclass(frozen=True)
class GameSeen:
    """A game that is over.

    Attributes:
        game_id: Which one.
        ended_at: When it ended.
        preset: Name of the preset or alias of its rules.
        rounds: Rounds that were played to their end.
        abandoned: Whether it was given up.
        players: Who played.
    """

    game_id: UUID
    ended_at: datetime
    preset: str
    rounds: int
    abandoned: bool
    players: Sequence[SeatedSeen]


@dataclass(frozen=True)
class HistorySeen:
    """What is to be seen of the games of a group.

    Attributes:
        group_id: The group.
        page: The page, from 0.
        games: Its games, the newest first.
        zone: The group's time zone.
        more: Whether there is a page after this.
    """

    group_id: UUID
    page: int
    games: Sequence[GameSeen]
    zone: tzinfo
    more: bool = False


def page_of(press: Press) -> int:
    """Return which page a button leads to.

    Raises:
        Refused: `forged`.
    """
    if not 0 <= press.choice <= LAST_PAGE:
        raise Refused("forged")
    return press.choice


def history_screen(seen: HistorySeen, texts: Texts) -> Screen:
    """Show a page of the games that were played in a group."""
    games = [_game(game, seen.zone, texts) for game in seen.games] or [_none(seen, texts)]
    text = paragraphs([bold(texts.gettext("Last games of this group"))], *games)
    turns = (
        *((("◀", seen.page - 1),) if seen.page > 0 else ()),
        *((("▶", seen.page + 1),) if seen.more and seen.page < LAST_PAGE else ()),
    )
    row = tuple(
        Button(sign, Press(Verb.HISTORY, seen.group_id, choice=page)) for sign, page in turns
    )
    again = (row for game in seen.games for row in _again(game.game_id, texts))
    return Screen(text, (*again, *((row,) if row else ())))


def _again(game_id: UUID, texts: Texts) -> Keyboard:
    name = code_of(game_id)
    both = replay_button(game_id, texts, name), audit_button(game_id, texts, name)
    return rows(both, len(both))


def _none(seen: HistorySeen, texts: Texts) -> list[str]:
    if seen.page:
        return [texts.gettext("There are no games on this page.")]
    return [texts.gettext("No game has been finished here yet. Open a table with /new.")]


def _game(game: GameSeen, zone: tzinfo, texts: Texts) -> list[str]:
    at = format_datetime(game.ended_at, "short", tzinfo=zone, locale=texts.locale)
    rounds = texts.ngettext("{n} round", "{n} rounds", game.rounds)
    heading = " · ".join(
        (at, preset_name(game.preset, texts), rounds, code(code_of(game.game_id)))
    )
    if game.abandoned:
        players = ", ".join(safe(player.name) for player in game.players)
        return [heading, players, texts.gettext("⚑ given up, not rated")]
    placed = sorted(game.players, key=lambda player: player.place or len(game.players))
    return [heading, " · ".join(f"{player.place}. {safe(player.name)}" for player in placed)]
