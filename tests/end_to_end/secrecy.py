"""Who held which card and until when, and what others could read meanwhile.

What is hidden follows from the facts in the log alone. What can be read is known twice over: from
what the bot sent, and from what each person sees.
"""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.cards import Card
from domain.events import Stored
from domain.facts import Fact
from telegram_bot.screens.cards import card_text
from telegram_bot.texts import texts
from tests.end_to_end.play import Table
from tests.support.hidden import Hidden as Secrets
from tests.support.hidden import cards_named
from tests.support.sandbox_client import Json, Person, SeenMessage

NUMBERED: Final = re.compile(r"\d: (\S+)")
FIRST_CUTS: Final = "Cut for the first deal"
"""Before the first deal cards of another deck are shown."""


@dataclass(frozen=True)
class Hidden:
    """A card that only its owner may read of, from one moment to another.

    Attributes:
        card: The card, as people read it.
        owner: Who holds it; nobody while it lies face down.
        since: Unix time.
        until: Unix time.
    """

    card: str
    owner: int | None
    since: float
    until: float


@dataclass(frozen=True)
class Told:
    """What could be read in a chat, or by one person alone."""

    at: float
    audience: int
    text: str


def leaks(secrets: Iterable[Hidden], told: Iterable[Told]) -> list[tuple[Hidden, Told]]:
    """Return every hidden card together with what named it to somebody else."""
    every = list(secrets)
    return [
        (secret, said)
        for said in told
        if FIRST_CUTS not in said.text
        for secret in every
        if secret.since <= said.at <= secret.until
        and said.audience != secret.owner
        and secret.card in cards_in(said.text)
    ]


def hidden_cards(log: Sequence[Stored], table: Table) -> list[Hidden]:
    """Return which cards were hidden at a table, for how long, and from all but whom."""
    return [secret for secret in _hidden(log, table) if secret.since < secret.until]


def told_in(requests: Iterable[Json], table: Table) -> list[Told]:
    """Return all that the bot has said at a table, from the requests that it made.

    Games of others go on in the same house.
    """
    tappers = {tapped.answer.query_id: tapped.person.id for tapped in table.taps}
    here = {table.chat.id, *(person.id for person in table.people)}
    told = []
    for request in requests:
        given = request["parameters"]
        alone = given.get("ephemeral_message_parameters", given).get("receiver_user_id")
        tapper = tappers.get(given.get("callback_query_id", ""))
        audience = alone or given.get("chat_id", tapper)
        if audience is not None and int(audience) in here:
            said = f"{given.get('text', '')}\n{given.get('reply_markup', '')}"
            told.append(Told(request["at"], int(audience), said))
    return told


@dataclass
class Onlookers:
    """People who read all that they can see, again and again.

    Attributes:
        table: Where they look, beside their private chats.
        people: Who looks.
        told: What each could read, when they did.
    """

    table: Table
    people: Sequence[Person]
    told: list[Told] = field(default_factory=list)
    _known: set[object] = field(default_factory=set)

    def look(self) -> None:
        """Let everybody read what is new."""
        for person in self.people:
            for text in self._news(person):
                self.told.append(Told(time.time(), person.id, text))

    def _news(self, person: Person) -> Iterator[str]:
        for chat in (self.table.chat, person.private):
            for message in person.messages(chat):
                if self._is_new((person.id, chat.id, message.raw["key"], message.raw["revision"])):
                    yield written(message)
        for answer in person.answers():
            if self._is_new((answer.query_id, answer.text)):
                yield answer.text

    def _is_new(self, seen: object) -> bool:
        new = seen not in self._known
        self._known.add(seen)
        return new


def written(message: SeenMessage) -> str:
    """Return what a message says, and its buttons."""
    return "\n".join([message.text, *message.labels])


def cards_in(text: str) -> set[str]:
    """Return the cards that a text names, in whatever language."""
    return {shown(card) for card in cards_named(text)}


def hand_in(alert: str) -> list[str]:
    """Return the hand that an alert shows, in its order; empty when it shows none."""
    cards = NUMBERED.findall(alert.splitlines()[0]) if alert else []
    return [next(iter(cards_in(card))) for card in cards]


def shown(card: Card) -> str:
    """Return a card as people read it."""
    return card_text(card, texts("en"))


def _hidden(log: Sequence[Stored], table: Table) -> Iterator[Hidden]:
    """Fold the log, and return each card with the span in which one holder had it unseen."""
    secrets, held = Secrets(), dict[Card, tuple[int | None, float]]()
    for event in log:
        assert isinstance(event, Fact)
        secrets.happen(event)
        at = event.timestamp.timestamp()
        now = {
            card: None if seat is None else table.seated[seat].id
            for card, seat in secrets.held.items()
        }
        for card, (owner, since) in list(held.items()):
            if card not in now or now[card] != owner:
                yield Hidden(shown(card), owner, since, at)
                del held[card]
        held |= {card: (owner, at) for card, owner in now.items() if card not in held}
    for card, (owner, since) in held.items():
        yield Hidden(shown(card), owner, since, time.time())
