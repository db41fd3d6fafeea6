"""The world that a newcomer meets: four people, a group, a forum and a bot."""

import time
from collections.abc import Callable

from telegram_bot.sandbox import acts
from telegram_bot.sandbox.budget import TELEGRAMS_LIMITS, Limits
from telegram_bot.sandbox.chats import Kind
from telegram_bot.sandbox.people import Bot
from telegram_bot.sandbox.world import World

DEMO_TOKEN = "7000001:sandbox-token-for-this-machine-only"  # noqa: S105 - opens nothing real
BOT_NAME = "Thirty-One"
BOT_USERNAME = "thirtyone_sandbox_bot"


def empty_world(
    *,
    token: str = DEMO_TOKEN,
    now: Callable[[], float] = time.time,
    limits: Limits = TELEGRAMS_LIMITS,
) -> World:
    """Return a Telegram with nobody but the bot.

    Args:
        token: the bot's token; the part before the colon is its id.
        now: Unix time in seconds.
        limits: what the bot may send.
    """
    bot = Bot(int(token.split(":", maxsplit=1)[0]), BOT_NAME, BOT_USERNAME, token)
    return World(bot, now, limits)


def demo_world(
    *,
    token: str = DEMO_TOKEN,
    now: Callable[[], float] = time.time,
    limits: Limits = TELEGRAMS_LIMITS,
    told: bool = True,
) -> World:
    """Return Ana, Bruno, Carla and Duda with "Card night" and the forum "Club".

    Args:
        token: the bot's token; the part before the colon is its id.
        now: Unix time in seconds.
        limits: what the bot may send.
        told: whether the bot hears that it was added to the groups.
    """
    world = empty_world(token=token, now=now, limits=limits)
    ana = world.add_person("Ana", username="ana_sandbox", language="en")
    bruno = world.add_person("Bruno", username="bruno_sandbox", language="pt-br")
    carla = world.add_person("Carla", username="carla_sandbox", language="fr")
    duda = world.add_person("Duda", username="duda_sandbox", language="de")
    others = (bruno.id, carla.id, duda.id)
    acts.create_group(world, ana.id, "Card night", member_ids=others, told=told)
    club = acts.create_group(
        world,
        ana.id,
        "Club",
        kind=Kind.SUPERGROUP,
        forum=True,
        member_ids=others,
        told=told,
    )
    for name in ("Table 1", "Table 2"):
        acts.create_topic(world, club.id, name, by=ana.id)
    for person_id in world.people:
        for chat_id in world.chats:
            acts.mark_read(world, person_id, chat_id)
    return world
