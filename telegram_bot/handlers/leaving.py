"""Leaving a game, making others leave, ending a game: asked first, then done (TABLE 4 and 6)."""

from dataclasses import dataclass
from uuid import UUID

from telegram import Bot, Message, MessageEntity, User

from domain.errors import Refused
from domain.facts import Seat
from domain.match import Phase
from domain.views import SeatSeen, Spectacle
from domain.voting import END, KICK
from telegram_bot.callback_data import How, Press, Verb, mark
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.game import Games
from telegram_bot.handlers import arrivals
from telegram_bot.handlers.calls import GroupCall
from telegram_bot.handlers.rights import is_administrator, is_anonymous_administrator
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.screens.confirming import (
    Asking,
    Outcome,
    named_in,
    outcome,
    plays,
    said,
)
from telegram_bot.screens.markup import safe
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts
from telegram_bot.threads import Threads

MENTIONS = (MessageEntity.TEXT_MENTION, MessageEntity.MENTION)


@dataclass(frozen=True)
class Somebody:
    """Who wants something, and where.

    Attributes:
        bot: Asks Telegram about them.
        chat_id: The chat's Telegram id.
        user_id: Their Telegram id.
        player_id: Their random id; none for an anonymous administrator.
    """

    bot: Bot
    chat_id: int
    user_id: int
    player_id: UUID | None

    async def is_administrator(self) -> bool:
        """Ask whether they are an administrator of the group now.

        Raises:
            Refused: `not_now`.
        """
        return self.player_id is None or await is_administrator(
            self.bot, self.chat_id, self.user_id
        )


class Leaving:
    """Asks before somebody is out of a game or a game is over, and does what is answered."""

    def __init__(
        self, games: Games, contacts: Contacts, delivery: Delivery, threads: Threads
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._threads = threads

    # Commands

    async def leave(self, call: GroupCall) -> None:
        """`/leave`: stand up before the start; after it, leave for good once that is confirmed."""
        view = await self._open_game(call)
        if view.phase is Phase.LOBBY:
            press = Press(Verb.LEAVE, view.game_id)
            await self._games.press(press, call.player_id, call.group_id)
            return
        seat = view.seat_of(call.player_id)
        if seat is None:
            raise Refused("not_seated")
        if not plays(view, view.seats[seat]):
            raise Refused("not_playing")
        await call.reply((await self._asking(view, call.player_id)).to_leave(seat))

    async def kick(self, call: GroupCall) -> None:
        """`/kick`: make a player leave, by reply, by name, or to be chosen from all of them."""
        view = await self._open_game(call)
        await self._check_may_ask(_caller(call), view)
        asking = await self._asking(view, call.known_id)
        target_id = await self._meant(call.message, view)
        if target_id is not None:
            await call.reply(asking.to_kick(_target(view, target_id, call.known_id)))
        elif asking.others():
            await call.reply(asking.whom())
        else:
            raise Refused("nobody_else")

    async def end(self, call: GroupCall) -> None:
        """`/end`: end the game, or close the table before the start."""
        view = await self._open_game(call)
        await self._check_may_ask(_caller(call), view)
        await call.reply((await self._asking(view, call.known_id)).to_end())

    # Buttons

    async def pressed(self, tap: Tap) -> Answer:
        """Do what a button under a question says; the message then says what has become of it.

        Raises:
            Refused: Why not.
        """
        if tap.group_id is None or tap.query.message is None:
            raise Refused("forged")
        who = Somebody(
            tap.query.get_bot(), tap.spot.chat_id, tap.query.from_user.id, tap.player_id
        )
        view = await self._games.visit(tap.press.game_id, tap.player_id, tap.group_id)
        if tap.press.verb is Verb.NEVER_MIND:
            if not _asked(tap) and not await who.is_administrator():
                raise Refused("not_asked")
            return await self._settle(tap, view, Outcome.NEVER_MIND)
        try:
            await self._do(tap, who, view)
        except Refused:
            await self._settle(tap, view)
            raise
        return await self._settle(tap, view)

    async def _do(self, tap: Tap, who: Somebody, view: Spectacle) -> None:
        press = tap.press
        match press.verb, press.topic:
            case Verb.FORFEIT, _:
                if not _asked(tap):
                    raise Refused("not_asked")
                await self._games.press(press, tap.player_id, tap.group_id)
            case Verb.KICK, How.ASK:
                seat = _named(view, press).seat
                await self._check_may_ask(who, view)
                asking = await self._asking(view, tap.player_id)
                self._show(tap, asking.to_kick(seat))
            case Verb.KICK, How.VOTE:
                seat = _named(view, press).seat
                await self._games.call_vote(press.game_id, tap.player_id, KICK, seat)
            case Verb.KICK, How.BEFORE:
                target_id = _named(view, press).player_id
                await self._opened(who, view)
                await self._games.stand_up(press.game_id, target_id)
            case Verb.KICK, How.SURE:
                target_id = _named(view, press).player_id
                await self._check_administrator(who)
                await self._games.depart(press.game_id, target_id, "kicked")
            case Verb.END, How.VOTE:
                await self._games.call_vote(press.game_id, tap.player_id, END)
            case Verb.END, How.BEFORE if await self._opened(who, view):
                close = Press(Verb.CLOSE, press.game_id)
                await self._games.press(close, tap.player_id, tap.group_id)
            case Verb.END, How.BEFORE:
                await self._games.close_for_administrator(press.game_id, tap.player_id)
            case Verb.END, How.SURE:
                await self._check_administrator(who)
                await self._games.end(press.game_id, tap.player_id)
            case _:
                raise Refused("forged")

    async def _settle(self, tap: Tap, view: Spectacle, found: Outcome | None = None) -> Answer:
        """Let the message say what has become of its question, and tell the presser the same.

        Args:
            tap: The tap.
            view: The game before it.
            found: What has become of it, where the game does not show that.
        """
        if found is None:
            now = await self._games.look(tap.press.game_id)
            found = outcome(now.view, tap.press)
        if found is None:
            return Answer("")
        seat = named_in(view, tap.press)

        async def say(words: Texts) -> str:
            names = await self._names(view, words)
            return said(found, words, names[seat.seat] if seat else "")

        self._show(tap, Screen(safe(await say(await self._words(view)))))
        return Answer(await say(tap.words))

    def _show(self, tap: Tap, screen: Screen) -> None:
        if tap.query.message is not None:
            shown = Posted(tap.spot.chat_id, tap.query.message.message_id)
            self._delivery.show(shown, screen, tap.press.game_id)

    # Who may

    async def _check_may_ask(self, who: Somebody, view: Spectacle) -> None:
        """See that somebody may do it at once, or let the table vote."""
        if who.player_id is not None and view.phase is not Phase.LOBBY:
            seat = view.seat_of(who.player_id)
            if seat is not None and plays(view, view.seats[seat]):
                return
        if view.phase is Phase.LOBBY:
            await self._opened(who, view)
        else:
            await self._check_administrator(who)

    async def _opened(self, who: Somebody, view: Spectacle) -> bool:
        """Tell whoever decides about a table before the start from an administrator.

        Raises:
            Refused: `only_opener`, since they are neither.
        """
        if who.player_id is not None:
            try:
                await self._games.check_in_charge(view.game_id, who.player_id, view.group_id)
            except Refused:
                if not await who.is_administrator():
                    raise
            else:
                return True
        return False

    async def _check_administrator(self, who: Somebody) -> None:
        if not await who.is_administrator():
            raise Refused("only_administrators")

    # What is asked about

    async def _open_game(self, call: GroupCall) -> Spectacle:
        game_id = await self._games.open_game(call.group_id)
        if game_id is None:
            raise Refused("no_such_game")
        return (await self._games.look(game_id)).view

    async def _meant(self, message: Message, view: Spectacle) -> UUID | None:
        """Return the player whom a command names, or to whose message it replies.

        Raises:
            Refused: `not_at_table`.
        """
        mentions = message.parse_entities(list(MENTIONS))
        mention, text = next(iter(mentions.items()), (None, ""))
        if mention is not None and mention.user is None:
            return await self._called(text.removeprefix("@"), view)
        person = mention.user if mention else arrivals.written_by(message.reply_to_message)
        return None if person is None else await self._player(person)

    async def _player(self, user: User) -> UUID:
        player_id = await self._threads.run(self._contacts.known, user.id)
        if player_id is None:
            raise Refused("not_at_table")
        return player_id

    async def _called(self, username: str, view: Spectacle) -> UUID:
        contacts = await self._threads.run(self._contacts.contacts, view.player_ids)
        for seat, contact in zip(view.seats, contacts, strict=True):
            if contact and contact.username.casefold() == username.casefold():
                return seat.player_id
        raise Refused("not_at_table")

    async def _asking(self, view: Spectacle, asker_id: UUID | None) -> Asking:
        words = await self._words(view)
        return Asking(view, await self._names(view, words), words, asker_id)

    async def _words(self, view: Spectacle) -> Texts:
        return await self._threads.run(self._contacts.words_of, view.group_id)

    async def _names(self, view: Spectacle, words: Texts) -> tuple[str, ...]:
        return await self._threads.run(self._contacts.names, view.player_ids, words)


def _caller(call: GroupCall) -> Somebody:
    """Return whoever gave a command: a person, or an administrator in the group's name.

    Raises:
        Refused: `anonymous`, for a channel.
    """
    anonymous = is_anonymous_administrator(call.message)
    player_id = None if anonymous else call.player_id
    return Somebody(call.message.get_bot(), call.message.chat.id, call.user.id, player_id)


def _target(view: Spectacle, target_id: UUID, asker_id: UUID | None) -> Seat:
    """Return the seat of whom a command means.

    Raises:
        Refused: `not_at_table`, `leave_yourself`, or `gone_already`.
    """
    seat = view.seat_of(target_id)
    if seat is None:
        raise Refused("not_at_table")
    if target_id == asker_id:
        raise Refused("leave_yourself")
    if not plays(view, view.seats[seat]):
        raise Refused("gone_already")
    return seat


def _named(view: Spectacle, press: Press) -> SeatSeen:
    """Return the seat of whom a button means.

    Raises:
        Refused: `game_over`, or `gone_already`.
    """
    if view.phase.over:
        raise Refused("game_over")
    seat = named_in(view, press)
    if seat is None or not plays(view, seat):
        raise Refused("gone_already")
    return seat


def _asked(tap: Tap) -> bool:
    """Tell whether somebody answers what they have asked for themselves."""
    return tap.press.number == mark(tap.player_id)
