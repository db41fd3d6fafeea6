"""The ids of games come from a seed, since decks follow from them: a test meets the same deals."""

from random import Random
from uuid import UUID

import pytest


@pytest.fixture(autouse=True)
def _seeded_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random("games")  # another one than the tests', or ids were the same
    monkeypatch.setattr("domain.card_room.uuid4", lambda: UUID(bytes=random.randbytes(16)))
