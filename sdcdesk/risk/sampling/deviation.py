"""Deviation of the risk of one sample from the expected risk."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Groups
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.sampling.blocks import maximal_blocks, unique_blocks
from sdcdesk.risk.sampling.variance import SPREAD, variance


@dataclass(frozen=True, slots=True, eq=False)
class Deviations:
    """Standard deviations over all samples of t records, as shares of the n initial records.

    Attributes
    ----------
    sd_min, sd_max
        float64, of DR_min and DR_max, for each sample size. NaN where they are not defined.
    """

    sd_min: np.ndarray
    sd_max: np.ndarray


def never_grown(matrix: ClassificationMatrix) -> bool:
    """Return whether no record is in a larger group than in the initial file.

    Parameters
    ----------
    matrix
        Classification matrix of the file that is sampled.

    Returns
    -------
    bool
        True where i ≤ j in every observed cell.
    """
    return bool((matrix.i <= matrix.j).all())


def deviations(
    matrix: ClassificationMatrix,
    groups: Groups | None,
    initial: np.ndarray,
    t: Sequence[int],
    progress: Progress = SILENT,
) -> Deviations:
    """Return the exact standard deviations of DR_min and DR_max.

    Where no group has grown, a drawn record adds 1 / F_r whatever else is drawn. Then c_11 is
    hypergeometric, and Var(DR_max) = (t / n²)(1 − t / n′) S², S² = variance (÷ n′ − 1) of 1/F_r.

    Parameters
    ----------
    matrix
        Classification matrix of the file that is sampled.
    groups
        Its groups; None where a missing value matches every value. Then the deviations are not defined where
        records have become compatible with more records than before.
    initial
        int64 (n′,), F_r of its records.
    t
        Sample sizes, 0…n′.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Deviations
        Shares of the initial records, float64 (len(t),) each; NaN where they are not known.
    """
    if never_grown(matrix):
        found = [_drawn_alone(matrix, size) for size in t]
    elif groups is None:
        found = [(math.nan, math.nan)] * len(t)
    else:
        unique, maximal = unique_blocks(groups, initial), maximal_blocks(groups, initial)
        found = [
            (variance(unique, matrix.t, size, share), variance(maximal, matrix.t, size, share))
            for size, share in progress.over(list(t), SPREAD)
        ]
    spread = np.sqrt(np.array(found, dtype=np.float64).reshape(-1, 2)) / matrix.n
    return Deviations(spread[:, 0], spread[:, 1])


def _drawn_alone(matrix: ClassificationMatrix, t: int) -> tuple[float, float]:
    """Return the variances of Σ [F_r = 1] and Σ 1/F_r over a sample."""
    if t in (0, matrix.t):
        return 0.0, 0.0
    drawn = t * (1 - t / matrix.t)
    unique = (matrix.j == 1).astype(np.float64)
    return drawn * _variance(unique, matrix.counts), drawn * _variance(1 / matrix.j, matrix.counts)


def _variance(values: np.ndarray, counts: np.ndarray) -> float:
    """Return the variance (÷ records − 1) of values that several records have."""
    records = counts.sum()
    mean = (counts * values).sum() / records
    return float((counts * (values - mean) ** 2).sum() / (records - 1))
