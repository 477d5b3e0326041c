"""Lost outputs: commands whose standard streams are closed, full, read by nobody, or not there.

Files are all as before, or all as asked; nothing else is left, and no stream holds a traceback.
"""

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

from tests.faults.batch import Trial
from tests.faults.example import ASSESS, INSPECT, PEOPLE
from tests.faults.fault import Outcome
from tests.faults.query_faults import SUM, camouflaged
from tests.faults.scarce_resources import COMMANDS, tried_within

QUERY = ("query", "people.sdcdesk", "--ask", SUM)

ALL = {
    **COMMANDS,
    "query": (*QUERY, "--json", "figures.json", "--overwrite"),
    "inspect alone": INSPECT,
    "assess to standard output": ASSESS,
    "query to standard output": (*QUERY, "--json", "-"),
    "query alone": QUERY,
    "methods": ("methods",),
    "measures": ("measures",),
    "explain": ("explain", "recoding"),
    "help": ("--help",),
    "version": ("--version",),
    "no such file": ("inspect", "gone.csv"),
    "no such command": ("magic",),
}


def _closed(number: int) -> None:
    os.close(number)


def _full(number: int) -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), number)


def _unread(number: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.dup2(writing, number)


def _of_reading(number: int) -> None:
    os.dup2(os.open("/dev/null", os.O_RDONLY), number)


def _absent(number: int) -> None:
    setattr(sys, {0: "stdin", 1: "stdout", 2: "stderr"}[number], None)


WAYS: dict[str, Callable[[int], None]] = {
    "closed": _closed,
    "full": _full,
    "unread": _unread,
    "of reading": _of_reading,
    "absent": _absent,
}

STREAMS = {"output": (1,), "errors": (2,), "both": (1, 2), "all": (0, 1, 2)}


def trials() -> Iterator[Trial]:
    """Return a trial for each command, stream and way to lose it."""
    for (kind, words), (way, lose), (name, numbers) in product(ALL.items(), WAYS.items(), STREAMS.items()):
        yield f"{kind} with {name} {way}", partial(_trial, words, lose, numbers)


def _trial(
    words: tuple[str, ...], lose: Callable[[int], None], numbers: tuple[int, ...], folder: Path
) -> Outcome:
    def limit() -> None:
        for number in numbers:
            lose(number)

    files = {"people.sdcdesk": camouflaged()} if words[0] == "query" else {}
    return tried_within(words, limit, PEOPLE, folder, files)
