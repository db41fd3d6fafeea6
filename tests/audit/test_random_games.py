"""Whatever happens in a game, under whatever rules, it is found good if it was kept as it was."""

from datetime import timedelta

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.audit.findings import Promise, Standing
from domain.audit.judging import audit, verify
from domain.computer.identity import Level
from domain.pace import Pace
from domain.rules import ALIASES, PRESETS, RuleSet, rule_set
from tests.application.bustle import Habits
from tests.audit.played import Played, play
from tests.strategies import SEEDS, rule_sets

SHARES = st.sampled_from([0.0, 0.0, 0.05, 0.3])

habits = st.builds(
    Habits,
    missing=SHARES,
    wandering=st.just(0.02),
    gracing=SHARES,
    returning=SHARES,
    voting=SHARES,
    leaving=st.sampled_from([0.0, 0.01, 0.05]),
)

presets = st.builds(
    rule_set,
    st.sampled_from([*PRESETS, *ALIASES]),
    st.fixed_dictionaries({"lives": st.integers(1, 3)}),
)


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet]) -> Played:
    """Draw a game that ends within reason."""
    chosen = draw(rules)
    players = draw(st.integers(chosen.players[0], min(chosen.players[1], 5)))
    pace = draw(st.sampled_from(Pace))
    tick = timedelta(milliseconds=draw(st.sampled_from([0, 1, 700])))
    computers = draw(st.sampled_from([0, 0, 1, players - 1]))
    played = play(
        draw(SEEDS),
        chosen,
        players,
        pace,
        habits=draw(habits),
        computers=computers,
        substitute=draw(st.sampled_from([None, None, Level.EASY, Level.MEDIUM])),
        tick=tick,
    )
    assume(played is not None)
    assert played is not None
    return played


@settings(max_examples=30)
@given(games(presets))
def test_a_game_of_any_preset_is_found_good(game: Played) -> None:
    assert audit(game.game_id, game.lines).findings == ()


@settings(max_examples=30)
@given(games(rule_sets()))
def test_a_game_under_any_house_rules_is_found_good(game: Played) -> None:
    report = verify(game.file)

    assert report.findings == ()
    assert report.verdicts[Promise.FORM].judged == len(game.lines)
    assert Standing.BROKEN not in {verdict.standing for verdict in report.verdicts.values()}


@settings(max_examples=30)
@given(games(presets), st.data())
def test_a_byte_changed_anywhere_in_any_game_is_found(game: Played, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(game.file) - 1))
    changed = bytearray(game.file)
    changed[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != game.file[place]))

    assert not verify(bytes(changed)).good
