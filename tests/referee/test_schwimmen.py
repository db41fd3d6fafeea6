"""What the referee says about the exchange game besides the golden rows."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from telegram_bot.referee.kinds import settle_row
from telegram_bot.referee.reading import read_row
from telegram_bot.referee.verdict import prose
from telegram_bot.texts import texts

Row = dict[str, Any]
DECK = "KH 9S KC  QH 8S 10C  7D 7C 8D  JH 9D 7S  AD 10S QS  JD KS 8H"


def row(kind: str, given: Row, **options: object) -> Row:
    return {"id": "X", "kind": kind, "preset": "schwimmen", "options": options, "input": given}


def result(kind: str, given: Row, **options: object) -> Row:
    found = settle_row(read_row(row(kind, given, **options))).result
    assert json.loads(json.dumps(found)) == found
    return found


def explained(kind: str, given: Row, **options: object) -> str:
    return prose(texts("en"), "X", settle_row(read_row(row(kind, given, **options))))


def script(*actions: str, deck: str = DECK) -> Row:
    return {
        "players": ["A", "B", "C"],
        "dealer": "C",
        "lives": {"A": 3, "B": 3, "C": 3},
        "deck_from_top": deck,
        "actions": list(actions),
    }


def shown(*hands: str, closer: str | None = None, trigger: str = "close") -> Row:
    names = "ABCD"[: len(hands)]
    return {
        "hands": dict(zip(names, hands, strict=True)),
        "lives": dict.fromkeys(names, 3),
        "knocker": closer,
        "trigger": trigger,
    }


def test_a_running_round_shows_its_centre_and_its_stock() -> None:
    assert result("script", script("keep", "x:7D>JH")) == {
        "reason": None,
        "next": "B",
        "hands": {"A": "KH QH JH", "B": "9S 8S 7C", "C": "KC 10C 8D"},
        "centre": "7D 9D 7S",
        "stock": 6,
    }


def test_an_ended_round_has_the_keys_of_every_game() -> None:
    assert result("script", script("swap", "close", "pass", "pass")) == {
        "reason": "close",
        "values": {"A": 20, "B": 17, "C": 10},
        "turns": 3,
        "losses": {"C": 1},
        "lives_after": {"A": 3, "B": 3, "C": 2},
        "on_bus": [],
        "eliminated": [],
        "winner": None,
        "tiebreak_deal": [],
    }


@pytest.mark.parametrize(
    "action", ["x:KH,7D>JH,9D", "x:KH, 7D > JH, 9D", "x:KH 7D>JH 9D", "x:kh+7d>jh+9d"]
)
def test_two_cards_are_exchanged_where_that_is_played(action: str) -> None:
    found = result("script", script("keep", action), exchange_sizes=[1, 2, 3])

    assert found["hands"]["A"] == "JH QH 9D"
    assert found["centre"] == "KH 7D 7S"


class TestClosingAfter:
    """With `close_timing` = after, the close belongs to the turn it follows."""

    def settled(self, *actions: str, **options: object) -> Row:
        return result("script", script("keep", *actions), close_timing="after", **options)

    def test_a_close_after_an_exchange_is_the_same_turn(self) -> None:
        found = self.settled("x:7D>JH", "close", "pass", "pass")

        assert (found["reason"], found["turns"]) == ("close", 3)

    def test_a_close_after_a_pass_is_the_same_turn(self) -> None:
        found = self.settled("pass", "close", "pass", "pass")

        assert (found["reason"], found["turns"]) == ("close", 3)

    def test_any_other_action_ends_the_turn_by_itself(self) -> None:
        assert self.settled("x:7D>JH", "pass")["next"] == "C"

    def test_the_last_action_of_a_script_is_a_whole_turn_too(self) -> None:
        assert self.settled("x:7D>JH")["next"] == "B"
        assert self.settled("pass", "pass", "pass")["centre"] == "AD 10S QS"

    def test_nobody_closes_before_acting(self) -> None:
        with pytest.raises(ValueError, match=r"action 2 \(close\).*turn of A\. \(RULES 5.10\)"):
            self.settled("close")


@pytest.mark.parametrize(
    ("actions", "options", "words"),
    [
        (["pass"], {}, ("action 1 (pass) is not legal", "turn of C", "RULES 4.6")),
        (["keep", "swap"], {}, ("action 2 (swap)", "turn of A", "RULES 4.6")),
        (["keep", "x:7D,QH>JH,9D"], {}, ("x:7D,QH>JH,9D", "RULES 5.9")),
        (["keep", "x:7D>JH,9D"], {"exchange_sizes": [1, 2]}, ("RULES 5.9",)),
        (["keep", "x:9S>JH"], {}, ("not in your hand", "RULES 5.9")),
        (["keep", "x:7D>AD"], {}, ("does not lie in the centre", "RULES 5.9")),
        (["keep", "all"], {"exchange_sizes": [1]}, ("RULES 5.9",)),
        (["keep", "close", "close"], {}, ("action 3 (close)", "turn of B", "RULES 5.10")),
        (["keep", "close"], {"first_turn_knock": False}, ("RULES 5.11",)),
        (
            ["keep", "all", "pass", "pass", "x:JH>KH"],
            {"swap_all_locks": True},
            ("only pass", "turn of A", "RULES 5.9"),
        ),
        (["keep", "x:7D"], {}, ("cannot be read", "x:GIVE>TAKE")),
        (["keep", "x:>"], {}, ("cannot be read", "both sides")),
        (["keep", "x:7D>1X"], {}, ("cannot be read", "not a card")),
        (["keep", "knock"], {}, ("cannot be read", "close")),
        (["keep", "stock:7D"], {}, ("cannot be read",)),
        (["keep", "close", "pass", "pass", "pass"], {}, ("action 5 (pass) comes after",)),
    ],
)
def test_what_cannot_be_done_is_named_with_its_clause(
    actions: list[str], options: Row, words: Sequence[str]
) -> None:
    with pytest.raises(ValueError, match="action") as refused:
        result("script", script(*actions), **options)

    assert [part for part in words if part not in str(refused.value)] == []


@pytest.mark.parametrize(
    ("given", "options", "clauses"),
    [
        (shown("9S 8D 7C", "QH JH 8H", closer="A"), {}, ["7.10"]),
        (shown("9S 8D 7C", "QH JH 8H", closer="A"), {"knocker_lowest_penalty": 2}, ["7.3"]),
        (shown("9S 8D 7C", "QH JH 8H", closer="B"), {}, ["7.2"]),
        (shown("8C 8D 8H", "7C 7D 7H", closer="A"), {}, ["8.2", "8.5", "7.2"]),
        (shown("KC 10C 7H", "QS JS 7D", closer="A"), {}, ["8.6", "7.2"]),
        (shown("KC 10C 8H", "QC JC 9D", "AS KS 7D", closer="A"), {}, ["8.8"]),
        (shown("KC 10C 8H", "QC JC 9D", "AS KS 7D", closer="C"), {}, ["8.8"]),
        (
            shown("KC 10C 8H", "QC JC 9D", "AS KS 7D", closer="A"),
            {"knocker_tie": "safe"},
            ["7.5"],
        ),
        (shown("9S 8D 7C", "QH JH 8H", trigger="stock_exhausted"), {}, ["5.13", "7.2"]),
        (shown("9S 8D 7C", "QH JH 8H", trigger="turn_limit"), {}, ["11.4", "7.2"]),
        (shown("AH KH QH", "9S 8D 7C", "KC QC 9C", trigger="instant"), {}, ["6.6", "6.6", "7.2"]),
        (shown("AH KH QH", "9S 8D 7C", trigger="instant_deal"), {}, ["6.8", "6.6", "7.2"]),
        (shown("AC KC QC", "AD KD QD", trigger="instant_deal"), {}, ["6.8", "6.6", "8.6", "7.2"]),
        (shown("AH KH QH", "9S 8D 7C", closer="B", trigger="instant"), {}, ["6.6", "6.6", "7.2"]),
        (
            shown("AC KC QC", "7H 7D 7S", "KH 8H 9S", trigger="instant"),
            {},
            ["6.6", "6.6", "8.2", "7.2"],
        ),
        (
            shown("AH AD AS", "KC QC 9C", "9S 8D 7C", closer="C"),
            {"fire": True, "instant_after_knock": "showdown"},
            ["6.7", "6.7"],
        ),
        (
            shown("AH KH QH", "9S 8D 7C", closer="B", trigger="instant"),
            {"instant_after_knock": "showdown"},
            ["6.3", "7.10"],
        ),
        (
            shown("AH AD AS", "AC KC QC", "9S 8D 7C", trigger="instant"),
            {"fire": True},
            ["6.7", "6.7"],
        ),
    ],
)
def test_the_clauses_that_decided_are_named(given: Row, options: Row, clauses: list[str]) -> None:
    told = explained("showdown", given, **options)
    found = [line.rpartition("(RULES ")[2].rstrip(")") for line in told.splitlines()]

    assert clauses == [clause for clause in found if "." in clause and " " not in clause]


def test_a_script_whose_centre_cannot_be_refreshed_names_the_clause() -> None:
    given = script("keep", "pass", "pass", "pass", deck=DECK[: DECK.index("  AD")])

    assert result("script", given)["reason"] == "stock_exhausted"
    assert "(RULES 5.13)" in explained("script", given)


@pytest.mark.parametrize("trigger", ["close", "knock"])
def test_a_close_may_be_called_a_knock(trigger: str) -> None:
    assert result("showdown", shown("9S 8D 7C", "QH JH 8H", closer="A", trigger=trigger))[
        "losses"
    ] == {"A": 1}


@pytest.mark.parametrize(
    ("kind", "given", "options", "expected"),
    [
        ("setup", {"players": 9}, {}, {"ok": True, "undealt": 2}),
        ("rotation", {"seats": 9, "active_after_round": [0, 7], "dealer": 7}, {}, None),
        ("first_dealer", {"cuts": {"A": "AH", "B": "7S"}}, {}, {"dealer": "A"}),
        ("cut", {"players": ["A", "B"], "dealer": "B"}, {}, {"cutter": None}),
        ("cut", {"players": ["A", "B"], "dealer": "B"}, {"offer_cut": True}, {"cutter": "A"}),
        (
            "placement",
            {"players": 4, "eliminated_together": ["A"], "still_in": 3},
            {},
            {"rank": {"A": 4}},
        ),
        ("hand_value", {"hand": "AH AD AS"}, {"fire": True}, {"value": 30.5, "instant": True}),
    ],
)
def test_every_kind_of_row_is_settled(
    kind: str, given: Row, options: Row, expected: Row | None
) -> None:
    assert result(kind, given, **options) == (expected or {"next_dealer": 0, "first_player": 7})
