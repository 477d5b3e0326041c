"""Interrupted queries: a signal at each write of an answer that replaces an earlier one, and at any moment.

The old answer stands, or the new one, whole; nothing else is left, after a kill once the next query ran.
"""

import random
import signal
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from sdcdesk.cli import main
from tests.faults.batch import Trial
from tests.faults.example import FILES
from tests.faults.fault import Outcome, contents
from tests.faults.forked import at_write, forked
from tests.faults.interrupted_runs import OLD, SIGNALS
from tests.faults.query_faults import SUM, camouflaged

WORDS = ("query", "people.sdcdesk", "--ask", SUM, "--json", "answer.json", "--overwrite")
WRITES = 10
"""More than an answer has."""

MOMENTS = 20
"""Random moments for each signal."""


def trials() -> Iterator[Trial]:
    """Return a trial for each write and each random moment, with each signal."""
    chance = random.Random(8)  # noqa: S311 - no secret
    for one in SIGNALS:
        for number in range(1, WRITES + 1):
            yield f"{one.name} at write {number}", partial(_trial, one, number, 0.0)
        for number in range(MOMENTS):
            yield f"{one.name} at moment {number}", partial(_trial, one, 0, chance.random() * 0.1 + 0.0001)


def _trial(one: signal.Signals, number: int, moment: float, folder: Path) -> Outcome:
    new = _undisturbed(folder.parent)
    _lay_out(folder)
    code, said = forked(partial(_interrupted, one, number, moment), folder)
    found = contents(folder)
    wrong = [] if code in (0, 3, -one) else [f"exit code {code}"]
    if found["answer.json"] not in (OLD, new["answer.json"]):
        wrong.append("the answer is neither the old one nor the new")
    if code == 0 and found["answer.json"] == OLD:
        wrong.append("exit code 0, and no answer")
    if one is signal.SIGKILL:
        again, told = forked(partial(main, list(WORDS)), folder)
        found, said = contents(folder), said + told
        if again or found != new:
            wrong.append(f"the next query ended with {again}")
    if set(found) != set(new):
        wrong.append(f"left {sorted(set(found) - set(new))} behind")
    if "Traceback" in said:
        wrong.append("a traceback")
    return Outcome(0 if code == 0 else 2, tuple(wrong), said)


@cache
def _undisturbed(place: Path) -> dict[str, bytes | None]:
    """Return what a folder holds after a query that nothing interrupts."""
    folder = place / "undisturbed"
    folder.mkdir()
    _lay_out(folder)
    forked(partial(main, list(WORDS)), folder)
    return contents(folder)


def _lay_out(folder: Path) -> None:
    for name, content in {**FILES, "people.sdcdesk": camouflaged(), "answer.json": OLD}.items():
        (folder / name).write_bytes(content)


def _interrupted(one: signal.Signals, number: int, moment: float) -> int:
    """Ask as a process of its own, which answers a signal from the first instant, and is ended before it."""
    sys.argv = ["sdcdesk", *WORDS]
    if number:
        at_write(number, lambda: signal.raise_signal(one))
    else:
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(one))
        signal.setitimer(signal.ITIMER_REAL, moment)
    return main()
