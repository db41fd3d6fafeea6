"""What delivery remembers of the messages that show hands, and of how hands can be shown."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from psycopg_pool import ConnectionPool

from domain.moves import Draw, ThrowAt
from domain.views import seat_view, spectacle
from telegram_bot.contacts import Contacts, Person, Spot
from telegram_bot.delivery.desk import Desk
from telegram_bot.delivery.panel_desk import PanelDesk, PanelDue, PostedPanel
from telegram_bot.delivery.ways import Way, Ways
from telegram_bot.names import Contact
from tests.projections.stories import NOON
from tests.support.games import GAME, Chance, deal, play, seated, start

CHAT, TOPIC = -100, 7
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


class Shown:
    """A game in a group, and the messages that show its hands.

    Attributes:
        desk: What is remembered of the messages.
        ways: What is remembered of how hands can be shown.
        match: The game.
        version: How often it has changed.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        """Seat three players whom Telegram knows in a topic of a group."""
        contacts = Contacts(pool)
        self.desk, self.ways = PanelDesk(pool), Ways(pool)
        self.telegram_ids = (1, 2, 3)
        players = tuple(
            contacts.player_id(Person(number, Contact("Ann", "", ""), "en"))
            for number in self.telegram_ids
        )
        group = contacts.group_id(Spot(CHAT, TOPIC, "Cards", "supergroup", "en"))
        match = deal(start(seated(3), Chance()).after, Chance()).after
        self.match = replace(match, player_ids=players, group_id=group)
        self.version = 7

    @property
    def awaited(self) -> int:
        """The seat on turn."""
        return self.match.in_play()[1].seat

    def player(self, seat: int) -> UUID:
        """Return who sits there."""
        return self.match.player_ids[seat]

    def send(
        self,
        seat: int,
        way: Way = Way.EPHEMERAL,
        message_id: int = 5,
        *,
        offers: bool = False,
    ) -> None:
        """Show a hand by a message."""
        chat_id = CHAT if way == Way.EPHEMERAL else self.telegram_ids[seat]
        player, played = self.player(seat), self.match.round_number
        posted = PostedPanel(GAME, player, played, way, chat_id, 0, message_id, "old", offers)
        self.desk.sent(posted)

    def note(self) -> list[PanelDue]:
        """Let delivery see the game, and return what is to change."""
        self.version += 1
        self.desk.note(spectacle(self.match), self.version, NOON)
        return self.desk.pending(NOON)

    def whose(self) -> list[int]:
        """Return whose messages are to change."""
        return sorted(self.match.seat_of(due.player_id) for due in self.note())

    def remember(self, seat: int, way: Way, until: timedelta | None = None) -> None:
        """Remember in which way a player is shown the hand."""
        reader = self.ways.reader(seat_view(self.match, self.player(seat)))
        self.ways.remember(reader, way, None if until is None else NOON + until)

    def way(self, seat: int, at: timedelta = timedelta()) -> Way | None:
        """Return in which way, as far as is remembered at a time."""
        return self.ways.reader(seat_view(self.match, self.player(seat))).way_at(NOON + at)

    def take_a_turn(self) -> None:
        """Let whoever is on turn draw a card and throw it."""
        drawn = play(self.match, Draw(), Chance()).after
        self.match = play(drawn, ThrowAt(4), Chance()).after


@pytest.fixture
def shown(pool: ConnectionPool) -> Shown:
    return Shown(pool)


def test_in_a_group_only_whoever_is_awaited_is_shown_what_changes(shown: Shown) -> None:
    for seat in range(3):
        shown.send(seat, message_id=seat + 1)

    assert shown.whose() == [shown.awaited]


def test_whose_moves_are_over_is_shown_that_too(shown: Shown) -> None:
    before = shown.awaited
    for seat in range(3):
        shown.send(seat, message_id=seat + 1, offers=seat == before)

    shown.take_a_turn()

    assert shown.whose() == sorted({before, shown.awaited})


def test_in_private_everybody_is_shown_what_changes(shown: Shown) -> None:
    for seat in range(3):
        shown.send(seat, Way.PRIVATE)

    assert shown.whose() == [0, 1, 2]


def test_all_messages_of_a_round_are_to_go_when_it_is_over(shown: Shown) -> None:
    for seat in range(3):
        shown.send(seat, message_id=seat + 1)
    shown.match = replace(shown.match, round_number=shown.match.round_number + 1)

    assert shown.whose() == [0, 1, 2]


def test_what_was_shown_is_not_to_change_again(shown: Shown) -> None:
    shown.send(shown.awaited)
    (due,) = shown.note()

    shown.desk.drawn(due, replace(due, digest="new"))

    assert shown.desk.pending(NOON) == []
    found = shown.desk.posted(GAME, shown.player(shown.awaited))
    assert found is not None
    assert found.digest == "new"


def test_what_has_changed_meanwhile_is_to_change_again(shown: Shown) -> None:
    shown.send(shown.awaited)
    (due,) = shown.note()
    shown.note()

    shown.desk.drawn(due, replace(due, digest="new"))

    assert [again.due for again in shown.desk.pending(NOON)] == [due.due + 1]


def test_what_a_tap_has_shown_meanwhile_is_shown_once_more(shown: Shown) -> None:
    """Which of the two came last is not known."""
    shown.send(shown.awaited)
    (due,) = shown.note()
    player = shown.player(shown.awaited)
    tapped = shown.desk.posted(GAME, player)
    assert tapped is not None
    shown.desk.sent(replace(tapped, digest="by a tap"))

    shown.desk.drawn(due, replace(due, digest="by delivery"))

    (again,) = shown.desk.pending(NOON)
    assert (again.message_id, again.digest) == (due.message_id, None)


def test_what_cannot_be_changed_is_tried_again_after_a_while(shown: Shown) -> None:
    shown.send(shown.awaited)
    (due,) = shown.note()

    shown.desk.failed(due, NOON)

    assert shown.desk.pending(NOON) == []
    (again,) = shown.desk.pending(NOON + SECOND)
    assert again.failures == 1


def test_a_chat_that_is_left_alone_is_left_alone(shown: Shown, pool: ConnectionPool) -> None:
    shown.send(shown.awaited)
    Desk(pool).pause(CHAT, NOON, NOON + HOUR)

    assert shown.note() == []
    assert len(shown.desk.pending(NOON + HOUR)) == 1


def test_whoever_reads_in_private_is_sent_the_hand_when_they_are_awaited(shown: Shown) -> None:
    shown.remember(shown.awaited, Way.PRIVATE, HOUR)

    (due,) = shown.note()
    first = shown.desk.pushed(due, replace(due, message_id=9, digest="hand"))
    second = shown.desk.pushed(due, replace(due, message_id=10, digest="hand"))

    assert (due.message_id, due.telegram_chat_id) == (None, shown.telegram_ids[shown.awaited])
    assert (first, second) == (True, False)
    posted = shown.desk.posted(GAME, shown.player(shown.awaited))
    assert posted is not None
    assert posted.message_id == 9


@pytest.mark.parametrize("way", [Way.EPHEMERAL, Way.ALERT])
def test_nobody_else_is_sent_a_hand_unasked(shown: Shown, way: Way) -> None:
    shown.remember(shown.awaited, way)
    shown.remember((shown.awaited + 1) % 3, Way.PRIVATE)

    assert shown.note() == []


def test_what_worked_is_remembered_until_a_better_way_is_tried(shown: Shown) -> None:
    unknown = shown.way(0)
    shown.remember(0, Way.EPHEMERAL)
    best = shown.way(0, HOUR)
    shown.remember(0, Way.ALERT, HOUR)

    assert (unknown, best) == (None, Way.EPHEMERAL)
    assert shown.way(0, HOUR - SECOND) == Way.ALERT
    assert shown.way(0, HOUR) is None
    assert shown.way(1) is None


def test_the_table_need_not_tell_whoever_is_shown_the_move_by_a_message(shown: Shown) -> None:
    view = spectacle(shown.match)
    told = []
    for way in (None, Way.ALERT, Way.PRIVATE, Way.EPHEMERAL):
        if way is not None:
            shown.remember(shown.awaited, way, HOUR)
        told.append(shown.ways.is_shown_by_message(view, NOON))

    assert told == [False, False, True, True]
    assert not shown.ways.is_shown_by_message(view, NOON + HOUR)


def test_a_number_that_is_given_again_means_the_newer_message(shown: Shown) -> None:
    shown.send(0, message_id=1)
    player = shown.player(0)
    elsewhere = PostedPanel(UUID(int=99), player, 1, Way.EPHEMERAL, CHAT, TOPIC, 1, "other hand")

    shown.desk.sent(elsewhere)

    assert shown.desk.posted(GAME, player) is None
    assert shown.desk.posted(elsewhere.game_id, player) is not None
