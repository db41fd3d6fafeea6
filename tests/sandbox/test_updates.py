"""Updates are kept until they are confirmed or too old."""

from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.updates import UpdateQueue

QUEUE = ("chat", 1)


def queue(*kinds: str) -> tuple[UpdateQueue, ManualClock]:
    clock = ManualClock()
    made = UpdateQueue(clock)
    for kind in kinds:
        made.add(kind, {}, QUEUE)
    return made, clock


def ids(made: UpdateQueue) -> list[int]:
    return [update["update_id"] for update in made.first(100)]


def test_ids_count_up_and_a_higher_offset_confirms() -> None:
    made, _ = queue("message", "message", "message")
    first, second, third = ids(made)
    assert (second, third) == (first + 1, first + 2)
    made.confirm(second)
    assert ids(made) == [second, third]
    made.confirm(0)
    assert ids(made) == [second, third]


def test_a_negative_offset_keeps_only_the_last() -> None:
    made, _ = queue("message", "message", "message")
    last = ids(made)[-1]
    made.confirm(-1)
    assert ids(made) == [last]


def test_taps_are_kept_150_seconds_and_messages_a_day() -> None:
    made, clock = queue("message", "callback_query")
    clock.advance(149)
    assert len(ids(made)) == 2
    clock.advance(1)
    assert len(ids(made)) == 1
    clock.advance(24 * 3600)
    assert ids(made) == []


def test_only_wanted_kinds_are_queued() -> None:
    made, _ = queue("chat_member")
    assert ids(made) == []
    made.allow(["chat_member"])
    made.add("chat_member", {}, QUEUE)
    made.add("message", {}, QUEUE)
    assert [update.kind for update in made.pending()] == ["chat_member"]
    made.allow(None)
    assert not made.wants("message")
    made.allow([])
    assert made.wants("message")


def test_a_duplicate_is_the_same_update_twice() -> None:
    made, _ = queue()
    made.add("message", {}, QUEUE, copies=2)
    first, second = ids(made)
    assert first == second
