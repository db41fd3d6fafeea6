"""What somebody can do, and what they cannot, who may rewrite a log with its header and digest.

Every value of every event is changed, one at a time. Nearly all of it is found by playing the game
again. What is not stands here, and in docs/export.md: it is what only people or the world decide,
and is protected by the digest alone, which was published in the chat.
"""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from domain.audit.findings import Finding, Promise, Standing
from domain.audit.game_file import Line
from domain.audit.judging import audit, verify
from domain.rules import rule_set
from tests.application.bustle import Habits
from tests.audit.forgery import forgeries
from tests.audit.played import QUIET, Played, State, play, spelled

BY_DIGEST_ALONE = {
    ("opened", "group_id"),
    ("opened", "rules"),  # one that never came to matter
    ("deck_committed", "deal_at"),  # how long the host lets people cut
    ("grace_given", "until"),
    ("vote_called", "target"),  # where it came to nothing
    ("vote_called", "until"),  # by less than a minute
    ("vote_cast", "aye"),  # one that did not decide
    ("player_forfeited", "cause"),
    ("round_voided", "cause"),
}
"""Fields whose change is found by nothing but the digest, at least sometimes."""

BUSY = Habits(missing=0.2, wandering=0, gracing=0.1, returning=0.1, voting=0.2, leaving=0.05)


def game(seed: int, preset: str, players: int, habits: Habits = QUIET) -> Played:
    """Return a game with one life to lose."""
    played = play(seed, rule_set(preset, {"lives": 1}), players, habits=habits)
    assert played is not None
    return played


@pytest.fixture(scope="module")
def scat() -> Played:
    """A game of three, with all that belongs to one."""
    return game(3, "scat", 3)


@pytest.fixture(scope="module")
def missed() -> Played:
    """A game in which turns were played for people, votes were held, and somebody left."""
    return game(21, "scat_buy_in", 3, BUSY)


def first_finding(forged: Played, number: int, promise: Promise) -> Finding:
    """Verify a log that was changed at an event, and return what is found there."""
    report = forged.verified()
    [finding] = [found for found in report.findings if found.event == number]
    assert finding.promise is promise
    assert report.verdicts[promise].standing is Standing.BROKEN
    assert report.verdicts[Promise.FORM].standing is Standing.KEPT
    return finding


# Everything that can be changed in one value.


@pytest.mark.parametrize(
    ("seed", "preset", "players", "habits"),
    [(8, "trinta", 2, QUIET), (8, "schwimmen", 2, QUIET), (21, "scat_buy_in", 3, BUSY)],
    ids=["trinta", "schwimmen", "with votes and missed deadlines"],
)
def test_a_changed_value_is_found_though_header_and_digest_fit(
    seed: int, preset: str, players: int, habits: Habits
) -> None:
    played = game(seed, preset, players, habits)
    passed = set()
    for number, line in enumerate(played.lines, 1):
        for field, state in forgeries(played.state(number)):
            forged = Line(line.topic, spelled(state))
            lines = [*played.lines[: number - 1], forged, *played.lines[number:]]
            if audit(played.game_id, lines).good:
                passed.add((line.topic.removeprefix("game."), field))

    assert {(kind, field) for kind, field in passed if field != "timestamp"} <= BY_DIGEST_ALONE


# What a host might want, and what is said of it.


def test_cards_dealt_otherwise_than_the_deck_has_them(scat: Played) -> None:
    number = scat.numbers("round_dealt")[0]
    hands = scat.state(number)["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]

    finding = first_finding(scat.forged(number, hands=hands), number, Promise.DECK)

    assert finding.clause == "shuffle"
    assert hands[0][0] in finding.found


def test_a_card_drawn_that_did_not_lie_there(scat: Played) -> None:
    number = scat.numbers("card_drawn")[0]
    drawn = scat.state(number)["card"]
    better = "AH" if drawn != "AH" else "AS"

    finding = first_finding(scat.forged(number, card=better), number, Promise.DRAWS)

    assert finding.clause == "RULES 5.1"
    assert finding.expected == f"card drawn: card {drawn}"
    assert finding.found == f"card drawn: card {better}"


def test_a_move_by_somebody_who_was_not_on_turn(scat: Played) -> None:
    number = scat.numbers("card_drawn")[0]
    seat = (scat.state(number)["seat"] + 1) % 3

    finding = first_finding(scat.forged(number, seat=seat), number, Promise.MOVES)

    assert finding.clause == "RULES 5.1"
    assert "not_your_turn" in finding.expected
    assert f"seat {seat}" in finding.found


def test_a_life_charged_to_somebody_else(scat: Played) -> None:
    number = scat.numbers("round_ended")[0]
    state = scat.state(number)
    losses = state["losses"][1:] + state["losses"][:1]
    clause = state["rulings"][-1]["clause"]

    finding = first_finding(scat.forged(number, losses=losses), number, Promise.RULINGS)

    assert finding.clause == f"RULES {clause}"
    assert "losses" in finding.expected


def test_a_ruling_by_another_rule(scat: Played) -> None:
    number = scat.numbers("round_ended")[0]
    rulings = scat.state(number)["rulings"]
    right = rulings[-1]["clause"]
    rulings[-1] = {**rulings[-1], "code": "turn_limit", "clause": "11.4"}

    finding = first_finding(scat.forged(number, rulings=rulings), number, Promise.RULINGS)

    assert finding.clause == f"RULES {right}"
    assert f"clause {right}" in finding.expected
    assert "clause 11.4" in finding.found


def test_a_secret_that_is_not_the_one_of_the_fingerprint(scat: Played) -> None:
    number = scat.numbers("deck_revealed")[0]

    report = scat.forged(number, seed="31" * 32).verified()

    broken = {found.promise for found in report.findings}
    assert {Promise.COMMITMENT, Promise.DECK} <= broken
    assert any(found.event == number for found in report.findings)


def test_a_turn_played_for_somebody_before_it_was_due(missed: Played) -> None:
    number = missed.numbers("turn_timed_out")[1]
    before = missed.state(number - 1)["timestamp"]
    group = [n for n in range(number, len(missed.lines) + 1)
             if missed.events[n - 1].at == missed.events[number - 1].at]  # fmt: skip
    forged = missed
    for each in group:
        forged = forged.forged(each, timestamp=before)

    finding = first_finding(forged, number, Promise.TIMEOUTS)

    assert finding.clause == "deadlines"
    assert finding.expected.startswith("nothing before ")


def test_a_winner_who_has_not_won(scat: Played) -> None:
    number = scat.numbers("ended")[0]
    loser = (scat.state(number)["winners"][0] + 1) % 3

    finding = first_finding(scat.forged(number, winners=[loser]), number, Promise.RULINGS)

    assert finding.clause == "RULES 10"


@pytest.mark.parametrize(
    "respelled",
    [
        lambda rules: dict(reversed(rules.items())),
        lambda rules: {**rules, "buy_in": dict(reversed(rules["buy_in"].items()))},
        lambda rules: {**rules, "exchange_sizes": rules["exchange_sizes"][::-1]},
        lambda rules: {**rules, "buy_in": rules["buy_in"]["enabled"]},
    ],
    ids=["options", "terms of the buy-in", "sizes", "fewer terms"],
)
def test_rules_that_say_the_same_in_another_way(
    scat: Played, respelled: Callable[[State], State]
) -> None:
    rules = scat.state(1)["rules"]

    report = audit(scat.game_id, scat.forged(1, rules=respelled(rules)).lines)

    assert [(found.event, found.promise) for found in report.findings] == [(1, Promise.FORM)]


def test_an_unknown_shuffle(scat: Played) -> None:
    number = scat.numbers("deck_committed")[0]

    finding = first_finding(scat.forged(number, shuffle="hmac-fy-2"), number, Promise.COMMITMENT)

    assert "hmac-fy-1" in finding.expected
    assert "hmac-fy-2" in finding.found


def test_what_follows_a_finding_is_judged_no_more_but_every_deck_is(scat: Played) -> None:
    number = scat.numbers("card_drawn")[0]

    report = scat.forged(number, card="AH").verified()

    standings = {promise: verdict.standing for promise, verdict in report.verdicts.items()}
    assert standings[Promise.MOVES] is standings[Promise.RULINGS] is Standing.UNKNOWN
    assert standings[Promise.DECK] is standings[Promise.COMMITMENT] is Standing.KEPT
    assert report.verdicts[Promise.DECK].judged == len(scat.numbers("round_dealt"))


# What only the digest tells.


def test_a_game_that_was_made_up_as_a_whole_is_found_by_the_published_digest_alone() -> None:
    real = game(3, "scat", 3)
    made_up = play(4, rule_set("scat", {"lives": 1}), game_id=real.game_id)
    assert made_up is not None

    published = real.verified().digest[:32]

    assert made_up.verified().good
    report = verify(made_up.file, published)
    assert [found.promise for found in report.findings] == [Promise.DIGEST]


def test_a_missed_turn_told_as_ones_own_is_found_by_the_published_digest_alone() -> None:
    real = game(0, "scat", 3, replace(QUIET, missing=0.03))
    [number] = real.numbers("turn_timed_out")

    forged = real.rearranged(lambda lines: [*lines[: number - 1], *lines[number:]])

    assert forged.verified().good
    assert not verify(forged.file, real.verified().digest).good


def test_a_game_cut_short_is_found_by_the_published_digest_alone(
    scat: Played,
) -> None:
    cut = scat.numbers("deadline_set")[-1]
    committed = scat.state(scat.numbers("deck_committed")[-1])
    moment = scat.state(cut)["timestamp"]
    shown = {"round": committed["round"], "seed": committed["seed"], "timestamp": moment}
    somebody = {"_type_": "uuid_hex", "_data_": "31" * 16}
    given_up = {"cause": "administrator", "player_id": somebody, "timestamp": moment}

    forged = scat.rearranged(
        lambda lines: [
            *lines[:cut],
            Line("game.deck_revealed", spelled(shown)),
            Line("game.abandoned", spelled(given_up)),
        ]
    )

    assert forged.verified().good
    assert not verify(forged.file, scat.verified().digest).good


def test_two_players_who_exchanged_ids_are_found_by_the_published_digest_alone(
    scat: Played,
) -> None:
    one, other, _ = (
        player["_data_"].encode()
        for player in scat.state(scat.numbers("started")[0])["player_ids"]
    )
    exchanged = {one: other, other: one}

    forged = scat.rearranged(
        lambda lines: [
            Line(line.topic, re.sub(one + b"|" + other, lambda id_: exchanged[id_[0]], line.state))
            for line in lines
        ]
    )

    assert forged.verified().good
    assert not verify(forged.file, scat.verified().digest).good


def test_a_draw_made_for_somebody_told_as_their_own_is_found_by_the_published_digest_alone() -> (
    None
):
    real = game(0, "scat", 3, replace(QUIET, missing=0.03))
    [number] = real.numbers("turn_timed_out")
    missed, drawn = real.lines[number - 1 : number + 1]
    assert drawn.topic == "game.card_drawn"

    forged = real.rearranged(
        lambda lines: [*lines[: number - 1], drawn, missed, *lines[number + 1 :]]
    )

    assert forged.verified().good
    assert not verify(forged.file, real.verified().digest).good
