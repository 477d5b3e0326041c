"""Attack: two steps draw by one seed, and what the one did tells the random numbers of the other.

Before, methods and orders without a recipe drew the same numbers for the same seed: released records stood in
the order of their noise, and two variables had the same noise, by which one tells the other.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import Draws

SEED = 712345678912345
N = 2000
NOISE = sdc.masking.AdditiveNoise(variables=("income",), variance_share=10.0)


def people() -> Microdata:
    drawn = np.random.default_rng(8)
    return Microdata(
        pd.DataFrame(
            {"income": drawn.lognormal(8, 1, N), "wealth": drawn.lognormal(10, 1, N), "no": range(N)}
        )
    )


def share_of_noise_left(data: Microdata, released: pd.DataFrame) -> float:
    """Return the error of incomes, by that of the released ones, after noise is taken off by the place."""
    true = data.column("income").to_numpy()[released["no"].to_numpy()]
    income = released["income"].to_numpy()
    guesses = income - (income - true).std() * norm.ppf((np.arange(N) + 0.5) / N)
    return float(np.abs(guesses - true).mean() / np.abs(income - true).mean())


def test_the_order_of_a_file_does_not_tell_its_noise(tmp_path: Path) -> None:
    data = people()
    masked, path = NOISE.apply(data, seed=SEED), tmp_path / "released.csv"
    fault = masked.take(Draws(SEED).order(masked.rows))
    assert share_of_noise_left(data, fault.frame) < 0.05, "what is at stake"
    sdc.write(masked, path, order="records", seed=SEED)
    assert share_of_noise_left(data, pd.read_csv(path)) > 0.95
    ordered = sdc.masking.RandomOrder().apply(masked, seed=SEED)
    assert share_of_noise_left(data, ordered.frame) > 0.95


def test_the_noise_of_one_variable_does_not_tell_that_of_another() -> None:
    data = people()
    second = sdc.masking.AdditiveNoise(variables=("wealth",), variance_share=10.0)

    def correlation(masked: Microdata) -> float:
        noises = [masked.numbers(name) - data.numbers(name) for name in ("income", "wealth")]
        return float(np.corrcoef(noises)[0, 1])

    first = NOISE.apply(data, seed=SEED)
    assert correlation(second.apply(first, seed=Draws(SEED))) > 0.99, "what is at stake"
    both = second.apply(first, seed=SEED)
    assert abs(correlation(both)) < 0.1
    recipe = sdc.Recipe(seed=SEED).then(NOISE).then(second)
    pd.testing.assert_frame_equal(both.frame, recipe.apply(data).frame)


def test_a_second_recipe_of_the_same_seed_is_warned_of() -> None:
    recipe = sdc.Recipe(seed=SEED).then(NOISE)
    once = recipe.apply(people())
    with pytest.warns(UserWarning, match="Put all steps into one recipe"):
        sdc.Recipe(seed=SEED).then(sdc.masking.RandomOrder()).apply(once)
    sdc.Recipe(seed=SEED + 1).then(sdc.masking.RandomOrder()).apply(once)
