"""Measures one work at one size, in a process of its own, forked from one that has imported everything.

All ways are measured in turn, so that what else goes on in the machine meets all of them. What counts is the
time of the processor, of all threads and of processes that were waited for. What others find is compared with
what we find, once.
"""

import contextlib
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from json import dumps, loads
from pathlib import Path

from tests.bench.work import Way, Work
from tests.bench.works import WORKS

ROUNDS = 5
LONGEST = 4.0
"""Seconds of the processor after which no further round begins."""

FIRST = 1_000
"""Records to which each way is applied before it is measured."""

COMPARED = 10_000
"""Most records of which the findings of all ways are compared."""


@dataclass(frozen=True)
class Measured:
    """What was measured.

    Attributes
    ----------
    work, records
        Of what.
    seconds
        Processor seconds by way, the median of the rounds.
    memory
        Bytes that our way took at most, beyond what was held before; None where the system does not tell.
    failed
        By peer that was not measured, why.
    """

    work: str
    records: int
    seconds: dict[str, float]
    memory: int | None
    failed: dict[str, str] = field(default_factory=dict)


def measure(work: Work, records: int, rounds: int = ROUNDS, without: Collection[str] = ()) -> Measured:
    """Measure all ways of some work in turn.

    Parameters
    ----------
    work
        What is done.
    records
        To how many.
    rounds
        How often, at most.
    without
        Names of peers that are left out.

    Returns
    -------
    Measured
        Medians.
    """
    taken = _Rounds(work, records)
    left = [way for way in work.ways if way.name not in without]
    if records > FIRST:
        for way in left:
            _done_first(way)
    started = _clock()
    for number in range(rounds):
        if number and _clock() - started > LONGEST:
            break
        for way in left:
            taken.add(way, is_first=not number)
    return taken.measured()


@dataclass
class _Rounds:
    """What rounds of some work took until now."""

    work: Work
    records: int
    seconds: dict[str, list[float]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    memory: int | None = None
    found: object = None

    def add(self, way: Way, *, is_first: bool) -> None:
        """Do it in one way once more; a peer that fails or finds something else is never asked again."""
        if way.name in self.failed:
            return
        is_compared = is_first and self.records <= COMPARED
        try:
            taken, result, memory = _timed(way, self.records, peak=is_first and way is self.work.ours)
            differs = is_compared and way.agrees is not None and not way.agrees(self.found, result)
        except Exception as error:
            if way not in self.work.peers:
                raise
            self._leave_out(way, f"it fails with {type(error).__name__}")
            return
        if differs:
            self._leave_out(way, "what it finds is not what SDCDesk finds")
            return
        self.seconds.setdefault(way.name, []).append(taken)
        if way is self.work.ours:
            self.found = result if is_compared else None
            self.memory = memory if is_first else self.memory

    def _leave_out(self, way: Way, why: str) -> None:
        self.failed[way.name] = why
        self.seconds.pop(way.name, None)

    def measured(self) -> Measured:
        """Return the medians."""
        medians = {name: statistics.median(each) for name, each in self.seconds.items()}
        return Measured(self.work.name, self.records, medians, self.memory, self.failed)


def _done_first(way: Way) -> None:
    """Do what libraries do when they are called for the first time: import and compile."""
    with contextlib.suppress(Exception):  # is met again, and told
        way.do(way.given(FIRST))


def _timed(way: Way, records: int, *, peak: bool) -> tuple[float, object, int | None]:
    """Return the seconds of one round, what was found, and the most memory if that is asked for."""
    given = way.given(records)
    before = _reset_peak() if peak else None
    begun = _clock()
    result = way.do(given)
    taken = _clock() - begun
    return taken, result, None if before is None else max(_status("VmHWM") - before, 0)


def _clock() -> float:
    """Return the processor seconds of this process and of those that it has waited for."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _reset_peak() -> int | None:
    """Forget the most memory held until now, and return what is held; None where Linux is not the system."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return _status("VmRSS")
    except OSError:
        return None


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


def measured_apart(work: Work, records: int, without: Collection[str] = ()) -> Measured | str:
    """Measure in a process of its own, and in a folder that is removed afterwards.

    Parameters
    ----------
    work
        One of `WORKS`.
    records
        To how many.
    without
        Names of peers that are left out.

    Returns
    -------
    Measured or str
        Why nothing was measured, where nothing was.
    """
    is_forked = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if is_forked else "spawn")
    if is_forked:
        context.set_forkserver_preload([__name__])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "measured.json"
        process = context.Process(target=_write, args=(work.name, records, tuple(without), file))
        process.start()
        process.join()
        if not file.is_file():
            return f"the process ended with {process.exitcode}."
        said = loads(file.read_text(encoding="utf-8"))
    return said if isinstance(said, str) else Measured(**said)


def _write(name: str, records: int, without: Collection[str], file: Path) -> None:
    """Measure one work, and write what was found, or why nothing was."""
    work = next(one for one in WORKS if one.name == name)
    os.chdir(file.parent)
    with open(os.devnull, "w", encoding="utf-8") as nothing:  # noqa: PTH123 - the name of no file
        sys.stdout = sys.stderr = nothing  # what commands print
        try:
            said = dumps(asdict(measure(work, records, without=without)))
        except MemoryError:
            said = dumps("this machine has too little memory.")
        except Exception as error:
            said = dumps(f"it fails with {type(error).__name__}: {error}")
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    os.chdir(file.parent.parent)
    file.write_text(said, encoding="utf-8")
