"""What people ask of finished games: rankings, figures of players, history (TABLE 4)."""

from collections.abc import Sequence
from datetime import UTC, date, tzinfo
from typing import Final
from uuid import UUID

from telegram import MessageEntity

from domain.errors import Refused
from projections.standings.books import EVERYWHERE, Figures
from projections.standings.periods import Period, span
from projections.standings.rating import PROVISIONAL
from projections.standings.record import ABANDONED, GameRecord
from telegram_bot.callback_data import NOWHERE, Verb
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.game import Games
from telegram_bot.handlers import arrivals
from telegram_bot.handlers.calls import Call, GroupCall
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.names import remembered_names
from telegram_bot.screens import history
from telegram_bot.screens.history import GameSeen, HistorySeen, SeatedSeen, history_screen
from telegram_bot.screens.rankings import (
    PAGE_SIZE,
    Board,
    Line,
    RankingSeen,
    Rated,
    Scope,
    ranking_screen,
    read_board,
)
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.stats import RivalSeen, StatsSeen, no_stats, stats_text
from telegram_bot.standings import Standings, placed, rated
from telegram_bot.texts import Texts
from telegram_bot.threads import Threads

IN_STANDINGS: Final = frozenset({Verb.TOP, Verb.HISTORY})
"""What stands under rankings and histories."""


class Asking:
    """Answers questions about finished games, by command and by button."""

    def __init__(
        self,
        games: Games,
        standings: Standings,
        contacts: Contacts,
        delivery: Delivery,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._standings = standings
        self._contacts = contacts
        self._delivery = delivery
        self._threads = threads

    # Commands

    async def top(self, call: GroupCall) -> None:
        """`/top`: the ranking of this group in this week, and from there all others."""
        words = await self._words(call.group_id)
        screen = await self._ranking(call.group_id, Board(), call.known_id, words)
        await call.reply(screen)

    async def private_top(self, call: Call) -> None:
        """`/top` in private: the ranking of all groups."""
        board = Board(scope=Scope.EVERYWHERE)
        await call.reply(await self._ranking(NOWHERE, board, call.known_id, call.words))

    async def stats(self, call: Call) -> None:
        """`/stats`: the figures of the caller, or of whoever is replied to or mentioned."""
        player_id = await self._meant(call)
        if player_id is None:
            (name,) = remembered_names([arrivals.person(call.user).contact], call.words)
            told = no_stats(name, call.words)
        else:
            told = await self._figures(player_id, call.words)
        await call.reply(Screen(told))

    async def history(self, call: GroupCall) -> None:
        """`/history`: the last games of this group."""
        words = await self._words(call.group_id)
        await call.reply(await self._history(call.group_id, 0, words))

    # Buttons

    async def pressed(self, tap: Tap) -> Answer:
        """Turn to what a button shows; its message then shows that.

        Raises:
            Refused: `forged`.
        """
        press, group_id = tap.press, tap.group_id or NOWHERE
        if press.game_id != group_id or tap.query.message is None:
            raise Refused("forged")
        words = tap.words if tap.group_id is None else await self._words(group_id)
        if press.verb is Verb.TOP:
            screen = await self._ranking(group_id, read_board(press), tap.known_id, words)
        elif tap.group_id is not None:
            screen = await self._history(group_id, history.page_of(press), words)
        else:
            raise Refused("forged")
        shown = Posted(tap.spot.chat_id, tap.query.message.message_id)
        self._delivery.show(shown, screen, group_id)
        return Answer("")

    # Rankings

    async def _ranking(
        self, group_id: UUID, board: Board, asker_id: UUID | None, words: Texts
    ) -> Screen:
        if board.scope is Scope.RATED:
            return await self._by_rating(group_id, board, asker_id, words)
        here = board.scope is Scope.HERE
        zone = await self._zone(group_id) if here else UTC
        period = span(Period(board.period), self._games.now(), zone)
        scope = group_id if here else EVERYWHERE
        found = await self._standings.top(scope, period, board.page, PAGE_SIZE)
        listed = [line.player_id for line in found.lines]
        own = None
        if asker_id is not None and asker_id not in listed:
            own = await self._standings.own_rank(scope, period, asker_id)
        names = await self._names([*listed, *([own.player_id] if own else [])], words)
        lines = [placed(line, name) for line, name in zip(found.lines, names, strict=False)]
        own_line = placed(own, names[-1]) if own else None
        seen = RankingSeen(group_id, board, period.start, lines, own_line, found.more)
        return ranking_screen(seen, words)

    async def _by_rating(
        self, group_id: UUID, board: Board, asker_id: UUID | None, words: Texts
    ) -> Screen:
        found = await self._standings.top_rated(board.page, PAGE_SIZE)
        listed = [line.player_id for line in found.lines]
        apart = asker_id if asker_id not in listed else None
        names = await self._names([*listed, *([apart] if apart else [])], words)
        lines = [rated(line, name) for line, name in zip(found.lines, names, strict=False)]
        own = await self._own_rating(apart, names[-1]) if apart else None
        seen = RankingSeen(group_id, board, date.min, lines, own, found.more)
        return ranking_screen(seen, words)

    async def _own_rating(self, player_id: UUID, name: str) -> Line | None:
        ranked = await self._standings.own_rated(player_id)
        if ranked is not None:
            return rated(ranked, name)
        figures = await self._standings.figures(player_id)
        if not figures.rated_games:
            return None
        return Rated(None, name, figures.rating.shown, figures.rated_games, PROVISIONAL)

    # Figures

    async def _meant(self, call: Call) -> UUID | None:
        """Return whose figures are asked for; none for a caller who is not known.

        Raises:
            Refused: `whose_figures`, `no_figures` or `anonymous`.
        """
        mentions = call.message.parse_entities([MessageEntity.TEXT_MENTION])
        mentioned = next((entity.user for entity in mentions if entity.user is not None), None)
        if mentioned is None and call.arguments:
            raise Refused("whose_figures")
        person = mentioned or arrivals.written_by(call.message.reply_to_message)
        if person is None:
            if call.anonymous:
                raise Refused("anonymous")
            return call.known_id
        known = await self._threads.run(self._contacts.known, person.id)
        if known is None:
            raise Refused("no_figures")
        # Whoever has deleted their account is never heard of but by such a reply.
        await self._threads.run(self._contacts.met, arrivals.person(person))
        return known

    async def _figures(self, player_id: UUID, words: Texts) -> str:
        figures = await self._standings.figures(player_id)
        rival = await self._standings.rival(player_id)
        name, *others = await self._names(
            [player_id, *([rival.player_id] if rival else [])], words
        )
        if not figures.games:
            return no_stats(name, words)
        seen = None
        if rival is not None:
            seen = RivalSeen(others[0], rival.ahead, rival.behind, rival.level)
        return stats_text(_stats(name, figures, seen), words)

    # History

    async def _history(self, group_id: UUID, page: int, words: Texts) -> Screen:
        found = await self._standings.history(group_id, page, history.PAGE_SIZE)
        players = list({seat.player_id for game in found.lines for seat in game.seats})
        names = dict(zip(players, await self._names(players, words), strict=True))
        games = [_game(game, names) for game in found.lines]
        zone = await self._zone(group_id)
        return history_screen(HistorySeen(group_id, page, games, zone, found.more), words)

    # Who and where

    async def _words(self, group_id: UUID) -> Texts:
        return await self._threads.run(self._contacts.words_of, group_id)

    async def _zone(self, group_id: UUID) -> tzinfo:
        return (await self._games.customs(group_id)).zone

    async def _names(self, player_ids: Sequence[UUID], words: Texts) -> tuple[str, ...]:
        contacts = await self._threads.run(self._contacts.contacts, player_ids)
        return remembered_names(contacts, words)


def _stats(name: str, figures: Figures, rival: RivalSeen | None) -> StatsSeen:
    return StatsSeen(
        name=name,
        games=figures.games,
        wins=figures.wins,
        rating=figures.rating.shown,
        rated_games=figures.rated_games,
        needed=PROVISIONAL,
        place=figures.places / figures.games,
        rounds=figures.rounds,
        hand=figures.hand_points / figures.rounds if figures.rounds else 0.0,
        knocks_won=figures.knocks_won,
        knocks_failed=figures.knocks_failed,
        lives_as_knocker=figures.lives_as_knocker,
        thirty_ones=figures.thirty_ones,
        trios=figures.trios,
        timeouts=figures.timeouts,
        streak=figures.streak,
        best_streak=figures.best_streak,
        rival=rival,
    )


def _game(game: GameRecord, names: dict[UUID, str]) -> GameSeen:
    if game.ended_at is None:
        msg = f"game {game.game_id} is not over"
        raise ValueError(msg)
    return GameSeen(
        game_id=game.game_id,
        ended_at=game.ended_at,
        preset=game.preset,
        rounds=game.rounds,
        abandoned=game.outcome == ABANDONED,
        players=[SeatedSeen(names[seat.player_id], seat.place) for seat in game.seats],
    )
