"""What a button carries of an exchange can be read again, and nothing else can."""

from collections.abc import Iterator

import pytest

from domain.exchange_round import CENTRE
from telegram_bot.selection import Selection, decode


def offered(selection: Selection) -> Iterator[Selection]:
    """Return a selection and all that the buttons under it lead to."""
    yield selection
    if not selection.complete:
        for place in selection.open:
            yield from offered(selection.with_place(place))


OFFERED = {
    chosen.encode(): chosen
    for size in range(1, CENTRE + 1)
    for chosen in offered(Selection.of(size))
}


def test_exactly_what_buttons_offer_can_be_read() -> None:
    longest = max(OFFERED)

    readable = {digits: decode(digits) for digits in range(100_000) if decode(digits)}

    assert readable == {digits: each for digits, each in OFFERED.items() if digits < 100_000}
    assert all(decode(digits) == chosen for digits, chosen in OFFERED.items())
    assert decode(longest + 1) is None


@pytest.mark.parametrize(
    "digits", [-1, 0, 3, 31, 312, 3123, 312312, 3123132, 3213213, 31231231, 4, 11111]
)
def test_no_part_of_a_swap_of_all_three_can_be_forged(digits: int) -> None:
    assert decode(digits) is None


def test_all_three_are_chosen_at_once() -> None:
    assert decode(3123123) == Selection(3, (1, 2, 3), (1, 2, 3))
