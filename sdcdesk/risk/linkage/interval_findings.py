"""Figures and tables of interval disclosure."""

from collections.abc import Sequence
from functools import partial

import numpy as np

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
from sdcdesk.core.results.column import Column, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.linkage.intervals import NO_VALUES, Intervals

SOURCE = "Domingo-Ferrer and Torra 2004, section 2.3"

risk_figure = partial(Declared, better="less", source=SOURCE)

MEAN = risk_figure("interval_disclosure", "Interval disclosure", SHARE, symbol="ID").means(
    "The share of original values that lie in an interval around the masked value, as the mean over "
    "all widths of the interval. Divided by the values that are present in both files."
)

NARROWEST = risk_figure("narrowest", "In the narrowest interval", SHARE).means(
    "The share of original values that lie in the narrowest interval around the masked value, that "
    "of 1 %. Divided by the values that are present in both files."
)

WIDEST = risk_figure("widest", "In the widest interval", SHARE).means(
    "The share of original values that lie in the widest interval around the masked value. Divided "
    "by the values that are present in both files."
)

WHOLE = Declared(
    "records_inside", "Records wholly inside", RECORDS, better="less", source="Defined by this program"
).means(
    "Released records all of whose original values, of those present in both files, lie in the "
    "widest interval around the masked ones; there is at least one such value."
)

DECLARES = (MEAN, NARROWEST, WIDEST, WHOLE)

WIDTHS = DeclaredTable[Intervals](
    name="widths",
    title="Values inside each interval",
    about=plain("Original values that lie in an interval of this width around the masked value."),
    columns=(
        public_key("width", "Width", SHARE, "Of the interval.").cells(
            lambda intervals: np.arange(1, intervals.widest + 1) / 100
        ),
        Column("inside", "Inside", VALUES, "Original values in the interval around the masked one.").cells(
            lambda intervals: intervals.inside
        ),
        Column("share", "Of all", SHARE, "Of the values that are present in both files.", bar="risk").cells(
            lambda intervals: intervals.share_inside(intervals.inside)
        ),
    ),
    cumulative=lambda _: 0,
    plots=(
        Plot(
            kind="curves",
            x=Axis("Width of the interval", column="width", unit=SHARE),
            y=Axis("Original values inside", unit=SHARE, least=0.0, most=1.0),
            series=(Series("share", "Inside"),),
            about=plain(
                "The wider the interval, the more original values lie in it, and the less that says."
            ),
        ),
    ),
)


def _value(part: Quantity) -> float | None:
    return None if part.value is None else float(part.value)


VARIABLES_INSIDE = DeclaredTable[Intervals](
    name="variables",
    title="Intervals by variable",
    about=plain("Of each variable, how many original values lie in the interval around the masked value."),
    columns=(
        public_key("variable", "Variable").cells(
            lambda intervals: [one.names for one in intervals.of_variables()]
        ),
        Column("values", "Values", VALUES, "Present in both files.").cells(
            lambda intervals: [one.values for one in intervals.of_variables()]
        ),
        Column("mean", "Interval disclosure", SHARE, "Mean over all widths.", bar="risk").cells(
            lambda intervals: [_value(one.mean) for one in intervals.of_variables()]
        ),
        Column("narrowest", "Narrowest", SHARE, "In the interval of 1 %.").cells(
            lambda intervals: [one.share_inside(one.inside)[0] for one in intervals.of_variables()]
        ),
        Column("widest", "Widest", SHARE, "In the widest interval.").cells(
            lambda intervals: [one.share_inside(one.inside)[-1] for one in intervals.of_variables()]
        ),
    ),
    empty=lambda intervals: intervals.nothing,
    rows=lambda intervals, at: intervals.rows_inside(at),
    row_title=lambda intervals, at: sentence(
        "with {name} in the widest interval", name=intervals.variables[at].name
    ),
)

COMBINATIONS = DeclaredTable[Sequence[Intervals]](
    name="combinations",
    title="Combinations of variables",
    about=plain("What an intruder learns who looks at some of the variables only."),
    columns=(
        public_key("variables", "Variables").cells(lambda some: [one.names for one in some]),
        public_key("number", "Their number", VARIABLES).cells(
            lambda some: [len(one.variables) for one in some]
        ),
        Column("values", "Values", VALUES, "Present in both files.").cells(
            lambda some: [one.values for one in some]
        ),
        Column("mean", "Interval disclosure", SHARE, "Mean over all widths.", bar="risk").cells(
            lambda some: [_value(one.mean) for one in some], undefined=Reason(Why.TOO_FEW, NO_VALUES)
        ),
        Column("widest", "Widest", SHARE, "In the widest interval.").cells(
            lambda some: [one.share_inside(one.inside)[-1] for one in some],
            undefined=Reason(Why.TOO_FEW, NO_VALUES),
        ),
        Column(
            "records", "Wholly inside", RECORDS, "Records all of whose values are in the widest interval."
        ).cells(lambda some: [int(one.whole.sum()) for one in some]),
    ),
    rows=lambda some, at: np.unique(some[at].masked.rows[some[at].whole]),
    row_title=lambda some, at: sentence("with all values of {names} inside", names=some[at].names),
)

TABLES = (WIDTHS, VARIABLES_INSIDE, COMBINATIONS)


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
    sections: tuple[Section, ...] = (
        headline,
        WIDTHS.section(intervals),
        VARIABLES_INSIDE.section(intervals, title="By variable"),
    )
    if by_some:
        # Each is looked at once here, so that the user can stop in between.
        for some, _ in progress.over(by_some, "Fewer variables"):
            _ = some.whole
        sections += (COMBINATIONS.section(by_some),)
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

    ends = [
        figure.figure(
            share(int(inside[at]), values, empty=intervals.nothing),
            computation=(("Values inside", Quantity(int(inside[at]), VALUES)), counted),
        )
        for figure, at in ((NARROWEST, 0), (WIDEST, -1))
    ]
    whole = WHOLE.figure(
        Quantity(int(intervals.whole.sum()), RECORDS),
        rows=lambda: np.unique(intervals.masked.rows[intervals.whole]),
        row_title="with all values inside",
    )
    return (MEAN.figure(mean, computation=steps), *ends, whole)
