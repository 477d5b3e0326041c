"""Interrupted runs: a signal at each write of a run that replaces earlier results, and at random moments.

After a kill every result is the old one or the new one, whole, and the next run leaves nothing else. After
any other signal all results are old, or all are new, and nothing else is left at once.
"""

import random
import signal
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from sdcdesk.cli import main
from tests.faults.batch import Trial
from tests.faults.example import FILES, RUN
from tests.faults.fault import Outcome, contents
from tests.faults.forked import at_write, forked

RESULTS = ("safe.csv", "report.html", "figures.json")
OLD = b"an earlier result"
WORDS = (*RUN, "--overwrite", "--release-anyway", "The board said so")

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
WRITES = 24
"""More than a run has."""

MOMENTS = 40
"""Random moments for each signal."""


def trials() -> Iterator[Trial]:
    """Return a trial for each write and signal, for each random moment, and for signals that come twice."""
    chance = random.Random(6)  # noqa: S311 - no secret
    for number in range(1, WRITES + 1):
        for one in SIGNALS:
            yield f"{one.name} at write {number}", partial(_trial, one, number, 0.0, 1)
        yield f"SIGTERM at write {number} and the next", partial(_trial, signal.SIGTERM, number, 0.0, 2)
    for number in range(MOMENTS):
        for one in SIGNALS:
            moment = chance.random() * 0.3 + 0.0001
            yield f"{one.name} at moment {number}", partial(_trial, one, 0, moment, 1)


def _trial(one: signal.Signals, number: int, moment: float, times: int, folder: Path) -> Outcome:
    new = _undisturbed(folder.parent)
    _lay_out(folder)
    code, said = forked(partial(_interrupted, one, number, moment, times), folder)
    wrong = list(_of_results(one, code, contents(folder), new))
    if one is signal.SIGKILL:  # after any other signal nothing is left that a next run could sweep
        again, _ = forked(partial(main, list(WORDS)), folder)
        if again not in (0, 1) or contents(folder) != new:
            wrong.append(f"the next run ended with {again} and left {sorted(contents(folder))}")
    if "Traceback" in said:
        wrong.append("a traceback")
    return Outcome(2 if code < 0 or code == 3 else 0, tuple(wrong), said)


@cache
def _undisturbed(place: Path) -> dict[str, bytes | None]:
    """Return what a folder holds after a run that nothing interrupts."""
    folder = place / "undisturbed"
    folder.mkdir()
    _lay_out(folder)
    forked(partial(main, list(WORDS)), folder)
    return contents(folder)


def _lay_out(folder: Path) -> None:
    for name, content in {**FILES, **dict.fromkeys(RESULTS, OLD)}.items():
        (folder / name).write_bytes(content)


def _interrupted(one: signal.Signals, number: int, moment: float, times: int) -> int:
    for later in range(times):
        at_write(number + later, lambda: signal.raise_signal(one))
    if moment:  # the timer's own signal stands for the moment; a kill is no handler's to give
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(one))
        signal.setitimer(signal.ITIMER_REAL, moment)
    return main(list(WORDS))


def _of_results(
    one: signal.Signals, code: int, found: dict[str, bytes | None], new: dict[str, bytes | None]
) -> Iterator[str]:
    """Say what is wrong with what stands after a signal."""
    torn = [name for name in RESULTS if found.get(name) not in (OLD, new[name])]
    if torn:
        yield f"neither old nor new: {torn}"
    if one is signal.SIGKILL:
        return
    if code not in (0, 1, 3, -one):  # at its very beginning a command is ended by the signal itself
        yield f"exit code {code}"
    if set(found) != set(new):
        yield f"left {sorted(set(found) - set(new))} behind"
    old = [name for name in RESULTS if found.get(name) == OLD]
    expected = {3: (3,), 0: (0,), 1: (0,)}.get(code, (0, 3))  # how many are old
    if len(old) not in expected:
        yield f"exit code {code} with {old} as before"
