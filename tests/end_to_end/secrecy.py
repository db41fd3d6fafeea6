"""Who was told which card, and what others could read meanwhile.

Hidden cards are known from each person's own alerts alone; what others can read is known from
what the bot sent. A card is hidden from the deal, or from the draw that brought it, until its
owner gives it away or the round is shown. A card taken from the table never is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from telegram_bot import selection
from telegram_bot.callback_data import Verb
from tests.end_to_end.play import Tapped
from tests.support.sandbox_client import Json

CARD: Final = re.compile(r"(?<![\w])(10|[2-9AKQJRDV])([♣♠♥♦])")
NUMBERED: Final = re.compile(r"\d: (\S+)")
FOREIGN: Final = {"R": "K", "D": "Q", "V": "J"}
FIRST_CUTS: Final = "Cut for the first deal"
"""Before the first deal cards of another deck are shown."""

CENTRE: Final = re.compile(r"^(?:Centre|Centro) (.*) ·", re.MULTILINE)

MOVES: Final = frozenset(
    {
        *(Verb.DRAW, Verb.TAKE, Verb.THROW, Verb.KNOCK, Verb.STAND, Verb.PASS),
        *(Verb.KEEP, Verb.SWAP, Verb.EXCHANGE, Verb.END_TURN),
    }
)


@dataclass(frozen=True)
class Hidden:
    """A card that only its owner may read of, from one moment to another."""

    card: str
    owner: int
    since: float
    until: float


@dataclass(frozen=True)
class Told:
    """What the bot said to a chat, or in an answer to one person."""

    at: float
    audience: int
    text: str


@dataclass
class _Hand:
    cards: list[str] = field(default_factory=list)
    public: set[str] = field(default_factory=set)
    since: dict[str, float] = field(default_factory=dict)

    def see(self, cards: list[str], since: float) -> None:
        for card in cards:
            if card not in self.public:
                self.since.setdefault(card, since)
        self.cards = cards


def leaks(taps: Sequence[Tapped], told: Iterable[Told]) -> list[tuple[Hidden, Told]]:
    """Return every hidden card together with what named it to somebody else."""
    secrets = hidden_cards(taps)
    return [
        (secret, said)
        for said in told
        if FIRST_CUTS not in said.text
        for secret in secrets
        if secret.since <= said.at <= secret.until
        and said.audience != secret.owner
        and secret.card in cards_in(said.text)
    ]


def hidden_cards(taps: Sequence[Tapped]) -> list[Hidden]:
    """Return what each person's own alerts say that they held, and for how long."""
    return [secret for played in _rounds(taps) for secret in _hidden_in_a_round(played)]


def told_in(requests: Iterable[Json], taps: Iterable[Tapped]) -> list[Told]:
    """Return all that the bot has said, from the requests that it made."""
    tappers = {tapped.answer.query_id: tapped.person.id for tapped in taps}
    told = []
    for request in requests:
        given = request["parameters"]
        audience = given.get("chat_id", tappers.get(given.get("callback_query_id", "")))
        if audience is not None:
            told.append(Told(request["at"], int(audience), given.get("text", "")))
    return told


def cards_in(text: str) -> set[str]:
    """Return the cards that a text names, in whatever language."""
    return {FOREIGN.get(rank, rank) + suit for rank, suit in CARD.findall(text)}


def hand_in(alert: str) -> list[str]:
    """Return the hand that an alert shows, in its order; empty when it shows none."""
    cards = NUMBERED.findall(alert.splitlines()[0]) if alert else []
    return [next(iter(cards_in(card))) for card in cards]


def _rounds(taps: Sequence[Tapped]) -> Iterator[list[Tapped]]:
    """Split the taps by the rounds they belong to: a round begins with cutting and mixing."""
    played: list[Tapped] = []
    for tapped in taps:
        mixes = tapped.press.verb is Verb.MIX
        if mixes and any(earlier.press.verb in MOVES for earlier in played):
            yield played
            played = []
        played.append(tapped)
    yield played


def _hidden_in_a_round(taps: list[Tapped]) -> Iterator[Hidden]:
    dealt = max((each.at for each in taps if each.press.verb is Verb.MIX), default=0.0)
    shown = max((each.at for each in taps if each.press.verb in MOVES), default=dealt)
    hands: dict[int, _Hand] = {}
    for tapped in taps:
        owner = tapped.person.id
        hand = hands.setdefault(owner, _Hand())
        for given, taken in _moved(tapped, hand.cards):
            if taken:
                hand.cards[hand.cards.index(given)] = taken
                hand.public.add(taken)
            else:
                hand.cards.remove(given)
            if given in hand.since:
                yield Hidden(given, owner, hand.since.pop(given), tapped.at)
        if tapped.press.verb is Verb.THROW:
            continue
        seen = hand_in(tapped.answer.text) if tapped.answer.show_alert else []
        if tapped.press.verb is Verb.TAKE and seen:
            hand.public.add(seen[-1])
        hand.see(seen or hand.cards, tapped.at if hand.cards else dealt)
    for owner, hand in hands.items():
        for card, since in hand.since.items():
            yield Hidden(card, owner, since, shown)


def _moved(tapped: Tapped, cards: list[str]) -> list[tuple[str, str]]:
    """Return what a tap gives away of a hand, each card with the open card that replaces it."""
    chosen = selection.decode(tapped.press.choice)
    match tapped.press.verb:
        case Verb.THROW if cards:
            return [(cards[tapped.press.choice - 1], "")]
        case Verb.SWAP:
            return [(card, "") for card in cards]
        case Verb.EXCHANGE if cards and chosen and chosen.complete:
            centre = CENTRE.findall(tapped.text)[0].split()
            named = [next(iter(cards_in(card))) for card in centre]
            pairs = zip(chosen.given, chosen.taken, strict=True)
            return [(cards[given - 1], named[taken - 1]) for given, taken in pairs]
        case _:
            return []
