"""`python -m tests.database.used`: begins a game in the database of DATABASE_URL.

It prints the number of events in the log, so that a migration can be seen to keep them; with
`--only-count` it does nothing else.
"""

import os
import sys
from uuid import uuid4

from domain.card_room import CardRoom
from domain.rules import RuleSet
from projections.database import Database


def main() -> None:
    """Begin a game, and count."""
    with CardRoom(Database(os.environ["DATABASE_URL"]).environment) as room:
        if "--only-count" not in sys.argv:
            ann, bea = uuid4(), uuid4()
            game = room.open_game(uuid4(), ann, "pub", RuleSet()).match.id
            room.join(game, bea)
            room.start(game, ann)
        sys.stdout.write(f"{len(room.recorder.select_notifications(None, 1_000))}\n")


if __name__ == "__main__":
    main()
