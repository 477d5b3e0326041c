"""Findings of interval disclosure."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    VALUES,
    VARIABLES,
    Quantity,
    Reason,
    Why,
    share,
)
from sdcdesk.core.results.findings import Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.risk.linkage import interval_declared as declared
from sdcdesk.risk.linkage.interval_values import IntervalValues

NO_VALUES = "No value is present in both files."
"""Why nothing is defined, where variables are compared."""


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals around the masked values of all variables.

    Attributes
    ----------
    masked
        The masked file.
    variables
        The variables.
    widest
        Widths are 1 %, 2 %, … up to this.
    nothing
        Why nothing is defined where no value is compared.
    """

    masked: Microdata
    variables: tuple[IntervalValues, ...]
    widest: int
    nothing: str = NO_VALUES

    @cached_property
    def values(self) -> int:
        """Number of values that are present in both files."""
        return sum(len(one.places) for one in self.variables)

    @cached_property
    def inside(self) -> np.ndarray:
        """Number of values in the intervals of each width, int64 (widest,)."""
        every = [one.inside(self.widest) for one in self.variables]
        return np.sum(every, axis=0) if every else np.zeros(self.widest, dtype=np.int64)

    @property
    def of_records(self) -> tuple[np.ndarray, np.ndarray]:
        """Number of values of each record, and of those inside the widest interval, int64 (t,) each."""
        present, within = (np.zeros(len(self.masked), dtype=np.int64) for _ in range(2))
        for one in self.variables:
            present[one.places] += 1
            within[one.places] += one.widths <= self.widest
        return present, within

    @property
    def names(self) -> str:
        """Names of the variables."""
        return ", ".join(one.name for one in self.variables)

    @property
    def mean(self) -> Quantity:
        """Mean share of values inside, over all widths."""
        return share(Fraction(int(self.inside.sum()), self.widest), self.values, empty=self.nothing)

    @property
    def whole(self) -> np.ndarray:
        """Whether all values of a record lie inside, bool (t,)."""
        present, within = self.of_records
        whole: np.ndarray = (present > 0) & (present == within)
        return whole


def to_findings(
    intervals: Intervals,
    by_some: Sequence[Intervals],
    about: Sentence,
    notes: Sequence[Sentence],
    progress: Progress,
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    intervals
        All intervals.
    by_some
        Intervals of some of the variables.
    about
        What they are.
    notes
        Remarks on variables and values.
    progress
        Receives how far the work is.

    Returns
    -------
    Findings
        All declared figures; how many values of each record lie in the widest interval.
    """
    headline = Section(
        name="intervals", about=about, blocks=_figures(intervals), notes=tuple(Note(note) for note in notes)
    )
    curve = _by_width(intervals)
    plot = Plot(
        name="widths_plot",
        title=curve.title,
        kind="curves",
        table=curve.name,
        x=Axis("Width of the interval", column="width", unit=SHARE),
        y=Axis("Original values inside", unit=SHARE, least=0.0, most=1.0),
        series=(Series("share", "Inside"),),
        about=plain("The wider the interval, the more original values lie in it, and the less that says."),
    )
    sections: tuple[Section, ...] = (
        headline,
        Section(name="widths", title=curve.title, blocks=(plot, curve)),
        Section(name="variables", title="By variable", blocks=(_by_variable(intervals),)),
    )
    if by_some:
        table = _combinations(by_some, progress)
        sections += (Section(name="combinations", title=table.title, blocks=(table,)),)
    return Findings(sections=sections, records={"values_inside": intervals.of_records[1]})


def _figures(intervals: Intervals) -> tuple[Figure, ...]:
    inside, values, widest = intervals.inside, intervals.values, intervals.widest
    mean = intervals.mean
    counted = ("Values present in both files", Quantity(values, VALUES))
    steps = (
        ("Values inside, over all widths", Quantity(int(inside.sum()), VALUES)),
        ("Number of widths", Quantity(widest, NUMBER)),
        counted,
        ("Mean share", mean),
    )

    def rows() -> np.ndarray:
        found: np.ndarray = np.unique(intervals.masked.rows[intervals.whole])
        return found

    ends = [
        figure.figure(
            share(int(inside[at]), values, empty=intervals.nothing),
            computation=(("Values inside", Quantity(int(inside[at]), VALUES)), counted) if values else (),
        )
        for figure, at in ((declared.NARROWEST, 0), (declared.WIDEST, -1))
    ]
    whole = declared.WHOLE.figure(
        Quantity(int(intervals.whole.sum()), RECORDS), rows=rows, row_title="with all values inside"
    )
    return (declared.MEAN.figure(mean, computation=steps if values else ()), *ends, whole)


def _by_width(intervals: Intervals) -> Table:
    widths = np.arange(1, intervals.widest + 1)
    values = intervals.values
    frame = pd.DataFrame(
        {
            "width": widths / 100,
            "inside": intervals.inside,
            "share": intervals.inside / values if values else np.full(len(widths), np.nan),
        }
    )
    columns = (
        Column("width", "Width", SHARE, "Of the interval.", "key", Secrecy.PUBLIC),
        Column("inside", "Inside", VALUES, "Original values in the interval around the masked one."),
        Column("share", "Of all", SHARE, "Of the values that are present in both files.", bar="risk"),
    )
    return Table(
        name="widths",
        title="Values inside each interval",
        about=plain("Original values that lie in an interval of this width around the masked value."),
        columns=columns,
        frame=frame,
    )


def _by_variable(intervals: Intervals) -> Table:
    widest = intervals.widest
    rows = []
    for one in intervals.variables:
        inside, values = one.inside(widest), len(one.places)
        shares = np.array([inside.sum() / widest, inside[0], inside[-1]])
        rows.append([one.name, values, *(shares / values if values else [np.nan] * 3)])
    frame = pd.DataFrame(rows, columns=["variable", "values", "mean", "narrowest", "widest"])
    frame = frame.astype(dict.fromkeys(("mean", "narrowest", "widest"), "float64"))
    columns = (
        Column("variable", "Variable", None, "", "key", Secrecy.PUBLIC),
        Column("values", "Values", VALUES, "Present in both files."),
        Column("mean", "Interval disclosure", SHARE, "Mean over all widths.", bar="risk"),
        Column("narrowest", "Narrowest", SHARE, "In the interval of 1 %."),
        Column("widest", "Widest", SHARE, "In the widest interval."),
    )

    def rows_inside(at: int) -> np.ndarray:
        one = intervals.variables[at]
        found: np.ndarray = np.unique(intervals.masked.rows[one.places[one.widths <= widest]])
        return found

    return Table(
        name="variables",
        title="Intervals by variable",
        about=plain(
            "Of each variable, how many original values lie in the interval around the masked value."
        ),
        columns=columns,
        frame=frame,
        empty=intervals.nothing,
        rows=rows_inside,
        row_title=lambda at: f"with {intervals.variables[at].name} in the widest interval",
    )


def _combinations(by_some: Sequence[Intervals], progress: Progress) -> Table:
    rows = [
        (
            one.names,
            len(one.variables),
            one.values,
            one.mean.value,
            share(int(one.inside[-1]), one.values, empty=NO_VALUES).value,
            int(one.whole.sum()),
        )
        for one, _ in progress.over(by_some, "Fewer variables")
    ]
    frame = pd.DataFrame(rows, columns=["variables", "number", "values", "mean", "widest", "records"])
    frame = frame.astype(dict.fromkeys(("mean", "widest"), "float64"))
    columns = (
        Column("variables", "Variables", None, "", "key", Secrecy.PUBLIC),
        Column("number", "Their number", VARIABLES, "", "key", Secrecy.PUBLIC),
        Column("values", "Values", VALUES, "Present in both files."),
        Column("mean", "Interval disclosure", SHARE, "Mean over all widths.", bar="risk"),
        Column("widest", "Widest", SHARE, "In the widest interval."),
        Column(
            "records", "Wholly inside", RECORDS, "Records all of whose values are in the widest interval."
        ),
    )
    return Table(
        name="combinations",
        title="Combinations of variables",
        about=plain("What an intruder learns who looks at some of the variables only."),
        columns=columns,
        frame=frame,
        undefined=dict.fromkeys(("mean", "widest"), Reason(Why.TOO_FEW, NO_VALUES)),
        rows=lambda at: np.unique(by_some[at].masked.rows[by_some[at].whole]),
        row_title=lambda at: f"with all values of {by_some[at].names} inside",
    )
