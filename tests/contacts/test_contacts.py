"""Who people are and where groups are, as Telegram has told last."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import UUID

import pytest

from projections.database import Database
from telegram_bot.contacts import Contacts, Person, Spot
from telegram_bot.database import pool_of
from telegram_bot.forgetting import Forgetting
from telegram_bot.memory import Memory
from telegram_bot.names import Contact
from telegram_bot.threads import Threads
from tests.contacts.test_memory import until

ANA = Person(7, Contact("Ana"), "en")
CARDS = Spot(-1, 0, "Cards", "group", "en")


@pytest.fixture
async def contacts(database: Database) -> AsyncIterator[Contacts]:
    """Contacts that remember."""
    memory = Memory()
    listening = asyncio.create_task(memory.keep_true(database))
    await until(lambda: memory._listening)
    with pool_of(database, 4) as pool:
        yield Contacts(pool, memory)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_somebody_stays_who_they_are_under_another_name(contacts: Contacts) -> None:
    ana_id = contacts.player_id(ANA)
    assert contacts.player_id(replace(ANA, contact=Contact("Anna"))) == ana_id

    assert contacts.contacts([ana_id]) == [Contact("Anna")]
    contacts.player_id(ANA)
    assert contacts.contacts([ana_id]) == [Contact("Ana")]


async def test_a_group_keeps_its_language_and_gets_its_new_title(contacts: Contacts) -> None:
    group_id = contacts.group_id(CARDS)
    assert contacts.group_id(replace(CARDS, title="More cards", language="pt")) == group_id

    spot = contacts.spot(group_id)
    assert (spot.title, spot.language) == ("More cards", "en")


async def test_somebody_reads_what_they_have_chosen_else_what_telegram_tells(
    contacts: Contacts,
) -> None:
    ana_id = contacts.player_id(ANA)
    assert contacts.language(ANA) == "en"

    contacts.choose_language(ana_id, "de")
    assert contacts.language(ANA) == contacts.chosen_language(ANA.telegram_id) == "de"
    reach = contacts.reach(ana_id)
    assert reach is not None
    assert reach.language == "de"

    contacts.choose_language(ana_id, None)
    told_otherwise = replace(ANA, language="fr")
    assert contacts.player_id(told_otherwise) == ana_id
    assert contacts.language(told_otherwise) == "fr"
    reach = contacts.reach(ana_id)
    assert reach is not None
    assert reach.language == "fr"


async def test_what_is_said_once_is_said_to_nobody_twice(contacts: Contacts) -> None:
    ana_id, group_id = contacts.player_id(ANA), contacts.group_id(CARDS)

    assert [contacts.teach(ana_id) for _ in range(3)] == [True, False, False]
    assert [contacts.greet(group_id) for _ in range(3)] == [True, False, False]


async def test_an_administrator_settles_the_language_of_a_group_anew(contacts: Contacts) -> None:
    group_id = contacts.group_id(CARDS)

    contacts.choose_language_of_group(group_id, "pt_PT")

    assert contacts.group_id(CARDS) == group_id
    assert contacts.spot(group_id).language == "pt_PT"


async def forget(database: Database, contacts: Contacts, player_id: UUID) -> None:
    """Let a process with these contacts forget somebody."""
    threads = Threads(1)
    with pool_of(database, 4) as pool:
        await Forgetting(pool, contacts, threads).forget(player_id)
    threads.close()


async def test_whoever_was_forgotten_comes_back_as_somebody_new(
    contacts: Contacts, database: Database
) -> None:
    ana_id = contacts.player_id(ANA)

    await forget(database, contacts, ana_id)

    assert contacts.known(ANA.telegram_id) is None
    assert contacts.player_id(ANA) != ana_id


async def test_whom_another_process_has_forgotten_is_soon_somebody_new_here_as_well(
    contacts: Contacts, database: Database
) -> None:
    ana_id = contacts.player_id(ANA)

    with pool_of(database, 4) as pool:
        await forget(database, Contacts(pool), ana_id)

    await until(lambda: contacts.player_id(ANA) != ana_id)


async def test_a_name_that_another_process_was_told_is_soon_known_here(
    contacts: Contacts, database: Database
) -> None:
    ana_id = contacts.player_id(ANA)
    assert contacts.contacts([ana_id]) == [Contact("Ana")]

    with pool_of(database, 4) as pool:
        Contacts(pool).player_id(replace(ANA, contact=Contact("Anna")))

    await until(lambda: contacts.contacts([ana_id]) == [Contact("Anna")])
