"""Updates that Telegram posts, through all that happens to whoever takes them."""

from collections.abc import Iterator

import httpx
import pytest

from telegram_bot.callback_data import Verb
from telegram_bot.roles import Role
from telegram_bot.web.webhook import SECRET_HEADER
from tests.conftest import Server
from tests.end_to_end.test_commands import ask
from tests.roles.conftest import DividedHouse, open_divided_house
from tests.support.running_roles import SECRET


@pytest.fixture(scope="module")
def house(server: Server, template: str) -> Iterator[DividedHouse]:
    """A house to which updates are posted; its processes may be killed."""
    database = server.create(template)
    with open_divided_house(database) as opened:
        yield opened
    server.drop(database)


def test_what_was_tapped_while_nobody_took_updates_counts(house: DividedHouse) -> None:
    table = house.table("Ana", "Carla")
    table.open()
    seen = table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)
    (web,) = house.bot.by_role[Role.WEB]

    web.kill()
    table.tap(table.on_turn(seen), seen.of(Verb.DRAW)[0], seen, wait=0)
    web.start_warm()

    table.see(lambda now: Verb.THROW in now.verbs)
    house.client.settle()
    ledger = house.ledger(table)
    ledger.check()
    assert [entry for entry in table.answered_taps() if entry.answer.answers > 1] == []


def test_an_update_that_is_posted_twice_is_answered_once(house: DividedHouse) -> None:
    (ana,) = house.people("Ana")
    group = house.group(ana)
    house.client.fault("duplicate", method="message", chat_id=group.id)

    assert "/new" in ask(ana, group, "/help")
    house.client.settle()
    assert "/new" in ask(ana, group, "/help")

    assert len(group.bot_messages()) == 2


def test_a_webhook_that_somebody_takes_away_is_set_again(house: DividedHouse) -> None:
    (ana,) = house.people("Ana")
    httpx.post(f"{house.sandbox.url}/bot{house.sandbox.token}/deleteWebhook", trust_env=False)

    assert "/new" in ask(ana, house.group(ana), "/help")


def test_a_poison_update_holds_up_nobody(house: DividedHouse) -> None:
    ana, carla = house.people("Ana", "Carla")
    group = house.group(ana, carla)
    house.client.fault("garble", method="message", chat_id=group.id)
    ana.send(group, "/help")

    assert "/new" in ask(carla, group, "/help")
    assert len(group.bot_messages()) == 1


def test_others_than_telegram_are_turned_away(house: DividedHouse) -> None:
    url = f"{house.bot.balancer.url}/hook"
    update = {"update_id": 1}

    def post(**headers: str) -> int:
        return httpx.post(url, json=update, headers=headers, trust_env=False).status_code

    assert post() == 403
    assert post(**{SECRET_HEADER: SECRET[:-1]}) == 403
    assert httpx.get(url, trust_env=False).status_code == 405
    large = httpx.post(url, content=b" " * 2**21, headers={SECRET_HEADER: SECRET}, trust_env=False)
    assert large.status_code == 413
