"""What people read about time: deadlines, absent players, votes, and games that are given up."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from domain import playing, timing, voting
from domain.facts import Seat
from domain.match import Action, Deadline, DeadlineKind, Match, Phase
from domain.moves import Draw, Knock, ThrowAt
from domain.pace import LIMITS, Pace
from domain.timing import Grace
from domain.views import SeatView, seat_view, spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.names import Contact, display_names
from telegram_bot.screens.actions import action_lines
from telegram_bot.screens.ending import Outcome, given_up_screen
from telegram_bot.screens.hand import MOST_CHARACTERS, hand_alert
from telegram_bot.screens.offer import offer_screen
from telegram_bot.screens.panel import panel_screen
from telegram_bot.screens.rules_menu import PACE, is_page
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.status import status_text
from telegram_bot.screens.table import table_screen
from telegram_bot.screens.times import moment, time_text, wait_for
from telegram_bot.screens.toasts import toast
from telegram_bot.screens.waiting import CAUSES
from telegram_bot.texts import Texts, languages, texts
from tests.screens.measures import assert_fits, plain
from tests.screens.snapshots import assert_matches, titled
from tests.support.games import (
    BEGINNING,
    GAME,
    Chance,
    Step,
    deal,
    obey,
    play,
    play_on,
    seated,
    start,
)

ZONE: Final = ZoneInfo("America/Sao_Paulo")
PEOPLE: Final = tuple(map(Contact, ("Ana", "Bruno", "Carla <3", "Duda")))
DIGEST: Final = "1f" * 32
ADDRESS: Final = f"https://cards.example/g/{GAME}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("pace", Pace)
def test_a_game_of_every_pace(pace: Pace, language: str) -> None:
    words, chance = texts(language), Chance()
    lobby = obey(seated(3, pace=pace), (), chance).after
    begun = deal(start(lobby, chance).after, chance).after
    holding = play(begun, Draw(), chance).after
    final = next(s.after for s in play_on(begun, Chance(knocking=1.0)) if knocked(s.after))
    told = [
        titled("the table opened", table(lobby, words)),
        titled("  its pace", table(lobby, words, Press(Verb.PAGE, GAME, topic=PACE))),
        titled("  the answer to the button", toast(words, Verb.PACE, own_view(lobby, 0))),
        titled("  status", status_of(lobby, words)),
    ]
    for title, at in {"a turn": begun, "a card drawn": holding, "a final turn": final}.items():
        told += [
            titled(title, table(at, words)),
            titled("  status", status_of(at, words)),
            *in_private(at, awaited(at), words),
        ]
    offered = first(
        play_on(seated(3, "scat_buy_in", {"lives": 1}, pace), Chance()), Phase.BUYING_IN
    )
    told += [
        titled("an offer", table(offered, words)),
        titled("  status", status_of(offered, words)),
        titled("  in private", offer_screen(spectacle(offered), "open", "Friends", words, ZONE)),
    ]

    assert_matches(f"{language}/pace-{pace}", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_moves_made_for_players_and_players_who_are_away(language: str) -> None:
    words, chance = texts(language), Chance()
    table_of_three = seated(3, "scat", {"first_turn_knock": True}, Pace.FAST)
    begun = deal(start(table_of_three, chance).after, chance).after
    drawn = missed(begun, chance)
    knock = play(drawn, Knock(), chance).after
    stood = missed(knock, chance)
    thrown = missed(play(begun, Draw(), chance).after, chance)
    states = without(begun, awaited(begun), chance)
    away = next(at for at in states if at.away)
    on_turn = next(at for at in states if awaited(at) in at.away)
    swimming = deal(start(seated(2, "schwimmen", pace=Pace.FAST), chance).after, chance).after
    kept = missed(swimming, chance)
    passed = missed(kept, chance)
    told = [
        titled("the stock for a player", table(drawn, words)),
        titled("a throw for a player who has drawn", table(thrown, words)),
        titled("standing for a player", table(stood, words)),
        titled("keeping the hand for a dealer", table(kept, words)),
        titled("passing for a player", table(passed, words)),
        titled("a player is away", table(away, words)),
        titled("  status", status_of(away, words)),
        titled("the turn of a player who is away", table(on_turn, words)),
        titled("  status", status_of(on_turn, words)),
        *in_private(on_turn, awaited(on_turn), words),
        titled("  hand, before that", alert(away, awaited(on_turn), words)),
    ]

    assert_matches(f"{language}/absent", "".join(told))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("cause", CAUSES)
def test_more_time(cause: str, language: str) -> None:
    words, chance = texts(language), Chance()
    lobby = seated(2, pace=Pace.FAST)
    opened = obey(lobby, (), chance).after
    begun = deal(start(seated(3, pace=Pace.FAST), chance).after, chance).after
    steps = play_on(seated(3, "scat_buy_in", {"lives": 1}, Pace.RELAXED), Chance())
    told = []
    for title, at in {
        "the table opened": opened,
        "a turn": begun,
        "an offer": first(steps, Phase.BUYING_IN),
    }.items():
        later = obey(at, timing.give_grace(at, grace(at, cause)), chance).after
        told += [
            titled(title, table(later, words)),
            titled("  status", status_of(later, words)),
        ]

    assert_matches(f"{language}/more-time-{cause}", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_votes(language: str) -> None:
    words, chance = texts(language), Chance()
    cutting = start(seated(4, pace=Pace.RELAXED), chance).after
    begun = deal(cutting, chance).after
    steps = play_on(seated(4, "scat_buy_in", {"lives": 1}, Pace.SLOW), Chance())
    offered = first(steps, Phase.BUYING_IN)
    told = [
        titled("whether a player shall leave", table(called(cutting, 1, chance), words)),
        titled("on a turn", table(called(begun, 1, chance), words)),
        titled("  status", status_of(called(begun, 1, chance), words)),
        titled("whether the game shall end", table(called(begun, None, chance), words)),
        titled("while offers are open", table(called(offered, None, chance), words)),
        titled("  status", status_of(called(offered, None, chance), words)),
        titled("  the answer to the button", toast(words, Verb.VOTE, own_view(begun, 0))),
    ]

    assert_matches(f"{language}/votes", "".join(told))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("cause", ["away", "unattended", "idle", "vote", "administrator"])
def test_a_game_that_is_given_up(cause: str, language: str) -> None:
    words, chance = texts(language), Chance()
    begun = deal(start(seated(3), chance).after, chance).after
    ended = obey(begun, playing.abandon(begun, cause), chance).after
    steps = play_on(seated(3, "scat_buy_in", {"lives": 1}), Chance())
    offered = first(steps, Phase.BUYING_IN)
    between = obey(offered, playing.abandon(offered, cause), chance).after
    told = [
        titled("in place of the table", given_up(ended, words)),
        titled("in place of an offer", given_up(between, words)),
        titled("the end", table(ended, words)),
        titled("  status", status_of(ended, words)),
        titled("  hand", alert(ended, 0, words)),
    ]

    assert_matches(f"{language}/given-up-{cause}", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_how_players_leave(language: str) -> None:
    words, chance = texts(language), Chance()
    begun = deal(start(seated(4), chance).after, chance).after
    told = []
    for cause in ("left", "left_group", "kicked", "voted_out"):
        gone = obey(begun, playing.put_out(begun, 1, cause), chance).after
        told.append(titled(cause, table(gone, words)))

    assert_matches(f"{language}/leaving", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_every_action_can_have_been_made_for_a_player(language: str) -> None:
    words, chance = texts(language), Chance()
    for preset in ("scat", "schwimmen"):
        for step in play_on(seated(3, preset), chance):
            seen = spectacle(step.after)
            for action in seen.actions if seen.phase is Phase.PLAYING else ():
                told = action_lines_of(step.after, action, words)
                automatic = replace(action, automatic=True)
                wrapped = action_lines_of(step.after, automatic, words)

                assert len(told) == len(wrapped)
                for sentence, line in zip(told, wrapped, strict=True):
                    assert sentence in line != sentence


def test_a_time_is_as_exact_as_the_wait_is_short() -> None:
    at, words = datetime(2026, 7, 17, 21, 4, 30, tzinfo=UTC), texts("en")
    waits = {
        timedelta(seconds=10): ("T", "21:04:30 UTC"),
        timedelta(minutes=1): ("T", "21:04:30 UTC"),
        timedelta(minutes=10): ("t", "21:04 UTC"),
        timedelta(hours=3): ("t", "21:04 UTC"),
        timedelta(hours=12): ("wt", "Fri 21:04 UTC"),
        timedelta(days=3): ("wt", "Fri 21:04 UTC"),
        timedelta(days=14): ("Dt", "Jul 17, 21:04 UTC"),
    }
    for wait, (how, shown) in waits.items():
        told = f'<tg-time unix="1784322270" format="{how}">{shown}</tg-time>'
        assert moment(at, wait, UTC, words) == told


@pytest.mark.parametrize(
    ("language", "zone", "summer", "winter"),
    [
        ("en", "America/Sao_Paulo", "18:04 UTC-3", "18:04 UTC-3"),
        ("pt_BR", "America/Sao_Paulo", "18:04 BRT", "18:04 BRT"),
        ("en", "Europe/Lisbon", "22:04 UTC+1", "21:04 UTC"),
        ("en", "America/New_York", "17:04 EDT", "16:04 EST"),
        ("en", "Asia/Kathmandu", "02:49 UTC+5:45", "02:49 UTC+5:45"),
        ("en", "America/St_Johns", "18:34 UTC-2:30", "17:34 UTC-3:30"),
    ],
)
def test_a_group_reads_its_own_clock_with_its_zone(
    language: str, zone: str, summer: str, winter: str
) -> None:
    for month, told in ((7, summer), (1, winter)):
        at = datetime(2026, month, 17, 21, 4, 30, tzinfo=UTC)
        shown = time_text(at, timedelta(minutes=10), ZoneInfo(zone), texts(language))
        assert shown == told


def test_a_deadline_that_was_moved_is_shown_as_exactly_as_the_pace_asks() -> None:
    """However long the bot was away, a fast turn ends on a second, and no day needs a name."""
    since, until = BEGINNING, BEGINNING + timedelta(days=2)
    moved = Deadline(DeadlineKind.TURN, 1, until, since, "outage")

    assert wait_for(moved, Pace.FAST) == LIMITS[Pace.FAST].turn
    assert wait_for(moved, Pace.SLOW) == timedelta(hours=1)


def test_a_table_has_a_page_for_its_pace() -> None:
    screen = table(seated(2, pace=Pace.SLOW), texts("en"), Press(Verb.PAGE, GAME, topic=PACE))
    presses = [button.press for row in screen.keyboard for button in row]

    assert is_page(PACE)
    assert {Press(Verb.PACE, GAME, topic=pace) for pace in Pace} <= set(presses)
    assert [b.press.topic for row in screen.keyboard for b in row if "✓" in b.label] == ["slow"]


# Drawing


def table(match: Match, words: Texts, asked: Press | None = None) -> Screen:
    over = match.phase in {Phase.ENDED, Phase.ABANDONED}
    outcome = Outcome(DIGEST, address=ADDRESS) if over else None
    names = display_names(PEOPLE[: len(match.player_ids)], words)
    screen = table_screen(spectacle(match), names, words, asked, outcome=outcome, zone=ZONE)
    assert_fits(screen)
    return screen


def given_up(match: Match, words: Texts) -> Screen:
    names = display_names(PEOPLE[: len(match.player_ids)], words)
    screen = given_up_screen(spectacle(match), names, words)
    assert_fits(screen)
    return screen


def status_of(match: Match, words: Texts) -> str:
    names = display_names(PEOPLE[: len(match.player_ids)], words)
    told = status_text(spectacle(match), names, words, ZONE)
    assert plain(told)
    return told


def in_private(match: Match, seat: Seat, words: Texts) -> Iterator[str]:
    names = display_names(PEOPLE[: len(match.player_ids)], words)
    panel = panel_screen(own_view(match, seat), names, words, "Friends", zone=ZONE)
    assert_fits(panel)
    yield titled("  hand", alert(match, seat, words))
    yield titled("  hand in private", panel)


def alert(match: Match, seat: Seat, words: Texts) -> str:
    names = display_names(PEOPLE[: len(match.player_ids)], words)
    told = hand_alert(own_view(match, seat), names, words, ZONE)
    assert 0 < len(told) <= MOST_CHARACTERS
    return told


def own_view(match: Match, seat: Seat) -> SeatView:
    return seat_view(match, match.player_ids[seat])


def action_lines_of(match: Match, action: Action, words: Texts) -> list[str]:
    names = display_names(PEOPLE[: len(match.player_ids)], words)
    view = replace(spectacle(match), actions=(action,))
    return action_lines(Scene.of(view, names, words))


# Playing


def awaited(match: Match) -> Seat:
    _, played = match.in_play()
    return played.seat


def knocked(match: Match) -> bool:
    return match.phase is Phase.PLAYING and spectacle(match).knocker is not None


def first(steps: Iterable[Step], phase: Phase) -> Match:
    return next(step.after for step in steps if step.after.phase is phase)


def missed(match: Match, chance: Chance) -> Match:
    """Let the deadline of a table pass."""
    assert match.deadline is not None
    due, at = match.deadline, match.deadline.until
    return obey(match, timing.time_out(match, due.kind, due.number, at), chance).after


def without(match: Match, absent: Seat, chance: Chance) -> Iterator[Match]:
    """Let all play but one, who misses every turn."""
    while True:
        if awaited(match) == absent:
            match = missed(match, chance)
        else:
            match = play(play(match, Draw(), chance).after, ThrowAt(1), chance).after
        yield match


def grace(match: Match, cause: str) -> Grace:
    assert match.deadline is not None
    due = match.deadline
    return Grace(due.kind, due.number, due.until + timedelta(minutes=10), cause)


def called(match: Match, target: Seat | None, chance: Chance) -> Match:
    """Let the first player who is in call a vote."""
    about = voting.END if target is None else voting.KICK
    caller = match.player_ids[next(seat for seat in match.still_in if seat != target)]
    asked = voting.call(match, caller, about, target, chance.moment().now)
    return obey(match, asked, chance).after
