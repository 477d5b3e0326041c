"""The rule of Dankar and others, case by case."""

import pytest

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.uniques_findings import chosen_estimator

NONE = Reason(Why.TOO_FEW, "None.")


@pytest.mark.parametrize(
    ("fraction", "pitman", "zayatz", "snb", "taken"),
    [
        (0.1, 5, 9, 3, "pitman"),
        (0.1, None, 9, 3, "zayatz"),
        (0.1, None, None, 3, None),
        (0.11, 5, 9, 3, "snb"),
        (0.11, 1, 2, 3, "zayatz"),
        (0.11, 5, 9, None, "zayatz"),
        (0.11, 5, None, None, None),
    ],
)
def test_the_rule_looks_at_the_sampling_fraction(
    fraction: float, pitman: int | None, zayatz: int | None, snb: int | None, taken: str | None
) -> None:
    people = {"pitman": pitman, "zayatz": zayatz, "snb": snb, "log_linear": 1, "poisson_gamma": 1}
    estimates = {
        name: NONE if number is None else Estimate(float(number), 0.5) for name, number in people.items()
    }
    assert chosen_estimator(fraction, estimates) == taken
