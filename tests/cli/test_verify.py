"""`thirtyone verify`: a file in, verdicts out; neither a database nor a setting is looked at."""

import io
import sys
from pathlib import Path

import pytest

from telegram_bot.cli import main
from tests.audit.played import Played, play
from tests.cli.said import complaint


@pytest.fixture(scope="module")
def game() -> Played:
    game = play(3)
    assert game is not None
    return game


@pytest.fixture
def file(game: Played, tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    path.write_bytes(game.file)
    return str(path)


def test_a_good_game(game: Played, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", file]) == 0

    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(f"{len(game.lines)} events, played to its end")
    assert told[1].startswith("fingerprint of the log: ")
    assert [line.split()[0] for line in told[2:10]] == ["good"] * 7 + ["-"]
    assert told[-1] == "Nothing was found."


def test_the_fingerprint_of_the_chat_is_compared(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["verify", file])
    shown = capsys.readouterr().out.splitlines()[1].removeprefix("fingerprint of the log: ")

    assert main(["verify", file, "--digest", shown.upper()]) == 0
    assert "good     the fingerprint is the one that was published" in capsys.readouterr().out

    assert main(["verify", file, "--digest", "31" * 32]) == 1
    assert "BROKEN   the fingerprint" in capsys.readouterr().out


def test_a_finding_tells_event_clause_and_what_was_expected(
    game: Played, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    number = game.numbers("card_drawn")[0]
    drawn = game.state(number)["card"]
    other = "AH" if drawn != "AH" else "KH"
    Path(file).write_bytes(game.forged(number, card=other).file)

    assert main(["verify", file]) == 1

    finding, count = capsys.readouterr().out.splitlines()[-2:]
    assert finding == (
        f"event {number}, RULES 5.1: expected card drawn: card {drawn}"
        f" – found card drawn: card {other}"
    )
    assert count == "1 finding."


def test_a_file_comes_by_the_standard_input_too(
    game: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.file)))

    assert main(["verify", "-"]) == 0
    assert "Nothing was found." in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"\n", b"{}\n{}\n", b"\xff\xfe\n" * 3])
def test_what_is_no_game_is_found_to_be_none(
    content: bytes, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(file).write_bytes(content)

    assert main(["verify", file]) == 1

    told = capsys.readouterr().out.splitlines()
    assert told[0] == "no game: 0 events, not judged"
    assert "the whole, format: expected " in told[-2]


@pytest.mark.parametrize(
    "arguments",
    [["nothing-there.jsonl"], ["."], ["{file}", "--digest", "b912"], ["{file}", "--digest", "?"]],
)
def test_what_only_the_asker_can_put_right_is_said_in_one_line(
    arguments: list[str], file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [argument.format(file=file) for argument in arguments]

    assert main(["verify", *given]) == 2

    assert complaint(capsys)


def test_no_setting_is_looked_at(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "no address at all")

    assert main(["verify", file]) == 0
    assert capsys.readouterr().err == ""


def test_an_empty_file_is_nothing_to_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    empty.touch()

    assert main(["verify", str(empty)]) == 2
    assert "is empty" in complaint(capsys)


def test_a_file_cannot_write_what_it_likes_on_the_terminal(
    game: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sly = tmp_path / "sly"
    lines = game.file.splitlines(keepends=True)
    lines[2] = "\x1b[2J\x1b[32m Nothing was found. \x1b[8m\u202e\n".encode()
    sly.write_bytes(b"".join(lines))

    assert main(["verify", str(sly)]) == 1

    told = capsys.readouterr().out
    assert all(line.isprintable() for line in told.splitlines())
    assert "\\u001b[2J" in told


def test_what_differs_in_long_lines_is_told(
    game: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header, rest = game.file.split(b"\n", 1)
    file = tmp_path / "other"
    place = len(header) - 20
    file.write_bytes(header[:place] + b"~" + header[place + 1 :] + b"\n" + rest)

    assert main(["verify", str(file)]) == 1

    told = next(line for line in capsys.readouterr().out.splitlines() if "expected" in line)
    expected, found = told.split(" – found ")
    assert "~" in found
    assert expected.split("expected ")[1] != found
