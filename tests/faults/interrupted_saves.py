"""Interrupted saves: a project, or the unsaved work of a window, killed at each write and at random moments.

The old work stands, or the new one, whole; what comes next leaves nothing else.
"""

import itertools
import random
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load, parse
from tests.faults.batch import Trial
from tests.faults.example import FILES, project, written
from tests.faults.fault import Outcome
from tests.faults.forked import at_write, forked
from ui.session.saving import Autosave

WRITES = 10
MOMENTS = 60

OLD = parse(written(project()).decode(), "people.sdcdesk")
NEW = OLD.changed(title="New")

Keep = Callable[[Project], object]


def trials() -> Iterator[Trial]:
    """Return a trial of saving and one of keeping for each write and each random moment."""
    chance = random.Random(7)  # noqa: S311 - no secret
    for kind, keeping, found in (("save", _saving, _saved), ("autosave", _keeping, _kept)):
        for number in range(1, WRITES + 1):
            yield f"{kind} killed at write {number}", partial(_trial, keeping, found, number, 0.0)
        for number in range(MOMENTS):
            moment = chance.random() * 0.05 + 0.0001
            yield f"{kind} killed at moment {number}", partial(_trial, keeping, found, 0, moment)


def _saving() -> Keep:
    return lambda work: work.save(Path("people.sdcdesk"))


def _saved() -> list[Project]:
    """Return what was saved; the next save leaves nothing else."""
    found = [load(Path("people.sdcdesk"))]
    OLD.save(Path("people.sdcdesk"))
    return found


def _keeping() -> Keep:
    autosave = Autosave(Path("autosave"))
    return lambda work: autosave.keep(work, Path("people.csv"), None)


def _kept() -> list[Project]:
    """Return what was kept; the next window that throws it away and ends leaves nothing."""
    autosave = Autosave(Path("autosave"))
    left = autosave.recovered()
    for work in left:
        autosave.discard(work)
    autosave.keep(OLD, Path("people.csv"), None)
    autosave.forget()
    return [work.project.changed(data=OLD.data) for work in left]


def _trial(
    keeping: Callable[[], Keep], found: Callable[[], list[Project]], number: int, moment: float, folder: Path
) -> Outcome:
    (folder / "people.csv").write_bytes(FILES["people.csv"])
    code, said = forked(partial(_killed, keeping, number, moment), folder)
    checked, told = forked(partial(_checked, found), folder)
    wrong = [] if code in (0, -signal.SIGKILL) else [f"it ended with {code}"]
    if checked:
        wrong.append("what is left is neither the old work nor the new")
    left = sorted(path.name for path in folder.rglob("*") if path.is_file())
    if not set(left) <= {"people.csv", "people.sdcdesk"}:
        wrong.append(f"left {left}")
    return Outcome(0 if code == 0 else 2, tuple(wrong), said + told)


def _killed(keeping: Callable[[], Keep], number: int, moment: float) -> int:
    keep = keeping()
    keep(OLD)

    def kill(*_: object) -> None:
        signal.raise_signal(signal.SIGKILL)

    if not moment:
        at_write(number, kill)
        keep(NEW)
        return 0
    signal.signal(signal.SIGALRM, kill)
    signal.setitimer(signal.ITIMER_REAL, moment)
    for work in itertools.cycle((NEW, OLD)):
        keep(work)
    return 0


def _checked(found: Callable[[], list[Project]]) -> int:
    try:
        return int(found() not in ([OLD], [NEW]))
    except SdcError:
        return 1
