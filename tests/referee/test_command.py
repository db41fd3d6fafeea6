"""The referee command: what goes in, what comes out, what it says when it cannot read."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from telegram_bot.referee.command import main

Row = dict[str, Any]
Ask = Callable[..., tuple[int, list[dict[str, Any]]]]

SHOWDOWN: Row = {
    "hands": {"A": "KH QH JH", "B": "KS 9S 2D", "C": "AD KD 3C"},
    "lives": {"A": 3, "B": 3, "C": 3},
    "knocker": "B",
    "trigger": "knock",
}
SCRIPT: Row = {
    "players": ["A", "B", "C"],
    "dealer": "C",
    "lives": {"A": 3, "B": 3, "C": 3},
    "deck_from_top": "KH KS 2C  9H 9S 3D  4C 2D 5H  QD  QH 7D 8C AH 6S JH JS",
    "actions": [],
}


def row(kind: str, given: object, preset: str = "scat", **options: object) -> Row:
    return {"id": "X", "kind": kind, "preset": preset, "options": options, "input": given}


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Give rows to the command and return its exit code and its answers."""

    def asked(content: object, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
        file = tmp_path / "rows.json"
        file.write_text(json.dumps(content), encoding="utf-8")
        code = main([str(file), *arguments])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return asked


@pytest.fixture
def result(ask: Ask) -> Callable[..., dict[str, Any]]:
    """Ask about one row that can be settled."""

    def resulting(kind: str, given: object, preset: str = "scat", **options: object) -> Row:
        code, (answer,) = ask(row(kind, given, preset, **options))
        assert code == 0, answer
        found: Row = answer["result"]
        return found

    return resulting


@pytest.fixture
def error(ask: Ask) -> Callable[..., str]:
    """Ask about one row that cannot be settled."""

    def refused(content: object) -> str:
        code, (answer,) = ask([content])
        assert code == 1
        assert set(answer) == {"id", "error"}
        return str(answer["error"])

    return refused


Result = Callable[..., dict[str, Any]]
Refusal = Callable[[object], str]


class TestForm:
    """Rows in, one line each out."""

    def test_one_row_a_list_and_a_cases_file_are_all_read(self, ask: Ask) -> None:
        one = row("hand_value", {"hand": "KH 9H 4C"})
        answer = {"id": "X", "result": {"value": 19, "instant": False}}

        assert ask(one) == (0, [answer])
        assert ask([one, one]) == (0, [answer, answer])
        assert ask({"schema": "…", "rows": [one]}) == (0, [answer])
        assert ask([]) == (0, [])

    def test_a_dash_is_the_standard_input(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        asked = json.dumps(row("hand_value", {"hand": "10H 10S 10C"}))
        monkeypatch.setattr("sys.stdin", io.StringIO(asked))

        assert main(["-"]) == 0
        assert capsys.readouterr().out == (
            '{"id": "X", "result": {"value": 30.5, "instant": false}}\n'
        )

    def test_whole_points_have_no_fraction(self, ask: Ask) -> None:
        _, (answer,) = ask(row("hand_value", {"hand": "8C 8D 8S"}, trio_value=30.0))

        assert json.dumps(answer["result"]["value"]) == "30"

    def test_a_row_that_cannot_be_read_does_not_stop_the_others(self, ask: Ask) -> None:
        good = row("hand_value", {"hand": "KH 9H 4C"})

        code, answers = ask([5, good, {}, good])

        assert code == 1
        assert ["error" in answer for answer in answers] == [True, False, True, False]
        assert answers[0]["id"] is None

    def test_a_thousand_rows_take_seconds(self, ask: Ask) -> None:
        started = process_time()

        code, answers = ask([row("showdown", SHOWDOWN), row("script", SCRIPT)] * 500)

        assert code == 0
        assert len(answers) == 1000
        assert process_time() - started < 5

    @pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"[NaN]", b"[" * 100_000])
    def test_what_is_not_json_gives_one_line_and_exit_2(
        self, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "rows.json"
        file.write_bytes(content)

        assert main([str(file)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1

    @pytest.mark.parametrize("name", ["nothing.json", ".", "a\0b"])
    def test_a_file_that_is_not_there_gives_one_line_and_exit_2(
        self, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([str(tmp_path / name)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1

    def test_strange_ids_come_back_as_they_went_in(self, ask: Ask) -> None:
        for name in (7, None, ["a"], "\ud800", "João"):
            _, (answer,) = ask({**row("hand_value", {"hand": "KH 9H 4C"}), "id": name})

            assert answer["id"] == name


class TestExplanations:
    """`--explain` tells the reasons with their clauses."""

    def told(
        self, rows: Sequence[Row], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> list[str]:
        file = tmp_path / "rows.json"
        file.write_text(json.dumps(rows), encoding="utf-8")
        main([str(file), "--explain"])
        return capsys.readouterr().out.splitlines()

    def test_a_showdown(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.told([row("showdown", SHOWDOWN)], tmp_path, capsys) == [
            "X",
            "  Points: A 30, B 19, and C 21.",
            "  B knocked and holds the lowest hand: two lives instead of one. (RULES 7.3)",
            "  Lives: A 3, B 1, and C 3.",
        ]

    def test_an_error(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (line,) = self.told([row("showdown", {})], tmp_path, capsys)

        assert line == "X: input has no 'hands'"

    @pytest.mark.parametrize(
        ("asked", "clause"),
        [
            (row("hand_value", {"hand": "KH KS KD"}), "8.2"),
            (row("hand_value", {"hand": "AC AS AD"}, fire=True), "6.7"),
            (row("hand_value", {"hand": "AH KH QH JH"}, "scat_four"), "9.4"),
            (row("compare", {"a": "KH 9H 4C", "b": "KS 9S 2D"}), "8.10"),
            (row("compare", {"a": "KH 9H 4C", "b": "KS 8S 2D"}), "8.1"),
            (row("compare", {"a": "KH 9H 4C", "b": "KS 9S 2D"}, tie_break="rank_suit"), "8.6"),
            (row("compare", {"a": "KH 9H 4C", "b": "QH 9S 2D"}, tie_break="rank_suit"), "8.1"),
            (row("compare", {"a": "KH KS KD", "b": "9H 9S 9D"}, tie_break="rank_suit"), "8.5"),
            (row("compare", {"a": "KH 9H 4C", "b": "QH JC 9C"}, tie_break="rank_suit"), "8.6"),
            (row("compare", {"a": "KH 9H 4C", "b": "QH 9S 2H"}), "8.1"),
            (row("compare", {"a": "AH AS AD", "b": "KC QC AC"}, fire=True), "6.7"),
            (row("setup", {"players": 8}), "2"),
            (row("setup", {"players": 7}), "2.6"),
            (row("cut", {"players": ["A", "B"], "dealer": "B"}), "4.2"),
            (row("first_dealer", {"cuts": {"A": "AH", "B": "AS"}}), "3.1"),
            (
                row("rotation", {"seats": 4, "active_after_round": [0, 2], "dealer": 0}),
                "3.2, 3.4",
            ),
            (
                row("placement", {"players": 3, "eliminated_together": ["A"], "still_in": 2}),
                "10.5",
            ),
        ],
    )
    def test_the_clause_that_decided(
        self, asked: Row, clause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert f"(RULES {clause})" in "\n".join(self.told([asked], tmp_path, capsys))


class TestClauses:
    """Variants of the golden rows."""

    @pytest.mark.parametrize(
        ("tie", "losses"),
        [
            ("safe", {"B": 1}),
            ("one", {"A": 1, "B": 1}),
            ("two", {"A": 2, "B": 1}),
            ("knocker_only", {"A": 1}),
        ],
    )
    def test_the_knocker_in_a_tie(self, result: Result, tie: str, losses: dict[str, int]) -> None:
        tied = {
            "hands": {"A": "KS 9S 2D", "B": "QD 9D 2C", "C": "QH JH 10H"},
            "lives": {"A": 3, "B": 3, "C": 3},
            "knocker": "A",
            "trigger": "knock",
        }
        assert result("showdown", tied, knocker_tie=tie)["losses"] == losses

    @pytest.mark.parametrize(
        ("preset", "options", "losses"),
        [
            ("scat", {}, {"C": 1}),
            ("scat", {"instant_after_knock": "instant"}, {"A": 1, "C": 1}),
            ("trinta", {}, {"A": 1, "C": 1}),
            ("trinta", {"instant_after_knock": "instant_knocker_two"}, {"A": 2, "C": 1}),
            ("trinta", {"instant_after_knock": "showdown"}, {"C": 1}),
            ("trinta", {"instant_penalty": "lowest"}, {"C": 1}),
        ],
    )
    def test_a_31_after_a_knock(
        self, result: Result, preset: str, options: Row, losses: dict[str, int]
    ) -> None:
        late = {
            "hands": {"A": "KH QH JH", "B": "AC KC QC", "C": "KS 9S 2D"},
            "lives": {"A": 3, "B": 3, "C": 3},
            "knocker": "A",
            "trigger": "instant",
        }
        assert result("instant", late, preset, **options)["losses"] == losses

    @pytest.mark.parametrize(
        ("preset", "trigger", "knocker", "losses"),
        [
            ("scat", "knock", "A", {"C": 1}),
            ("trinta", "knock", "A", {"A": 1, "C": 1}),
            ("scat", "stock_exhausted", None, {"A": 1, "C": 1}),
        ],
    )
    def test_a_31_counts_whatever_the_round_is_said_to_have_ended_by(
        self, result: Result, preset: str, trigger: str, knocker: str | None, losses: Row
    ) -> None:
        shown = {
            "hands": {"A": "KH QH JH", "B": "AC KC QC", "C": "KS 9S 2D"},
            "lives": {"A": 3, "B": 3, "C": 3},
            "knocker": knocker,
            "trigger": trigger,
        }
        assert result("showdown", shown, preset)["losses"] == losses

    @pytest.mark.parametrize(
        ("all_out", "outcome"),
        [
            ("tiebreak", {"tiebreak_deal": ["A", "B"], "eliminated": [], "winner": None}),
            ("shared", {"tiebreak_deal": [], "eliminated": ["A", "B"], "winner": ["A", "B"]}),
            ("replay", {"losses": {}, "lives_after": {"A": 0, "B": 0}, "on_bus": ["A", "B"]}),
        ],
    )
    def test_nobody_left(self, result: Result, all_out: str, outcome: Row) -> None:
        both = {
            "hands": {"A": "KS 9S 2D", "B": "QD 9D 2C"},
            "lives": {"A": 0, "B": 0},
            "knocker": None,
            "trigger": "stock_exhausted",
        }
        found = result("showdown", both, all_out=all_out)

        assert outcome == {key: found[key] for key in outcome}

    def test_without_a_bus_the_last_life_is_the_end(self, result: Result) -> None:
        found = result("showdown", SHOWDOWN | {"lives": {"A": 1, "B": 1, "C": 1}}, grace=False)

        assert found["eliminated"] == ["B"]
        assert found["on_bus"] == []

    def test_the_last_with_a_life_may_win(self, result: Result) -> None:
        lives = {"lives": {"A": 1, "B": 2, "C": 0}}
        found = result("showdown", SHOWDOWN | lives, match_end="last_with_life")

        assert found["winner"] == "A"
        assert found["on_bus"] == ["B", "C"]

    def test_all_tied_may_cost_nobody(self, result: Result) -> None:
        tied = {
            "hands": {"A": "KS 9S 2D", "B": "QD 9D 2C"},
            "lives": {"A": 3, "B": 3},
            "knocker": "A",
            "trigger": "knock",
        }
        assert result("showdown", tied, all_tied="nobody")["losses"] == {}

    def test_comparing_with_and_without_a_tie_break(self, result: Result) -> None:
        equal = {"a": "KH 9H 4C", "b": "KS 9S 2D"}

        assert result("compare", equal)["better"] == "tie"
        assert result("compare", equal, tie_break="rank_suit")["better"] == "b"

    def test_fire_beats_a_31(self, result: Result) -> None:
        hands = {"a": "AC KC QC", "b": "AH AD AS"}

        assert result("compare", hands, fire=True)["better"] == "b"
        assert result("compare", hands)["better"] == "a"

    def test_nobody_cuts_where_the_cut_is_not_offered(self, result: Result) -> None:
        seated = {"players": ["A", "B", "C", "D"], "dealer": "B"}

        assert result("cut", seated) == {"cutter": "A"}
        assert result("cut", seated, "trinta") == {"cutter": None}
        assert result("cut", seated, "trinta", offer_cut=True) == {"cutter": "A"}


class TestScripts:
    """Rounds played from a deck."""

    def test_a_dealer_in_the_middle_is_played_round(self, result: Result) -> None:
        found = result("script", SCRIPT | {"dealer": "A"})

        assert found == {
            "reason": None,
            "next": "B",
            "hands": {"A": "2C 3D 5H", "B": "KH 9H 4C", "C": "KS 9S 2D"},
            "top": "QD",
            "stock": 7,
        }

    def two(self, stock: str, *actions: str) -> Row:
        return {
            "players": ["A", "B"],
            "dealer": "B",
            "lives": {"A": 3, "B": 3},
            "deck_from_top": f"KH KS  9H 9S  4C 2D  5H  {stock}",
            "actions": list(actions),
        }

    def test_a_pass_on_an_empty_stock_costs_the_lowest_one_life(self, result: Result) -> None:
        found = result("script", self.two("3C 3D", "stock:3C", "stock:3D", "pass"))

        assert found == {
            "reason": "stock_exhausted",
            "values": {"A": 19, "B": 19},
            "turns": 3,
            "losses": {"A": 1, "B": 1},
            "lives_after": {"A": 2, "B": 2},
            "on_bus": [],
            "eliminated": [],
            "winner": None,
            "tiebreak_deal": [],
        }

    @pytest.mark.parametrize(
        ("stock_empty", "reason", "losses"),
        [
            ("showdown", "stock_exhausted", {"A": 1, "B": 1}),
            ("void", "void", {}),
        ],
    )
    def test_the_last_stock_card_may_end_the_round(
        self, result: Result, stock_empty: str, reason: str, losses: dict[str, int]
    ) -> None:
        ended = result(
            "script", self.two("3C 3D", "stock:3C", "stock:3D"), stock_empty=stock_empty
        )

        assert ended["reason"] == reason
        assert ended["losses"] == losses

    def test_the_discards_may_be_turned_over(self, result: Result) -> None:
        found = result(
            "script", self.two("3C 3D", "stock:3C", "stock:3D"), stock_empty="reshuffle"
        )
        assert (found["top"], found["stock"]) == ("3D", 2)

        drawn = self.two("3C 3D", "stock:3C", "stock:3D", "stock:5H")
        found = result("script", drawn, stock_empty="reshuffle")
        assert (found["top"], found["stock"]) == ("5H", 1)

    def test_a_taken_discard_goes_back_only_where_that_is_played(
        self, result: Result, error: Refusal
    ) -> None:
        back = self.two("3C 3D", "take:5H")

        assert "5.3" in error(row("script", back))
        assert result("script", back, return_taken_discard=True)["top"] == "5H"

    @pytest.mark.parametrize(
        ("actions", "words"),
        [
            (["knock"], "action 1 (knock) is not legal"),
            (["knock"], "RULES 5.4"),
            (["stock:3C", "stand"], "action 2 (stand) is not legal"),
            (["stock:3C", "stand"], "RULES 5.8"),
            (["pass"], "RULES 5.8"),
            (["stock:AD"], "RULES 5.1"),
            (["stock:3C", "stock:3D", "stock:KH"], "RULES 5.6"),
            (["draw"], "action 1 (draw) cannot be read"),
            (["stock"], "is not a card"),
            (["stock:1X"], "is not a card"),
            (["take:"], "is not a card"),
            (["close"], "cannot be read"),
            ([7], "action 1 should be a text"),
            (["stock:3C", "stock:3D", "pass", "stock:KH"], "action 4 (stock:KH) comes after"),
            (["stock:3C", "stock:3D", "knock", "knock"], "action 4 (knock) is not legal"),
        ],
    )
    def test_what_cannot_be_done_is_named(
        self, error: Refusal, actions: list[str], words: str
    ) -> None:
        assert words in error(row("script", self.two("3C 3D", *actions)))

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"players": ["A"]}, "1 players cannot play"),
            ({"players": list("ABCDEFGH")}, "8 players cannot play"),
            ({"players": ["A", "A", "B"]}, "twice"),
            ({"players": "ABC"}, "should be a list"),
            ({"players": ["A", "B", 3]}, "should be a text"),
            ({"dealer": "Z"}, "not among the players"),
            ({"dealer": None}, "should be a text"),
            ({"lives": {"A": 3, "B": 3}}, "has no 'C'"),
            ({"lives": {"A": 3, "B": 3, "C": -1}}, "at least 0"),
            ({"lives": {"A": 3, "B": 3, "C": 1.5}}, "whole number"),
            ({"lives": {"A": 3, "B": 3, "C": True}}, "whole number"),
            ({"lives": {"A": 3, "B": 3, "C": 3, "D": 3}}, "names 'D'"),
            ({"lives": 3}, "should be an object"),
            ({"deck_from_top": "KH KS 2C"}, "need 10 cards"),
            ({"deck_from_top": "KH KH"}, "stands twice"),
            ({"deck_from_top": "KH XX"}, "not a card"),
            ({"deck_from_top": ["KH"]}, "should be a text"),
            ({"actions": "knock"}, "should be a list"),
        ],
    )
    def test_a_script_that_cannot_be_read(self, error: Refusal, change: Row, words: str) -> None:
        assert words in error(row("script", SCRIPT | change))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (5, "the row should be an object"),
        (None, "the row should be an object"),
        ({}, "the row has no 'kind'"),
        ({"kind": "compare"}, "the row has no 'preset'"),
        ({"kind": "compare", "preset": "scat"}, "the row has no 'input'"),
        (row("hand_value", 3), "input should be an object"),
        (row("hand_value", {}), "input has no 'hand'"),
        (row("hand_value", {"hand": ["KH"]}), "should be a text"),
        (row("hand_value", {"hand": "KH 9H"}), "2 cards, a hand has 3"),
        (row("hand_value", {"hand": "KH 9H 4C 2D"}), "4 cards, a hand has 3"),
        (row("hand_value", {"hand": "KH KH 4C"}), "stands twice"),
        (row("hand_value", {"hand": "KH 1H 4C"}), "not a card"),
        (row("hand_value", {"hand": "KH 2H 7C"}, deck="piquet32"), "2H is not in the pack"),
        (row("hand_value", {"hand": "KH 9H 4C"}, "poker"), "there is no 'poker'"),
        (row("hand_value", {"hand": "KH 9H 4C"}, jokers=2), "jokers: there is no such option"),
        (row("hand_value", {"hand": "KH 9H 4C"}, trio_value="30"), "trio_value"),
        (row("hand_value", {"hand": "KH 9H 4C"}, grace=1), "grace"),
        (row("hand_value", {"hand": "KH 9H 4C"}, hand_size=3.0), "hand_size"),
        (row("hand_value", {"hand": "KH 9H 4C"}, players=[2, 7, 9]), "players"),
        (row("hand_value", {"hand": "KH 9H 4C"}, players="27"), "players"),
        (row("hand_value", {"hand": "KH 9H 4C"}, players=[2.0, 7]), "players"),
        (row("hand_value", {"hand": "KH 9H 4C"}, buy_in={"often": 1}), "buy_in"),
        (row("hand_value", {"hand": "KH 9H 4C"}, buy_in=7), "buy_in"),
        (row("hand_value", {"hand": "KH 9H 4C"}, lives=0), "lives"),
        ({**row("hand_value", {}), "options": []}, "options should be an object"),
        ({**row("hand_value", {}), "kind": 7}, "the row.kind should be a text"),
        (row("poker", {}), "kind 'poker'"),
        (row("hand_value", {"hand": "KC QC 6C"}, "schwimmen"), "6C is not in the pack"),
        (row("hand_value", {"hand": "KC QC 9C"}, "schwimmen", hand_size=4), "hand_size"),
        (row("hand_value", {"hand": "KC QC 9C"}, "schwimmen", exchange_sizes=[4]), "sizes"),
        (
            row("showdown", SHOWDOWN | {"trigger": "void"}, "schwimmen", deck="std52"),
            "no trigger 'void' in an exchange game",
        ),
        (row("compare", {"a": "KH 9H 4C", "b": "KH 8H 5C"}), "KH stands in two hands"),
        (row("showdown", SHOWDOWN | {"hands": {"A": "KH 9H 4C"}}), "1 players cannot play"),
        (
            row("showdown", SHOWDOWN | {"hands": {"A": "KH 9H 4C", "B": "KH 8H 5C"}}),
            "KH stands in two hands",
        ),
        (row("showdown", SHOWDOWN | {"lives": {"A": 3}}), "has no 'B'"),
        (row("showdown", SHOWDOWN | {"knocker": "D"}), "the knocker 'D'"),
        (row("showdown", SHOWDOWN | {"knocker": 1}), "input.knocker should be a text"),
        (row("showdown", SHOWDOWN | {"trigger": "bell"}), "there is no trigger 'bell'"),
        (row("showdown", SHOWDOWN | {"trigger": "close"}), "there is no trigger 'close'"),
        (row("showdown", SHOWDOWN | {"trigger": "stock_exhausted"}), "has no knocker"),
        (row("instant", SHOWDOWN | {"trigger": "instant"}), "no hand ends a round at once"),
        (row("setup", {"players": "3"}), "whole number"),
        (row("setup", {"players": True}), "whole number"),
        (row("rotation", {"seats": 4, "active_after_round": [0, 4], "dealer": 0}), "0 to 3"),
        (row("rotation", {"seats": 4, "active_after_round": [1], "dealer": 0}), "two seats"),
        (row("rotation", {"seats": 4, "active_after_round": [0, 1], "dealer": 9}), "0 to 3"),
        (row("rotation", {"seats": 4, "active_after_round": 3, "dealer": 0}), "a list"),
        (row("first_dealer", {"cuts": {}}), "nobody has cut"),
        (row("first_dealer", {"cuts": {"A": "KH QH"}}), "one card"),
        (row("first_dealer", {"cuts": {"A": "KH", "B": "KH"}}), "KH stands in two"),
        (row("cut", {"players": ["A", "B"], "dealer": "C"}), "not among the players"),
        (row("cut", {"deck_from_top": "2C 3C", "lift": 2}), "RULES 4.2"),
        (row("cut", {"deck_from_top": "2C 3C", "lift": 0}), "RULES 4.2"),
        (row("cut", {"deck_from_top": "2C 3C", "lift": "1"}), "whole number"),
        (
            row("placement", {"players": 2, "eliminated_together": ["A"], "still_in": 2}),
            "more than 2 players",
        ),
    ],
)
def test_a_row_that_cannot_be_read_says_what_is_wrong(
    error: Refusal, asked: object, words: str
) -> None:
    assert words in error(asked)
