"""BENCHMARKS.md: how fast all work is, as ratios that were measured in the same run."""

import math
import os
import platform
from collections.abc import Iterable, Mapping
from datetime import date
from importlib.metadata import version
from itertools import pairwise

from tests.bench.measuring import Measured
from tests.bench.work import YARDSTICK, Work

OURS = "SDCDesk"

HEAD = """# Benchmarks

Written by `python3 packaging/dev.py benchmark` on {day}: {processors} processor(s), {system},
Python {python}, numpy {numpy}, pandas {pandas}, pyarrow {pyarrow}. Records are made up, from a fixed seed.

- *Seconds* are those of the processor, of all threads, the median of up to five rounds in which all ways
  take turns. Those of another machine differ; ratios do so less.
- *Beside others*: how many times as long they take; below 1 they are faster.
- *Of the least*: how many times as long as what has to be done in any case; where the line names none, that
  is one `factorize` of as many codes, about a pass over the records with a look into a small table.
- *Grows*: the exponent of the number of records, from the two largest sizes; 1 is proportional to them.
- *Bytes*: the most memory beyond what the work was given, for a record.
"""

COLUMNS = ("Work", "Records", "Seconds", "Beside others", "Of the least", "Grows", "Bytes")

Found = Mapping[tuple[str, int], Measured]


def page(areas: Mapping[str, Iterable[Work]], found: Found, remarks: Iterable[str]) -> str:
    """Return the page.

    Parameters
    ----------
    areas
        All work, by the title of its area.
    found
        What was measured, by the name of the work and the number of records.
    remarks
        What was not measured, and why: a sentence each.

    Returns
    -------
    str
        Markdown.
    """
    head = HEAD.format(
        day=date.today().isoformat(),  # noqa: DTZ011 - the day here
        processors=os.cpu_count(),
        system=platform.system(),
        python=platform.python_version(),
        **{name: version(name) for name in ("numpy", "pandas", "pyarrow")},
    )
    lines = [head]
    for title, works in areas.items():
        rows = [row for work in works for row in _rows(work, found)]
        if rows:
            lines += [f"## {title}", "", *_table(rows), ""]
    said = [f"- {remark}" for remark in dict.fromkeys(remarks)]
    if said:
        lines += ["## Not measured", "", *said, ""]
    return "\n".join(lines)


def of_the_yardstick(measured: Measured) -> float:
    """Return how many factorizes of as many codes some work takes.

    Parameters
    ----------
    measured
        What was measured.

    Returns
    -------
    float
        The same on every machine, roughly.
    """
    return measured.seconds[OURS] / max(measured.seconds[YARDSTICK.name], 1e-6)


def _rows(work: Work, found: Found) -> list[tuple[str, ...]]:
    sizes = [size for size in work.sizes if (work.name, size) in found]
    rows = []
    for size in sizes:
        measured = found[work.name, size]
        ours = measured.seconds[OURS]
        peers = "; ".join(
            f"{way.name} × {_digits(measured.seconds[way.name] / max(ours, 1e-6))}"
            for way in work.peers
            if way.name in measured.seconds
        )
        least = ours / max(measured.seconds[work.least.name], 1e-6)
        named = "" if work.least is YARDSTICK else f" ({work.least.name})"
        memory = "–" if measured.memory is None else f"{measured.memory / size:,.0f}"
        last = size == sizes[-1]
        rows.append(
            (
                work.name if size == sizes[0] else "",
                f"{size:,}",
                f"{ours:.3f}",
                peers or "–",
                f"{_digits(least)}{named if last else ''}",
                _exponent(work, found, sizes) if last else "",
                memory,
            )
        )
    return rows


def _exponent(work: Work, found: Found, sizes: list[int]) -> str:
    """Return how the time grows from the largest size but one to the largest, where both can be told."""
    for small, large in reversed(list(pairwise(sizes))):
        before, after = (found[work.name, size].seconds[OURS] for size in (small, large))
        if before < 0.002:  # less than the clock and the start of the work tell
            return "–"
        return f"{math.log(after / before) / math.log(large / small):.2f}"
    return "–"


def _digits(ratio: float) -> str:
    """Return a ratio with two digits that count."""
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}"


def _table(rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
    yield f"| {' | '.join(COLUMNS)} |"
    yield "|---|--:|--:|---|---|--:|--:|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
