"""Many tables that fall due in the same second: all are carried out, each once."""

from collections import Counter
from datetime import timedelta

from domain import dealing, lobby
from domain.choosing import Chosen
from domain.dealing import Moment
from domain.events import STORED
from domain.facts import TurnTimedOut
from domain.game import Game
from domain.match import Phase
from domain.pace import LIMITS, Pace
from domain.rules import rule_set
from tests.time.house import House

TIMED_OUT = STORED[TurnTimedOut].TOPIC
TURN = LIMITS[Pace.FAST].turn or timedelta()
TABLES = 1_000
AT_ONCE = 20
"""Tables opened in one commit; the library sends no longer ones."""


def seated(house: House) -> Game:
    """Return a game of two on its first turn, not saved yet."""
    new_id = house.evening.new_id
    ana, bea = new_id(), new_id()
    game = Game(new_id())
    opening = lobby.open_table(new_id(), ana, Chosen("scat", rule_set("scat")), Pace.FAST)
    game.open(opening, moment(house))
    game.obey(lambda match: lobby.join(match, bea), moment(house))
    game.obey(lambda match: lobby.start(match, ana), moment(house))
    while game.state.phase is Phase.CUTTING:
        game.obey(lambda match: [dealing.deal_round(match)], moment(house))
    return game


def moment(house: House) -> Moment:
    """Return the present moment with a secret of its own."""
    return Moment(house.time.now, house.evening.random.randbytes(32))


async def test_a_thousand_tables_due_in_the_same_second_are_carried_out_once_each(
    house: House,
) -> None:
    for _ in range(TABLES // AT_ONCE):
        house.room.save(*(seated(house) for _ in range(AT_ONCE)))
    house.show()
    house.time.now += TURN

    await house.beat(house.clock(), house.clock())

    log = house.room.recorder.select_notifications(0, 100 * TABLES, topics=[TIMED_OUT])
    assert Counter(Counter(event.originator_id for event in log).values()) == {1: TABLES}
    dues = house.connection.execute(
        "SELECT kind, due_at, count(*) FROM thirtyone.deadlines GROUP BY 1, 2"
    ).fetchall()
    assert dues == [("turn", house.time.now + TURN, TABLES)]
