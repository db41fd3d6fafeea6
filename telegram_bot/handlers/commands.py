"""The commands of a group and of the private chat (TABLE 4)."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from telegram import Update
from telegram.ext import Application, CommandHandler, ContextTypes, MessageHandler, filters

from domain.choosing import Chosen
from domain.errors import Refused
from domain.pace import Pace
from domain.rules import ALIASES, PRESETS, rule_set
from telegram_bot.callback_data import Press, Verb
from telegram_bot.contacts import Contacts
from telegram_bot.deep_links import DeepLink, Purpose, to_add
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.ephemeral import ephemeral_id
from telegram_bot.game import Games
from telegram_bot.handlers import arrivals
from telegram_bot.handlers.calls import Call, GroupCall
from telegram_bot.handlers.choosing import Choosing
from telegram_bot.handlers.hands import Hands
from telegram_bot.handlers.languages import Languages
from telegram_bot.handlers.leaving import Leaving
from telegram_bot.handlers.links import Links
from telegram_bot.handlers.privacy import Privacy
from telegram_bot.handlers.replays import Replays
from telegram_bot.handlers.rights import check_administrator, is_anonymous_administrator
from telegram_bot.handlers.rules import Rules
from telegram_bot.handlers.solo import Solo
from telegram_bot.handlers.standings import Asking
from telegram_bot.intake.errors import PASSING
from telegram_bot.screens import answers, refusals
from telegram_bot.screens.help import help_text, start_screen
from telegram_bot.screens.reminder import remind_text
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.status import status_text
from telegram_bot.texts import texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

AFTER_ALL_OTHERS = 1
"""The group of handlers that see an update last, whoever has seen to it before."""

ON_OR_OFF: Final = {"on": True, "off": False}

IN_SOLO: Final = ("table", "hand", "status", "leave")
"""Commands of groups that whoever plays alone can give as well."""

GAMES: Final = frozenset({*PRESETS, *ALIASES})
PACES: Final = frozenset(Pace)

C = TypeVar("C", bound=Call)

Carry = Callable[[C], Awaitable[None]]


class Commands:
    """Carries out every command."""

    def __init__(  # noqa: PLR0913 - all that commands are about
        self,
        *,
        games: Games,
        contacts: Contacts,
        delivery: Delivery,
        hands: Hands,
        links: Links,
        solo: Solo,
        rules: Rules,
        asking: Asking,
        privacy: Privacy,
        replays: Replays,
        languages: Languages,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._hands = hands
        self._links = links
        self._solo = solo
        self._rules = rules
        self._asking = asking
        self._privacy = privacy
        self._replays = replays
        self._languages = languages
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._threads = threads
        self._choosing = Choosing(games, contacts, delivery, threads)
        self._leaving = Leaving(games, contacts, delivery, threads)

    def register(self, application: Application) -> None:  # type: ignore[type-arg]
        """Listen to the commands, in groups and in private."""
        groups: dict[str | tuple[str, ...], Carry[GroupCall]] = {
            ("new", "novo", "nouveau", "neu"): self._introducing(self.new),
            "join": self._introducing(partial(self.press, Verb.JOIN)),
            "leave": self._leaving.leave,
            "begin": partial(self.press, Verb.START),
            "table": self.table,
            "hand": self.hand,
            "rules": self._rules.rules,
            "status": self.status,
            "remind": self._introducing(self.remind),
            "kick": self._introducing(self._leaving.kick),
            "end": self._introducing(self._leaving.end),
            "top": self._asking.top,
            "stats": self._asking.stats,
            "history": self._asking.history,
            "replay": self._replays.replay,
            "audit": self._replays.audit,
            "settings": self._introducing(self.settings),
            "language": self._languages.in_group,
            "privacy": self._privacy.privacy,
            "forgetme": self._privacy.forget_me,
            "solo": self._solo.elsewhere,
            "help": self.help,
            "start": self.help,
        }
        alone: dict[str | tuple[str, ...], Carry[Call]] = {
            "start": self._introducing(self._links.start),
            "solo": self._introducing(self._solo.start),
            **{name: self._solo.in_game(groups[name]) for name in IN_SOLO},
            "help": self.private_help,
            "rules": self._rules.private_rules,
            "remind": self._introducing(self.remind),
            "language": self._languages.in_private,
            "top": self._asking.private_top,
            "stats": self._asking.stats,
            "replay": self._replays.replay,
            "audit": self._replays.audit,
            "privacy": self._privacy.privacy,
            "forgetme": self._privacy.forget_me,
        }
        new_message = filters.UpdateType.MESSAGE
        # What is posted in a channel is forwarded to its group, and meant for nobody there.
        in_groups = filters.ChatType.GROUPS & new_message & ~filters.IS_AUTOMATIC_FORWARD
        for names, carry in groups.items():
            in_group = partial(self._in_group, carry)
            application.add_handler(CommandHandler(names, in_group, in_groups))
        private = filters.ChatType.PRIVATE & new_message
        elsewhere = {names: self.only_in_groups for names in groups if names not in alone}
        for names, carry_alone in (alone | elsewhere).items():
            in_private = partial(self._in_private, carry_alone)
            application.add_handler(CommandHandler(names, in_private, private))
        application.add_handler(MessageHandler(private, self.meet), AFTER_ALL_OTHERS)

    async def new(self, call: GroupCall) -> None:
        """`/new [preset] [pace]`, in either order: open a table."""
        opener_id = call.player_id
        chosen, pace = await self._games.defaults(call.group_id), None
        for word in map(str.lower, call.arguments):
            if word in PACES:
                pace = Pace(word)
            elif word in GAMES:
                chosen = Chosen(word, rule_set(word))
            else:
                await call.reply(answers.unknown_table(call.words, word))
                return
        try:
            await self._games.open(call.group_id, opener_id, chosen, pace)
        except Refused as refusal:
            await self._refuse(call, refusal)
            await self.table(call)

    async def press(self, verb: Verb, call: GroupCall) -> None:
        """Do by command what a button of the open table does."""
        game_id = await self._open_game(call)
        await self._games.press(Press(verb, game_id), call.player_id, call.group_id)

    async def table(self, call: GroupCall) -> None:
        """`/table`: post the table anew at the bottom."""
        await self._delivery.repost(await self._open_game(call))

    async def hand(self, call: GroupCall) -> None:
        """`/hand`: the hand for the caller alone, or a button for it where no message can be."""
        game_id = await self._open_game(call)
        view = await self._games.hand(game_id, call.player_id)
        if not await self._hands.show(view, call.words, ephemeral_id(call.message)):
            in_private = DeepLink(Purpose.HAND, game_id).address(call.message.get_bot().username)
            await call.reply(answers.hand_by_button(call.words, game_id, in_private))

    async def settings(self, call: GroupCall) -> None:
        """`/settings [place]`, for administrators: all that the group can choose.

        With the name of a place its time zone is chosen.
        """
        if not is_anonymous_administrator(call.message):
            await check_administrator(call.message.get_bot(), call.message.chat.id, call.user.id)
        asked = " ".join(call.arguments)
        if asked:
            screen = await self._choosing.place(call.group_id, call.known_id, asked, call.words)
        else:
            screen = await self._choosing.settings(call.group_id)
        await call.reply(screen)

    async def status(self, call: GroupCall) -> None:
        """`/status`: whom the table waits for."""
        view = (await self._games.look(await self._open_game(call))).view
        names = await self._threads.run(self._contacts.names, view.player_ids, call.words)
        zone = (await self._games.customs(call.group_id)).zone
        await call.reply(Screen(status_text(view, names, call.words, zone)))

    async def remind(self, call: Call) -> None:
        """`/remind [on|off]`: whether the caller is reminded of their turns."""
        player_id = call.player_id
        wanted = ON_OR_OFF.get(" ".join(call.arguments).lower())
        if wanted is None:
            wanted = await self._threads.run(self._contacts.wants_reminders, player_id)
        else:
            await self._threads.run(
                lambda: self._contacts.choose_reminders(player_id, wanted=wanted)
            )
        await call.reply(Screen(remind_text(call.words, wanted=wanted)))

    async def help(self, call: Call) -> None:
        """`/help`: what there is to do here."""
        await call.reply(Screen(help_text(call.words)))

    async def meet(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Notice who writes to the bot in private, and so can be written to, if they are known."""
        user = update.effective_user
        if user is not None:
            await self._threads.run(lambda: self._contacts.reached(user.id, reachable=True))

    async def private_help(self, call: Call) -> None:
        """`/help` in private: what the bot is and how to begin."""
        address = to_add(call.message.get_bot().username)
        await call.reply(start_screen(call.words, address))

    async def only_in_groups(self, call: Call) -> None:
        """Say that the other commands belong in a group."""
        await call.reply(answers.only_in_groups(call.words))

    async def _in_private(
        self, carry: Carry[Call], update: Update, _: ContextTypes.DEFAULT_TYPE
    ) -> None:
        message = update.message
        if message is None or message.from_user is None:
            return
        who = arrivals.person(message.from_user)
        call = Call(
            message=message,
            user=message.from_user,
            words=texts(await self._threads.run(self._contacts.language, who)),
            known_id=await self._threads.run(self._contacts.met, who),
            arguments=tuple((message.text or "").split()[1:]),
            say=self._delivery.say,
        )
        await self._carry_out(carry, call)

    async def _in_group(
        self, carry: Carry[GroupCall], update: Update, _: ContextTypes.DEFAULT_TYPE
    ) -> None:
        message = update.message
        if message is None or message.from_user is None:
            return
        anonymous = message.sender_chat is not None
        if message.from_user.is_bot and not anonymous:
            return  # another bot, which nobody plays with
        who = arrivals.person(message.from_user)
        language = await self._threads.run(self._contacts.language, who)
        where = arrivals.spot_of(message, language)
        group_id = await self._threads.run(self._contacts.group_id, where)
        call = GroupCall(
            message=message,
            user=message.from_user,
            words=texts(await self._language(group_id) if anonymous else language),
            known_id=None if anonymous else await self._threads.run(self._contacts.met, who),
            group_id=group_id,
            arguments=tuple((message.text or "").split()[1:]),
            say=self._delivery.say,
        )
        await self._carry_out(partial(self._at_the_table, carry), call)
        await self._delivery.try_now(where.chat_id, where.thread_id)

    async def _at_the_table(self, carry: Carry[GroupCall], call: GroupCall) -> None:
        """Carry out a command of somebody who so is not away from the open game any more."""
        game_id = await self._games.open_game(call.group_id)
        if game_id is not None and call.known_id is not None:
            await self._games.visit(game_id, call.known_id, call.group_id)
        await carry(call)

    def _introducing(self, carry: Carry[C]) -> Carry[C]:
        """Make known who gives a command, where it cannot be carried out for somebody unknown.

        What only shows something is for everybody, and nobody's data are taken down for it.
        """

        async def carry_out(call: C) -> None:
            if not call.anonymous:
                who = arrivals.person(call.user)
                known_id = await self._threads.run(self._contacts.player_id, who)
                call = replace(call, known_id=known_id)
            await carry(call)

        return carry_out

    async def _carry_out(self, carry: Carry[C], call: C) -> None:
        try:
            await carry(call)
        except Refused as refusal:
            await self._refuse(call, refusal)
        except PASSING:
            raise  # it is carried out later
        except Exception:
            await self._refuse(call, Refused("defect"))
            raise

    async def _language(self, group_id: UUID) -> str | None:
        return (await self._threads.run(self._contacts.spot, group_id)).language

    async def _open_game(self, call: GroupCall) -> UUID:
        game_id = await self._games.open_game(call.group_id)
        if game_id is None:
            raise Refused("no_such_game")
        return game_id

    async def _refuse(self, call: Call, refusal: Refused) -> None:
        await call.reply(Screen(refusals.sentence(call.words, refusal.code)))
