"""Attacks on the one value that an intruder does not know, by the losses of numbers that are published."""

import math
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Bound, Quantity
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.withholding import withheld
from sdcdesk.loss import Distributions, Factors
from tests.attacks.public_numbers import P

RECORDS = 60

GUESSES = 401
"""Values that are tried for the unknown one, from 0 to twice what it is; it is the one in the middle."""

Numbers = Mapping[tuple[str, ...], float]
Formula = Callable[[float], Numbers]
Told = Mapping[tuple[str, ...], Quantity]


def data(values: np.ndarray) -> Microdata:
    return Microdata(pd.DataFrame(values).rename(columns="v{}".format))


def turnovers(variables: int, largest: float, seed: int) -> np.ndarray:
    """Correlated turnovers; the last record has the largest one of the first variable."""
    rng = np.random.default_rng(seed)
    common = rng.normal(0, 1, RECORDS)
    values = np.exp(4 + 0.6 * common[:, None] + 0.6 * rng.normal(0, 1, (RECORDS, variables)))
    values[-1, 0] = largest
    return np.round(values, 2)


def told_in(found: Assessment) -> dict[tuple[str, ...], Quantity]:
    """All figures, and all cells of numbers that count nothing."""
    told = {(name,): figure.quantity for name, figure in found.figures.items()}
    for table in found.tables.values():
        for column in table.columns:
            if column.unit is not None and column.unit.kind != "count":
                cells = enumerate(table.quantities(column))
                told |= {(table.name, column.name, str(row)): cell for row, cell in cells}
    return {at: quantity for at, quantity in told.items() if quantity.value is not None}


def possible(told: Told, largest: float, numbers: Formula, steps: float = 0.5) -> np.ndarray:
    """Return the guesses with which all numbers agree, to so many of their steps."""

    def agrees(one: Quantity, number: float) -> bool:
        value = float(one.value or 0)
        if one.bound is Bound.AT_MOST:
            return number <= value + 1e-9
        return abs(number - value) <= steps * (one.rounded_to or 0) + 1e-9

    guesses = np.linspace(0, 2 * largest, GUESSES)
    found = [numbers(guess) for guess in guesses.tolist()]
    return guesses[[all(agrees(told[at], one[at]) for at in told.keys() & one.keys()) for one in found]]


def attack(found: Assessment, largest: float, numbers: Formula) -> float:
    """Return how wide the possible values lie for a reader of the public edition."""
    inside = possible(told_in(found), largest, numbers)
    public = possible(told_in(withheld(found)), largest, numbers)
    for guesses in (inside, public):
        assert any(math.isclose(guess, largest, rel_tol=1e-9) for guess in guesses), "the truth is possible"
    assert len(inside) < GUESSES / 10, "the attack works on what is not public"
    return float(public.max() - public.min())


@pytest.mark.parametrize("largest", [300.0, 900.0, 5e6])
@pytest.mark.parametrize("variables", [2, 4])
def test_eigenvalues_do_not_tell_it(variables: int, largest: float) -> None:
    """Of two variables, 1 + r is an eigenvalue; of several, each eigenvalue tells a little."""
    for seed in range(3):
        before = turnovers(variables, largest, seed)

        def numbers(guess: float, known: np.ndarray = before) -> Numbers:
            tried = known.copy()
            tried[-1, 0] = guess
            values = np.maximum(np.linalg.eigvalsh(np.corrcoef(tried, rowvar=False))[::-1], 0.0)
            explained = np.minimum(np.cumsum(values) / len(values), 1.0)
            columns = {"before": values, "explained_before": explained}
            return {
                ("eigenvalues", name, str(row)): float(cell)
                for name, cells in columns.items()
                for row, cell in enumerate(cells)
            }

        found = Factors().assess(data(before), data(before))
        assert attack(found, largest, numbers) >= P / 100 * largest


@pytest.mark.parametrize("largest", [300.0, 900.0, 5e6])
def test_il1s_does_not_tell_it(largest: float) -> None:
    """Whoever has the masked file and knows all original values but one solves IL1s for it."""
    for seed in range(3):
        before = turnovers(1, largest, seed)
        after = before * np.random.default_rng(seed).uniform(0.7, 1.3, before.shape)

        def numbers(guess: float, known: np.ndarray = before, new: np.ndarray = after) -> Numbers:
            tried = np.append(known[:-1, 0], guess)
            il1s = float(np.abs(tried - new[:, 0]).mean() / math.sqrt(2) / tried.std(ddof=1))
            return {("il1s",): il1s, ("distances", "il1s", "0"): il1s}

        found = Distributions().assess(data(before), data(after), same_order=True)
        assert attack(found, largest, numbers) >= P / 100 * largest


def test_distances_of_distributions_do_not_tell_on_which_side_of_a_value_it_lies() -> None:
    """Distribution functions part by a record more or less; steps of ten records, up or down, hide which."""
    for seed in range(3):
        before = turnovers(1, 900.0, seed)
        after = 2 * before

        def numbers(guess: float, known: np.ndarray = before, new: np.ndarray = after) -> Numbers:
            tried = np.append(known[:-1, 0], guess)
            at = np.concatenate([tried, new[:, 0]])
            old, masked = (np.searchsorted(np.sort(side), at, "right") for side in (tried, new[:, 0]))
            distance = float(np.abs(old - masked).max() / RECORDS)
            return {("kolmogorov_smirnov",): distance, ("distances", "kolmogorov_smirnov", "0"): distance}

        found = Distributions().assess(data(before), data(after), same_order=True)
        inside, public = told_in(found), told_in(withheld(found))
        assert ("kolmogorov_smirnov",) in public
        assert len(possible(inside, 900.0, numbers)) < GUESSES, "the attack works on what is not public"
        assert len(possible(public, 900.0, numbers, steps=1.0)) == GUESSES


@pytest.mark.parametrize("kind", [Factors, Distributions])
def test_nothing_else_is_published_of_two_files(kind: type[Factors] | type[Distributions]) -> None:
    before = turnovers(3, 900.0, 1)
    after = before * np.random.default_rng(1).uniform(0.7, 1.3, before.shape)
    public = told_in(withheld(kind().assess(data(before), data(after), same_order=True)))
    names = {at[1] if len(at) > 1 else at[0] for at in public}
    assert names <= {
        *("eigenvalue_measure", "before", "after", "change", "explained_before", "explained_after"),
        *("il1s", "kolmogorov_smirnov", "below"),
    }
