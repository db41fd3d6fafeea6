"""What is kept of people, and how they have it erased."""

from dataclasses import dataclass
from uuid import UUID

from telegram_bot.callback_data import NOWHERE, Press, Verb, mark
from telegram_bot.screens.markup import bold, paragraphs
from telegram_bot.screens.screen import Button, Screen, Style
from telegram_bot.texts import Texts


@dataclass(frozen=True)
class Kept:
    """What is kept of a player's games.

    Attributes:
        playing: Whether they sit at a table that is open or played at.
        games: Games that are over and in which they keep a seat.
    """

    playing: bool
    games: int


def privacy_text(texts: Texts) -> str:
    """Say what is stored, why, how long, and how it is erased. HTML."""
    return paragraphs(
        [
            bold(texts.gettext("What I know about you")),
            texts.gettext(
                "• Your Telegram id, your name, your username and your language, as Telegram "
                "tells them: to show who plays, to deal you your cards and to speak your language."
            ),
            texts.gettext(
                "• Whether I may write to you in private, in which way you see your cards in each "
                "group, which messages of mine are for you, whether you want to be reminded, "
                "which language you have chosen, and that I have explained your first game."
            ),
            texts.gettext(
                "• The games: who sat where, under a random number that only I connect with you, "
                "every card and every move. Rankings and figures are counted from these."
            ),
            texts.gettext(
                "• Of a group: its id, its name, its language, its settings and, under the same "
                "random number, who chose them."
            ),
            texts.gettext(
                "• A tap or a command of yours that I could not handle: for four weeks, so that "
                "it can be put right."
            ),
            texts.gettext(
                "Apart from that I do not store what you write, and nothing at all of those who "
                "only look, as with /top or /rules. Names and figures in rankings can be read in "
                "every group."
            ),
        ],
        [
            bold(texts.gettext("For how long")),
            texts.gettext(
                "What Telegram tells about you stays until you have it erased. What is noted of "
                "messages for you goes a week after the game. Games stay, since they are the "
                "games of others as well."
            ),
        ],
        [
            bold(texts.gettext("How to have it erased")),
            texts.gettext(
                "Write /forgetme. Your name, username, language and Telegram id are erased at "
                "once, and what is noted of messages for you as well. What you did in games, its "
                "figures and what you chose for groups stay, but the random number points to "
                "nobody then. Messages that are posted already stay in their chats, and copies "
                "that whoever runs me has made for safety stay until these are deleted."
            ),
            texts.gettext(
                "Before that, whoever runs me can give you all that is stored about you as a file."
            ),
        ],
    )


def asking_screen(player_id: UUID, kept: Kept, texts: Texts) -> Screen:
    """Ask whether somebody really wants to be forgotten."""
    number = mark(player_id)
    sure = Press(Verb.FORGET, NOWHERE, number=number, choice=1)
    never_mind = Press(Verb.FORGET, NOWHERE, number=number)
    text = paragraphs(
        [bold(texts.gettext("Shall I forget you?"))],
        [
            texts.gettext(
                "Your name, username, language and Telegram id are erased, and with them your "
                "place in rankings under your name. This cannot be undone."
            ),
            seats_text(kept.games, texts),
            texts.gettext("If you play again later, you begin as somebody new."),
        ],
    )
    return Screen(
        text,
        (
            (
                Button(texts.gettext("Forget me"), sure, Style.DANGER),
                Button(texts.gettext("Never mind"), never_mind),
            ),
        ),
    )


def forgotten_screen(games: int, texts: Texts) -> Screen:
    """Say that somebody was forgotten."""
    return Screen(
        paragraphs(
            [texts.gettext("You are forgotten: nothing here points to you any more.")],
            [seats_text(games, texts)],
        )
    )


def kept_screen(texts: Texts) -> Screen:
    """Say that nothing was erased."""
    return Screen(texts.gettext("Nothing was erased."))


def seats_text(games: int, texts: Texts) -> str:
    """Say how many games keep an anonymous seat."""
    if not games:
        return texts.gettext("No finished game keeps a seat of yours.")
    return texts.ngettext(
        "One finished game keeps a seat without a name.",
        "{n} finished games keep a seat without a name.",
        games,
    )
