"""What the command line says to an operator."""

import pytest

SECRET = "hush-hush"
"""The password of every database that tests name."""


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was complained of in one line, and in nothing else."""
    said = capsys.readouterr()
    assert said.out == ""
    assert SECRET not in said.err
    [line] = said.err.splitlines()
    assert line.startswith("thirtyone: ")
    return str(line)
