"""What somebody might do to a game who can write its file anew, header and digest included."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from domain.audit.game_file import Line
from domain.cards import RANK
from domain.shuffle import commitment
from tests.audit.played import Played, spelled

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


def _name_another_winner(game: Played, random: Random) -> Played | None:
    number = _some(game, {"ended"}, random)
    if number is None:
        return None
    state = game.state(number)
    others = [seat for seat in range(len(state["places"])) if seat not in state["winners"]]
    return game.forged(number, winners=[random.choice(others)]) if others else None


def _exchange_two_places(game: Played, random: Random) -> Played | None:
    number = _some(game, {"ended"}, random)
    if number is None:
        return None
    places = game.state(number)["places"]
    return game.forged(number, places=[*places[1:], places[0]])


def _charge_somebody_else(game: Played, _: Random) -> Played | None:
    """Let others lose in a showdown, with all that follows from it to the end."""
    numbers = [
        number for number in game.numbers("round_ended") if any(game.state(number)["losses"])
    ]
    if not numbers:
        return None
    last = numbers[-1]
    state = game.state(last)
    seats = [seat for seat, value in enumerate(state["values"]) if value is not None]
    turned = dict(zip(seats, [*seats[1:], seats[0]], strict=True))
    forged = game.forged(
        last,
        losses=_by_seat(state["losses"], turned),
        lives=_by_seat(state["lives"], turned),
        eliminated=[turned[seat] for seat in state["eliminated"]],
    )
    for number in game.numbers("player_eliminated"):
        if number > last:
            seat = game.state(number)["seat"]
            forged = forged.forged(number, seat=turned.get(seat, seat))
    for number in game.numbers("ended"):
        ended = game.state(number)
        winners = [turned.get(seat, seat) for seat in ended["winners"]]
        places = _by_seat(ended["places"], turned)
        forged = forged.forged(number, winners=winners, places=places)
    return forged if forged.file != game.file else None


def _by_seat(values: list[int], turned: dict[int, int]) -> list[int]:
    """Return what each seat has after all that it had went to another one."""
    given = {turned.get(seat, seat): value for seat, value in enumerate(values)}
    return [given[seat] for seat in range(len(values))]


def _invent_a_reason(game: Played, random: Random) -> Played | None:
    number = _some(game, {"round_ended"}, random)
    if number is None:
        return None
    reasons = {"knock", "instant", "stock_exhausted", "turn_limit"}
    others = sorted(reasons - {game.state(number)["reason"]})
    return game.forged(number, reason=random.choice(others))


def _name_no_rulings(game: Played, random: Random) -> Played | None:
    number = _some(game, {"round_ended"}, random)
    return None if number is None else game.forged(number, rulings=[])


def _change_the_penalty(game: Played, _: Random) -> Played | None:
    """Let the table have played with the other penalty from the beginning."""
    forged = game
    for number in (*game.numbers("opened"), *game.numbers("rules_chosen")):
        rules = game.state(number)["rules"]
        penalty = 3 - rules["knocker_lowest_penalty"]
        forged = forged.forged(number, rules={**rules, "knocker_lowest_penalty": penalty})
    return forged


def _time_out_at_once(game: Played, random: Random) -> Played | None:
    """Say that a turn was played for somebody as soon as it had begun."""
    numbers = [
        number
        for number in game.numbers("turn_timed_out")
        if game.lines[number - 2].topic == "game.deadline_set"
        and game.events[number - 2].at < game.events[number - 1].at
    ]
    if not numbers:
        return None
    number = random.choice(numbers)
    begun, forged = game.state(number - 1)["timestamp"], game
    for other, event in enumerate(game.events, 1):
        if other >= number and event.at == game.events[number - 1].at:
            forged = forged.forged(other, timestamp=begun)
            if game.lines[other - 1].topic == "game.deadline_set":
                forged = forged.forged(other, since=begun)
    return forged


def _invent_a_missed_turn(game: Played, random: Random) -> Played | None:
    """Say of a turn that was played in time that it was not."""
    numbers = [
        number
        for number, line in enumerate(game.lines, 1)
        if line.topic == "game.deadline_set" and game.state(number)["kind"] == "turn"
        if number < len(game.lines) and game.lines[number].topic in DRAWN
        if game.state(number + 1)["timestamp"]["_data_"] < game.state(number)["until"]["_data_"]
    ]
    if not numbers:
        return None
    number = random.choice(numbers)
    move = game.state(number + 1)
    missed = {
        "turn": game.state(number)["number"],
        "seat": move["seat"],
        "cause": "deadline",
        "timestamp": move["timestamp"],
    }
    line = Line("game.turn_timed_out", spelled(missed))
    return game.rearranged(lambda lines: [*lines[:number], line, *lines[number:]])


def _date_an_event_back(game: Played, random: Random) -> Played | None:
    number = random.randint(1, len(game.lines))
    moment = game.state(number)["timestamp"]
    return game.forged(number, timestamp={**moment, "_data_": "2001-01-01T00:00:00+00:00"})


def _end_it_twice(game: Played, _: Random) -> Played | None:
    return game.rearranged(lambda lines: [*lines, lines[-1]])


TAMPERINGS: Final[dict[str, Callable[[Played, Random], Played | None]]] = {
    "card swapped": _swap_a_card,
    "other seed committed": _commit_another_seed,
    "other seed revealed": _reveal_another_seed,
    "deck arranged": _arrange_a_deck,
    "event dropped": _drop_an_event,
    "life spared": _spare_a_life,
    "other winner": _name_another_winner,
    "places exchanged": _exchange_two_places,
    "somebody else charged": _charge_somebody_else,
    "reason invented": _invent_a_reason,
    "no rulings": _name_no_rulings,
    "other penalty": _change_the_penalty,
    "timed out at once": _time_out_at_once,
    "missed turn invented": _invent_a_missed_turn,
    "event dated back": _date_an_event_back,
    "ended twice": _end_it_twice,
}

DRAWN: Final = frozenset({"game.card_drawn", "game.discard_taken"})


def _some(game: Played, kinds: frozenset[str] | set[str], random: Random) -> int | None:
    numbers = [number for kind in sorted(kinds) for number in game.numbers(kind)]
    return random.choice(numbers) if numbers else None


def _with_seed(game: Played, kind: str, random: Random) -> Played | None:
    number = _some(game, {kind}, random)
    return None if number is None else game.forged(number, seed=random.randbytes(32).hex())
