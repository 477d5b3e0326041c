"""A run of the benchmark: every work at every size, kept as it goes, so that a run that was cut can go on."""

import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from operator import itemgetter
from pathlib import Path

from sdcdesk.core.running.memory import free
from tests.bench.measuring import Measured, measured_apart
from tests.bench.work import OURS, Work

LONGEST = 30.0
"""Seconds that one round of ours may take, as far as the sizes before it tell."""

LONGEST_PEER = 15.0
"""And one of somebody else."""

Apart = Callable[..., Measured | str]


@dataclass
class Run:
    """What was measured, and what was not.

    Attributes
    ----------
    file
        Where what was measured is kept, a line each; a run that is complete removes it.
    apart
        Measures one work at one size.
    found
        What was measured, by the name of the work and the number of records.
    remarks
        What was not, and why: a sentence each.
    """

    file: Path
    apart: Apart = measured_apart
    found: dict[tuple[str, int], Measured] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def measure(
        self, works: Sequence[Work], largest: int, *, minutes: float = math.inf, goes_on: bool = False
    ) -> None:
        """Measure some work: at its smaller sizes first, so that what time is too short for are large ones.

        Parameters
        ----------
        works
            What is measured, in this order at each size.
        largest
            Larger sizes are left out.
        minutes
            After so many nothing else begins.
        goes_on
            What the file holds is not measured again.
        """
        kept = read(self.file) if goes_on else {}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text("".join(map(line, kept.values())), encoding="utf-8")
        began = time.monotonic()
        for work in works:
            self._remark_lacking(work)
        asked = [(size, work) for work in works for size in work.sizes if size <= largest]
        ended: set[str] = set()
        for number, (records, work) in enumerate(sorted(asked, key=itemgetter(0)), start=1):
            taken = (time.monotonic() - began) / 60
            sys.stderr.write(f"{taken:3.0f} min [{number}/{len(asked)}] {work.name}, {records:,} records\n")
            known = kept.get((work.name, records))
            if work.name in ended:
                continue
            if taken >= minutes and known is None:
                self.remarks.append(f"{work.name}, {records:,} records: the {minutes:.0f} minutes were over.")
                ended.add(work.name)
            elif not self._measure(work, records, known):
                ended.add(work.name)
        for one in self.found.values():
            self.remarks += [f"{one.work}: {way} is left out, for {why}." for way, why in one.failed.items()]
        self.file.unlink()

    def _measure(self, work: Work, records: int, kept: Measured | None) -> bool:
        """Measure at one size, and return whether larger ones come after it."""
        before = [one for one in self.found.values() if one.work == work.name]
        reason = too_much(before, records)
        one: Measured | str = (
            reason or kept or self.apart(work, records, self._slow_peers(work, before, records))
        )
        if isinstance(one, str):
            self.remarks.append(f"{work.name}, {records:,} records: {one}")
            return False
        self.found[work.name, records] = one
        if one is not kept:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(line(one))
        return True

    def _remark_lacking(self, work: Work) -> None:
        self.remarks += [
            f"{work.name}: {module} is not installed; `pip install {module}` adds what is beside it."
            for module in work.lacking
        ]

    def _slow_peers(self, work: Work, before: list[Measured], records: int) -> list[str]:
        slow = [
            peer.name
            for peer in work.peers
            if before
            and (peer.name not in before[-1].seconds or foreseen(before, peer.name, records) > LONGEST_PEER)
        ]
        self.remarks += [
            f"{work.name}, {records:,} records: {name} would take more than {LONGEST_PEER:.0f} s."
            for name in slow
            if name in before[-1].seconds
        ]
        return slow


def too_much(before: list[Measured], records: int) -> str:
    """Return why a size is left out.

    Parameters
    ----------
    before
        The same work at smaller sizes, the largest last.
    records
        The size.

    Returns
    -------
    str
        Empty where it is not left out.
    """
    if not before:
        return ""
    if foreseen(before, OURS, records) > LONGEST:
        return f"it would take more than {LONGEST:.0f} s."
    last, room = before[-1], free()
    if room is not None and last.memory is not None and last.memory * records / last.records > room:
        return "this machine has too little free memory."
    return ""


def foreseen(before: list[Measured], way: str, records: int) -> float:
    """Return the seconds that a way is going to take, as the sizes before tell.

    Parameters
    ----------
    before
        The same work at smaller sizes, the largest last, which this way did.
    way
        Its name.
    records
        The size.

    Returns
    -------
    float
        Proportional to the records at least.
    """
    last = before[-1]
    growth = 1.0
    if len(before) > 1 and way in before[-2].seconds:
        growth = max(growth, exponent(before[-2], last, way))
    return last.seconds[way] * (records / last.records) ** growth


def exponent(small: Measured, large: Measured, way: str) -> float:
    """Return the power of the number of records that the time grows with.

    Parameters
    ----------
    small, large
        The same work at two sizes.
    way
        Who does it.

    Returns
    -------
    float
        1: in proportion to the records.
    """
    times = max(large.seconds[way], 1e-6) / max(small.seconds[way], 1e-6)
    return math.log(times) / math.log(large.records / small.records)


def line(one: Measured) -> str:
    """Return what was measured as a line of JSON.

    Parameters
    ----------
    one
        What was measured.

    Returns
    -------
    str
        With its end.
    """
    rounded = {way: float(f"{seconds:.4g}") for way, seconds in one.seconds.items()}
    return json.dumps(asdict(one) | {"seconds": rounded}, ensure_ascii=False) + "\n"


def read(file: Path) -> dict[tuple[str, int], Measured]:
    """Return what a file of such lines holds.

    Parameters
    ----------
    file
        It need not be there, and its last line may have been cut.

    Returns
    -------
    dict[tuple[str, int], Measured]
        By the name of the work and the number of records.
    """
    if not file.is_file():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    every = [Measured(**json.loads(one)) for one in lines if one.endswith("\n")]
    return {(one.work, one.records): one for one in every}


def write(file: Path, every: Iterable[Measured]) -> None:
    """Write such a file.

    Parameters
    ----------
    file
        Where.
    every
        What was measured.
    """
    file.write_text("".join(map(line, every)), encoding="utf-8")
