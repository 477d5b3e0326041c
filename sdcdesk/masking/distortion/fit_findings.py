"""Findings of the fit: which families were tried and which one is used, and a histogram with its density."""

import math

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, SHARE, VALUES, Reason, Why, variable_unit
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import Percentage, Sentence, plain, sentence
from sdcdesk.core.text.ticks import ticks
from sdcdesk.masking.distortion.distribution import Distribution
from sdcdesk.masking.distortion.identification import Candidate, Identified

VALUE_PARAMETERS = {"least", "most", "mode"}
"""Parameters that are values of records, or nearly so: they are not reported."""

PARTS = 5
"""Bins between two round marks."""

MOST_IN_FIRST = 0.5
"""Share of the values in the first bin from which bins of one width say little."""

ROUND_STEPS = ((1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8), (1, 1.6, 2.5, 4, 6.3), (1, 2, 5), (1,))
"""Ends of growing bins between powers of ten, from many to few."""

MOST_GROWING = 26
"""Ends of growing bins, if so few suffice."""

NOT_TESTED = Reason(Why.NOT_APPLICABLE, "Families are tested from the smallest distance on, until one fits.")
NOT_FITTED = Reason(Why.NOT_APPLICABLE, "The family cannot be fitted, or gives some value no probability.")

CLOSEST = plain(
    "Each is fitted by maximum likelihood. Of those that fit at the level, the one with the smallest "
    "distance is used."
)
CHOSEN_FAMILY = plain("Fitted by maximum likelihood; the family was given.")

FAMILIES_TRIED: DeclaredTable[pd.DataFrame] = DeclaredTable(
    name="families",
    title="Distributions tried",
    about=CLOSEST,
    each="variable",
    columns=(
        Column("family", "Family", role="key", secrecy=Secrecy.PUBLIC),
        Column(
            "distance",
            "Distance",
            NUMBER,
            "Distance of the fitted distribution from the values.",
            secrecy=Secrecy.DERIVED,
            undefined=NOT_FITTED,
        ),
        Column(
            "p_value",
            "p-value",
            SHARE,
            "By parametric bootstrap: how often its own samples fit worse.",
            undefined=NOT_TESTED,
        ),
        Column("outcome", "Outcome"),
    ),
)

HISTOGRAM: DeclaredTable[pd.DataFrame] = DeclaredTable(
    name="histogram",
    title="Values and fit",
    about=plain(
        "Bars: how many values lie in each bin. Curve: how many the fitted distribution expects there."
    ),
    each="variable",
    # The ends of the bins tell how far the values reach, and from the expected numbers follows the fit.
    columns=(
        Column("low", "From", variable_unit(), role="key", secrecy=Secrecy.DERIVED),
        Column(
            "high",
            "To below",
            variable_unit(),
            "The last bin holds its end too.",
            role="key",
            secrecy=Secrecy.DERIVED,
        ),
        Column("values", "Values", VALUES, role="before"),
        Column(
            "expected",
            "Expected",
            NUMBER,
            "Values times the probability of the bin: the fitted density at the scale of the bars.",
            secrecy=Secrecy.DERIVED,
        ),
    ),
)


def fit_section(
    identified: Identified,
    ascending: np.ndarray,
    name: str,
    unit: str,
    criterion: str,
    level: float,
    *,
    by_root: bool,
) -> Section:
    """Return what is told of the fit of a variable: the families in a table, and a histogram with the fit.

    Parameters
    ----------
    identified
        What was found, with at least one candidate.
    ascending
        float64 (n,), the values in ascending order, not all the same.
    name, unit
        The variable, and what its numbers are measured in.
    criterion
        The distance, in words.
    level
        In %, what the p-value of a family that fits exceeds; 0 where the family was given.
    by_root
        Whether statistics are √n times the distance.

    Returns
    -------
    Section
        Tables `families_…` and `histogram_…`, and a plot of the latter.
    """
    families = _families(identified, name, criterion, level, np.sqrt(len(ascending)) if by_root else 1.0)
    drawn = identified.chosen or _closest(identified)
    blocks: tuple[Plot | Table, ...] = ()
    if drawn is not None and drawn.distribution is not None:
        own = drawn.distribution
        blocks = _histogram(own, ascending, name, unit, fits=identified.chosen is not None)
    return Section(name=f"fit_{name}", title=sentence("Fit of {name}", name=name), blocks=(*blocks, families))


def _closest(identified: Identified) -> Candidate | None:
    possible = [one for one in identified.candidates if one.statistic < np.inf]
    return min(possible, key=lambda one: one.statistic, default=None)


def _families(identified: Identified, name: str, criterion: str, level: float, divisor: float) -> Table:
    rows = [
        {
            "family": one.family.title,
            "distance": one.statistic / divisor if one.statistic < np.inf else None,
            "p_value": identified.tested.get(one.family.name),
            "outcome": _outcome(one, identified, level),
        }
        for one in identified.candidates
    ]
    frame = pd.DataFrame(rows).astype({"distance": np.float64, "p_value": np.float64})
    how = CLOSEST if level else CHOSEN_FAMILY
    return FAMILIES_TRIED.table(
        frame,
        subject=name,
        title=sentence("Distributions tried for {name}", name=name),
        about=sentence("{how} Distance: {criterion}.", how=how, criterion=criterion),
    )


def _outcome(one: Candidate, identified: Identified, level: float) -> Sentence:
    p, chosen = identified.tested.get(one.family.name), identified.chosen
    if one.distribution is None:
        return sentence("cannot be fitted: {why}", why=one.why)
    if not one.statistic < np.inf:
        return plain("gives some value no probability")
    if chosen is not None and one.family is chosen.family:
        if not level:
            return plain("used: it was given")
        return sentence("used: the closest that fits at {level}", level=Percentage(level))
    if p is not None:
        return sentence("does not fit at {level}", level=Percentage(level))
    return plain("is less close than the one used")


BINS = plain("Bars: how many values lie in each bin. Curve: how many the fitted distribution expects there.")


def _histogram(
    distribution: Distribution, ascending: np.ndarray, name: str, unit: str, *, fits: bool
) -> tuple[Plot, Table]:
    whole, of_values = distribution.whole, variable_unit(unit)
    edges = _edges(ascending, whole=whole)
    # Round marks may miss the ends of the values by their last digits.
    counts, _ = np.histogram(np.clip(ascending, edges[0], edges[-1]), edges)
    frame = pd.DataFrame(
        {
            "low": edges[:-1],
            "high": edges[1:],
            "values": counts.astype(np.int64),
            "expected": len(ascending) * _probabilities(distribution, edges, whole=whole),
        }
    )
    words = "Expected by {title}" if fits else "{title}, which does not fit"
    title, of_values = sentence(words, title=distribution.title), variable_unit(unit)
    about = sentence("{how} {expected}.", how=HISTOGRAM.about, expected=title)
    table = HISTOGRAM.table(frame, subject=name, title=sentence("Values of {name}", name=name), about=about)
    low = "{name}, from ({unit})" if unit else "{name}, from"
    plot = Plot(
        name=f"fit_plot_{name}",
        title=sentence("Values and fit of {name}", name=name),
        kind="bars",
        table=table.name,
        x=Axis(sentence(low, name=name, unit=unit), column="low", unit=of_values),
        y=Axis("Values in the bin", unit=NUMBER, least=0.0),
        series=(Series("values", "Values", "before"), Series("expected", title, curve=True)),
        about=HISTOGRAM.about,
    )
    return plot, table


def _edges(ascending: np.ndarray, *, whole: bool) -> np.ndarray:
    """Return ends of bins, float64 ascending, at round numbers, so that no end is a value of the file.

    They are as wide as one another or, where most values would lie in the first of these and all are above 0,
    their ends stand to one another as equally as round numbers do.
    """
    low, high = float(ascending[0]), float(ascending[-1])
    edges = _equally_wide(low, high, whole=whole)
    first = np.searchsorted(ascending, edges[1]) / len(ascending)
    return _growing(low, high) if low > 0 and first > MOST_IN_FIRST and not whole else edges


def _growing(low: float, high: float) -> np.ndarray:
    powers = np.arange(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    for steps in ROUND_STEPS:
        edges = np.outer(10.0**powers, steps).ravel()
        edges = edges[max(np.searchsorted(edges, low, side="right") - 1, 0) :]
        edges = edges[: np.searchsorted(edges, high, side="right") + 1]
        if len(edges) <= MOST_GROWING:
            break
    return edges


def _equally_wide(low: float, high: float, *, whole: bool) -> np.ndarray:
    marks = np.array(ticks(low, high, whole=whole))
    step = float(marks[1] - marks[0])
    parts = next(parts for parts in range(PARTS, 0, -1) if not whole or round(step) % parts == 0)
    edges = marks[0] + np.arange((len(marks) - 1) * parts + 1) * (step / parts)
    first, last = np.flatnonzero(edges <= low), np.flatnonzero(edges > high)
    edges = edges[first[-1] if len(first) else 0 : last[0] + 1 if len(last) else None]
    # Of numbers that differ in their last digits only, ends are equal.
    found: np.ndarray = np.unique([*edges, low, high]) if len(np.unique(edges)) < 3 else edges
    return found


def _probabilities(distribution: Distribution, edges: np.ndarray, *, whole: bool) -> np.ndarray:
    """Return the probability of each bin, which its upper end is no part of, but for the last."""
    with np.errstate(all="ignore"):
        below = distribution.below(edges - whole)
        below[-1] = distribution.below(edges[-1:])[0]
    found: np.ndarray = np.maximum(np.diff(np.nan_to_num(below)), 0.0)
    return found
