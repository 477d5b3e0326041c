"""The steps to which public numbers are rounded tell of the largest value one rung of a ladder, no more."""

import numpy as np
import pytest

from sdcdesk.loss.value_contributions import behind

RECORDS = 3000

CANDIDATES = 200_000.0 * 1.03 ** np.arange(60)
"""What the largest value may be, for all that is known."""


def steps(incomes: np.ndarray, dominances: tuple[float, ...]) -> tuple[str, ...]:
    """Return the steps of mean and deviation, as editions with these dominances tell them."""
    found = behind(incomes)
    numbers = found.mean, found.deviation(float(incomes.std(ddof=1)))
    return tuple(str(one.step(percent)) for one in numbers for percent in dominances)


@pytest.mark.parametrize("dominances", [(10.0,), (10.0, 5.0), (10.0, 7.0, 5.0, 3.0)], ids=str)
def test_who_knows_all_other_values_and_the_steps_does_not_know_the_largest(
    dominances: tuple[float, ...],
) -> None:
    incomes = np.round(np.random.default_rng(3).lognormal(10, 0.5, RECORDS))
    told = []
    for largest in CANDIDATES:
        incomes[0] = largest
        told.append(steps(incomes, dominances))
    alike = np.array([told.count(one) for one in told])
    # A dozen candidates that tell the same lie between a value and 1.4 times it.
    assert np.median(alike) >= 12


@pytest.mark.parametrize("largest", [210_000.0, 300_000.0, 499_000.0])
def test_effects_are_alike_for_all_values_between_two_rungs(largest: float) -> None:
    incomes = np.random.default_rng(5).lognormal(10, 0.5, 20_000)
    incomes[0] = largest
    assert behind(incomes).mean.effect == 500_000 / 20_000
