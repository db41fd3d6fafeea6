"""How many calls to Telegram what a player does takes: `uv run python -m benchmarks.calls`.

Whole games of three are played by buttons, through the bot's own process and a sandbox; every call
that the bot makes is counted, but the one that waits for updates. Hands are shown by alerts. The
yardstick is what a bot cannot do without, as long as it shows each move at once: an answer to each
tap, and an edit.
"""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.pulse import created
from projections.migrate import upgrade
from telegram_bot import embedded
from tests.end_to_end.conftest import House, open_house
from tests.end_to_end.play import Table

PRESETS: Final = ("scat", "trinta", "scat_four", "schwimmen")
GAMES: Final = 3
KINDS: Final = ("answers", "edits", "sends", "others")


def main() -> None:
    """Play, count and print a small table."""
    print(f"{'':12}{'taps':>8}" + "".join(f"{kind:>10}" for kind in (*KINDS, "all / tap")))
    with TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        for preset in PRESETS:
            database = created(url, preset)
            upgrade(database)
            with open_house(database) as house:
                tables = [played(house, preset, seed) for seed in range(GAMES)]
                show(preset, sum(len(table.taps) for table in tables), calls(house))


def played(house: House, preset: str, seed: int) -> Table:
    """Play a game to its end."""
    table = house.table(seed=seed)
    table.open(preset)
    table.play_on()
    house.settle()
    return table


def calls(house: House) -> Counter[str]:
    """Count what the bot has asked of Telegram in its groups."""
    counted: Counter[str] = Counter()
    for request in house.client.requests():
        method: str = request["method"]
        if method == "answerCallbackQuery":
            counted["answers"] += 1
        elif method.startswith("edit"):
            counted["edits"] += 1
        elif method.startswith("send"):
            counted["sends"] += 1
        elif "chat_id" in request["parameters"]:
            counted["others"] += 1
    return counted


def show(preset: str, taps: int, counted: Counter[str]) -> None:
    """Print a line of the table."""
    each = "".join(f"{counted[kind]:10,}" for kind in KINDS)
    print(f"{preset:12}{taps:8,}{each}{sum(counted.values()) / taps:10.2f}", flush=True)


if __name__ == "__main__":
    main()
