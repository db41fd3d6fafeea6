"""Deep links have what Telegram allows, and whatever else comes is none."""

import re
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telegram_bot.deep_links import DeepLink, Purpose, decode, to_share

GAMES = st.uuids()


@given(st.sampled_from(Purpose), GAMES)
def test_a_parameter_is_one_that_telegram_takes_and_means_the_same_again(
    purpose: Purpose, game_id: UUID
) -> None:
    link = DeepLink(purpose, game_id)

    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", link.parameter)
    assert decode(link.parameter) == link


@given(st.text())
@pytest.mark.parametrize("before", ["", "join_", "hand_", "join", "leave_"])
def test_what_is_none_of_ours_means_nothing(before: str, text: str) -> None:
    found = decode(f"{before}{text}")

    assert found is None or decode(found.parameter) == found


def test_an_invitation_lets_one_choose_whom_to_send_it() -> None:
    address = DeepLink(Purpose.JOIN, UUID(int=1)).address("cards_bot")

    assert address == "https://t.me/cards_bot?start=join_AAAAAAAAAAAAAAAAAAAAAQ"
    assert to_share(address).startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fcards")
