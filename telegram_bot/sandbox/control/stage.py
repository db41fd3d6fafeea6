"""The stage as a whole: who exists, what changed, what the bot asked, the clock, the trouble."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from telegram_bot.sandbox import views
from telegram_bot.sandbox.acts import ActRefusedError
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.control.wire import Desk, body_of, route
from telegram_bot.sandbox.errors import ApiError
from telegram_bot.sandbox.faults import Fault, Trouble
from telegram_bot.sandbox.shapes import Json


class StageControl:
    """What is about no single person or chat."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """Return the HTTP routes."""
        return [
            route("GET", "/state", self.state),
            route("GET", "/changes", self.changes),
            route("GET", "/idle", self.idle),
            route("GET", "/requests", self.requests),
            route("GET", "/updates", self.updates),
            route("POST", "/clock", self.advance_clock),
            route("POST", "/limits", self.set_limits),
            route("POST", "/faults", self.add_fault),
            route("DELETE", "/faults", self.clear_faults),
            Route("/sandbox/files/{file_id}", self.file),
        ]

    async def state(self, _: Request) -> Json:
        """Return who and what exists."""
        world = self._desk.world
        return {
            "bot": world.bot.shape(),
            "people": views.people(world),
            "chats": views.all_chats(world),
            "revision": world.revision,
            "now": world.now(),
            "manual_clock": isinstance(world.now, ManualClock),
        }

    async def changes(self, request: Request) -> Json:
        """Return the revision as soon as it is not `after` any more, or after `wait` seconds."""
        after = int(request.query_params.get("after", -1))
        wait = request.query_params.get("wait", "25")
        await self._desk.wait_while(lambda: self._desk.world.revision == after, wait)
        return {"revision": self._desk.world.revision}

    async def requests(self, request: Request) -> Json:
        """Return what the bot asked after request number `after`, and every problem found."""
        log = self._desk.world.log
        since = log.since(int(request.query_params.get("after", 0)))
        return {"requests": [each.shape() for each in since], "problems": log.problems}

    async def updates(self, _: Request) -> Json:
        """Return what waits for the bot."""
        return {"updates": [update.shape() for update in self._desk.world.updates.pending()]}

    async def idle(self, request: Request) -> Json:
        """Return as soon as the bot has taken every update, or after `wait` seconds."""
        updates = self._desk.world.updates
        wait = request.query_params.get("wait", "25")
        await self._desk.wait_while(lambda: bool(updates.pending()), wait)
        return {"idle": not updates.pending()}

    async def advance_clock(self, request: Request) -> Json:
        """Let `seconds` pass on a manual clock."""
        clock = self._desk.world.now
        if not isinstance(clock, ManualClock):
            raise ActRefusedError("this sandbox runs on the real clock")
        clock.advance(float((await body_of(request))["seconds"]))
        self._desk.world.changed()
        return {"now": clock()}

    async def set_limits(self, request: Request) -> Json:
        """Change the budget; null switches a limit off."""
        self._desk.world.budget.limits = Limits(**await body_of(request))
        return {}

    async def add_fault(self, request: Request) -> Json:
        """Write a line into the script of faults."""
        body = await body_of(request)
        error = body.pop("error", None)
        trouble = Trouble(body.pop("trouble"))
        lasts = body.pop("lasts", None)
        until = None if lasts is None else self._desk.world.now() + float(lasts)
        made = ApiError(**error) if error else None
        self._desk.world.faults.add(Fault(trouble, error=made, until=until, **body))
        return {}

    async def clear_faults(self, _: Request) -> Json:
        """Tear up the script of faults, and go on with what is held."""
        self._desk.world.faults.tear_up()
        return {}

    async def file(self, request: Request) -> Response:
        """Serve a picture or file to the page; only pictures are shown, never run."""
        stored = self._desk.world.files.files.get(request.path_params["file_id"])
        if stored is None:
            return Response(status_code=404)
        shown = stored.width > 0
        headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "max-age=3600"}
        if not shown:
            headers["Content-Disposition"] = "attachment"
        kind = _picture_type(stored.upload.content) if shown else "application/octet-stream"
        return Response(stored.upload.content, media_type=kind, headers=headers)


def _picture_type(content: bytes) -> str:
    if content.startswith(b"\x89PNG"):
        return "image/png"
    return "image/gif" if content.startswith(b"GIF") else "image/jpeg"
