"""BENCHMARKS.md: how fast all work is, as ratios that were measured in the same run."""

import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from importlib.metadata import PackageNotFoundError, version

from tests.bench.measuring import Measured
from tests.bench.run import exponent
from tests.bench.work import OURS, YARDSTICK, Work

HEAD = """# Benchmarks

Written by `python3 packaging/dev.py benchmark` on {day}: {processors} processor(s), {system},
Python {python}, {libraries}. Records are made up, from a fixed seed. All sizes that were measured stand in
`tests/bench/kept.jsonl`.

- *Records*: the largest number of them that was measured.
- *Seconds* are those of the processor, of all threads, the median of up to five rounds in which all ways
  take turns. Those of another machine differ; ratios do so less.
- *Beside others*: how many times as long others take who find the same, the fastest first; below 1 they are
  faster. At the smallest size the findings were compared. Readers of CSV files keep nothing of how a cell was
  spelled, as leading zeros of codes, which we do.
- *Of the least*: how many times as long we take as what has to be done in any case; where the line names
  none, that is one `factorize` of as many codes, about a pass over the records with a look into a small
  table.
- *Grows*: the exponent of the number of records, from the two largest sizes; 1 is proportional to them.
- *Bytes*: the most memory beyond what the work was given, for a record.
"""

LIBRARIES = ("numpy", "pandas", "pyarrow", "polars", "duckdb")

COLUMNS = ("Work", "Records", "Seconds", "Beside others", "Of the least", "Grows", "Bytes")
NUMBERS = {"Records", "Seconds", "Grows", "Bytes"}

BEGIN, END = "<!-- rows of BENCHMARKS.md, put here by dev.py benchmark -->", "<!-- end of these rows -->"

NOTHING = "–"

Found = Mapping[tuple[str, int], Measured]


def page(
    areas: Mapping[str, Iterable[Work]], most: Sequence[Work], found: Found, remarks: Iterable[str]
) -> str:
    """Return the page.

    Parameters
    ----------
    areas
        All work, by the title of its area.
    most
        What the first table shows.
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
        libraries=", ".join(filter(None, map(_library, LIBRARIES))),
    )
    lines = [head, headline(most, found)]
    for title, works in areas.items():
        rows = [_row(work, sizes, found) for work in works if (sizes := _sizes(work, found))]
        if rows:
            lines += [f"## {title}", "", *_table(COLUMNS, rows), ""]
    said = [f"- {remark}" for remark in dict.fromkeys(remarks)]
    if said:
        lines += ["## Not measured", "", *said, ""]
    return "\n".join(lines)


def headline(most: Sequence[Work], found: Found) -> str:
    """Return a table of a few works beside the best of others.

    Parameters
    ----------
    most
        The works.
    found
        What was measured.

    Returns
    -------
    str
        Markdown; empty where nothing of them was measured.
    """
    rows = []
    for work in most:
        if sizes := _sizes(work, found):
            row = _row(work, sizes, found)
            rows.append((*row[:3], row[3].partition(";")[0], row[5]))
    columns = ("Work", "Records", "Seconds", "Best of others takes", "Grows")
    return "\n".join((*_table(columns, rows), "")) if rows else ""


def with_headline(text: str, table: str) -> str:
    """Return a text whose rows between two markers are these.

    Parameters
    ----------
    text
        Markdown with both markers.
    table
        What stands between them from now on.

    Returns
    -------
    str
        The same but for that.

    Raises
    ------
    ValueError
        A marker is missing.
    """
    parts = re.fullmatch(f"(.*{BEGIN}\n).*?({END}.*)", text, re.DOTALL)
    if parts is None:
        raise ValueError(f"The text lacks {BEGIN} or {END}.")
    return parts[1] + table + parts[2]


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
    return _ratio(measured, OURS, YARDSTICK.name)


def _sizes(work: Work, found: Found) -> list[int]:
    return [size for size in work.sizes if (work.name, size) in found]


def _row(work: Work, sizes: list[int], found: Found) -> tuple[str, ...]:
    size = sizes[-1]
    measured = found[work.name, size]
    ratios = {
        way.name: _ratio(measured, way.name, OURS) for way in work.peers if way.name in measured.seconds
    }
    others = "; ".join(f"{name} × {_digits(ratios[name])}" for name in sorted(ratios, key=ratios.__getitem__))
    named = "" if work.least is YARDSTICK else f" ({work.least.name})"
    return (
        work.name,
        f"{size:,}" if size else NOTHING,
        f"{measured.seconds[OURS]:.3f}",
        others or NOTHING,
        f"{_digits(_ratio(measured, OURS, work.least.name))}{named}" if size else NOTHING,
        _growth([found[work.name, each] for each in sizes]),
        f"{measured.memory / size:,.0f}" if size and measured.memory is not None else NOTHING,
    )


def _growth(measured: Sequence[Measured]) -> str:
    """Return how the time grows from the largest size but one to the largest, where both can be told."""
    if len(measured) < 2 or measured[-2].seconds[OURS] < 0.002:  # less than clock and start of the work tell
        return NOTHING
    return f"{exponent(measured[-2], measured[-1], OURS):.2f}"


def _ratio(measured: Measured, way: str, other: str) -> float:
    return measured.seconds[way] / max(measured.seconds[other], 1e-6)


def _digits(ratio: float) -> str:
    """Return a ratio with two digits that count."""
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}"


def _library(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return ""


def _table(columns: Sequence[str], rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'|'.join('--:' if column in NUMBERS else '---' for column in columns)}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
