"""Expectation of the disclosure risks of simple random samples."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.sampling.links import EXPECTING, ExpectedLinks
from sdcdesk.risk.weights.matrix import WeightMatrix

Risk = Literal["dr_min", "dr_weighted", "dr_max"]

RISKS: tuple[Risk, ...] = ("dr_min", "dr_weighted", "dr_max")
"""From the smallest to the largest."""


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """The risks that are expected of samples of several sizes, as shares of the n initial records.

    Attributes
    ----------
    t
        int64, records of each sample.
    dr_min, dr_weighted, dr_max
        float64, the expected risks; 0 for an empty sample.
    """

    t: np.ndarray
    dr_min: np.ndarray
    dr_weighted: np.ndarray
    dr_max: np.ndarray


def expected(
    matrix: ClassificationMatrix,
    weights: WeightMatrix,
    t: Sequence[int] | np.ndarray,
    progress: Progress = SILENT,
) -> Expected:
    """Return the expected risks of simple random samples without replacement; nothing is simulated.

    Parameters
    ----------
    matrix
        Classification matrix of the file that is sampled, with its n′ = `matrix.t` records: cell (a, j) holds
        those in groups of a there, and of j in the initial file. For the initial file itself a = j.
    weights
        Weights of DR_W; DR_min and DR_max do not depend on them.
    t
        int64 (sizes,), sample sizes, 0…n′, in any order.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Expected
        Shares of the initial records, one for each sample size.

    Raises
    ------
    ParameterError
        The weights break a rule of their structure, or a sample size is outside 0…n′.
    DataError
        A sample could hold records for which the structure of the weights has no place.
    Cancelled
        The user asked to stop; asked before each sample size.
    """
    drawn = np.asarray(t, dtype=np.int64)
    if len(drawn) and not 0 <= drawn.min() <= drawn.max() <= matrix.t:
        words = "Samples of a file of {n} records have 0 to {n} records; choose such sizes."
        raise ParameterError(sentence(words, n=matrix.t), "t")
    links = [ExpectedLinks.from_matrix(matrix, weights_of(risk, weights)) for risk in RISKS]
    risks = np.zeros((len(RISKS), len(drawn)))
    for place, (size, share) in enumerate(progress.over(drawn.tolist(), EXPECTING)):
        risks[:, place] = [one.at(size, share) / matrix.n for one in links]
    return Expected(drawn, *risks)


def weights_of(risk: Risk, weights: WeightMatrix) -> WeightMatrix:
    """Return the weights that make DR_W the risk that is asked for.

    Parameters
    ----------
    risk
        "dr_min", "dr_weighted" or "dr_max".
    weights
        Weights for DR_W itself.

    Returns
    -------
    WeightMatrix
        The minimal or maximal matrix, or `weights`.
    """
    if risk == "dr_min":
        return WeightMatrix.minimal()
    return weights if risk == "dr_weighted" else WeightMatrix.maximal()


def sample_size(percentage: float, records: int) -> int:
    """Return t = ⌊p·n′/100 + ½⌋, as simple random sampling rounds it.

    Parameters
    ----------
    percentage
        0…100.
    records
        Records of the file that is sampled, n′.

    Returns
    -------
    int
        0…n′.
    """
    # The decimal fraction that the user wrote, so that 0.5 % of 100 is exactly one half.
    return math.floor(Fraction(str(percentage)) * records / 100 + Fraction(1, 2))
