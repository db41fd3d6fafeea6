"""What somebody might do to a game who can write its file anew, header and digest included."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from domain.audit.game_file import Line
from domain.cards import RANK
from domain.shuffle import commitment
from tests.audit.played import Played

CARD: Final = re.compile(rb'"((?:10|[2-9AJQK])[CSHD])"')

FOLLOWED: Final = frozenset(
    {
        *("opened", "player_joined", "started", "first_dealer_chosen", "deck_committed"),
        *("deck_cut", "deck_mixed", "round_dealt", "card_drawn", "discard_taken"),
        *("card_discarded", "player_knocked", "player_stood", "hand_kept", "hand_swapped"),
        *("cards_exchanged", "turn_ended", "round_ended", "deck_revealed", "player_eliminated"),
        *("ended", "abandoned"),
    }
)
"""Events without which even the small verifier sees that something is missing."""


def tamperings(game: Played, random: Random) -> Iterator[tuple[str, Played]]:
    """Tamper with a game in several ways, chosen by chance; the name says how."""
    for name, tamper in TAMPERINGS.items():
        tampered = tamper(game, random)
        if tampered is not None:
            yield name, tampered


def _swap_a_card(game: Played, random: Random) -> Played | None:
    numbers = [number for number, line in enumerate(game.lines, 1) if CARD.search(line.state)]
    if not numbers:
        return None
    number = random.choice(numbers)
    topic, state = game.lines[number - 1]
    there = random.choice(list(CARD.finditer(state)))
    other = random.choice([card for card in RANK if card.encode() != there[1]])
    line = Line(topic, state[: there.start(1)] + other.encode() + state[there.end(1) :])
    return game.rearranged(lambda lines: [*lines[: number - 1], line, *lines[number:]])


def _commit_another_seed(game: Played, random: Random) -> Played | None:
    return _with_seed(game, "deck_committed", random)


def _reveal_another_seed(game: Played, random: Random) -> Played | None:
    return _with_seed(game, "deck_revealed", random)


def _arrange_a_deck(game: Played, random: Random) -> Played | None:
    """Put another seed in the place of one everywhere, with a commitment that fits it."""
    number = _some(game, {"deck_committed"}, random)
    if number is None:
        return None
    of_the_round = game.state(number)["round"]
    if of_the_round not in {game.state(dealt)["round"] for dealt in game.numbers("round_dealt")}:
        return None
    seed = random.randbytes(32)
    arranged = game.forged(number, seed=seed.hex(), commitment=commitment(seed))
    for shown in game.numbers("deck_revealed"):
        if game.state(shown)["round"] == of_the_round:
            arranged = arranged.forged(shown, seed=seed.hex())
    return arranged


def _drop_an_event(game: Played, random: Random) -> Played | None:
    number = _some(game, FOLLOWED, random)
    if number is None:
        return None
    return game.rearranged(lambda lines: [*lines[: number - 1], *lines[number:]])


def _spare_a_life(game: Played, random: Random) -> Played | None:
    number = _some(game, {"round_ended"}, random)
    if number is None:
        return None
    lives = [each + 1 for each in game.state(number)["lives"]]
    return game.forged(number, lives=lives)


TAMPERINGS: Final[dict[str, Callable[[Played, Random], Played | None]]] = {
    "card swapped": _swap_a_card,
    "other seed committed": _commit_another_seed,
    "other seed revealed": _reveal_another_seed,
    "deck arranged": _arrange_a_deck,
    "event dropped": _drop_an_event,
    "life spared": _spare_a_life,
}


def _some(game: Played, kinds: frozenset[str] | set[str], random: Random) -> int | None:
    numbers = [number for kind in sorted(kinds) for number in game.numbers(kind)]
    return random.choice(numbers) if numbers else None


def _with_seed(game: Played, kind: str, random: Random) -> Played | None:
    number = _some(game, {kind}, random)
    return None if number is None else game.forged(number, seed=random.randbytes(32).hex())
