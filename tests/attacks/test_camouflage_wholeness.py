"""Attack: the released file alone, and that values are whole numbers.

Before weights were drawn by record, two vectors gave 500 of 500 incomes away.
"""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.masking import Camouflage
from tests.attacks.camouflage_weights import guess, of_two_vectors, people, vectors_of_the_source

STEP = Camouflage(variables=["income"])
SEEDS = range(6)


def test_the_construction_of_the_source_gives_all_values_away() -> None:
    x = people(500).numbers("income")
    vectors = vectors_of_the_source(x, 2, seed=3)
    assert (of_two_vectors(vectors.min(axis=0), vectors.max(axis=0)) == x).mean() == 1


def test_weights_solved_by_wholeness_recover_no_more_than_a_guess() -> None:
    data = people(500)
    x, recovered = data.numbers("income"), []
    for seed in SEEDS:
        masked = STEP.apply(data, seed)
        found = of_two_vectors(masked.numbers("income_low"), masked.numbers("income_high"))
        recovered.append((found == x).mean())
    assert np.mean(recovered) <= guess(x) + 0.002, "of 3,000 guesses by chance, three standard errors"


@pytest.mark.parametrize("grid", [1.0, 100.0, 12.0, 0.01])
@pytest.mark.parametrize("middle", [5, 500])
def test_who_knows_rule_step_and_grid_recovers_no_more_than_a_guess(grid: float, middle: int) -> None:
    """The best guess is the middle of what the protection leaves, on the grid; small values too."""
    rng = np.random.default_rng(8)
    x = np.rint(rng.lognormal(np.log(middle), 0.8, 4_000) + 1) * grid
    described = Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    data = Microdata(pd.DataFrame({"income": x}), [described])
    size = STEP.intervals(data, 1, "income").step.size
    masked = STEP.apply(data, seed=1)
    low, high = masked.numbers("income_low"), masked.numbers("income_high")
    first, last = np.minimum(low + size, low / 0.9), np.maximum(high - size, high / 1.1)
    first, last = np.maximum(low + size, first), np.minimum(high - size, last)
    found = np.rint((first + last) / 2 / grid) * grid
    # Where ±10 % holds the value alone, no guess is promised to fail; a step each way is.
    promised = np.maximum(np.floor(0.1 * x / grid), size / grid)
    assert np.isclose(found, x).mean() <= (1 / (2 * promised + 1)).mean()
