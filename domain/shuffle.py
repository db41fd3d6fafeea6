"""The committed shuffle, version `hmac-fy-1`: docs/shuffle.md says the same in words.

A deck follows from a secret seed, fixed and fingerprinted before anyone may contribute, and from
what the players then add. Whoever runs the bot cannot know the deck before the last contribution,
and cannot change it after the first.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from domain.cards import Card
from domain.seating import cut

VERSION: Final = "hmac-fy-1"

SEED_BYTES: Final = 32

_EIGHT_WORDS: Final = struct.Struct(">8I")

T = TypeVar("T")


@dataclass(frozen=True)
class Contributions:
    """What the players added to a round's shuffle.

    Attributes:
        mixes: The choice of each seat that mixed one in.
        lift: Cards that the cutter lifts; none when nobody cut.
    """

    mixes: Mapping[int, int] = field(default_factory=dict)
    lift: int | None = None


def commitment(seed: bytes) -> str:
    """Return the public fingerprint of a seed: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def shuffled_deck(
    seed: bytes,
    game: str,
    round_number: int,
    players: Contributions,
    pack: Sequence[Card],
) -> tuple[Card, ...]:
    """Derive the deck of a round, top card first.

    Args:
        seed: The secret of the round, 32 bytes.
        game: The game's id in its usual written form (a UUID with hyphens).
        round_number: The round, counted from 1.
        players: What the players added.
        pack: The pack in its order before the shuffle.
    """
    deck = shuffle(seed, deck_context(game, round_number, players.mixes), pack)
    return deck if players.lift is None else cut(deck, players.lift)


def deck_context(game: str, round_number: int, mixes: Mapping[int, int]) -> str:
    """Return the text that names a round's deck: with the seed it decides the shuffle."""
    choices = ",".join(f"{seat}:{mixes[seat]}" for seat in sorted(mixes))
    return f"{VERSION}|deck|{game}|{round_number}|{choices}"


def reshuffled_stock(
    seed: bytes, game: str, round_number: int, time: int, discards: Sequence[Card]
) -> tuple[Card, ...]:
    """Derive the new stock when the discards are shuffled for the `time`-th time (RULES 5.6)."""
    return shuffle(seed, f"{VERSION}|reshuffle|{game}|{round_number}|{time}", discards)


def first_dealer_deck(seed: bytes, game: str, pack: Sequence[Card]) -> tuple[Card, ...]:
    """Derive the deck that the players cut for the first deal, from round 1's seed (RULES 3.1)."""
    return shuffle(seed, f"{VERSION}|first dealer|{game}", pack)


def shuffle(seed: bytes, context: str, items: Sequence[T]) -> tuple[T, ...]:
    """Shuffle by an unbiased Fisher-Yates on an HMAC-SHA256 stream.

    Args:
        seed: The key.
        context: Names what is shuffled, so that no two shuffles share a stream.
        items: What to shuffle, in its starting order.
    """
    stream = _words(seed, context)
    shuffled = list(items)
    for last in range(len(shuffled) - 1, 0, -1):
        other = _below(stream, last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return tuple(shuffled)


def _words(seed: bytes, context: str) -> Iterator[int]:
    """Yield 32-bit numbers: the blocks HMAC(seed, context|0), HMAC(seed, context|1) and so on."""
    block = 0
    while True:
        digest = hmac.digest(seed, f"{context}|{block}".encode(), "sha256")
        yield from _EIGHT_WORDS.unpack(digest)
        block += 1


def _below(stream: Iterator[int], bound: int) -> int:
    """Take the next number of the stream below `bound`, skipping those that would favour some."""
    limit = 2**32 - 2**32 % bound
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % bound
