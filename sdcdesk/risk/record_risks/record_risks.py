"""Record risks: one for each released record, the largest of them, and how many lie above a threshold."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Reason, Unit
from sdcdesk.core.results.findings import Declared, Figure
from sdcdesk.risk.record_risks.record_counts import count_and_share
from sdcdesk.risk.record_risks.threshold_curve import counts_above

Rows = Callable[[], np.ndarray]
"""Finds, when asked, the positions (int64) in the original of some released records."""


@dataclass(frozen=True, eq=False)
class RecordRisks:
    """A risk of each released record.

    Attributes
    ----------
    masked
        The masked file.
    risk
        float64 (t,); NaN where a record has none.
    threshold
        Risks above it are counted.
    bound
        How they stand to the true ones.
    unit
        Unit of the risks.
    unknown
        Why nothing is known of them; None where they are.
    weights
        int64 (t,), how many records each entry stands for, where these are not in memory; None: one each.
    """

    masked: Microdata = field(repr=False)
    risk: np.ndarray
    threshold: float
    bound: Bound = Bound.EXACT
    unit: Unit = SHARE
    unknown: Reason | None = None
    weights: np.ndarray | None = field(default=None, kw_only=True)

    @property
    def records(self) -> int:
        """Number of released records."""
        return len(self.risk) if self.weights is None else int(self.weights.sum())

    @property
    def number_above(self) -> int:
        """Number of records with a risk above the threshold."""
        above = self.risk > self.threshold
        return int(np.count_nonzero(above)) if self.weights is None else int(self.weights[above].sum())

    @cached_property
    def counts_above(self) -> np.ndarray:
        """int64 (m,), records with a larger risk than each of the thresholds of a curve."""
        return counts_above(self.risk, self.threshold, self.weights)

    def rows_above(self, threshold: float) -> np.ndarray:
        """Return which records have a larger risk.

        Parameters
        ----------
        threshold
            In the unit of the risks.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original, in the order of the masked file.
        """
        rows: np.ndarray = self.masked.rows[self.risk > threshold]
        return rows

    def rows_of(self, risk: float) -> Rows:
        """Return what finds the records of exactly this risk.

        Parameters
        ----------
        risk
            In the unit of the risks.

        Returns
        -------
        Rows
            Positions in the original, in the order of the masked file.
        """
        return lambda: self.masked.rows[self.risk == risk]

    def above(
        self, number: Declared, part: Declared, row_title: str = "above the threshold"
    ) -> tuple[Figure, Figure]:
        """Return how many records have a risk above the threshold, and their share of the released ones.

        Parameters
        ----------
        number, part
            The figures, as they are declared.
        row_title
            What these records are.

        Returns
        -------
        tuple[Figure, Figure]
            A risk that equals the threshold is not above it.
        """
        if self.unknown is not None:
            counted, of_all = (Quantity(None, one.unit, reason=self.unknown) for one in (number, part))
            return number.figure(counted, row_title=row_title), part.figure(of_all, row_title=row_title)
        return count_and_share(
            *(number, part, self.masked, self.risk > self.threshold),
            counted="Records above it",
            row_title=row_title,
            bound=self.bound,
            steps=(("Threshold", Quantity(self.threshold, self.unit)),),
            weights=self.weights,
        )
