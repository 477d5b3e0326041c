"""Expected risks of samples of every size."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.errors import DataError, SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.release.sampling_curves.key_set import KeySet
from sdcdesk.risk import ClassificationMatrix, WeightMatrix
from sdcdesk.risk.sampling.deviation import Deviations
from sdcdesk.risk.sampling.expectation import RISKS, Risk, expected

PERMILLE = (0, 1, 2, 5, *range(10, 1001, 10))
"""Shares of the records that a curve is computed for: a few more where risks are low."""

FEW = 100
"""Up to so many records, a curve has a point for each number of them."""


@dataclass(frozen=True, slots=True, eq=False)
class SamplingCurve:
    """Expected risks of simple random samples of one file, for one key set.

    Attributes
    ----------
    names
        The key variables.
    matrix
        Classification matrix of the file that is sampled: n initial records, n′ in the file.
    weights
        Of DR_W.
    asked
        float64, shares of the n′ records that were asked for, 0…1, ascending.
    records
        int64, t of each: the nearest number of records, halves upwards.
    minimal, maximal
        float64, expected DR_min and DR_max, divided by n.
    weighted
        float64, expected DR_W; None where the weights have no place for what a sample can hold.
    misfit
        Why there is no DR_W.
    deviations
        Standard deviations of DR_min and DR_max; None where they are not defined or were not asked for.
    """

    names: tuple[str, ...]
    matrix: ClassificationMatrix
    weights: WeightMatrix
    asked: np.ndarray
    records: np.ndarray
    minimal: np.ndarray
    weighted: np.ndarray | None
    maximal: np.ndarray
    misfit: SdcError | None = None
    deviations: Deviations | None = None

    @property
    def n(self) -> int:
        """Records of the initial file; risks are divided by it."""
        return self.matrix.n

    @property
    def released(self) -> int:
        """n′, records of the file that is sampled."""
        return self.matrix.t

    @property
    def shares(self) -> np.ndarray:
        """float64, t / n′ of each point."""
        return over(self.records, self.released)

    def expected(self, risk: Risk) -> np.ndarray | None:
        """Return an expected risk at each point; None where the weights do not fit."""
        return {"dr_min": self.minimal, "dr_weighted": self.weighted, "dr_max": self.maximal}[risk]

    def end(self, risk: Risk) -> float | None:
        """Return the risk of all n′ records; None where the weights do not fit."""
        found = self.expected(risk)
        return None if found is None else float(found[-1])

    def deviation(self, risk: Risk) -> np.ndarray | None:
        """Return the standard deviation of a risk at each point; None where it is not known."""
        if self.deviations is None:
            return None
        return {"dr_min": self.deviations.sd_min, "dr_max": self.deviations.sd_max}.get(risk)

    def band(self, risk: Risk, width: float = 2.0) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the expected risk less and plus so many standard deviations, within 0…1."""
        middle, deviation = self.expected(risk), self.deviation(risk)
        if middle is None or deviation is None:
            return None
        return np.maximum(middle - width * deviation, 0.0), np.minimum(middle + width * deviation, 1.0)

    def per_released(self, risk: Risk) -> np.ndarray | None:
        """Return an expected risk divided by the t released records, not by n; 0 where none is."""
        found = self.expected(risk)
        return None if found is None else over(found * self.n, self.records)

    def table(self) -> pd.DataFrame:
        """Return one row for each point.

        Returns
        -------
        DataFrame
            share_asked, records (t), share (t / n′); dr_min, dr_weighted, dr_max, divided by n, with
            dr_min_sd and dr_max_sd; the same divided by t, with the ending _released. What is not known is
            missing.
        """
        unknown = np.full(len(self.records), np.nan)
        columns: dict[str, np.ndarray | None] = {
            "share_asked": self.asked,
            "records": self.records,
            "share": self.shares,
        }
        for risk in RISKS:
            columns[risk] = self.expected(risk)
            if risk != "dr_weighted":
                columns[f"{risk}_sd"] = self.deviation(risk)
        columns |= {f"{risk}_released": self.per_released(risk) for risk in RISKS}
        return pd.DataFrame({name: unknown if found is None else found for name, found in columns.items()})


def expected_curve(wanted: KeySet, matrix: ClassificationMatrix, progress: Progress) -> SamplingCurve:
    """Return the curve of a key set, whose variables are named, from the classification matrix of a file."""
    asked, records = sample_sizes(matrix.t)
    misfit: DataError | None = None
    try:
        found = expected(matrix, wanted.weights, records, progress)
    except DataError as error:
        misfit, found = error, expected(matrix, WeightMatrix.maximal(), records, progress)
    return SamplingCurve(
        wanted.keys,
        matrix,
        wanted.weights,
        asked,
        records,
        found.dr_min,
        found.dr_weighted if misfit is None else None,
        found.dr_max,
        misfit,
    )


def sample_sizes(records: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the shares that curves of a file are computed for, and the records of each.

    Parameters
    ----------
    records
        Of the file, n′.

    Returns
    -------
    asked : float64
        The shares of `PERMILLE`; every share that there is where the file has few records.
    sizes : int64
        ⌊share · n′ + ½⌋, ascending, each once.
    """
    if records <= FEW:
        few = np.arange(records + 1)
        return over(few, records), few
    permille = np.array(PERMILLE, dtype=np.int64)
    sizes, first = np.unique((2 * permille * records + 1000) // 2000, return_index=True)
    return permille[first] / 1000, sizes


def over(numerator: np.ndarray, denominator: np.ndarray | int) -> np.ndarray:
    """Return a quotient, and 0 where it would be divided by 0: an empty sample has no risk."""
    quotient: np.ndarray = numerator / np.maximum(denominator, 1)
    return quotient
