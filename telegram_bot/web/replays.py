"""`/g/<id>`: the replay page of a game that is over, for whoever has its address."""

from asyncio import Lock
from collections.abc import Iterable, Mapping
from typing import Final
from uuid import UUID

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from domain.audit.forms import Malformed
from domain.card_room import CardRoom
from domain.errors import Refused
from telegram_bot.contacts import Contacts
from telegram_bot.texts import languages, texts
from telegram_bot.threads import Threads
from telegram_bot.web.page import POLICY, Finished, page

HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept-Language",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
}


def page_address(public_url: str | None, game_id: UUID) -> str | None:
    """Return the address of a game's page: its whole random id, which nobody guesses.

    Args:
        public_url: Where the bot is reached from outside, if it is.
        game_id: The game.
    """
    return None if public_url is None else f"{public_url}/g/{game_id}"


class Replays:
    """Games that are over, with the names that their players have now."""

    def __init__(self, room: CardRoom, contacts: Contacts) -> None:
        """Read from a card room; people may have been forgotten since."""
        self._room = room
        self._contacts = contacts

    def page(self, game_id: UUID, language: str | None) -> str | None:
        """Return the page of a game; nothing while it lasts, or where its log is no game's."""
        words = texts(language)
        try:
            file, replay = self._room.export(game_id), self._room.replay(game_id)
            names = self._contacts.names(replay.end.player_ids, words)
            return page(Finished(replay, file, names), words)
        except (Malformed, Refused):
            return None


def replay_route(replays: Replays, threads: Threads) -> Route:
    """Return the route of the pages. Whatever is none is answered alike, with 404."""
    one_at_a_time = Lock()  # a page takes a while to draw, and the games go first

    async def answer(request: Request) -> HTMLResponse:
        game_id = _game_id(request.path_params["game"])
        language = wanted_language(request)
        async with one_at_a_time:
            drawn = await threads.run(replays.page, game_id, language)
        if drawn is None:
            raise HTTPException(404)
        return HTMLResponse(drawn, headers=HEADERS)

    return Route("/g/{game}", answer)


def _game_id(text: str) -> UUID:
    try:
        game_id = UUID(text)
    except ValueError:
        raise HTTPException(404) from None
    if str(game_id) != text:
        raise HTTPException(404)
    return game_id


def wanted_language(request: Request) -> str | None:
    """Return the language that a reader has chosen, or likes best of those there are."""
    chosen = request.query_params.get("lang")
    if chosen:
        return chosen[:_LONGEST]
    known = {language.split("_")[0] for language in languages()}
    liked = _by_liking(request.headers.get("accept-language", ""))
    return next((tag for tag in liked if tag.lower().split("-")[0] in known), None)


_LONGEST: Final = 35
"""Characters of a language tag."""


def _by_liking(header: str) -> Iterable[str]:
    """Return the languages of a header `Accept-Language`, the best liked first."""
    entries = [entry.strip().partition(";q=") for entry in header.split(",")]
    ordered = sorted(entries, key=lambda entry: _liking(entry[2]), reverse=True)
    return [tag for tag, _, _ in ordered]


def _liking(quality: str) -> float:
    try:
        return float(quality or 1)
    except ValueError:
        return 0.0
