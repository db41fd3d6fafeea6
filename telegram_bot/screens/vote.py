"""A question that the table decides: a block below whatever else the table shows."""

from domain.pace import LIMITS
from domain.views import VoteSeen
from telegram_bot.callback_data import Verb
from telegram_bot.screens.markup import bold, paragraphs
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button, Screen
from telegram_bot.screens.times import moment

YES, NO = 1, 0
"""What the buttons of a vote carry."""


def with_vote(scene: Scene, screen: Screen) -> Screen:
    """Add the open vote of a table, if there is one, to its screen."""
    vote = scene.view.vote
    if vote is None:
        return screen
    answers = (
        _answer(scene, vote, scene.texts.gettext("Yes"), YES),
        _answer(scene, vote, scene.texts.gettext("No"), NO),
    )
    return Screen(paragraphs((screen.text,), vote_lines(scene)), (*screen.keyboard, answers))


def vote_lines(scene: Scene) -> list[str]:
    """Say what is asked, by whom, how it stands and until when."""
    vote = scene.view.vote
    if vote is None:
        return []
    time = moment(vote.until, LIMITS[scene.view.pace].vote, scene.zone, scene.texts)
    standing = scene.texts.gettext(
        "{player} asks. Votes for it: {ayes} of {needed} needed, until {time}.",
        player=scene.name(vote.seat),
        ayes=vote.ayes,
        needed=vote.needed,
        time=time,
    )
    return [bold(question_text(scene, vote)), standing]


def question_text(scene: Scene, vote: VoteSeen) -> str:
    """Say what is asked."""
    if vote.target is None:
        return scene.texts.gettext("Vote: shall the game end without a winner?")
    return scene.texts.gettext(
        "Vote: shall {player} leave the game?", player=scene.name(vote.target)
    )


def _answer(scene: Scene, vote: VoteSeen, label: str, choice: int) -> Button:
    return scene.button(label, Verb.VOTE, number=vote.number, choice=choice)
