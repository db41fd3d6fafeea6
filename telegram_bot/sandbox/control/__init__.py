"""The people's side as JSON over HTTP under `/sandbox/`: the page and the tests use it.

`stage` is about everything at once, `people` about one person, `chats` about one group; each
begins with the table of its routes.
"""

from starlette.routing import Route

from telegram_bot.sandbox.bell import Bell
from telegram_bot.sandbox.control.chats import ChatsControl
from telegram_bot.sandbox.control.people import PeopleControl
from telegram_bot.sandbox.control.stage import StageControl
from telegram_bot.sandbox.control.wire import Desk
from telegram_bot.sandbox.world import World


def control_routes(world: World, bell: Bell) -> list[Route]:
    """Return all routes of the people's side."""
    desk = Desk(world, bell)
    parts = (StageControl(desk), PeopleControl(desk), ChatsControl(desk))
    return [route for part in parts for route in part.routes()]
