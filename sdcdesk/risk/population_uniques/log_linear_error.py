"""Error of log-linear risks: the criteria of Skinner and Shlomo for too simple and too rich models."""

from dataclasses import dataclass
from math import factorial

import numpy as np

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.population_uniques.log_linear import LogLinear

MOST_CELLS = 50_000_000
"""Combinations of key values over which the criteria are summed."""

SMALL = 0.03
"""Below it, differences of exponentials lose digits, and their series are taken."""

TERMS = range(9)

WHOLE = Reason(Why.NOT_APPLICABLE, "The file is the whole population, so nothing is estimated.")


VANISHED = Reason(
    Why.ZERO_DIVISOR, "So few people were drawn that the model expects nobody to be alone in the population."
)


@dataclass(frozen=True, slots=True)
class Criterion:
    """How far a risk is off because of the model.

    Attributes
    ----------
    error
        Estimated error B̂ of the sum; above 0 where the sum is too large.
    variance
        Variance v̂ of B̂ where the model is right.
    """

    error: float
    variance: float

    @property
    def ratio(self) -> float:
        """B̂/√v̂, about standard normal where the model is right."""
        return self.error / float(np.sqrt(self.variance))


def criteria(model: LogLinear, progress: Progress) -> tuple[Criterion, Criterion] | Reason:
    """Estimate the errors of τ₁ and τ₂.

    For a risk Σ h(λ) over the records that are alone, B̂ = Σ a(f − μ) + b((f − μ)² − f) over all possible
    combinations of key values, those without records included, with μ = πλ, a = −λ e^−μ h′(λ) and
    b = λ e^−μ h″(λ)/(2π); and v̂ = Σ a²μ + 2b²μ². Skinner and Shlomo 2008, section 3.

    Parameters
    ----------
    model
        The fitted model.
    progress
        Receives how far the sums are.

    Returns
    -------
    tuple[Criterion, Criterion] or Reason
        Of τ₁ and τ₂; or why they are not estimated.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    if model.sample.whole:
        return WHOLE
    cells = model.fit.cells
    if cells > MOST_CELLS:
        words = sentence(
            "The keys have {cells} possible combinations of values, and the criteria are summed over at most "
            "{most}.",
            cells=cells,
            most=MOST_CELLS,
        )
        return Reason(Why.NOT_APPLICABLE, words)
    sums = np.zeros((2, 2))
    for expected in model.fit.blocks(progress):
        sums += _sums(expected, np.zeros(1), model.sample.fraction)
    # Cells with records were taken as empty ones.
    there, empty = (
        _sums(model.expected, records, model.sample.fraction)
        for records in (model.records.astype(np.float64), np.zeros(1))
    )
    sums[:, 0] += (there - empty)[:, 0]
    if not sums[:, 1].all():
        return VANISHED
    first, second = (Criterion(float(error), float(variance)) for error, variance in sums)
    return first, second


def _sums(expected: np.ndarray, records: np.ndarray, fraction: float) -> np.ndarray:
    """Return error and variance of τ₁ and of τ₂ over some cells, float64 (2, 2)."""
    odds = (1 - fraction) / fraction
    left, gap = expected * odds, records - expected
    spread = gap * gap - records
    kept = np.exp(-expected)
    found = []
    for one, two in (_derivatives_alone(left), _derivatives_right(left)):
        a, b = kept * one, kept * two * odds
        found.append(((a * gap + b * spread).sum(), (a * a * expected + 2 * (b * expected) ** 2).sum()))
    return np.array(found)


def _derivatives_alone(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return −x h′(x) and x h″(x)/2 of h(x) = e^−x."""
    first: np.ndarray = x * np.exp(-x)
    return first, first / 2


def _derivatives_right(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return −x h′(x) and x h″(x)/2 of h(x) = (1 − e^−x)/x, by their power series where x is small."""
    first, second = np.empty(len(x)), np.empty(len(x))
    small = x < SMALL
    near, far = x[small], x[~small]
    first[small] = near * np.polynomial.polynomial.polyval(near, FIRST)
    second[small] = near * np.polynomial.polynomial.polyval(near, SECOND)
    fallen = np.exp(-far)
    share = (1 - fallen) / far
    first[~small] = share - fallen
    second[~small] = (share - fallen * (1 + far / 2)) / far
    return first, second


FIRST = [(-1.0) ** k * (k + 1) / factorial(k + 2) for k in TERMS]
SECOND = [(-1.0) ** k * (k + 1) * (k + 2) / 2 / factorial(k + 3) for k in TERMS]
