"""`python -m tests.database.used`: begins a game in the database of DATABASE_URL.

It prints the number of events in the log, so that a migration can be seen to keep them; with
`--only-count` it does nothing else.
"""

import os
import sys
from typing import Final
from uuid import uuid4

from domain.card_room import CardRoom
from domain.rules import RuleSet
from projections.database import Database

AS_AT_FIRST: Final = {"POSTGRES_ENABLE_DB_FUNCTIONS": "no"}
"""How events are added to a database that does not have the function yet which adds them now."""


def main() -> None:
    """Begin a game, and count."""
    environment = Database(os.environ["DATABASE_URL"]).environment | AS_AT_FIRST
    with CardRoom(environment) as room:
        if "--only-count" not in sys.argv:
            ann, bea = uuid4(), uuid4()
            game = room.open_game(uuid4(), ann, "pub", RuleSet()).match.id
            room.join(game, bea)
            room.start(game, ann)
        sys.stdout.write(f"{len(room.recorder.select_notifications(None, 1_000))}\n")


if __name__ == "__main__":
    main()
