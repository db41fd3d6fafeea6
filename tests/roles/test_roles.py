"""The roles apart, in one copy or several, play the game that `thirtyone` alone plays."""

from projections.database import Database
from telegram_bot.callback_data import Verb
from telegram_bot.roles import Role
from tests.end_to_end.play import Table
from tests.end_to_end.test_settings import go, menu, offers, settings
from tests.end_to_end.test_whole_game import (
    test_three_people_play_to_the_winner_and_play_again as test_the_same_game,
)
from tests.roles.conftest import open_divided_house

__all__ = ["test_the_same_game"]


def test_what_one_looks_up_turns_its_pages_whichever_copy_is_asked(database: Database) -> None:
    with open_divided_house(database, copies=2) as house:
        table = house.table("Ana", "Carla")
        ana = table.people[0]

        shown = settings(table.chat, ana)
        go(table.chat, shown, ana, *["End of a round", "Back"] * 3, "Cards and lives")

        assert menu(table.chat, shown, offers("Bus: yes"))
        assert set(house.bot.balancer.served) == set(house.bot.balancer.ports)


def test_every_copy_takes_its_share_and_the_loss_of_one_stops_nobody(
    database: Database,
) -> None:
    with open_divided_house(database, copies=2) as house:
        tables: list[Table] = [house.table(seed=seed) for seed in range(3)]
        for table in tables:
            table.open()
            table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)
        served = house.bot.balancer.served
        assert set(served) == set(house.bot.balancer.ports)

        for role in Role:
            house.bot.by_role[role][0].kill()

        for table in tables:
            table.play_on()
            ledger = house.ledger(table)
            ledger.check()
            ledger.agrees_with(table)
            assert len(table.tables()) == 1
            assert [tapped for tapped in table.answered_taps() if not tapped.answer.answered] == []
        assert all(process.status is None for process in house.bot.by_role[Role.WEB][1:])
