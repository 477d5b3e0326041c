"""Checks of analytical validity: means, covariances, distributions and tables, subdomain by subdomain."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import isnan
from typing import Literal

import numpy as np

from sdcdesk.core.numbers.contributions import COUNTED_TOGETHER, NEVER_PUBLISHED, Contributions
from sdcdesk.counting.contingency_tables import PairedTables
from sdcdesk.kernels.distributions import kolmogorov_smirnov, present_sorted
from sdcdesk.kernels.moments import Moments, moments, quantiles
from sdcdesk.loss.validity.subdomains import Subdomains

Kind = Literal["mean", "covariance", "distribution", "table"]

Characteristic = Literal["function", "quartiles"]
"""What is compared of a distribution."""

ROUNDING = 1e-12
"""A difference of this share of the numbers is one of rounding, not of masking."""


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """One number that was compared in one subdomain.

    Attributes
    ----------
    subdomain
        Its place.
    kind
        What was compared.
    names
        Of which variables.
    difference
        How far it moved, in units of what the tolerance is a share of; NaN: it is not defined in the masked
        file.
    tolerance
        By how much it may move.
    behind
        What single values have to do with whether it was kept: who reads that it was knows the number of the
        original to within the tolerance.
    """

    subdomain: int
    kind: Kind
    names: tuple[str, ...]
    difference: float
    tolerance: float
    behind: Contributions

    @property
    def kept(self) -> bool:
        """Whether it is within the tolerance; what misses it by an error of rounding is."""
        return self.difference <= self.tolerance + ROUNDING


@dataclass(frozen=True, slots=True)
class Tolerances:
    """By how much numbers may move, as shares.

    Attributes
    ----------
    mean
        Of the standard deviation.
    covariance
        Of the product of the standard deviations.
    distribution
        Of the records or, of quartiles, of the standard deviation.
    table
        Of the records.
    """

    mean: float
    covariance: float
    distribution: float
    table: float


def moment_checks(
    within: Subdomains,
    names: Sequence[str],
    before: Sequence[np.ndarray],
    after: Sequence[np.ndarray],
    tolerances: Tolerances,
    characteristic: Characteristic,
) -> Iterator[Check]:
    """Check means, covariances and distributions of numbers in each subdomain.

    Parameters
    ----------
    within
        The subdomains.
    names
        Variables (p,).
    before, after
        Their numbers in both files, float64 (n,) and (t,) each; NaN where missing.
    tolerances
        By how much they may move.
    characteristic
        What is compared of a distribution.

    Yields
    ------
    Check
        Numbers that are not defined in the original are not checked.
    """
    old, new = (
        list(zip(*(within.parts(one, masked=masked) for one in columns), strict=True))
        for columns, masked in ((before, False), (after, True))
    )
    for place in range(len(within.names)):
        columns = [_Column(*pair) for pair in zip(old[place], new[place], strict=True)]
        first, second = moments(old[place]), moments(new[place])
        yield from _means(place, names, columns, first, second, tolerances.mean)
        yield from _covariances(place, names, columns, first, second, tolerances.covariance)
        for name, column, deviation in zip(names, columns, first.deviations.tolist(), strict=True):
            distribution = _function if characteristic == "function" else _quartiles
            found = distribution(column, deviation, tolerances.distribution)
            if found is not None:
                yield Check(place, "distribution", (name,), found[0], tolerances.distribution, found[1])


def table_checks(
    within: Subdomains,
    names: Sequence[str],
    codes: Sequence[tuple[np.ndarray, np.ndarray]],
    tables: Sequence[tuple[int, ...]],
    tolerance: float,
) -> Iterator[Check]:
    """Check tables of counts in each subdomain.

    Parameters
    ----------
    within
        The subdomains.
    names
        Variables (q,).
    codes
        Codes of each variable in both files over the same categories, integers (n,) and (t,); −1 for missing.
    tables
        Places of the variables of each table.
    tolerance
        Share of the records that would have to be in another cell.

    Yields
    ------
    Check
        One for each table and subdomain.
    """
    if not tables:
        return
    columns = [(within.before, within.after), *codes]
    counted = PairedTables([one for one, _ in columns], [other for _, other in columns])
    size, records = len(within.names), within.records_before
    for table in tables:
        cells = counted.cells((0, *(place + 1 for place in table)))
        subdomain = cells.categories[0]
        there = subdomain >= 0
        subdomain, x, y = subdomain[there], cells.before[there], cells.after[there]
        with np.errstate(invalid="ignore", divide="ignore"):
            gaps = np.abs(x / records[subdomain] - y / within.records_after[subdomain]) / 2
        moved = np.bincount(subdomain, gaps, size)
        for place, difference in enumerate(moved.tolist()):
            behind = _records_told(int(records[place]), tolerance)
            yield Check(place, "table", tuple(names[one] for one in table), difference, tolerance, behind)


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """A variable in a subdomain, in both files."""

    before: np.ndarray
    after: np.ndarray

    @property
    def present(self) -> np.ndarray:
        present: np.ndarray = self.before[~np.isnan(self.before)]
        return present

    @property
    def largest(self) -> float:
        return float(np.abs(self.present).max(initial=0.0))

    @property
    def reach(self) -> float:
        present = self.present
        return float(np.abs(present - present.mean()).max()) if len(present) else 0.0


def _moved(before: float, after: float, unit: float) -> float:
    """Return by how many units a number moved; errors of rounding are none."""
    gap = abs(after - before)
    if isnan(gap):
        return float("nan")
    if gap <= ROUNDING * max(abs(before), abs(after), unit):
        return 0.0
    return gap / unit if unit > 0 else float("inf")


def _means(
    place: int,
    names: Sequence[str],
    columns: Sequence[_Column],
    old: Moments,
    new: Moments,
    tolerance: float,
) -> Iterator[Check]:
    for at, column in enumerate(columns):
        mean, unit, values = float(old.means[at]), float(old.deviations[at]), int(old.counts[at, at])
        if isnan(mean):
            continue
        unit = 0.0 if isnan(unit) else unit
        # A mean moves by one value divided by their number, and is told to within twice the tolerance.
        behind = Contributions(values, column.largest, tolerance * unit * values / 2)
        yield Check(place, "mean", (names[at],), _moved(mean, float(new.means[at]), unit), tolerance, behind)


def _covariances(
    place: int,
    names: Sequence[str],
    columns: Sequence[_Column],
    old: Moments,
    new: Moments,
    tolerance: float,
) -> Iterator[Check]:
    for one, other in combinations_with_replacement(range(len(columns)), 2):
        covariance, values = float(old.covariances[one, other]), int(old.counts[one, other])
        if isnan(covariance):
            continue
        unit = float(old.deviations[one] * old.deviations[other])
        pair = columns[one], columns[other]
        reach = max(pair[0].largest * pair[1].reach, pair[1].largest * pair[0].reach)
        behind = Contributions(values, reach, tolerance * unit * (values - 1) / 2)
        moved = _moved(covariance, float(new.covariances[one, other]), unit)
        variables = (names[one],) if one == other else (names[one], names[other])
        yield Check(place, "covariance", variables, moved, tolerance, behind)


def _function(column: _Column, _deviation: float, tolerance: float) -> tuple[float, Contributions] | None:
    """Return how far the distribution function moved; None where there is none before."""
    values = len(column.present)
    if not values:
        return None
    gap = kolmogorov_smirnov(present_sorted(column.before), present_sorted(column.after))
    return gap, _records_told(values, tolerance)


def _quartiles(column: _Column, deviation: float, tolerance: float) -> tuple[float, Contributions] | None:
    """Return by how many standard deviations the quartile moved that moved most; None where there is none."""
    values = len(column.present)
    if not values:
        return None
    shares = (0.25, 0.5, 0.75)
    before, after = (quantiles(side, shares).tolist() for side in (column.before, column.after))
    unit = 0.0 if isnan(deviation) else deviation
    moved = [_moved(one, other, unit) for one, other in zip(before, after, strict=True)]
    # A quartile is a value itself, and told to within twice the tolerance.
    largest = max(abs(one) for one in before)
    return max(moved), Contributions(values, largest, tolerance * unit / 2)


def _records_told(records: int, tolerance: float) -> Contributions:
    """Return what a count has to do with that it is known to within a share of the records."""
    return Contributions(records) if tolerance * records >= COUNTED_TOGETHER else NEVER_PUBLISHED
