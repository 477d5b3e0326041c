import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.loss import (
    CategoricalComparison,
    ContinuousLoss,
    Distributions,
    Factors,
    HeadlineLoss,
    ProbabilisticLoss,
)

RECORDS = 1_000_000


def continuous(missing: float, variables: int = 20) -> tuple[Microdata, Microdata]:
    """Continuous variables, before and after noise."""
    rng = np.random.default_rng(1)
    before, after = {}, {}
    for name in (f"v{j}" for j in range(variables)):
        values = rng.lognormal(8, 1, RECORDS)
        values[rng.random(RECORDS) < missing] = np.nan
        before[name], after[name] = values, values + rng.normal(0, 100, RECORDS)
    return Microdata(pd.DataFrame(before)), Microdata(pd.DataFrame(after))


def mixed() -> tuple[Microdata, Microdata]:
    """Ten nominal, five ordinal and five continuous variables; fifteen recoded and half of these swapped."""
    rng = np.random.default_rng(2)
    places = [f"place {number}" for number in range(100)]
    frame = pd.DataFrame(
        {f"n{j}": pd.Series(rng.choice(places, RECORDS), dtype="str") for j in range(10)}
        | {f"o{j}": rng.integers(0, 100, RECORDS) for j in range(5)}
        | {f"v{j}": rng.lognormal(8, 1, RECORDS) for j in range(5)}
    )
    original = Microdata(frame, [Variable(name=f"o{j}", scale=Scale.ORDINAL) for j in range(5)])
    masked = original.take(np.flatnonzero(rng.random(RECORDS) < 0.8))
    for j in range(10):
        masked = masked.recode(f"n{j}", lambda values: values.str[:7])
    for j in range(5):
        masked = masked.recode(f"o{j}", lambda values: values // 10)
        swapped = masked.column(f"n{j}").sample(frac=1, random_state=j).reset_index(drop=True)
        masked = masked.assign({f"n{j}": swapped})
    return original, masked


@pytest.mark.parametrize("missing", [0.0, 0.05])
def test_continuous_loss(benchmark: BenchmarkFixture, missing: float) -> None:
    original, masked = continuous(missing)
    benchmark.pedantic(ContinuousLoss().assess, (original, masked), rounds=2)


@pytest.mark.parametrize("missing", [0.0, 0.05])
def test_all_continuous_measures_of_ten_variables(benchmark: BenchmarkFixture, missing: float) -> None:
    """Together less than 3 s of processor time, where a million codes are factorized in 0.08 s."""
    files = continuous(missing, variables=10)
    measures = ContinuousLoss(), Factors(), Distributions(), ProbabilisticLoss()
    benchmark.pedantic(lambda: [measure.assess(*files) for measure in measures], rounds=2)


def test_headline_of_noise(benchmark: BenchmarkFixture) -> None:
    original, masked = continuous(missing=0.0)
    benchmark.pedantic(HeadlineLoss().assess, (original, masked), rounds=3)


def test_headline_of_recoding_and_swapping(benchmark: BenchmarkFixture) -> None:
    original, masked = mixed()
    benchmark.pedantic(HeadlineLoss().assess, (original, masked), rounds=3)


def test_headline_of_a_sample(benchmark: BenchmarkFixture) -> None:
    original, _ = mixed()
    masked = original.take(np.arange(0, RECORDS, 2))
    benchmark.pedantic(HeadlineLoss().assess, (original, masked), rounds=3)


def test_direct_comparison(benchmark: BenchmarkFixture) -> None:
    original, masked = mixed()
    benchmark.pedantic(CategoricalComparison().assess, (original, masked), rounds=3)
