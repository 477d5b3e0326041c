"""Linear models with one outcome: least squares, and logistic regression by repeated least squares."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.design_columns import DesignColumn, design_blocks

DEPENDENT = 1e-9
"""A column of which the ones before it leave a smaller part than this adds nothing."""

ROUNDS = 40
"""Rounds of a logistic regression at most; one that can be estimated needs about 7."""

SETTLED = 1e-10
"""Relative change of the deviance below which a logistic regression is settled."""

NOTHING = 1e-7
"""Deviance that is none: all records together are predicted that well."""

LEAST = 1e-12
"""Least weight of a record: one that is predicted for certain has none, and nothing is divided by 0."""

CERTAIN = 15.0
"""Log odds beyond which a model predicts without any doubt: then some coefficient grows without end."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    """Estimates of a linear model.

    Attributes
    ----------
    coefficients, errors
        float64 (p,), estimates and their standard errors; NaN where columns before it say the same.
    freedom
        Records less estimated coefficients; infinite for logistic regressions.
    settled
        Whether they are estimates: False where a logistic regression predicts some outcome for certain, so
        that coefficients grow without end; they are those at which it was stopped, without errors.
    """

    coefficients: np.ndarray
    errors: np.ndarray
    freedom: float
    settled: bool = True

    @property
    def estimated(self) -> int:
        """Number of coefficients that have an estimate."""
        return int(np.isfinite(self.coefficients).sum())


def least_squares(
    columns: Sequence[DesignColumn], outcome: np.ndarray, progress: Progress = SILENT
) -> LinearFit:
    """Estimate a linear regression.

    Parameters
    ----------
    columns
        p columns of the design, in the order in which dependent ones are left out: the later one goes.
    outcome
        float64 (n,), finite.
    progress
        Asked whether to stop.

    Returns
    -------
    LinearFit
        Without an error where no more records than coefficients are there.
    """
    triangle = _triangle(columns, outcome, None, progress)
    coefficients, inverse, left = _solved(triangle, len(columns))
    freedom = len(outcome) - int(np.isfinite(coefficients).sum())
    errors = np.full(len(columns), np.nan)
    if freedom > 0:
        errors = np.sqrt(inverse * (left / freedom))
    return LinearFit(coefficients, errors, float(freedom))


def logistic(columns: Sequence[DesignColumn], outcome: np.ndarray, progress: Progress = SILENT) -> LinearFit:
    """Estimate a logistic regression by iteratively reweighted least squares.

    Parameters
    ----------
    columns
        p columns of the design, in the order in which dependent ones are left out: the later one goes.
    outcome
        float64 (n,), 0 or 1.
    progress
        Asked whether to stop.

    Returns
    -------
    LinearFit
        Not settled where the outcome is always the same, or the columns tell it of some records for certain;
        its predictions are those of a settled one to about 1e-9.
    """
    coefficients, errors = np.zeros(len(columns)), np.full(len(columns), np.nan)
    deviance = math.inf
    for turn in range(ROUNDS):
        progress.at(turn / ROUNDS)
        log_odds = predicted(columns, coefficients, len(outcome))
        now = 2.0 * float(np.logaddexp(0.0, np.where(outcome > 0, -log_odds, log_odds)).sum())
        largest = float(np.abs(log_odds).max(initial=0.0))
        if deviance - now <= SETTLED * now + NOTHING:
            certain = largest > CERTAIN
            return LinearFit(
                coefficients, np.full_like(errors, np.nan) if certain else errors, math.inf, not certain
            )
        chances = _chances(log_odds)
        weights = np.maximum(chances * (1.0 - chances), LEAST)
        working = log_odds + (outcome - chances) / weights
        triangle = _triangle(columns, working, np.sqrt(weights), progress)
        coefficients, inverse, _left = _solved(triangle, len(columns))
        deviance, errors = now, np.sqrt(inverse)
    return LinearFit(coefficients, np.full_like(errors, np.nan), math.inf, settled=False)


def predicted(columns: Sequence[DesignColumn], coefficients: np.ndarray, records: int) -> np.ndarray:
    """Return what a model predicts: a linear one the outcome, a logistic one the log odds.

    Parameters
    ----------
    columns
        p columns of the design.
    coefficients
        float64 (p,); columns without an estimate count nothing.
    records
        n.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    known = np.flatnonzero(np.isfinite(coefficients)).tolist()
    found = np.zeros(records)
    for where, block in design_blocks([columns[place] for place in known], records):
        found[where] = block @ coefficients[known]
    return found


def predicted_chances(columns: Sequence[DesignColumn], coefficients: np.ndarray, records: int) -> np.ndarray:
    """Return the probability that a logistic regression predicts for each record.

    Parameters
    ----------
    columns
        p columns of the design.
    coefficients
        float64 (p,); columns without an estimate count nothing.
    records
        n.

    Returns
    -------
    np.ndarray
        float64 (n,), 0…1.
    """
    return _chances(predicted(columns, coefficients, records))


def _chances(log_odds: np.ndarray) -> np.ndarray:
    chances: np.ndarray = 0.5 * (1.0 + np.tanh(0.5 * log_odds))  # overflows for no log odds
    return chances


def _triangle(
    columns: Sequence[DesignColumn], outcome: np.ndarray, roots: np.ndarray | None, progress: Progress
) -> np.ndarray:
    """Return the triangular root of the products of all columns and, last, the outcome.

    Blocks are put below the triangle of those before: as exact as one decomposition of all records, which
    products of the columns are not.
    """
    triangle: np.ndarray = np.zeros((0, len(columns) + 1))
    for where, block in design_blocks(columns, len(outcome)):
        progress.check()
        both = np.column_stack([block, outcome[where]])
        if roots is not None:
            both *= roots[where, None]
        triangle = _root(np.vstack([triangle, both]))
    return triangle


def _root(matrix: np.ndarray) -> np.ndarray:
    root: np.ndarray = np.linalg.qr(matrix, mode="r")  # type: ignore[assignment]  # with mode "r" it is an array
    return root


def _solved(triangle: np.ndarray, columns: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Return coefficients, the diagonal of the inverse of the products, and what is left of the squares."""
    coefficients, inverse = np.full(columns, np.nan), np.full(columns, np.nan)
    kept = _independent(triangle[:, :columns])
    if not len(triangle):
        return coefficients, inverse, math.nan
    small = _root(triangle[:, [*kept, columns]])
    whole = np.zeros((len(kept) + 1, len(kept) + 1))
    whole[: len(small)] = small
    root, projected = whole[:-1, :-1], whole[:-1, -1]
    if kept:
        # Scaled, for columns may be of very different size.
        sizes = np.sqrt((root**2).sum(axis=0))
        scaled = root / sizes
        coefficients[kept] = np.linalg.solve(scaled, projected) / sizes
        back = np.linalg.solve(scaled, np.eye(len(kept)))
        inverse[kept] = (back**2).sum(axis=1) / sizes**2
    return coefficients, inverse, float(whole[-1, -1] ** 2)


def _independent(triangle: np.ndarray) -> list[int]:
    """Return the columns that those before them do not determine."""
    kept: list[int] = []
    basis = np.zeros((len(triangle), 0))
    for place, column in enumerate(triangle.T):
        size = float(np.linalg.norm(column))
        # Twice, as rounding leaves something of the others after once.
        rest = column - basis @ (basis.T @ column)
        rest -= basis @ (basis.T @ rest)
        left = float(np.linalg.norm(rest))
        if size > 0 and left > DEPENDENT * size:
            kept.append(place)
            basis = np.column_stack([basis, rest / left])
    return kept
