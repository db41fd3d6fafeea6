"""An old event log still loads: logs of every released form, as they were stored.

A frozen log is never changed. A new form of an event gets a new file beside the old ones.
"""

import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import StoredEvent

from domain.aggregate import EventSourced, projector
from domain.card_room import CardRoom
from domain.events import TOPICS, Stored
from domain.game import Game
from domain.group import Group

FROZEN = sorted((Path(__file__).parents[1] / "cases").glob("log_*.json"))
LOGS: list[Any] = [log for file in FROZEN for log in json.loads(file.read_text())]
GAMES = [log for log in LOGS if "ends" in log]


def events(log: dict[str, Any]) -> list[Stored]:
    """Read a frozen log as the application reads its own."""
    mapper = CardRoom().mapper
    read = [
        mapper.to_domain_event(
            StoredEvent(UUID(log["id"]), row["version"], row["topic"], row["state"].encode())
        )
        for row in log["events"]
    ]
    assert all(isinstance(event, Stored) for event in read)
    return read  # type: ignore[return-value] # just asserted


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log["events"][0]["topic"])
def test_a_frozen_log_replays_to_where_it_ended(log: dict[str, Any]) -> None:
    kind: type[EventSourced[Any]] = Game if "ends" in log else Group

    aggregate = projector(kind)(None, events(log))

    assert aggregate is not None
    assert aggregate.version == len(log["events"])
    if "ends" in log:
        match = aggregate.state
        ended = {
            "phase": match.phase,
            "places": list(match.places),
            "lives": list(match.lives),
            "winners": list(match.winners),
            "rounds": match.round_number,
        }
        assert {**ended, "digest": log["ends"]["digest"]} == log["ends"]


@pytest.mark.parametrize("log", GAMES, ids=lambda log: log["id"])
def test_the_fingerprint_of_a_frozen_log_is_the_one_it_had(log: dict[str, Any]) -> None:
    told = "".join(f"{row['topic']}\n{row['state']}\n" for row in log["events"])

    digest = hashlib.sha256(told.encode()).hexdigest()

    assert digest == log["ends"]["digest"]


def test_every_form_that_an_event_has_had_is_frozen() -> None:
    rows = [(row["topic"], json.loads(row["state"])) for log in LOGS for row in log["events"]]
    frozen = {(topic, state.get("class_version", 1)) for topic, state in rows}

    forms = {
        (topic, version)
        for topic, fact in TOPICS.items()
        for version in range(1, getattr(fact, "class_version", 1) + 1)
    }
    assert frozen == forms
