"""Experiments with the key tables: every two of them as key, and ever more tables beside the first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from sdcdesk.core.numbers.quantity import CELLS, RECORDS, SHARE, count_unit
from sdcdesk.core.results.column import Column, DeclaredColumn, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.linked_tables.matches import AreaTables, Matches

PUBLISHED_TABLES = count_unit("table")


@dataclass(frozen=True, slots=True)
class KeyTrial:
    """What became of a choice of key tables.

    Attributes
    ----------
    tables
        Numbers of the key tables, from 1; or how many tables are published, the first of which is the key.
    counts
        Cells that are published of each area.
    true, false
        True and false matches.
    records
        Released records.
    vanishes_above
        Records of the largest area with somebody at risk; 0: nobody is.
    """

    tables: tuple[int, ...]
    counts: int
    true: int
    false: int
    records: int
    vanishes_above: int

    @classmethod
    def of(cls, tables: tuple[int, ...], found: Matches) -> "KeyTrial":
        """Return what became of a choice.

        Parameters
        ----------
        tables
            See `KeyTrial.tables`.
        found
            Who is found in what is published.

        Returns
        -------
        KeyTrial
        """
        counts = sum(one.cells for one in found.tables.tables)
        true, false = int(found.true.sum()), int(found.false.sum())
        return cls(tables, counts, true, false, len(found.tables.areas), vanishing_size(found))


def every_two(tables: AreaTables, progress: Progress) -> tuple[KeyTrial, ...]:
    """Take every two tables as the key by which people are found in the others.

    Parameters
    ----------
    tables
        What is published of each area.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[KeyTrial, ...]
        In the order of the tables; none where there are fewer than two.
    """
    pairs = list(combinations(range(len(tables.tables)), 2))
    found = []
    for pair, share in progress.over(pairs, "Every two tables as key"):
        trial = replace(tables, keys=pair)
        matches = trial.matches(partial(_tell, share))
        found.append(KeyTrial.of((pair[0] + 1, pair[1] + 1), matches))
    return tuple(found)


def ever_more(tables: AreaTables, progress: Progress) -> tuple[KeyTrial, ...]:
    """Publish ever more tables: the first is the key, and one of the others is enough to tell something.

    Parameters
    ----------
    tables
        What is published of each area.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[KeyTrial, ...]
        From two tables on; every further one adds to the risk, never takes from it.
    """
    found = []
    for number, share in progress.over(range(2, len(tables.tables) + 1), "Ever more tables"):
        trial = replace(
            tables,
            tables=tables.tables[:number],
            names=tables.names[:number],
            keys=(0,),
            targets_needed="any",
        )
        matches = trial.matches(partial(_tell, share))
        found.append(KeyTrial.of((number,), matches))
    return tuple(found)


def vanishing_size(found: Matches) -> int:
    """Return the records of the largest area with somebody at risk: above it the risk has vanished.

    Parameters
    ----------
    found
        Who is found in the tables.

    Returns
    -------
    int
        0 where nobody is at risk.
    """
    at_risk = found.of_areas(found.true) > 0
    return int(np.max(found.sizes[at_risk], initial=0))


def _tell(progress: Progress, share: float) -> None:
    progress.at(share)


Trials = Sequence[KeyTrial]


def _shares(numbers: Sequence[int], found: Trials) -> list[float]:
    return [number / max(one.records, 1) for number, one in zip(numbers, found, strict=True)]


TRUE: DeclaredColumn[Trials] = Column(
    "true", "True matches", RECORDS, "Alone in the key tables and in the others."
).cells(lambda found: [one.true for one in found])
FALSE: DeclaredColumn[Trials] = Column(
    "false", "False matches", RECORDS, "Alone in the key tables only."
).cells(lambda found: [one.false for one in found])
RISK: DeclaredColumn[Trials] = Column("risk", "Risk", SHARE, "True matches ÷ released records.").cells(
    lambda found: _shares([one.true for one in found], found)
)
FALSE_RATE: DeclaredColumn[Trials] = Column(
    "false_rate", "False, share", SHARE, "False matches ÷ released records."
).cells(lambda found: _shares([one.false for one in found], found))
VANISHES: DeclaredColumn[Trials] = Column(
    "vanishes_above",
    "Largest area at risk",
    RECORDS,
    "Records of the largest area with a true match; 0: there is none.",
).cells(lambda found: [one.vanishes_above for one in found])

EVERY_TWO: DeclaredTable[Trials] = DeclaredTable(
    name="every_two",
    title="Every two tables as key",
    about=plain("An intruder knows somebody by two tables and finds them in all others."),
    columns=(
        public_key("key", "Key tables", meaning="Their numbers.").cells(
            lambda found: ["{} and {}".format(*one.tables) for one in found]
        ),
        TRUE,
        FALSE,
        RISK,
        FALSE_RATE,
        VANISHES,
    ),
    empty="There are fewer than two tables.",
)

EVER_MORE: DeclaredTable[Trials] = DeclaredTable(
    name="ever_more",
    title="Ever more tables",
    about=plain("The first table is the key, and one of the others is enough to tell something."),
    columns=(
        public_key("tables", "Tables", PUBLISHED_TABLES, "So many are published, in their order.").cells(
            lambda found: [one.tables[0] for one in found]
        ),
        Column("counts", "Counts", CELLS, "Cells that are published of each area.").cells(
            lambda found: [one.counts for one in found]
        ),
        TRUE,
        RISK,
        VANISHES,
    ),
    empty="There are fewer than two tables.",
    plots=(
        Plot(
            kind="curves",
            name="risk_by_counts",
            title="Risk against counts",
            x=Axis("Counts published of each area", column="counts", unit=CELLS, least=0.0),
            y=Axis("Share of the released records", unit=SHARE, least=0.0),
            series=(Series("risk", "At risk"),),
            about=plain("Every further table adds to the risk, never takes from it."),
        ),
    ),
)


def experiment_sections(experiment: str, tables: AreaTables, progress: Progress) -> tuple[Section, ...]:
    """Return the section of an experiment.

    Parameters
    ----------
    experiment
        "pairs": every two tables as key; "tables": ever more of them; any other: none.
    tables
        What is published of each area.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[Section, ...]
        One, or none.
    """
    if experiment == "pairs":
        return (EVERY_TWO.section(every_two(tables, progress)),)
    if experiment == "tables":
        return (EVER_MORE.section(ever_more(tables, progress)),)
    return ()
