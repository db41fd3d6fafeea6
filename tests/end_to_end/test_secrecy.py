"""From outside: nobody reads a hidden card, wherever they look, whatever goes wrong meanwhile."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import httpx
import psycopg
import pytest
from psycopg import sql

from domain import views
from domain.card_room import CardRoom
from domain.match import Match
from domain.views import Spectacle
from projections.database import SCHEMA, Database
from telegram_bot.callback_data import Verb
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.demo import demo_world
from tests.conftest import Server
from tests.end_to_end.conftest import House, Venue, open_house
from tests.end_to_end.play import Sight
from tests.end_to_end.secrecy import Hidden, Onlookers, Told, cards_in, leaks, told_in
from tests.support.hidden import cards_written
from tests.support.ports import free_port
from tests.support.running_sandbox import running_sandbox
from tests.support.timed_bot import timed_bot

KINDS = ("scat_four", "schwimmen_fire")
"""Presets that between them have every kind of move; tests/secrecy plays all of them."""
ROUNDS = 2
TROUBLES = ("editMessageText", "sendMessage", "editEphemeralMessageText", "deleteEphemeralMessage")
REFUSED = {"code": 400, "description": "Bad Request: not today"}

THE_LOG = "thirtyone_events"
"""The one table that holds cards: whoever reads it plays for everybody."""


@pytest.fixture(scope="module")
def open_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def glass_house(server: Server, template: str, open_port: int) -> Iterator[House]:
    """A house that tells all it can tell."""
    database = server.create(template)
    settings = {"LOG_LEVEL": "DEBUG", "PORT": str(open_port)}
    with open_house(database, ephemeral=True, **settings) as opened:
        yield opened
    server.drop(database)


@pytest.mark.parametrize("preset", KINDS)
def test_nobody_reads_a_hidden_card(glass_house: House, open_port: int, preset: str) -> None:
    house = glass_house
    onlookers = onlookers_at(house)
    table = onlookers.table
    trouble = Random(table.seed)
    table.open(preset)

    seen = table.see()
    while not is_over(seen):
        if trouble.random() < 0.1:
            method = trouble.choice(TROUBLES)
            house.client.fault("refuse", method=method, chat_id=table.chat.id, error=REFUSED)
        seen = table.step(seen)
        house.settle()
        onlookers.look()
        for place, text in elsewhere(house, open_port).items():
            assert cards_written(text) == set(), place

    hidden = house.ledger(table).hidden(table)
    said = told_in(house.client.requests(), table)
    assert len(hidden) > 20
    assert leaks(hidden, onlookers.told) == []
    assert leaks(hidden, said) == []
    assert read_their_own(hidden, onlookers) == {person.id for person in table.people}


def test_a_hidden_card_at_the_table_would_be_noticed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next card of the stock is planted in what everybody sees."""

    def leaking(match: Match) -> Spectacle:
        view = honest(match)
        stock = match.round.stock if match.round and view.face_up else ()
        return replace(view, face_up=(*stock[:1], *view.face_up))

    honest = views.spectacle
    monkeypatch.setattr("telegram_bot.game.spectacle", leaking)
    with house_of_now(database) as venue:
        onlookers = onlookers_at(venue)
        table = onlookers.table
        table.open()
        table.play_on(until=lambda now: Verb.DRAW in now.verbs)
        onlookers.look()

        hidden = venue.ledger(table).hidden(table)
        assert leaks(hidden, onlookers.told)
        assert leaks(hidden, told_in(venue.client.requests(), table))


def test_a_hidden_card_told_to_another_would_be_noticed(glass_house: House) -> None:
    table = onlookers_at(glass_house).table
    table.open()
    table.play_on(until=lambda now: Verb.DRAW in now.verbs)

    hidden = glass_house.ledger(table).hidden(table)
    secret = next(each for each in hidden if each.owner is not None)
    assert secret.owner is not None
    while_hidden = (secret.since + secret.until) / 2
    public = Told(while_hidden, table.chat.id, f"<b>{secret.card}</b>")
    private = Told(while_hidden, secret.owner, public.text)

    assert leaks([secret], [public, private]) == [(secret, public)]


def onlookers_at(venue: Venue) -> Onlookers:
    """Return people at a new table, and somebody in their group who does not play."""
    table = venue.table("Ana", "Bruno", "Carla", knocking=0.6)
    (stranger,) = venue.people("Zoe")
    stranger.join(table.chat)
    return Onlookers(table, [*table.people, stranger])


def is_over(seen: Sight) -> bool:
    return Verb.REMATCH in seen.verbs or f"round {ROUNDS + 1}" in seen.message.text


def elsewhere(house: House, port: int) -> dict[str, str]:
    """Return what can be read of the bot beside the chats: its log, its health, its tables."""
    health = httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False).text
    return {"the log": house.bot.log, "health": health, **rows(house.database)}


def rows(database: Database) -> dict[str, str]:
    """Return all rows of all tables but the log, as text."""
    with psycopg.connect(database.conninfo) as connection:
        found = connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = %s", [SCHEMA]
        ).fetchall()
        names = [name for (name,) in found if name != THE_LOG]
        return {name: _rows(connection, name) for name in names}


def _rows(connection: psycopg.Connection[tuple[str]], name: str) -> str:
    every = sql.SQL("SELECT told::text FROM {} AS told").format(sql.Identifier(SCHEMA, name))
    return "\n".join(row[0] for row in connection.execute(every).fetchall())


def read_their_own(hidden: list[Hidden], onlookers: Onlookers) -> set[int]:
    """Return who has read a hidden card that is theirs."""
    return {
        said.audience
        for secret in hidden
        for said in onlookers.told
        if said.audience == secret.owner and secret.card in cards_in(said.text)
    }


class RealClock(ManualClock):
    """The time as it is, for a bot in this process."""

    def __call__(self) -> float:
        return time.time()


@contextmanager
def house_of_now(database: Database) -> Iterator[Venue]:
    """Open a house whose bot lives in this process, for the length of a block."""
    world = demo_world(limits=Limits.none(), told=False)
    with (
        running_sandbox(world, ephemeral=True) as sandbox,
        timed_bot(sandbox, database, RealClock(), cut_seconds=600),
        CardRoom(database.environment) as room,
    ):
        yield Venue(sandbox=sandbox, database=database, room=room, ephemeral=True)
