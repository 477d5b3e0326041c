"""Measures one work at one size, in a process of its own.

It is called as `python -m tests.bench.measuring NAME RECORDS FILE`.

All ways are measured in turn, so that what else goes on in the machine meets all of them. What counts is the
time of the processor, of all threads.
"""

import os
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from json import dumps
from pathlib import Path

from tests.bench.work import Work
from tests.bench.works import WORKS

ROUNDS = 5
LONGEST = 20.0
"""Seconds of the processor after which no further round begins."""


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
    """

    work: str
    records: int
    seconds: dict[str, float]
    memory: int | None


def measure(work: Work, records: int, rounds: int = ROUNDS) -> Measured:
    """Measure all ways of some work in turn.

    Parameters
    ----------
    work
        What is done.
    records
        To how many.
    rounds
        How often, at most.

    Returns
    -------
    Measured
        Medians.
    """
    seconds: dict[str, list[float]] = {way.name: [] for way in work.ways}
    memory: int | None = None
    started = time.process_time()
    for number in range(rounds):
        if number and time.process_time() - started > LONGEST:
            break
        for way in work.ways:
            given = way.given(records)
            before = _reset_peak() if way is work.ours and not number else None
            begun = time.process_time()
            way.do(given)
            seconds[way.name].append(time.process_time() - begun)
            if before is not None:
                memory = max(_status("VmHWM") - before, 0)
    return Measured(
        work.name, records, {name: statistics.median(each) for name, each in seconds.items()}, memory
    )


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


def main(name: str, records: str, file: str) -> None:
    """Measure one work, and write what was found."""
    work = next(one for one in WORKS if one.name == name)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        found = measure(work, int(records))
        os.chdir(Path(file).parent)
    Path(file).write_text(dumps(asdict(found)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
