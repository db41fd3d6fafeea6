"""HTML becomes text and entities, or Telegram's own complaint."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telegram_bot.sandbox.entities import Entity, FormattedText, finished
from telegram_bot.sandbox.errors import ApiError
from telegram_bot.sandbox.markup import parse_html


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("plain", "plain", []),
        ("<b>bold</b>", "bold", [Entity("bold", 0, 4)]),
        ("<STRONG>x</STRONG>", "x", [Entity("bold", 0, 1)]),
        ("a<i>b<u>c</u></i>", "abc", [Entity("italic", 1, 2), Entity("underline", 2, 1)]),
        ("<b>x</>", "x", [Entity("bold", 0, 1)]),
        ("<b></b>x", "x", []),
        ("♥😀<b>x</b>", "♥😀x", [Entity("bold", 3, 1)]),
        ("&lt;b&gt; &amp; &quot;&#65;&#x42;", '<b> & "AB', []),
        ("&nbsp; & &unknown;", "&nbsp; & &unknown;", []),
        ("<tg-spoiler>x</tg-spoiler>", "x", [Entity("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">x</span>', "x", [Entity("spoiler", 0, 1)]),
        (
            '<a href="https://e.org/?a=1&amp;b=2">x</a>',
            "x",
            [Entity("text_link", 0, 1, "https://e.org/?a=1&b=2")],
        ),
        ('<a href="tg://user?id=42">x</a>', "x", [Entity("text_mention", 0, 1, number=42)]),
        ('<a href="nowhere">x</a>', "x", []),
        (
            '<pre><code class="language-sql">x</code></pre>',
            "x",
            [Entity("pre", 0, 1, "sql")],
        ),
        ("<blockquote expandable>x</blockquote>", "x", [Entity("expandable_blockquote", 0, 1)]),
        (
            '<tg-time unix="1790000000" format="r">soon</tg-time>',
            "soon",
            [Entity("date_time", 0, 4, "r", 1790000000)],
        ),
    ],
)
def test_html_becomes_text_and_entities(source: str, text: str, entities: list[Entity]) -> None:
    assert parse_html(source) == FormattedText(text, tuple(entities))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("<h1>x</h1>", 'Unsupported start tag "h1" at byte offset 0'),
        ("♥ <3", "Unclosed start tag at byte offset 4"),
        ("1 < 2 > 1", 'Unsupported start tag "" at byte offset 2'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        (
            "<b><i>x</b></i>",
            'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
        ),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        (
            "<a href>x</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ('<tg-emoji emoji-id="x">x</tg-emoji>', "Invalid custom emoji identifier specified"),
    ],
)
def test_broken_html_gets_telegrams_complaint(source: str, complaint: str) -> None:
    with pytest.raises(ApiError) as caught:
        parse_html(source)

    assert caught.value.description == f"Bad Request: can't parse entities: {complaint}"


def test_a_text_is_trimmed_and_its_entities_move_along() -> None:
    assert finished(parse_html("\n <b> x </b> \n")) == FormattedText("x", (Entity("bold", 0, 1),))


def test_commands_mentions_and_links_are_found() -> None:
    text = finished(FormattedText("/new@some_bot hi @ana_sandbox https://e.org/x. a/b"))

    assert [(each.kind, text.part(each)) for each in text.entities] == [
        ("bot_command", "/new@some_bot"),
        ("mention", "@ana_sandbox"),
        ("url", "https://e.org/x"),
    ]


def test_nothing_is_found_inside_code() -> None:
    assert [each.kind for each in finished(parse_html("<code>/new</code>")).entities] == ["code"]


def test_what_telegram_strips_moves_the_entities_behind_it() -> None:
    assert finished(parse_html("a\u202e\r<b>b\tc</b>")) == FormattedText(
        "ab c", (Entity("bold", 1, 3),)
    )


@given(st.text())
def test_an_escaped_text_is_read_back(text: str) -> None:
    assert parse_html(html.escape(text)).text == text


@given(st.text(), st.text(min_size=1))
def test_entities_stay_over_their_words(before: str, word: str) -> None:
    text = finished(parse_html(f"{html.escape(before)}|<b>{html.escape(word)}|</b>"))
    (bold,) = [each for each in text.entities if each.kind == "bold"]

    assert text.part(bold) == finished(FormattedText(f"|{word}|")).text[1:]


def test_invisible_characters_alone_are_no_text() -> None:
    assert finished(FormattedText("\u200b \n")) == FormattedText()
