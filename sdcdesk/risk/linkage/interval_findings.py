"""Findings of interval disclosure."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, VALUES, Quantity, share
from sdcdesk.core.results.findings import Figure, Findings, Note, Section
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence
from sdcdesk.risk.linkage import interval_declared as declared
from sdcdesk.risk.linkage.intervals import Intervals


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
        declared.WIDTHS.section(intervals),
        declared.VARIABLES_INSIDE.section(intervals, title="By variable"),
    )
    if by_some:
        # Each is looked at once here, so that the user can stop in between.
        for some, _ in progress.over(by_some, "Fewer variables"):
            _ = some.whole
        sections += (declared.COMBINATIONS.section(by_some),)
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
