"""Questions before somebody is out of a game, and what has become of them."""

from collections import Counter
from itertools import product

import pytest

from domain import lobby, playing, voting
from domain.facts import Fact, TurnTimedOut
from domain.match import Match, Phase, evolve_all
from domain.pace import Pace
from domain.views import Spectacle, spectacle
from domain.voting import END, KICK
from telegram_bot.callback_data import How, Press, Verb, mark
from telegram_bot.names import Contact, display_names
from telegram_bot.screens.confirming import SENTENCES, Asking, Outcome, outcome, said
from telegram_bot.screens.markup import safe
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import languages, texts
from tests.screens.measures import ALERT, assert_fits
from tests.screens.snapshots import assert_matches, titled
from tests.support.games import BEGINNING, Chance, deal, obey, play_on, player, seated, start

PEOPLE = [Contact(name) for name in ("Ana", "Bruno", "Carla <3", "דנה")]


def running() -> Match:
    chance = Chance()
    return deal(start(seated(4), chance).after, chance).after


def of_two() -> Match:
    chance = Chance()
    return deal(start(seated(2), chance).after, chance).after


def with_away(match: Match, *seats: int) -> Match:
    """Let players miss as many turns as make them away."""
    missed = [TurnTimedOut(turn=0, seat=seat, cause="deadline") for seat in seats]
    return evolve_all(match, missed * 2)


def after(match: Match, *decided: Fact) -> Match:
    return obey(match, decided, Chance()).after


def asking(match: Match, language: str = "en", asker: int | None = 0) -> Asking:
    words = texts(language)
    names = display_names(PEOPLE[: len(match.player_ids)], words)
    return Asking(spectacle(match), names, words, None if asker is None else player(asker))


def press(screen: Screen, topic: str) -> Press:
    """Return the button of a question that does it in one way."""
    presses = [button.press for row in screen.keyboard for button in row]
    return next(each for each in presses if each.topic == topic)


@pytest.mark.parametrize("language", languages())
def test_every_question_and_what_becomes_of_it(language: str) -> None:
    before, now = asking(seated(4), language), asking(running(), language)
    questions = {
        "to leave": now.to_leave(0),
        "to leave, where one is left": asking(of_two(), language).to_leave(0),
        "to leave, where all others are away": asking(
            with_away(running(), 1, 2, 3), language
        ).to_leave(0),
        "whom": now.whom(),
        "to kick": now.to_kick(2),
        "to end": now.to_end(),
        "to kick, where nobody can vote": asking(running(), language, asker=None).to_kick(2),
        "to end, where nobody can vote": asking(running(), language, asker=None).to_end(),
        "to kick, before the start": before.to_kick(2),
        "to end, before the start": before.to_end(),
    }
    for screen in questions.values():
        assert_fits(screen)
    ends = {found: said(found, texts(language), "Carla <3") for found in Outcome}
    ends[Outcome.OUT] += "\n" + said(Outcome.OUT, texts(language))
    assert set(ends) == set(SENTENCES)
    assert all(0 < len(text) <= ALERT for text in ends.values())

    told = [titled(title, screen) for title, screen in questions.items()]
    told += [titled(found.name.lower().replace("_", " "), text) for found, text in ends.items()]
    assert_matches(f"{language}/confirming", "".join(told))


def test_names_are_no_markup_in_the_text_and_themselves_on_buttons() -> None:
    question, choice = asking(running()).to_kick(2), asking(running()).whom()

    assert "Carla &lt;3" in question.text
    assert "Carla <3" in choice.keyboard[1][0].label


def test_those_who_are_out_and_whoever_asks_cannot_be_chosen() -> None:
    match = after(running(), *playing.forfeit(running(), player(1), "left"))

    assert [seat.seat for seat in asking(match).others()] == [2, 3]
    assert [seat.seat for seat in asking(match, asker=None).others()] == [0, 2, 3]


def test_never_mind_names_whoever_asked() -> None:
    by_ana, anonymous = asking(running()).to_end(), asking(running(), asker=None).to_end()

    assert by_ana.keyboard[-1][0].press.number == mark(player(0))
    assert anonymous.keyboard[-1][0].press.number == 0
    assert mark(None) not in {mark(player(seat)) for seat in range(4)}


def test_a_question_about_somebody_follows_them_to_another_seat() -> None:
    match = seated(4)
    question = press(asking(match).to_kick(2), How.BEFORE)

    match = evolve_all(match, lobby.leave(match, player(1)))
    assert outcome(spectacle(match), question) is None
    match = evolve_all(match, lobby.leave(match, player(2)))
    assert outcome(spectacle(match), question) is Outcome.OUT


def test_a_vote_is_offered_to_those_who_can_call_it_and_carry_it() -> None:
    def offered(screen: Screen) -> bool:
        return any(button.press.topic == How.VOTE for row in screen.keyboard for button in row)

    match = running()
    for asker, can in ((0, True), (9, False), (None, False)):
        assert offered(asking(match, asker=asker).to_kick(2)) is can
        assert offered(asking(match, asker=asker).to_end()) is can

    assert not offered(asking(of_two()).to_kick(1))
    assert offered(asking(of_two()).to_end())
    assert offered(asking(with_away(of_two(), 1)).to_kick(1))


FORETOLD = {
    "goes on without you": {Phase.CUTTING, Phase.PLAYING, Phase.BUYING_IN},
    "is over and": {Phase.ENDED},
    "is given up": {Phase.ABANDONED},
}
"""What a question says of a game if somebody leaves it, and where the game may stand then."""


def test_what_a_question_foretells_comes_true_if_the_player_leaves() -> None:
    told: Counter[str] = Counter()
    for seed, number in product(range(6), (2, 3, 4)):
        chance = Chance(seed, knocking=0.5, leaving=0.02, missing=0.4)
        table = seated(number, "scat_buy_in", {"lives": 1, "grace": False}, Pace.FAST)
        for match in (step.after for step in play_on(table, chance)):
            for seat in (*match.still_in, *match.offers) if match.phase.running else ():
                left = after(match, *playing.forfeit(match, player(seat), "left"))
                if left.showdown is not match.showdown:
                    continue  # the round is over with the turn, and nobody knows its hands
                asked = asking(match, asker=seat)
                question = asked.to_leave(seat).text
                (said,) = (said for said in FORETOLD if said in question)
                assert left.phase in FORETOLD[said]
                told[said] += 1
                if said == "is over and":
                    (winner,) = left.winners
                    assert f"{safe(asked.names[winner])} has won" in question

    assert told.keys() == FORETOLD.keys()


def becomes(view: Spectacle, *presses: Press) -> list[Outcome | None]:
    return [outcome(view, each) for each in presses]


def test_what_becomes_of_questions_is_seen_by_the_game() -> None:
    match = running()
    kick, end = asking(match).to_kick(2), asking(match).to_end()
    kicks = [press(kick, How.SURE), press(kick, How.VOTE)]
    ends = [press(end, How.SURE), press(end, How.VOTE)]
    leave = asking(match, asker=2).to_leave(2).keyboard[0][0].press
    assert becomes(spectacle(match), *kicks, *ends, leave) == [None] * 5

    asked = after(match, *voting.call(match, player(0), KICK, 2, BEGINNING))
    assert becomes(spectacle(asked), *kicks) == [Outcome.VOTING] * 2
    assert becomes(spectacle(asked), *ends) == [None] * 2

    asked = after(match, *voting.call(match, player(0), END, None, BEGINNING))
    assert becomes(spectacle(asked), *kicks) == [None] * 2
    assert becomes(spectacle(asked), *ends) == [Outcome.VOTING_ON_END] * 2

    gone = after(match, *playing.forfeit(match, player(2), "kicked"))
    assert becomes(spectacle(gone), *kicks, leave) == [Outcome.OUT] * 3

    over = after(match, *playing.abandon(match, "administrator"))
    assert over.phase is Phase.ABANDONED
    assert becomes(spectacle(over), *kicks, *ends, leave) == [Outcome.OVER] * 5


def test_a_question_from_before_the_start_is_answered_by_the_start() -> None:
    match, chance = seated(4), Chance()
    presses = [
        press(asking(match).to_kick(2), How.BEFORE),
        press(asking(match).to_end(), How.BEFORE),
    ]
    assert becomes(spectacle(match), *presses) == [None] * 2

    assert becomes(spectacle(start(match, chance).after), *presses) == [Outcome.BEGUN] * 2
    closed = evolve_all(match, lobby.close(match, player(0)))
    assert becomes(spectacle(closed), *presses) == [Outcome.CLOSED] * 2


def test_who_may_buy_back_in_can_be_made_to_leave() -> None:
    chance = Chance(knocking=0.9)
    match = seated(4, "scat_buy_in", {"lives": 1, "grace": False})
    offered = next(
        step.after for step in play_on(match, chance) if step.after.phase is Phase.BUYING_IN
    )
    seat = offered.offers[0]

    question = Press(Verb.KICK, offered.id, number=mark(player(seat)), topic=How.SURE)
    assert seat in [other.seat for other in asking(offered, asker=None).others()]
    assert outcome(spectacle(offered), question) is None
