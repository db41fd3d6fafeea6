"""Parse mode HTML, with Telegram's own complaints.

Follows the behaviour of Telegram's parser, not of a browser: a short list of tags, every tag
closed in order, byte offsets in the errors.
"""

import html
import re
from dataclasses import dataclass

from telegram_bot.sandbox.entities import Entity, FormattedText, utf16_length
from telegram_bot.sandbox.errors import ApiError, cant_parse_entities

_KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
    "a": "text_link",
    "pre": "pre",
    "code": "code",
    "blockquote": "blockquote",
}
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot));?")
_SPECIAL = re.compile("[<&]")
_ATTRIBUTE = re.compile(
    r"""\s*(?P<name>[^\s=>]*)\s*(?P<equal>=?)\s*(?P<value>"[^"]*"|'[^']*'|[\w.-]*)"""
)
_USER_LINK = re.compile(r"tg://user\?id=(\d+)")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_BARE = frozenset({"expandable"})  # attributes that stand without a value


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    attributes: dict[str, str]
    offset: int


def parse_html(source: str) -> FormattedText:
    """Turn HTML into formatted text.

    Raises:
        ApiError: 400 "can't parse entities: …", as Telegram words it.
    """
    return _Parser(source).parse()


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.parts: list[str] = []
        self.units = 0
        self.open: list[_Open] = []
        self.entities: list[Entity] = []

    def parse(self) -> FormattedText:
        while self.position < len(self.source):
            character = self.source[self.position]
            if character == "<":
                self._tag()
            elif reference := character == "&" and _REFERENCE.match(self.source, self.position):
                self._add(_decoded(reference))
                self.position = reference.end()
            else:
                special = _SPECIAL.search(self.source, self.position + 1)
                end = special.start() if special else len(self.source)
                self._add(self.source[self.position : end])
                self.position = end
        if self.open:
            raise cant_parse_entities(
                f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"'
            )
        self.entities.sort(key=lambda entity: (entity.offset, -entity.length))
        return FormattedText("".join(self.parts), tuple(self.entities))

    def _add(self, text: str) -> None:
        self.parts.append(text)
        self.units += utf16_length(text)

    def _byte(self, position: int) -> int:
        return len(self.source[:position].encode())

    def _fail(self, text: str, position: int) -> ApiError:
        return cant_parse_entities(f"{text} at byte offset {self._byte(position)}")

    def _tag(self) -> None:
        if self.source.startswith("</", self.position):
            self._end_tag()
        else:
            self._start_tag()

    def _start_tag(self) -> None:
        begin = self.position
        named = re.compile(r"<([^\s>]*)").match(self.source, begin)
        if named is None or named.end() >= len(self.source):
            raise self._fail("Unclosed start tag", begin)
        tag = named[1].lower()
        if tag not in _KINDS:
            raise self._fail(f'Unsupported start tag "{tag}"', begin)
        self.position = named.end()
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._fail('Tag "span" must have class "tg-spoiler"', begin)
        self.open.append(_Open(tag, attributes, self.units))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            rest = re.compile(r"\s*(>?)").match(self.source, self.position)
            if rest is not None and rest[1]:
                self.position = rest.end()
                return attributes
            found = _ATTRIBUTE.match(self.source, self.position)
            if found is None or found.end() >= len(self.source):
                raise self._fail("Unclosed start tag", begin)
            name = found["name"].lower()
            if not name:
                raise self._fail(f'Empty attribute name in the tag "{tag}"', begin)
            if not found["equal"] and name not in _BARE:
                raise self._fail(
                    f'Expected equal sign in declaration of an attribute of the tag "{tag}"',
                    begin,
                )
            if self.source[found.end()] not in "> \n\t":
                raise self._fail("Unexpected end of name token", found.start("value"))
            attributes[name] = _unescape(found["value"].strip("\"'"))
            self.position = found.end()

    def _end_tag(self) -> None:
        begin = self.position
        if not self.open:
            raise self._fail("Unexpected end tag", begin)
        named = re.compile(r"</([^\s>]*)\s*(>?)").match(self.source, begin)
        if named is None or not named[2]:
            raise self._fail("Unclosed end tag", begin)
        opened = self.open.pop()
        tag = named[1].lower()
        if tag and tag != opened.tag:
            raise cant_parse_entities(
                f"Unmatched end tag at byte offset {self._byte(begin)}, "
                f'expected "</{opened.tag}>", found "</{tag}>"'
            )
        self.position = named.end()
        if self.units > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        entity = self._entity(opened)
        if entity is None:
            return
        last = self.entities[-1] if self.entities else None
        same = last is not None and (last.offset, last.length) == (entity.offset, entity.length)
        if same and last is not None and {last.kind, entity.kind} == {"code", "pre"}:
            # <pre><code class="language-x"> is one block of code with a language.
            value = last.value or entity.value
            self.entities[-1] = Entity("pre", entity.offset, entity.length, value)
        else:
            self.entities.append(entity)

    def _entity(self, opened: _Open) -> Entity | None:
        kind, attributes = _KINDS[opened.tag], opened.attributes
        offset, length = opened.offset, self.units - opened.offset
        match kind:
            case "text_link":
                return self._link(attributes.get("href", ""), offset, length)
            case "code":
                language = attributes.get("class", "").removeprefix("language-")
                return Entity(kind, offset, length, language)
            case "custom_emoji":
                if not attributes.get("emoji-id", "").isdigit():
                    raise cant_parse_entities("Invalid custom emoji identifier specified")
                return Entity(kind, offset, length, attributes["emoji-id"])
            case "date_time":
                if not attributes.get("unix", "").isdigit():
                    raise cant_parse_entities("Invalid unix time specified")
                return Entity(
                    kind, offset, length, attributes.get("format", ""), int(attributes["unix"])
                )
            case "blockquote" if "expandable" in attributes:
                return Entity("expandable_blockquote", offset, length)
        return Entity(kind, offset, length)

    def _link(self, url: str, offset: int, length: int) -> Entity | None:
        if user := _USER_LINK.fullmatch(url):
            return Entity("text_mention", offset, length, number=int(user[1]))
        if not url:
            text = "".join(self.parts).encode("utf-16-le")[2 * offset :]
            url = text.decode("utf-16-le")
        if "." not in url and "://" not in url:
            return None  # Telegram keeps the text and drops a link that is none
        if "://" not in url:
            url = f"http://{url}"
        return Entity("text_link", offset, length, url)


def _decoded(reference: re.Match[str]) -> str:
    if reference[3]:
        return _NAMED[reference[3]]
    code = int(reference[1], 16) if reference[1] else int(reference[2])
    usable = 0 < code < 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if usable else reference[0]


def _unescape(value: str) -> str:
    return html.unescape(value) if "&" in value else value
