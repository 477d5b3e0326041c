"""Threshold curve: how many released records have a risk above each threshold."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity
from sdcdesk.core.results.column import DeclaredColumn, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import plain, sentence

STEPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)
"""Thresholds within each power of ten."""

POWERS = range(-5, 0)


class WithThreshold(Protocol):
    """Risks of records, with the threshold that was asked for."""

    @property
    def threshold(self) -> float:
        """A share."""

    def rows_above(self, threshold: float) -> np.ndarray:
        """Return which records have a larger risk.

        Parameters
        ----------
        threshold
            A share, 0…1.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """


Computed = TypeVar("Computed", bound=WithThreshold)


def thresholds(own: float) -> list[float]:
    """Return the thresholds of a curve, ascending.

    Parameters
    ----------
    own
        The one that was asked for, which is always among them.

    Returns
    -------
    list[float]
        From 0.001 % to 100 %, evenly on a logarithmic scale.
    """
    usual = {float(f"{step}e{power}") for power in POWERS for step in STEPS}
    return sorted({*usual, own, 1.0})


STOPS = tuple(thresholds(1.0))
"""Thresholds among which a slider chooses."""


def counts_above(risks: np.ndarray, own: float, weights: np.ndarray | None = None) -> np.ndarray:
    """Return how many records have a larger risk than each threshold.

    Parameters
    ----------
    risks
        float64 (t,), of each record; NaN where it has none.
    own
        The threshold that was asked for.
    weights
        int64 (t,), how many records each entry stands for; None: one each.

    Returns
    -------
    np.ndarray
        int64 (m,), one count for each of `thresholds`; a risk that equals one is not above it.
    """
    known = ~np.isnan(risks)
    if weights is None:
        ascending = np.sort(risks[known])
        above: np.ndarray = np.arange(len(ascending), -1, -1)
    else:
        order = np.argsort(risks[known])
        ascending = risks[known][order]
        above = np.append(np.cumsum(weights[known][order][::-1])[::-1], 0)
    found: np.ndarray = above[np.searchsorted(ascending, thresholds(own), side="right")]
    return found


def threshold_curve(
    columns: Sequence[DeclaredColumn[Computed]],
    risk: Callable[[Quantity], str],
    *,
    about: str,
    key: str,
    axis: str,
    plot: str,
    figure: str = "",
) -> DeclaredTable[Computed]:
    """Return the table of a threshold curve as a measure declares it.

    Parameters
    ----------
    columns
        What is counted above each threshold; the first are numbers of records, which are drawn.
    risk
        What the records of a row are, by its threshold ("with a risk above 5 %").
    about, plot
        What table and plot show.
    key, axis
        What the thresholds are of, below their column and along the axis.
    figure
        Name of the figure whose limits are drawn.

    Returns
    -------
    DeclaredTable[Computed]
        Each threshold is written apart from the others.
    """
    return DeclaredTable(
        name="thresholds",
        title="Records above each threshold",
        about=plain(about),
        columns=(
            public_key("threshold", "Threshold", SHARE, key).cells(
                lambda risks: thresholds(risks.threshold),
                limits=lambda risks: tuple(thresholds(risks.threshold)),
            ),
            *columns,
        ),
        rows=lambda risks, at: risks.rows_above(thresholds(risks.threshold)[at]),
        cumulative=lambda risks: thresholds(risks.threshold).index(risks.threshold),
        row_title=lambda risks, at: risk(Quantity(thresholds(risks.threshold)[at], SHARE)),
        plots=(
            Plot(
                kind="curves",
                x=Axis(axis, column="threshold", unit=SHARE, scale="log"),
                y=Axis("Records above it", unit=RECORDS, least=0.0),
                series=tuple(Series(one.name, one.title) for one in columns if one.unit == RECORDS),
                about=plain(plot),
                figure=figure,
            ),
        ),
    )


def with_a_risk(risk: Quantity) -> str:
    """Return what the records above a threshold are, where there is one kind of risk.

    Parameters
    ----------
    risk
        The threshold.

    Returns
    -------
    str
        For those who look at these records.
    """
    return sentence("with a risk above {risk}", risk=risk)
