"""Games that are played again, judged, and drawn, by command and by button (TABLE 4)."""

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import UUID

from telegram.error import RetryAfter, TelegramError

from domain.errors import Refused
from telegram_bot.archive import Archive, Asker, Audited
from telegram_bot.callback_data import NOBODY, Press, Verb, mark
from telegram_bot.contacts import Contacts, Spot
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.delivery.messenger import Kind, Messenger, Unheard, Upload
from telegram_bot.gallery import Gallery
from telegram_bot.handlers import arrivals
from telegram_bot.handlers.calls import Call, GroupCall
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.pictures import Album, Drawing
from telegram_bot.replaying import Reader, Reading, told_steps
from telegram_bot.screens.audit import audit_caption, file_name
from telegram_bot.screens.replay import Look, drawing_toast, no_pictures_text, replay_screen
from telegram_bot.screens.screen import Screen
from telegram_bot.standings import Standings
from telegram_bot.texts import Texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

IN_REPLAYS: Final = frozenset({Verb.REPLAY, Verb.AUDIT, Verb.PICTURE, Verb.ANIMATE})
"""What stands under results and replays."""


@dataclass(frozen=True)
class Where:
    """Who asks, and where the answer goes.

    Attributes:
        spot: The chat.
        asker: Who asks, and who will read it.
        mark: What the buttons of their pages call them by, who may have no random id.
        words: The language there: the group's, or their own in private.
    """

    spot: Spot
    asker: Asker
    mark: int
    words: Texts

    def reader(self, of: int | None) -> Reader:
        """Return whoever turns the pages.

        Args:
            of: The mark of whoever they were opened for, if they are open.

        Raises:
            Refused: `not_your_replay`, since that is somebody else.
        """
        alone = self.asker.group_id is None
        if of == NOBODY:
            return Reader(None, alone)
        if of not in {None, self.mark}:
            raise Refused("not_your_replay")
        return Reader(self.asker.player_id, alone, self.mark)


class Replays:
    """Shows games again, and whether they were fair."""

    def __init__(  # noqa: PLR0913 - all that a replay is about
        self,
        *,
        archive: Archive,
        standings: Standings,
        contacts: Contacts,
        delivery: Delivery,
        messenger: Messenger,
        gallery: Gallery,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._archive = archive
        self._standings = standings
        self._contacts = contacts
        self._delivery = delivery
        self._messenger = messenger
        self._gallery = gallery
        self._threads = threads
        self._drawing: set[asyncio.Task[None]] = set()

    # Commands

    async def replay(self, call: Call) -> None:
        """`/replay [CODE] [ROUND]`: a game from its start or a round.

        Without a code it is the one that the group is playing, else the last one.

        Raises:
            Refused: `which_game`, `no_game_with_code`, `no_such_round`, `log_altered`, or
                `not_now` before the start.
        """
        where = await self._called(call)
        running = None if call.arguments else await self._archive.running(where.asker.group_id)
        reading = await self._read(running or await self._meant(call, where), where)
        if len(call.arguments) < 2:
            await self._open(reading, where)
        elif (number := round_number(call.arguments[1])) in reading.replay.rounds:
            await self._open(reading, where, number)
        else:
            raise Refused("no_such_round")

    async def audit(self, call: Call) -> None:
        """`/audit [CODE]`: whether a game was fair, with all of it as a file.

        Raises:
            Refused: `which_game`, `no_game_with_code` or `not_over`.
        """
        where = await self._called(call)
        await self._judge(await self._meant(call, where), where)

    # Buttons

    async def pressed(self, tap: Tap) -> Answer:
        """Do what a button under a result or a replay says.

        Raises:
            Refused: `forged`, `not_your_replay`, `no_game_with_code`, `log_altered`, `not_over`,
                or `not_now` before the start.
        """
        press = tap.press
        words = await self._words(tap.group_id, tap.words)
        asker = Asker(tap.known_id, tap.group_id)
        where = Where(tap.spot, asker, mark(tap.query.from_user.id), words)
        look = _look(press)
        if press.verb is Verb.AUDIT:
            await self._judge(press.game_id, where)
        elif look is Look.OPENED:
            await self._open(await self._read(press.game_id, where), where)
        elif press.verb is Verb.REPLAY:
            self._turn(tap, await self._read(press.game_id, where, press.number), look)
        else:
            reading = await self._read(press.game_id, where, press.number)
            self._draw(tap, reading, look)
            return Answer(drawing_toast(where.words))
        return Answer("")

    def _turn(self, tap: Tap, reading: Reading, look: Look) -> None:
        if tap.query.message is None:
            raise Refused("forged")
        shown = Posted(tap.spot.chat_id, tap.query.message.message_id)
        screen = replay_screen(reading.seen(tap.press.choice, look))
        self._delivery.show(shown, screen, tap.press.game_id)

    def _draw(self, tap: Tap, reading: Reading, look: Look) -> None:
        """Begin to draw what was asked for, which takes a while, and send it when it is done."""
        if not reading.replay.end.phase.over:
            raise Refused("not_over")
        event = tap.press.choice if tap.press.verb is Verb.PICTURE else None
        drawing = Album(reading, look).drawing(event)
        task = asyncio.create_task(self._show(tap.spot, drawing, reading.texts))
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)

    async def _show(self, spot: Spot, drawing: Drawing, words: Texts) -> None:
        try:
            await self._delivery.say(spot.chat_id, partial(self._send_it, spot, drawing, words))
        except Exception:
            logger.exception("A picture could not be drawn")

    async def _send_it(self, spot: Spot, drawing: Drawing, words: Texts) -> None:
        try:
            await self._gallery.send(spot.chat_id, spot.thread_id, drawing)
        except (RetryAfter, Unheard):
            raise
        except TelegramError as error:
            logger.info("A picture could not be sent: %s", error.message)
            screen = Screen(no_pictures_text(words))
            await self._messenger.send(spot.chat_id, spot.thread_id, screen)

    # What they lead to

    async def _open(self, reading: Reading, where: Where, number: int = 0) -> None:
        """Send a replay anew, opened at a round, or at the start of the game."""
        replay, spot = reading.replay, where.spot
        start = replay.rounds.get(number)
        step = told_steps(replay)[0] if start is None else replay.steps[start]
        first_look = reading.reader.looks(replay)[-1]  # the one that shows most
        screen = replay_screen(reading.seen(step.event, first_look))
        send = partial(self._messenger.send, spot.chat_id, spot.thread_id, screen)
        await self._delivery.say(spot.chat_id, send)

    async def _judge(self, game_id: UUID, where: Where) -> None:
        """Send what a game's log says of it."""
        audited = await self._archive.audit(game_id, where.asker)
        chat_id = where.spot.chat_id
        await self._delivery.say(chat_id, partial(self._send_verdicts, audited, where))

    async def _send_verdicts(self, audited: Audited, where: Where) -> None:
        """Send the verdicts with the game's file, or alone where no file can be made or sent."""
        report, spot = audited.report, where.spot
        if audited.file is not None:
            file = Upload(file_name(report), audited.file)
            caption = audit_caption(report, where.words)
            try:
                await self._messenger.media(
                    spot.chat_id, spot.thread_id, Kind.DOCUMENT, file, caption
                )
            except (RetryAfter, Unheard):
                raise
            except TelegramError as error:
                logger.info("A game's file could not be sent: %s", error.message)
            else:
                return
        alone = Screen(audit_caption(report, where.words, with_file=False))
        await self._messenger.send(spot.chat_id, spot.thread_id, alone)

    async def _read(self, game_id: UUID, where: Where, of: int | None = None) -> Reading:
        """Return a game as somebody reads it, whose pages are open `of` somebody, if they are.

        Raises:
            Refused: `not_your_replay` or `no_game_with_code`.
        """
        reader = where.reader(of)
        replay = await self._archive.replay(game_id, where.asker)
        players = replay.end.player_ids
        names = await self._threads.run(self._contacts.names, players, where.words)
        return Reading(replay, reader, names, where.words)

    # Who and where

    async def _meant(self, call: Call, where: Where) -> UUID:
        """Return the game that a command names, or else the group's last one.

        Raises:
            Refused: `which_game` or `no_game_with_code`.
        """
        if call.arguments:
            return await self._archive.find(call.arguments[0])
        group_id = where.asker.group_id
        if group_id is None:
            raise Refused("which_game")
        last = await self._standings.history(group_id, 0, 1)
        if not last.lines:
            raise Refused("which_game")
        return last.lines[0].game_id

    async def _called(self, call: Call) -> Where:
        group_id = call.group_id if isinstance(call, GroupCall) else None
        words = await self._words(group_id, call.words)
        spot = arrivals.spot_of(call.message, call.user.language_code)
        anonymous = call.message.sender_chat is not None
        called = mark(None if anonymous else call.user.id)
        return Where(spot, Asker(call.known_id, group_id), called, words)

    async def _words(self, group_id: UUID | None, own: Texts) -> Texts:
        if group_id is None:
            return own
        return await self._threads.run(self._contacts.words_of, group_id)


def round_number(said: str) -> int:
    """Return the number of a round as somebody wrote it; 0, which none has, for anything else."""
    return int(said) if said.isascii() and said.isdecimal() else 0


def _look(press: Press) -> Look:
    try:
        return Look(press.topic)
    except ValueError:
        raise Refused("forged") from None
