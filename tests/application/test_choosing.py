"""Who may choose rules, until when, and what is remembered of it."""

import threading
from functools import partial
from uuid import UUID

import pytest

from domain import facts
from domain.choosing import Chosen, step, take_preset
from domain.customs import Customs, choose_pace, choose_reminders
from domain.errors import Refused
from domain.pace import Pace
from domain.rules import rule_set
from domain.settings import USUAL, GroupSettings
from projections.database import Database
from tests.application.rooms import Evening

IN_MEMORY = {"AGGREGATE_CACHE_MAXSIZE": "100"}
FOUR_LIVES = partial(step, name="lives", before=2, after=3)
TRINTA = partial(take_preset, preset="trinta", seen=USUAL.checksum)


def opened(evening: Evening, players: int) -> tuple[UUID, list[UUID]]:
    ids = [evening.new_id() for _ in range(players)]
    match = evening.room.open_game(evening.group_id, ids[0], "scat", rule_set("scat")).match
    for player_id in ids[1:]:
        evening.room.join(match.id, player_id)
    return match.id, ids


def test_the_opener_chooses_and_the_choice_is_a_fact_of_the_game() -> None:
    evening = Evening(1, IN_MEMORY)
    game_id, (ana, _) = opened(evening, 2)

    done = evening.room.choose_rules(game_id, ana, FOUR_LIVES)
    again = evening.room.choose_rules(game_id, ana, FOUR_LIVES)

    assert (done.changed, again.changed) == (True, False)
    assert done.match.rules == rule_set("scat", {"lives": 4})
    (fact,) = (e for e in evening.room.events.get(game_id) if isinstance(e, facts.RulesChosen))
    assert (fact.player_id, fact.preset) == (ana, "scat")
    assert fact.rules == done.match.rules.to_dict()


def test_others_choose_only_once_the_opener_has_left() -> None:
    evening = Evening(2, IN_MEMORY)
    game_id, (ana, bruno) = opened(evening, 2)
    stranger = evening.new_id()
    for player_id in (bruno, stranger):
        with pytest.raises(Refused, match="only_opener"):
            evening.room.choose_rules(game_id, player_id, FOUR_LIVES)

    evening.room.leave(game_id, ana)

    assert evening.room.choose_rules(game_id, bruno, FOUR_LIVES).changed
    for player_id in (ana, stranger):
        with pytest.raises(Refused, match="only_opener"):
            evening.room.choose_rules(game_id, player_id, TRINTA)


def test_nobody_chooses_after_the_start_or_the_end() -> None:
    evening = Evening(3, IN_MEMORY)
    game_id = evening.begin(2)
    opener = evening.room.match(game_id).opener_id
    with pytest.raises(Refused, match="not_in_lobby"):
        evening.room.choose_rules(game_id, opener, TRINTA)

    evening.play_out(game_id)

    with pytest.raises(Refused, match="game_over"):
        evening.room.choose_rules(game_id, opener, TRINTA)


def test_no_seat_is_taken_from_under_a_player() -> None:
    evening = Evening(4, IN_MEMORY)
    game_id, ids = opened(evening, 4)
    before = evening.room.match(game_id)

    with pytest.raises(Refused, match="too_few_seats"):
        evening.room.choose_rules(
            game_id, ids[0], partial(step, name="players", before=5, after=1)
        )

    assert evening.room.match(game_id) == before


def test_a_start_and_a_choice_at_once_never_mix(database: Database) -> None:
    evening = Evening(5, database.environment)
    game_id, ids = opened(evening, 2)
    room = evening.open_room()
    refused: list[str] = []

    def choose() -> None:
        try:
            room.choose_rules(game_id, ids[0], FOUR_LIVES)
        except Refused as refusal:
            refused.append(refusal.code)

    thread = threading.Thread(target=choose)
    thread.start()
    evening.room.start(game_id, ids[0])
    thread.join()

    match = evening.room.match(game_id)
    assert match.lives == (match.rules.lives,) * 2
    assert match.rules.lives == (3 if refused else 4)
    room.close()
    evening.room.close()


def test_a_groups_rules_are_those_of_its_next_games_and_tell_who_chose_them() -> None:
    evening = Evening(6, IN_MEMORY)
    ana, bruno = evening.new_id(), evening.new_id()
    assert evening.room.defaults(evening.group_id) == USUAL

    evening.room.choose_defaults(evening.group_id, ana, TRINTA)
    evening.clock.advance(60)
    evening.room.choose_defaults(evening.group_id, ana, TRINTA)
    evening.room.choose_defaults(evening.group_id, bruno, FOUR_LIVES)

    four = Chosen("trinta", rule_set("trinta", {"lives": 4}))
    made = evening.room.choices(evening.group_id)
    assert evening.room.defaults(evening.group_id) == four
    assert [change.player_id for change in made] == [ana, bruno]
    assert [change.before for change in made] == [GroupSettings(), made[0].after]
    assert made[1].after == GroupSettings(four)
    assert (made[1].at - made[0].at).total_seconds() == 60


def test_choices_of_customs_stand_in_one_row_with_those_of_rules() -> None:
    evening = Evening(9, IN_MEMORY)
    group_id, ana, bruno = evening.group_id, evening.new_id(), evening.new_id()
    slow = partial(choose_pace, name="slow")

    evening.room.choose_customs(group_id, ana, slow)
    evening.room.choose_defaults(group_id, bruno, TRINTA)
    evening.room.choose_customs(group_id, bruno, slow)
    silent = evening.room.choose_customs(group_id, bruno, partial(choose_reminders, wanted=False))
    with pytest.raises(Refused, match="forged"):
        evening.room.choose_customs(group_id, ana, partial(choose_pace, name="quick"))

    made = evening.room.choices(group_id)
    trinta = Chosen("trinta", rule_set("trinta"))
    assert silent == Customs(Pace.SLOW, reminders=False)
    assert evening.room.customs(group_id) == silent
    assert [change.player_id for change in made] == [ana, bruno, bruno]
    assert [change.after for change in made] == [
        GroupSettings(customs=Customs(Pace.SLOW)),
        GroupSettings(trinta, Customs(Pace.SLOW)),
        GroupSettings(trinta, silent),
    ]
    assert [change.before for change in made[1:]] == [change.after for change in made[:-1]]


def test_a_table_has_the_pace_of_its_group_unless_another_is_asked_for() -> None:
    evening = Evening(10, IN_MEMORY)
    ana = evening.new_id()
    evening.room.choose_customs(evening.group_id, ana, partial(choose_pace, name="slow"))
    rules = rule_set("scat")

    usual = evening.room.open_game(evening.group_id, ana, "scat", rules).match
    evening.room.close_table(usual.id, ana)
    fast = evening.room.open_game(evening.group_id, ana, "scat", rules, Pace.FAST).match

    assert (usual.pace, fast.pace) == (Pace.SLOW, Pace.FAST)


def test_a_group_is_no_game() -> None:
    evening = Evening(7, IN_MEMORY)
    evening.room.choose_defaults(evening.group_id, evening.new_id(), TRINTA)

    for room in (evening.room, evening.room):
        with pytest.raises(Refused, match="no_such_game"):
            room.match(evening.group_id)


def test_a_rounds_end_is_found_by_its_number() -> None:
    evening = Evening(8, IN_MEMORY)
    game_id = evening.begin(3)
    over = evening.play_out(game_id)

    ends = [evening.room.round_end(game_id, number + 1) for number in range(over.round_number)]

    assert [end.showdown and end.showdown.round for end in ends] == [
        *range(1, over.round_number + 1)
    ]
    for number in (0, over.round_number + 1):
        with pytest.raises(Refused, match="forged"):
            evening.room.round_end(game_id, number)
