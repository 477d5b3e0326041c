"""Scarce resources: runs and saves with a full disk or too little memory, at every size that is too small.

What stood there before still stands, nothing else is left, and a sentence says what is lacking.
"""

import os
import resource
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from sdcdesk.cli import main
from tests.faults.batch import Trial
from tests.faults.example import ASSESS, FILES, INSPECT, MASK, PEOPLE, RUN
from tests.faults.fault import Outcome, contents
from tests.faults.forked import forked
from tests.faults.interrupted_runs import OLD, RESULTS

COMMANDS = {
    "inspect": (*INSPECT, "--json", "figures.json", "--overwrite"),
    "assess": (*ASSESS[:-1], "figures.json", "--overwrite"),
    "mask": (*MASK, "--overwrite"),
    "mask into Parquet": (*MASK[:-1], "safe.parquet", "--overwrite"),
    "run": (*RUN, "--data", "people.csv", "--overwrite", "--release-anyway", "The board said so"),
}

ROOM = (0, 1, 100, 400, 1000, 4000, 10_000, 20_000, 40_000, 60_000, 100_000)
"""Bytes of the largest file."""

MEMORY = (1, 10, 100, 300, *range(380, 480, 10), 500, 550, 600, 700, 900)
"""MB beyond what a process has before its work begins; with fewer than 400 none begins."""

COPIES = 20_000
"""How often the people are written, so that they take some memory."""


def trials() -> Iterator[Trial]:
    """Return a trial for each command with each largest size of a file, and each size of memory."""
    for kind, words in COMMANDS.items():
        for room in ROOM:
            yield (
                f"{kind} with files of {room} bytes",
                partial(tried_within, words, partial(_room, room), PEOPLE),
            )
    for kind, words in COMMANDS.items():
        yield f"{kind} told to a full device", partial(tried_within, words, _full_output, PEOPLE)
    people = PEOPLE + PEOPLE.split(b"\n", 1)[1] * COPIES
    for memory in MEMORY:
        for kind, words in COMMANDS.items():
            yield f"{kind} with {memory} MB", partial(tried_within, words, partial(_memory, memory), people)


def tried_within(
    words: tuple[str, ...],
    limit: Callable[[], object],
    people: bytes,
    folder: Path,
    files: Mapping[str, bytes] = MappingProxyType({}),
) -> Outcome:
    """Run a command in a process that is limited, and say what is wrong with what came of it."""
    old = dict.fromkeys(_asked(words), OLD)
    for name, content in {**FILES, "people.csv": people, **files, **old}.items():
        (folder / name).write_bytes(content)
    before = contents(folder)
    code, said = forked(partial(_limited, limit, words), folder)
    return _outcome(code, words, before, contents(folder), said)


def _outcome(
    code: int,
    words: tuple[str, ...],
    before: dict[str, bytes | None],
    after: dict[str, bytes | None],
    said: str,
) -> Outcome:
    wrong = []
    if words[0] == "query":
        # An answer is noted before it is told, and stays so where the telling fails: some may have seen it.
        after = {**after, words[1]: before[words[1]]}
    if code not in (0, 1, 2, 71):
        wrong.append(f"exit code {code}")
    if code in (2, 71) and after != before:
        wrong.append(f"exit code {code}, and {_changed(before, after)} changed")
    if code in (0, 1) and set(_changed(before, after)) != set(_asked(words)):
        wrong.append(f"exit code {code}, and {_changed(before, after)} were written")
    if "Traceback" in said:
        wrong.append("a traceback")
    return Outcome(2 if code in (2, 71) else code, tuple(wrong), said[-2000:])


def _asked(words: tuple[str, ...]) -> list[str]:
    return [name for name in (*RESULTS, "safe.parquet") if name in words]


def _changed(before: dict[str, bytes | None], after: dict[str, bytes | None]) -> list[str]:
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def _limited(limit: Callable[[], object], words: tuple[str, ...]) -> int:
    limit()
    return main(list(words))


def _room(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _full_output() -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def _memory(megabytes: int) -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    size = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
