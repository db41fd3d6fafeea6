"""What a page holds: to each seat's view what that seat saw, and nothing from elsewhere."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.errors import Refused
from domain.match import Phase
from domain.pace import Pace
from domain.rules import rule_set
from telegram_bot.drawing.picture import BACK
from telegram_bot.drawing.table import NOBODY, Cards, table
from telegram_bot.replaying import told_steps
from telegram_bot.screens.findings import SUBJECTS
from telegram_bot.screens.table_words import table_words
from telegram_bot.texts import languages, texts
from telegram_bot.web import page as page_module
from telegram_bot.web.frames import frames
from telegram_bot.web.page import SCRIPT, STYLE, VERIFIER, Finished, page
from tests.application.bustle import Bustle, Habits
from tests.audit.played import IN_MEMORY

STATIC = Path(page_module.__file__).parent / "static"
NAMES = ("Ana", "Bruno", "Carla")
WORDS = texts("en")
HABITS = Habits(missing=0.1, voting=0, leaving=0, gracing=0)

Data = dict[str, Any]


def finished(preset: str, seed: int = 7, names: tuple[str, ...] = NAMES) -> Finished:
    """Return a game that was played to its end."""
    bustle = Bustle(seed, IN_MEMORY, habits=HABITS)
    game_id: UUID = bustle.start(rule_set(preset, {"lives": 1}), len(names), Pace.FAST)
    while not bustle.happen(game_id).phase.over:
        pass
    return Finished(bustle.room.replay(game_id), bustle.room.export(game_id), names)


@pytest.fixture(scope="module", params=["scat", "schwimmen", "scat_four"])
def game(request: pytest.FixtureRequest) -> Finished:
    return finished(request.param)


def shown(data: Data, step: Data, *seats: int) -> tuple[list[Any], list[Any]]:
    """Return what the page shows of a step to whoever sees these seats, as its script does."""
    hidden = {*range(-1, len(NAMES))} - {*seats}
    placed = [data["shapes"][place] for place in step["placed"]]
    written = [data["texts"][place] for place in step["written"]]
    return (
        [(BACK if owner in hidden else shape, x, y) for shape, x, y, owner in placed],
        [(text, x, y, style) for text, x, y, style, owner in written if owner not in hidden],
    )


def told(data: Data, step: Data, *seats: int) -> list[str]:
    """Return what is said of a step to whoever sees these seats, as its script does."""
    seat, more = step.get("known", (None, None))
    lines = [*(more if seat in seats else step["said"]), step["middle"]]
    lines += [own if seat in seats else every for seat, (every, own) in enumerate(step["seats"])]
    return [data["lines"][line] for line in lines]


# Who sees what.


def test_a_seats_view_is_drawn_from_what_that_seat_saw(game: Finished) -> None:
    data = frames(game.replay, NAMES, WORDS)

    for step, frame in zip(told_steps(game.replay), data["steps"], strict=True):
        for seat, player_id in enumerate(step.after.player_ids):
            view = step.seen_by(player_id)
            values = [view.value if other == seat else None for other in range(len(NAMES))]
            words = table_words(view.public, WORDS, values)
            own = table(view.public, Cards.of(view), NAMES, words).seen_by(seat)
            assert shown(data, frame, seat) == (
                [(one.shape, one.x, one.y) for one in own.placed],
                [(one.text, one.x, one.y, one.style) for one in own.written],
            )


def test_everybodys_view_is_drawn_from_what_everybody_saw(game: Finished) -> None:
    data = frames(game.replay, NAMES, WORDS)

    for step, frame in zip(told_steps(game.replay), data["steps"], strict=True):
        public = table(step.public, Cards(), NAMES, table_words(step.public, WORDS))
        assert shown(data, frame)[0] == [(one.shape, one.x, one.y) for one in public.placed]


def test_no_sentence_of_a_seats_view_names_a_card_that_it_did_not_see(game: Finished) -> None:
    data = frames(game.replay, NAMES, WORDS)
    card = re.compile("(?:10|[2-9AJQK])[♣♠♥♦]")

    for step, frame in zip(told_steps(game.replay), data["steps"], strict=True):
        hands = game.replay.opened(step).hands
        for seat in range(len(NAMES)):
            others = {card for other, hand in enumerate(hands) if other != seat for card in hand}
            hidden = {one.translate(str.maketrans("CSHD", "♣♠♥♦")) for one in others}
            public = {*step.public.face_up, *(step.action.taken if step.action else ())}
            hidden -= {one.translate(str.maketrans("CSHD", "♣♠♥♦")) for one in public}
            said = " ".join(told(data, frame, seat))
            if step.after.phase is Phase.PLAYING and step.kind != "cards_exchanged":
                assert not hidden & {*card.findall(said)}, said


def test_with_all_cards_open_every_card_that_is_held_is_seen(game: Finished) -> None:
    data = frames(game.replay, NAMES, WORDS)

    for step, frame in zip(told_steps(game.replay), data["steps"], strict=True):
        view = game.replay.opened(step)
        placed, _ = shown(data, frame, *range(len(NAMES)), NOBODY)
        shapes = [shape for shape, _, _ in placed]
        assert {card for hand in view.hands for card in hand} <= {*shapes}
        assert (BACK in shapes) == (step.after.phase is Phase.CUTTING)


def test_a_game_that_lasts_has_no_page() -> None:
    bustle = Bustle(7, IN_MEMORY, habits=HABITS)
    game_id = bustle.start(rule_set("scat"), 3, Pace.FAST)
    bustle.deal(game_id)

    with pytest.raises(Refused, match="not_now"):
        frames(bustle.room.replay(game_id), NAMES, WORDS)


def test_a_page_begins_with_the_start_and_ends_with_the_end(game: Finished) -> None:
    data = frames(game.replay, NAMES, WORDS)

    first, last = data["steps"][0], data["steps"][-1]
    assert told(data, first)[0] == "The game begins."
    assert "wins the game." in told(data, last)[0]
    assert last["event"] == game.replay.steps[-1].event


# One file.


class Elements(HTMLParser):
    """Collects the elements of a page, and what is in its scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.sources: list[tuple[str, str]] = []
        self._inside: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        runs = tag == "style" or (tag == "script" and not attrs)
        self._inside = tag if runs else None

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.sources.append((self._inside, data))

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the protocol's
        self._inside = None


def addresses(elements: Elements) -> Iterator[str]:
    for _, attributes in elements.found:
        for name in ("src", "href", "xlink:href", "action", "data", "poster", "srcset"):
            if attributes.get(name):
                yield str(attributes[name])


@pytest.mark.parametrize("language", languages())
def test_a_page_needs_nothing_from_elsewhere(game: Finished, language: str) -> None:
    elements = Elements(page(game, texts(language)))

    assert all(re.match(r"#|\?lang=|data:,$", address) for address in addresses(elements))
    assert not {"iframe", "img", "object", "embed", "base"} & {tag for tag, _ in elements.found}


def test_it_may_run_what_it_brings_and_nothing_else(game: Finished) -> None:
    elements = Elements(page(game, WORDS))

    [policy] = [
        str(attributes["content"])
        for tag, attributes in elements.found
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    allowed = set(re.findall(r"'sha256-([^']+)'", policy))
    brought = {
        b64encode(sha256(source.encode()).digest()).decode() for _, source in elements.sources
    }
    assert [source for _, source in elements.sources] == [STYLE, VERIFIER, SCRIPT]
    assert allowed == brought
    assert not any(name.startswith("on") for _, found in elements.found for name in found)
    assert not any("style" in found for _, found in elements.found)


def test_names_are_text_whatever_they_are() -> None:
    names = ("</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "<!--")

    elements = Elements(page(finished("scat", names=names), WORDS))

    assert [tag for tag, _ in elements.found].count("script") == 3
    assert "img" not in {tag for tag, _ in elements.found}


def test_the_game_is_in_it_byte_by_byte(game: Finished) -> None:
    html = page(game, WORDS)

    data = json.loads(html.partition('id="data">')[2].partition("</script>")[0])

    assert data["log"].encode() == game.file


def test_a_file_of_its_own_has_no_other_languages(game: Finished) -> None:
    assert "?lang=" in page(game, WORDS)
    assert "?lang=" not in page(game, WORDS, alone=True)


@pytest.mark.parametrize("language", languages())
def test_its_words_are_the_readers(game: Finished, language: str) -> None:
    html = page(game, texts(language))

    for word in ("Verify", "Speed", "All cards"):
        assert texts(language).gettext(word) in html


def test_the_verifier_is_short_enough_to_be_read() -> None:
    lines = (STATIC / "verify.js").read_text(encoding="utf-8").splitlines()

    assert len(lines) <= 150
    assert len(VERIFIER.splitlines()) <= 210
    assert max(map(len, VERIFIER.splitlines())) <= 120


def test_every_finding_of_the_verifier_has_words() -> None:
    source = re.sub(r"JSON\.stringify\(\{.*?\}\)", "text", VERIFIER)
    told = {f"{check} {what}" for check, what in re.findall(r'must\("(\w+)", "(\w+)"', source)}
    for check, compared in re.findall(r'same\("(\w+)", \{ (.+?) \}', source):
        fields = re.sub(r"[(\[].*?[)\]]", "", compared).split(", ")
        told |= {f"{check} {field.split(':')[0]}" for field in fields if field != "...cost"}
    told |= {
        f"rulings {field}" for field in ("losses", "lives", "eliminated", "tie_break", "redeal")
    }

    assert told == SUBJECTS.keys()
