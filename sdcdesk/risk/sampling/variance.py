"""Variance of the links in a simple random sample of groups that were changed before.

The numbers of records that are drawn from the groups depend on each other, for together they are t. They are
distributed as independent binomials with p = t/n′, given that their sum is t. So for two groups of a and b,
and functions g and h of their numbers, centred at their means,

    Cov(g(X), h(Y)) = ∫ A(θ) B(θ) φ(θ)^(n′ − a − b) dθ / ∫ φ(θ)^n′ dθ,

where φ(θ) = E[exp(iθ(z − p))] for a single draw z, A(θ) = Σ_x g(x) b(x; a, p) exp(iθ(x − ap)), B likewise.
The sum is a whole number, so both integrals are sums over M points of a circle, exact where a sum that is M
or more away from t has no probability. Sums over pairs of groups come from sums over groups: no pair is
looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.hypergeometric import binomial, hypergeometric, spans
from sdcdesk.risk.sampling.blocks import Block

SPREAD = "Spread of the risks of samples"
"""Said while it is computed."""

POINTS = 64
"""Points of the circle that are worked on at a time."""

FALLEN = 60.0
"""Points where all products have fallen to e^−60 are left out."""


def variance(blocks: Sequence[Block], population: int, t: int, progress: Progress = SILENT) -> float:
    """Return the variance of Σ D over all groups, in a sample of t records.

    Parameters
    ----------
    blocks
        All groups that can add something, by ascending size.
    population
        n′, records of the file that is sampled.
    t
        Records drawn, 0…n′.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    float
        In squared units of what the blocks add.
    """
    if not blocks or t in (0, population):
        return 0.0
    drawn = list(_drawn(blocks, population, t))
    own = sum(one.variance for one in drawn)
    if len(blocks) == 1 and blocks[0].groups == 1:
        return own
    covered = density = 0.0
    for circle in _circles(blocks, population, t, max(one.width for one in drawn)):
        progress.at(0.0, SPREAD)
        covered += float((circle.weight * _pairs(drawn, circle, population)).real.sum())
        density += float((circle.weight * circle.power(population)).real.sum())
    return max(own + covered / density, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """A block with the numbers that a sample can draw from its groups.

    Attributes
    ----------
    size, groups
        As in `Block`.
    offset
        Smallest number of drawn records, less the mean ap.
    total, rows
        As in `Block`, centred and multiplied by the binomial probabilities.
    variance
        Σ Var(D) over the groups.
    """

    size: int
    groups: int
    offset: float
    total: np.ndarray
    rows: np.ndarray
    variance: float

    @property
    def width(self) -> int:
        """Numbers of drawn records that can occur."""
        return len(self.total)


def _drawn(blocks: Sequence[Block], population: int, t: int) -> Iterator[_Drawn]:
    sizes = np.array([block.size for block in blocks], dtype=np.int64)
    where, share = spans(population, sizes, t, independent=True), t / population
    for part in where.parts():
        chosen = where.take(part)
        exact = hypergeometric(population, sizes[part], t, chosen)
        free = binomial(sizes[part], share, chosen)
        for row, block in enumerate(blocks[part]):
            first, last = int(chosen.first[row]), int(chosen.last[row]) + 1
            inside = slice(first - int(chosen.start[row]), last - int(chosen.start[row]))
            probability, independent = exact[row, inside], free[row, inside]
            rows, total = block.rows[:, first:last], block.total[first:last]
            rows = rows - (rows @ probability)[:, None]
            own = float(block.within[first:last] @ probability + ((rows * rows) @ probability).sum())
            total = (total - total @ probability) * independent
            yield _Drawn(block.size, block.groups, first - block.size * share, total, rows * independent, own)


@dataclass(frozen=True, slots=True, eq=False)
class _Circle:
    """Points of the upper half of the circle.

    Attributes
    ----------
    theta
        Their angles.
    psi
        ln φ(θ).
    weight
        2 where a point stands for its mirror image too, else 1.
    turns
        cos θc in the first half of the columns, sin θc in the second, c = 0, 1, … by row.
    """

    theta: np.ndarray
    psi: np.ndarray
    weight: np.ndarray
    turns: np.ndarray

    def power(self, exponent: int) -> np.ndarray:
        """Return φ(θ)^exponent."""
        power: np.ndarray = np.exp(exponent * self.psi)
        return power

    def transform(self, values: np.ndarray, offset: float) -> np.ndarray:
        """Return Σ_c value · exp(iθ(c + offset)), over the last axis of the values."""
        both = values @ self.turns[: values.shape[-1]]
        points = len(self.theta)
        transformed: np.ndarray = (both[..., :points] + 1j * both[..., points:]) * np.exp(
            1j * self.theta * offset
        )
        return transformed


def _circles(blocks: Sequence[Block], population: int, t: int, width: int) -> Iterator[_Circle]:
    """Walk through the points where anything is left, some at a time."""
    whole = spans(population, np.array([population]), t, independent=True)
    # Half as much again as the sum can be away from t: what is left there is the product of many functions.
    m = min(max(t, population - t), 3 * int(max(whole.last[0] - t, t - whole.first[0])) // 2) + 1
    theta = 2 * np.pi / m * np.arange(m // 2 + 1)
    psi = _psi(theta, t / population)
    largest = [block.size for block in blocks[-2:] for _ in range(min(block.groups, 2))][-2:]
    kept = int(np.count_nonzero((population - sum(largest)) * psi.real > -FALLEN))
    roots = np.exp(2j * np.pi / m * np.arange(m))
    for start in range(0, kept, POINTS):
        k = np.arange(start, min(start + POINTS, kept))
        turns = roots[np.arange(width)[:, None] * k % m]
        yield _Circle(
            theta[k],
            psi[k],
            np.where((k == 0) | (2 * k == m), 1.0, 2.0),
            np.concatenate([turns.real, turns.imag], axis=1),
        )


def _psi(theta: np.ndarray, p: float) -> np.ndarray:
    """Return ln(1 − p + p·exp(iθ)) − ipθ; where φ is 0 a number whose power is 0."""
    lost = 4 * p * (1 - p) * np.sin(theta / 2) ** 2
    real, imaginary = 1 - p + p * np.cos(theta), p * np.sin(theta)
    far = np.log(np.maximum(np.hypot(real, imaginary), 1e-300))
    modulus = np.where(lost < 0.5, np.log1p(-np.minimum(lost, 0.5)) / 2, far)
    psi: np.ndarray = modulus + 1j * (np.arctan2(imaginary, real) - p * theta)
    return psi


def _pairs(drawn: Sequence[_Drawn], circle: _Circle, population: int) -> np.ndarray:
    """Return Σ A B φ^(n′ − a − b) over all ordered pairs of different groups, at each point.

    By ascending size, so that all powers of φ have exponents of 0 or more, and nothing overflows.
    """
    found = np.zeros(len(circle.theta), dtype=np.complex128)
    smaller, before = np.zeros_like(found), 0
    for one in drawn:
        total = circle.transform(one.total, one.offset)
        if one.groups > 1:
            squares = (circle.transform(one.rows, one.offset) ** 2).sum(axis=0)
            found += (total**2 - squares) * circle.power(population - 2 * one.size)
        if before:
            found += 2 * total * smaller * circle.power(population - one.size - before)
        smaller = smaller * circle.power(one.size - before) + total
        before = one.size
    return found
