"""Formatted text: what the reader sees and the entities over it.

Entity offsets and lengths are UTF-16 code units, text limits are Unicode code points, both as
in Telegram.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.shapes import Json

_COMMAND = re.compile(r"(?<![\w/@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])")
_MENTION = re.compile(r"(?<![\w@/.])@[A-Za-z0-9_]{4,32}(?!\w)")
_URL = re.compile(r"(?:https?://|t\.me/)[^\s<>\"']*[^\s<>\"'.,;:!?)]")
_OPAQUE = frozenset({"code", "pre", "text_link", "text_mention"})
_SPACED = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f]")
_DROPPED = re.compile(r"[\r\u2028-\u202e]")
_BLANK = "\u200b\u200c\u200d\u2060\ufeff \n\t"


@dataclass(frozen=True, slots=True)
class Entity:
    """One stretch of formatting.

    Attributes:
        offset: start, in UTF-16 code units.
        length: length, in UTF-16 code units.
        kind: the Bot API's entity type.
        value: URL, language, format or custom emoji id, by kind.
        number: user id of a text mention, or Unix time of a date.
    """

    kind: str
    offset: int
    length: int
    value: str = ""
    number: int = 0

    @property
    def end(self) -> int:
        """The first UTF-16 code unit after the entity."""
        return self.offset + self.length

    def shape(self, user_shape: Callable[[int], Json]) -> Json:
        """Return the MessageEntity; `user_shape` turns a user id into a User."""
        shape: Json = {"type": self.kind, "offset": self.offset, "length": self.length}
        match self.kind:
            case "text_link":
                shape["url"] = self.value
            case "text_mention":
                shape["user"] = user_shape(self.number)
            case "pre" if self.value:
                shape["language"] = self.value
            case "custom_emoji":
                shape["custom_emoji_id"] = self.value
            case "date_time":
                shape["unix_time"] = self.number
                if self.value:
                    shape["date_time_format"] = self.value
        return shape


@dataclass(frozen=True, slots=True)
class FormattedText:
    """A text and its entities, sorted as Telegram sorts them."""

    text: str = ""
    entities: tuple[Entity, ...] = ()

    def __len__(self) -> int:
        """Return the length in code points, the unit of Telegram's limits."""
        return len(self.text)

    def part(self, entity: Entity) -> str:
        """Return what stands under `entity`."""
        units = self.text.encode("utf-16-le")
        return units[2 * entity.offset : 2 * entity.end].decode("utf-16-le")


def utf16_length(text: str) -> int:
    """Count the UTF-16 code units of `text`."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def read_entities(raw: Sequence[Json]) -> tuple[Entity, ...]:
    """Read a list of MessageEntity as a bot sends it.

    Raises:
        ApiError: a type Telegram does not know, or a field is missing.
    """
    return tuple(entity for each in raw if (entity := _read_entity(each)) is not None)


_PLAIN = frozenset(
    {
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "blockquote",
        "expandable_blockquote",
        "code",
    }
)
# Telegram finds these itself and ignores what a bot says of them.
_FOUND = frozenset(
    {
        "mention",
        "hashtag",
        "cashtag",
        "bot_command",
        "url",
        "email",
        "phone_number",
        "bank_card_number",
    }
)


def _read_entity(raw: Json) -> Entity | None:
    try:
        kind, offset, length = raw["type"], int(raw["offset"]), int(raw["length"])
        if kind in _FOUND:
            return None
        if kind in _PLAIN:
            return Entity(kind, offset, length)
        match kind:
            case "pre":
                return Entity(kind, offset, length, raw.get("language", ""))
            case "text_link":
                return Entity(kind, offset, length, raw["url"])
            case "text_mention":
                return Entity(kind, offset, length, number=int(raw["user"]["id"]))
            case "custom_emoji":
                return Entity(kind, offset, length, raw["custom_emoji_id"])
            case "date_time":
                return Entity(
                    kind, offset, length, raw.get("date_time_format", ""), int(raw["unix_time"])
                )
    except KeyError as missing:
        raise errors.bad_request(
            f"can't parse MessageEntity: can't find field \"{missing.args[0]}\""
        ) from missing
    raise errors.bad_request("can't parse MessageEntity: unsupported type specified")


def finished(text: FormattedText) -> FormattedText:
    """Do what Telegram's server does to every text: clean, trim, find links and commands."""
    spaced = FormattedText(_SPACED.sub(" ", text.text), text.entities)
    dropped = [found.span() for found in _DROPPED.finditer(spaced.text)]
    lead = len(spaced.text) - len(spaced.text.lstrip())
    tail = len(spaced.text.rstrip())
    kept = _without(spaced, [(0, lead), *dropped, (tail, len(spaced.text))])
    if not kept.text.strip(_BLANK):
        return FormattedText()
    found = [entity for entity in _found(kept.text) if not _collides(entity, kept.entities)]
    entities = sorted([*kept.entities, *found], key=lambda each: (each.offset, -each.length))
    return FormattedText(kept.text, tuple(entities))


def _without(text: FormattedText, spans: Iterable[tuple[int, int]]) -> FormattedText:
    """Cut stretches of code points out of a text and move its entities along."""
    gone = sorted({index for start, end in spans for index in range(start, end)})
    if not gone:
        return text
    units = [utf16_length(text.text[:index]) for index in gone]  # of one code unit each
    left = set(gone)
    kept = "".join(each for index, each in enumerate(text.text) if index not in left)
    moved = (
        replace(
            each,
            offset=(start := each.offset - bisect_left(units, each.offset)),
            length=each.end - bisect_left(units, each.end) - start,
        )
        for each in text.entities
    )
    end = utf16_length(kept)
    return FormattedText(
        kept, tuple(each for each in moved if each.length > 0 and each.end <= end)
    )


def _found(text: str) -> Iterable[Entity]:
    """Find commands, mentions and links as Telegram's server does."""
    for kind, pattern in (("bot_command", _COMMAND), ("mention", _MENTION), ("url", _URL)):
        for match in pattern.finditer(text):
            start = utf16_length(text[: match.start()])
            yield Entity(kind, start, utf16_length(match[0]))


def _collides(entity: Entity, others: Iterable[Entity]) -> bool:
    return any(
        other.kind in _OPAQUE and other.offset < entity.end and entity.offset < other.end
        for other in others
    )
