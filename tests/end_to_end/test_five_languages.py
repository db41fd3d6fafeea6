"""Five languages at five tables at once: everybody reads their own, and tables never mix them."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from telegram_bot.callback_data import Verb
from telegram_bot.texts import languages
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Table
from tests.end_to_end.tongues import foreign, own, parts_of
from tests.support.sandbox_client import Json

SPEAKERS: Final = {
    "Ana": ("en", "en"),
    "Bruno": ("pt-br", "pt_BR"),
    "Carla": ("pt-pt", "pt_PT"),
    "Denise": ("fr", "fr"),
    "Emil": ("de", "de"),
}
"""What their Telegram tells of their language, and what they read."""

PRESETS: Final = ("scat", "trinta", "schwimmen", "scat_four", "schwimmen_fire")
STEPS: Final = 24
IN_GROUPS: Final = ("/rules", "/help", "/status", "/language", "/privacy", "/stats")
IN_PRIVATE: Final = ("/start", "/help", "/language", "/rules", "/top", "/privacy")


@dataclass(frozen=True)
class Heard:
    """A text, and the language that whoever reads it shall find it in."""

    language: str
    text: str


def test_everybody_reads_their_own_language_at_tables_of_all_five(house: House) -> None:
    people = [house.client.new_person(name, language=code) for name, (code, _) in SPEAKERS.items()]
    tables = []
    for seat, preset in enumerate(PRESETS):
        ring = people[seat:] + people[:seat]
        chat = house.client.new_chat(f"Table {seat}", *ring)
        ring[0].send(chat, f"/new {preset}")
        tables.append(Table(chat, ring, seed=seat, knocking=0.3))

    with ThreadPoolExecutor(len(tables)) as pool:
        list(pool.map(played, tables))
    for person in people:
        for command in IN_PRIVATE:
            person.send(person.private, command)
    for table in tables:
        for command in IN_GROUPS:
            table.people[0].send(table.chat, command)
    house.settle()
    house.client.settle()

    read_by = {table.chat.id: SPEAKERS[table.people[0].name][1] for table in tables}
    read_by |= {person.id: SPEAKERS[person.name][1] for person in people}
    tappers = {
        tapped.answer.query_id: tapped.person.id for table in tables for tapped in table.taps
    }
    heard = list(everything(house.client.requests(), read_by, tappers))
    mixed = {
        (each.language, part, tongues)
        for each in heard
        for part in parts_of(each.text)
        if (tongues := foreign(each.language, part))
    }
    assert mixed == set()
    known = Counter(
        each.language for each in heard for part in parts_of(each.text) if own(each.language, part)
    )
    assert set(known) == set(languages())
    assert min(known.values()) > 50


def played(table: Table) -> None:
    """Play a while."""
    table.gather()
    seen = table.see()
    for _ in range(STEPS):
        if Verb.REMATCH in seen.verbs:
            break
        seen = table.step(seen)


def everything(
    requests: list[Json], read_by: dict[int, str], tappers: dict[str, int]
) -> Iterator[Heard]:
    """Yield all texts and labels that were sent to somebody who reads them."""
    for request in requests:
        given = request["parameters"]
        tapper = tappers.get(given.get("callback_query_id", ""))
        reader = read_by.get(int(given.get("chat_id", tapper or 0)))
        if reader is None:
            continue
        yield Heard(reader, given.get("text", given.get("caption", "")))
        rows = given.get("reply_markup", {}).get("inline_keyboard", [])
        for button in (button for row in rows for button in row):
            yield Heard(reader, button["text"])
