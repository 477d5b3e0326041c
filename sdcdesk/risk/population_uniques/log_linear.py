"""Log-linear estimator: people with each key are Poisson, with the mean that a log-linear model expects."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.counting import Codes, Groups
from sdcdesk.kernels.iterative_fitting import LARGEST_TABLE
from sdcdesk.kernels.keys import compact, digits
from sdcdesk.kernels.log_linear import LogLinearFit, connected_axes, log_linear_fit
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.log_linear_model import Term
from sdcdesk.risk.population_uniques.sample import NO_UNIQUES, NOTHING, Sample

NO_CONVERGENCE = Reason(
    Why.NOT_APPLICABLE,
    "No convergence: the log-linear model could not be fitted; choose fewer interactions.",
)


SATURATED = Reason(
    Why.NOT_APPLICABLE,
    "Not identifiable: the log-linear model has a parameter for every combination of key values, so it "
    "repeats the sample and tells nothing of the population; choose fewer interactions, or more keys.",
)

FURTHEST = 700.0
"""People left out beyond whom P(F = 1) is smaller than any number; it is never quite 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Combinations of key values that occur.

    Attributes
    ----------
    places
        For each key, int64 (G,), places of the groups among its values that occur.
    sizes
        For each key, how many values occur, a missing one included.
    records
        int64 (G,), records of each group.
    weights
        float64 (u,), of each group of one the people for whom its record stands, all of them together being
        the population; None: everybody was as likely to be drawn.
    """

    places: list[np.ndarray]
    sizes: list[int]
    records: np.ndarray
    weights: np.ndarray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LogLinear:
    """A fitted log-linear model, and what it says of everyone who is alone in the sample.

    Attributes
    ----------
    sample
        Sizes of groups.
    fit
        Expected records of all combinations of key values.
    records, expected
        For each group its records (int64) and those that the model expects (float64).
    left
        float64 (u₁,), for each group of one, in their order, the people with its key who were not drawn, as
        expected by the model: (1 − π)λ.
    weights
        float64 (u₁,), the people for whom each of them stands; None: all stand for equally many.
    """

    sample: Sample
    fit: LogLinearFit
    records: np.ndarray
    expected: np.ndarray
    left: np.ndarray
    weights: np.ndarray | None = None

    @property
    def alone(self) -> np.ndarray:
        """float64 (u₁,), P(F = 1 | f = 1) = exp(−(1 − π)λ)."""
        found: np.ndarray = np.exp(-np.minimum(self.left, FURTHEST))
        return found

    @property
    def right(self) -> np.ndarray:
        """float64 (u₁,), E(1/F | f = 1) = (1 − exp(−(1 − π)λ))/((1 − π)λ)."""
        found: np.ndarray = np.divide(
            -np.expm1(-self.left), self.left, out=np.ones(len(self.left)), where=self.left > 0
        )
        return found

    @property
    def estimate(self) -> Estimate:
        """Population uniques: τ₁/π where everyone is drawn with probability π, else the sum by weights."""
        total = float(self.alone.sum())
        people = total / self.sample.fraction if self.weights is None else float(self.weights @ self.alone)
        return Estimate(people, total / self.sample.uniques, (("τ₁", total),))


def log_linear(sample: Sample, cells: Cells, terms: Sequence[Term], progress: Progress) -> LogLinear | Reason:
    """Fit a log-linear model to the sample.

    Records of a key are Poisson with mean πλ, people of it who were not drawn with mean (1 − π)λ, and log λ
    is a sum of effects of key values and of their interactions. Skinner and Holmes 1998; Skinner and Shlomo
    2008. Where weights differ, π of somebody who is alone is 1 ÷ weight.

    Parameters
    ----------
    sample
        Sizes of groups.
    cells
        Its combinations of key values.
    terms
        Interactions.
    progress
        Receives how far the work is.

    Returns
    -------
    LogLinear or Reason
        Or why it cannot be fitted.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    if not sample.records:
        return NOTHING
    if not sample.uniques:
        return NO_UNIQUES
    places, sizes = cells.places, cells.sizes
    varying = {axis for axis, size in enumerate(sizes) if size > 1}
    if len(varying) < 2 or any(varying <= set(term) for term in terms):
        return SATURATED
    for part in connected_axes(len(sizes), terms):
        table = float(np.prod([sizes[axis] for axis in part], dtype=np.float64))
        if table > LARGEST_TABLE:
            return _too_large(table)
    fit = log_linear_fit(places, sizes, cells.records, terms, progress)
    if not fit.converged:
        return NO_CONVERGENCE
    expected = fit.at(places)
    # (1 − π)λ = μ (1 − π)/π, and (1 − π)/π is that of people left and drawn.
    alone = cells.records == 1
    if cells.weights is None:
        odds = (sample.population - sample.records) / sample.records
        return LogLinear(sample, fit, cells.records, expected, expected[alone] * odds)
    weights = cells.weights[alone]
    left = expected[alone] * np.maximum(weights - 1, 0.0)
    return LogLinear(sample, fit, cells.records, expected, left, weights)


def cells_of(keys: Sequence[Codes], groups: Groups, weights: np.ndarray | None = None) -> Cells:
    """Return the combinations of key values that occur.

    Parameters
    ----------
    keys, groups
        Codes of the keys, and the groups of records that they make.
    weights
        float64 (t,), for how many people each record stands; None: all for equally many.

    Returns
    -------
    Cells
        One for each group.
    """
    member = np.empty(len(groups.sizes), dtype=np.int64)
    member[groups.labels] = np.arange(len(groups.labels))
    found = [compact(*_as_digits(key.values[member], key.size)) for key in keys]
    its = None if weights is None else weights[member]
    return Cells([places for places, _ in found], [size for _, size in found], groups.sizes, its)


def _as_digits(values: np.ndarray, size: int) -> tuple[np.ndarray, int]:
    places, radix = digits(values, size)
    return places.astype(np.int64), radix


def _too_large(cells: float) -> Reason:
    words = sentence(
        "Keys that the model ties together have {cells} combinations of values, and at most {most} are "
        "fitted; choose fewer interactions, or fewer or coarser keys.",
        cells=cells if cells >= 2**53 else int(cells),
        most=LARGEST_TABLE,
    )
    return Reason(Why.NOT_APPLICABLE, words)
