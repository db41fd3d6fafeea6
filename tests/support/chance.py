"""The chance of a test: the same each time it is run, until another is asked for."""

import os
import zlib
from random import Random


def chance_of_this_test() -> Random:
    """Return where the test that runs takes its chance from.

    Another `TESTS_SEED` in the environment gives all tests another one.
    """
    test, _, _ = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")
    number = os.environ.get("TESTS_SEED", "0")
    print(f"Chance: TESTS_SEED={number}")
    return Random(zlib.crc32(f"{number} {test}".encode()))
