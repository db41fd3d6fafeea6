"""What the referee says about situations that are told in words."""

from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rounds import legal_moves
from domain.rules import ALIASES, PRESETS, RuleSet, rule_set
from telegram_bot.referee.kinds import settle_row
from telegram_bot.referee.legality import ACTIONS
from telegram_bot.referee.positions import POSITIONS, position
from telegram_bot.referee.reading import Fields, Row, Unreadable, read_row
from telegram_bot.referee.verdict import prose
from telegram_bot.texts import texts
from tests.strategies import rule_sets

Json = dict[str, Any]

GOES_ON: Json = {"reason": None, "losses": {}, "showdown": False}
SITUATIONS = sorted({words for known in POSITIONS.values() for words in known})
WAYS = sorted({words for known in ACTIONS.values() for words in known})


def row(kind: str, given: Json, preset: str = "scat", **options: object) -> Json:
    return {"id": "X", "kind": kind, "preset": preset, "options": options, "input": given}


def result(kind: str, given: Json, preset: str = "scat", **options: object) -> Json:
    return settle_row(read_row(row(kind, given, preset, **options))).result


def told(kind: str, given: Json, preset: str = "scat", **options: object) -> str:
    return prose(texts("en"), "X", settle_row(read_row(row(kind, given, preset, **options))))


def refused(kind: str, given: Json, preset: str = "scat", **options: object) -> str:
    try:
        found = settle_row(read_row(row(kind, given, preset, **options)))
    except ValueError as error:
        return str(error)
    pytest.fail(f"settled: {found.result}")


class TestLegality:
    """RULES 4.6, 5."""

    @pytest.mark.parametrize(
        ("situation", "action", "preset", "options", "clause"),
        [
            ("own first turn", "knock", "scat", {}, "5.4"),
            ("own first turn", "knock", "trinta", {}, ""),
            ("own first turn", "knock", "trinta_casa", {}, "5.4"),
            ("final turn after a knock", "stand", "scat", {"final_turn_stand": False}, "5.8"),
            ("final turn after a knock", "draw from the stock", "scat", {}, ""),
            ("stock empty, nobody knocked", "draw", "scat", {}, ""),
            ("stock empty, nobody knocked", "draw from the stock", "scat", {}, "5.6"),
            ("stock empty, nobody knocked", "knock", "scat", {}, ""),
            ("stock empty, another player has knocked", "pass", "scat", {}, "5.8"),
            ("stock empty, another player has knocked", "stand", "scat", {}, ""),
            ("took the top discard", "discard that same card", "scat", {}, "5.3"),
            ("took the top discard", "discard another card", "scat", {}, ""),
            (
                *("took the top discard", "discard that same card", "scat"),
                *({"return_taken_discard": True}, ""),
            ),
            ("after drawing", "draw two cards", "scat", {}, "11.1"),
            ("not one's own turn", "draw", "scat", {}, "5.1"),
            ("own knock is standing, play comes round", "knock", "scat", {}, "7.1"),
            ("Own  Turn", "Pass", "schwimmen", {}, ""),
            ("own turn", "exchange one card", "schwimmen", {"exchange_sizes": [3]}, "5.9"),
            ("after exchanging this turn", "close", "schwimmen", {}, "5.10"),
            ("after exchanging this turn", "pass", "schwimmen", {}, "5.10"),
            ("own turn", "close", "schwimmen", {"close_timing": "after"}, "5.10"),
            ("took all three before", "exchange one card", "schwimmen", {}, ""),
            (
                *("took all three before", "exchange one card", "schwimmen"),
                *({"swap_all_locks": True}, "5.9"),
            ),
            ("took all three before", "close", "schwimmen", {"swap_all_locks": True}, "5.9"),
            ("took all three before", "pass", "schwimmen", {"swap_all_locks": True}, ""),
            ("dealer, own three cards seen, centre unseen", "keep the hand", "schwimmen", {}, ""),
            ("dealer, own three cards seen, centre unseen", "pass", "schwimmen", {}, "4.6"),
        ],
    )
    def test_an_action_is_allowed_or_the_rule_against_it_is_named(
        self, situation: str, action: str, preset: str, options: Json, clause: str
    ) -> None:
        asked = {"situation": situation, "action": action}

        assert result("legality", asked, preset, **options) == {"legal": not clause}
        assert (f"(RULES {clause})" in told("legality", asked, preset, **options)) is bool(clause)

    @pytest.mark.parametrize(
        ("situation", "preset", "options"),
        [
            ("own turn", "scat", {"max_circuits": 1}),
            ("stock empty, nobody knocked", "scat", {"stock_empty": "reshuffle"}),
            ("stock empty, nobody knocked", "scat", {"stock_empty": "void"}),
            ("took all three before", "schwimmen", {"exchange_sizes": [1]}),
        ],
    )
    def test_what_does_not_come_about_is_said_so(
        self, situation: str, preset: str, options: Json
    ) -> None:
        asked = {"situation": situation, "action": "pass"}

        assert "does not come about" in refused("legality", asked, preset, **options)

    @pytest.mark.parametrize(
        ("asked", "words"),
        [
            ({"situation": "own turn"}, "no 'action'"),
            ({"situation": "somebody has closed", "action": "pass"}, "choose from own first"),
            ({"situation": "own turn", "action": "close"}, "choose from draw;"),
            ({"situation": "own turn", "action": 5}, "should be a text"),
            ({"situation": "own turn", "action": "discard another card"}, "no card has been"),
        ],
    )
    def test_unknown_words_are_answered_with_the_known_ones(self, asked: Json, words: str) -> None:
        assert words in refused("legality", asked)

    @settings(max_examples=300, deadline=None)
    @given(rule_sets(), st.sampled_from(SITUATIONS), st.sampled_from(WAYS))
    def test_the_answer_is_what_the_round_offers(
        self, rules: RuleSet, situation: str, action: str
    ) -> None:
        try:
            found = settle_row(
                Row("legality", rules, Fields("input", {"situation": situation, "action": action}))
            )
            at = position(rules, situation)
        except Unreadable:
            return

        ways = ACTIONS[rules.mode][action](at.round)
        on_turn = at.seat == at.round.seat
        offered = on_turn and any(way[0] in legal_moves(at.round) for way in ways)
        assert found.result["legal"] is (offered and all(len(way) == 1 for way in ways))


class TestTheEndOfTheStock:
    """RULES 5.6."""

    EVENT = "last stock card drawn and discard made, nobody knocked"

    @pytest.mark.parametrize(
        ("stock_empty", "expected"),
        [
            ("void", {"reason": "void", "losses": {}, "showdown": False}),
            ("showdown", {"reason": "stock_exhausted", "losses": None, "showdown": True}),
            (
                "pass_or_knock",
                {**GOES_ON, "stock": 0, "actions": ["take", "knock", "pass"]},
            ),
            (
                "reshuffle",
                {**GOES_ON, "stock": 4, "actions": ["stock", "take", "knock"]},
            ),
        ],
    )
    def test_the_table_decides_what_follows(self, stock_empty: str, expected: Json) -> None:
        asked = {"stock": 0, "event": self.EVENT}

        assert result("stock_option", asked, stock_empty=stock_empty) == expected
        assert "(RULES 5.6)" in told("stock_option", asked, stock_empty=stock_empty)

    @pytest.mark.parametrize(
        ("asked", "preset", "options", "words"),
        [
            ({"stock": 0, "event": "rain"}, "scat", {}, "choose from last stock card drawn"),
            ({"stock": 1, "event": EVENT}, "scat", {}, "not the last one"),
            ({"stock": -1, "event": EVENT}, "scat", {}, "at least 0"),
            ({"stock": 0, "event": EVENT}, "schwimmen", {}, "5.9"),
            ({"stock": 0, "event": EVENT}, "scat", {"max_circuits": 1}, "ends before that"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, asked: Json, preset: str, options: Json, words: str
    ) -> None:
        assert words in refused("stock_option", asked, preset, **options)


class TestIrregularities:
    """RULES 11.1, 11.2."""

    @pytest.mark.parametrize("what", ["missing discard", "two cards drawn"])
    def test_noticed_in_time_it_is_corrected_and_else_the_round_is_void(self, what: str) -> None:
        in_time = {"event": f"{what} noticed before the next player acts"}
        late = {"event": f"{what} noticed after the next player acted"}

        assert result("void_round", in_time) == {"corrected": True, "round_continues": True}
        assert result("void_round", late) == {"losses": {}, "redeal": True, "dealer": "same"}
        assert "(RULES 11.1)" in told("void_round", in_time)
        assert "(RULES 11.2)" in told("void_round", late)

    @pytest.mark.parametrize(
        ("event", "preset", "words"),
        [
            ("somebody sneezed", "scat", "missing discard or two cards drawn"),
            ("missing discard", "scat", "noticed before"),
            ("missing discard noticed after the next player acted", "schwimmen", "5.9"),
        ],
    )
    def test_other_events_are_not_known(self, event: str, preset: str, words: str) -> None:
        assert words in refused("void_round", {"event": event}, preset)


class TestLeaving:
    """RULES 11.3."""

    def leave(self, leaver: str, when: str, preset: str = "scat", players: str = "ABC") -> Json:
        asked = {"players": list(players), "leaver": leaver, "when": when}
        assert "(RULES 11.3)" in told("forfeit", asked, preset)
        return result("forfeit", asked, preset)

    @pytest.mark.parametrize("preset", ["scat", "trinta_casa", "schwimmen", "scat_four"])
    @pytest.mark.parametrize("leaver", ["A", "B", "C"])
    def test_on_turn_play_passes_on(self, preset: str, leaver: str) -> None:
        left = self.leave(leaver, "mid-round, on turn", preset)

        rest = [name for name in "ABC" if name != leaver]
        assert left == {
            "eliminated": [leaver],
            "round_continues": True,
            "next": left["next"],
            "showdown": rest,
            "knock_stands": False,
            "knocker_in_showdown": None,
        }
        assert left["next"] in rest

    @pytest.mark.parametrize("preset", ["scat", "trinta", "schwimmen"])
    def test_a_knock_stands_without_its_knocker(self, preset: str) -> None:
        left = self.leave("B", "B had knocked, C to play", preset)

        assert left["knock_stands"]
        assert (left["next"], left["knocker_in_showdown"]) == ("C", None)
        assert left["showdown"] == ["A", "C"]

    def test_another_leaves_and_the_knocker_stays(self) -> None:
        left = self.leave("C", "B had knocked, C to play")

        assert left["knock_stands"]
        assert (left["next"], left["knocker_in_showdown"]) == ("A", "B")

    @pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
    def test_of_two_the_other_wins(self, preset: str) -> None:
        for leaver, winner in ("AB", "BA"):
            left = self.leave(leaver, "any", preset, "AB")

            assert left == {"eliminated": [leaver], "winner": winner, "round_aborted": True}

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"leaver": "D"}, "not among the players"),
            ({"when": "yesterday"}, "choose from any"),
            ({"when": "D had knocked, C to play"}, "'D' is not among"),
            ({"when": "B had knocked, B to play"}, "does not play again"),
            ({"players": ["A"]}, "1 players"),
            ({"players": list("ABCDEFGH")}, "8 players"),
        ],
    )
    def test_what_cannot_be_is_refused(self, change: Json, words: str) -> None:
        asked = {"players": ["A", "B", "C"], "leaver": "B", "when": "any", **change}

        assert words in refused("forfeit", asked)

    @settings(max_examples=60, deadline=None)
    @given(rule_sets(), st.integers(2, 9), st.data())
    def test_under_any_rules_the_others_play_on_or_the_last_one_wins(
        self, rules: RuleSet, players: int, data: st.DataObject
    ) -> None:
        names = list("ABCDEFGHI"[:players])
        leaver, other = data.draw(st.permutations(names))[:2]
        moment = st.sampled_from(
            ["any", "on turn", "not on turn", f"{leaver} had knocked, {other} to play"]
        )
        asked = {"players": names, "leaver": leaver, "when": data.draw(moment)}
        try:
            found = settle_row(Row("forfeit", rules, Fields("input", asked))).result
        except Unreadable:
            assert players > rules.players[1]
            return

        assert found["eliminated"] == [leaver]
        rest = [name for name in names if name != leaver]
        assert found.get("showdown", [found.get("winner")]) == rest


class TestBuyingIn:
    """RULES 9.1."""

    @pytest.mark.parametrize(
        ("terms", "used", "players", "expected"),
        [
            ({"enabled": True}, 0, 2, {"may_reenter": True, "lives": 5}),
            ({"enabled": True}, 1, 2, {"may_reenter": False}),
            ({"enabled": True, "max": 2}, 1, 2, {"may_reenter": True, "lives": 5}),
            ({"enabled": False}, 0, 2, {"may_reenter": False}),
            ({"enabled": True}, 0, 1, {"may_reenter": False, "winner": "A"}),
        ],
    )
    def test_while_two_others_are_in_and_not_too_often(
        self, terms: Json, used: int, players: int, expected: Json
    ) -> None:
        asked = {"players_in": players, "eliminated": "Z", "buy_ins_used": used}

        assert result("buy_in", asked, buy_in=terms, lives=5) == expected
        assert "(RULES 9.1)" in told("buy_in", asked, buy_in=terms, lives=5)

    @pytest.mark.parametrize("players", [0, 7, 10**9])
    def test_so_many_must_be_able_to_play(self, players: int) -> None:
        asked = {"players_in": players, "eliminated": "Z", "buy_ins_used": 0}

        assert refused("buy_in", asked)


class TestCounting:
    """RULES 6.1, 8, 9.4."""

    @pytest.mark.parametrize(
        ("deck", "cards", "name", "count"),
        [
            ("std52", 3, "trio", 52),
            ("std52", 3, "value==30.5", 52),
            ("std52", 3, "value >= 31", 24),
            ("std52", 3, "value<2", 0),
            ("piquet32", 3, "instant_total", 24),
            ("piquet32", 3, "one_suit", 224),
            ("piquet32", 3, "value<7", 0),
            ("piquet32", 4, "value>40", 16),
        ],
    )
    def test_hands_are_counted(self, deck: str, cards: int, name: str, count: int) -> None:
        found = result("count", {"deck": deck, "cards": cards, "property": name}, "n/a")

        assert found == {"count": count, "total": comb(int(deck[-2:]), cards)}

    def test_the_options_of_the_table_count(self) -> None:
        asked = {"deck": "std52", "cards": 3, "property": "instant_total"}

        assert result("count", asked, "schwimmen", fire=True)["count"] == 24 + 4
        assert result("count", asked, "scat_four")["count"] == 24
        four = {**asked, "cards": 4}
        assert result("count", four, "scat_four", instant_total=31)["count"] > 16

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"deck": "tarot"}, "choose from std52"),
            ({"cards": 5}, "3 or 4 cards"),
            ({"cards": 0}, "at least 1"),
            ({"property": "beauty"}, "choose from instant_total"),
            ({"property": "value=>3"}, "there is no property"),
            ({"property": "value==1e9"}, "there is no property"),
        ],
    )
    def test_what_cannot_be_counted_is_refused(self, change: Json, words: str) -> None:
        asked = {"deck": "std52", "cards": 3, "property": "trio", **change}

        assert words in refused("count", asked, "n/a")

    def test_only_what_is_alike_in_all_games_goes_without_a_preset(self) -> None:
        placing = {"players": 4, "eliminated_together": ["A"], "still_in": 3}

        assert result("placement", placing, "n/a") == {"rank": {"A": 4}}
        assert "there is no 'n/a'" in refused("hand_value", {"hand": "KH 9H 4C"}, "n/a")


def test_every_preset_settles_every_situation_of_its_game() -> None:
    for preset in (*PRESETS, *ALIASES):
        rules = rule_set(preset)
        for words in POSITIONS[rules.mode]:
            at = position(rules, words)
            assert at.seat in at.round.order
