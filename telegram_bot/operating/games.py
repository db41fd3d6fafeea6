"""A game in the database, by the name that an operator gives it."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from domain.card_room import CardRoom
from domain.errors import Refused
from domain.replay import Replay
from projections.rows import Connection
from projections.tables.queries import games_by_code
from telegram_bot.errors import OperatorError
from telegram_bot.operating.connection import connected
from telegram_bot.settings import NAME, Settings


@contextmanager
def game_called(settings: Settings, name: str) -> Iterator[tuple[CardRoom, UUID, Connection]]:
    """Give the card room, the game that is meant by a code or an id, and a connection.

    Raises:
        OperatorError: There is no such game, there are several, or what is asked for is not for
            games that are still being played.
    """
    with connected(settings) as (database, connection), CardRoom(database.environment) as room:
        game_id = _named(connection, name.strip())
        try:
            yield room, game_id, connection
        except Refused as refused:
            raise OperatorError(_why_not(refused, name)) from None


def replay_of(room: CardRoom, game_id: UUID, name: str) -> Replay:
    """Return a game step by step.

    Raises:
        OperatorError: It has not started.
    """
    replay = room.replay(game_id)
    if not replay.end.places:
        msg = f"The game {name!r} has not started: there is nothing to replay"
        raise OperatorError(msg)
    return replay


def _named(connection: Connection, name: str) -> UUID:
    try:
        return UUID(name)
    except ValueError:
        found = [row.game_id for row in games_by_code(connection, name)]
    if not found:
        msg = f"There is no game {name!r}: give the code that results and /history show, or an id"
        raise OperatorError(msg)
    if len(found) > 1:
        msg = f"Several games are called {name!r}: give an id, {' or '.join(map(str, found))}"
        raise OperatorError(msg)
    return found[0]


def _why_not(refused: Refused, name: str) -> str:
    if refused.code == "no_such_game":
        return f"There is no game {name!r} in the log"
    if refused.code == "log_altered":
        return f"The log of {name!r} was altered: see {NAME} audit {name}"
    return f"The game {name!r} is not over: until then its cards are shown to nobody"
