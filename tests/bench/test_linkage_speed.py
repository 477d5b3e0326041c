"""Record linkage and interval disclosure, beside scipy's k-d tree, all pairs and ranks."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.risk import DistanceLinkage, IntervalDisclosure

GROUP = "record linkage by distance, 100,000 x 4"
RECORDS = 100_000
NUMBERS = ["a", "b", "c", "d"]

Files = tuple[Microdata, Microdata]


@pytest.fixture(scope="module")
def files() -> Files:
    rng = np.random.default_rng(7)
    numbers = pd.DataFrame(rng.lognormal(size=(RECORDS, 4)), columns=NUMBERS)
    texts = {f"n{size}": rng.integers(0, size, RECORDS).astype(str) for size in (2, 5, 9, 40)}
    original = Microdata(numbers.assign(**texts))
    noisy = {name: numbers[name] + rng.normal(0, 0.1, RECORDS) for name in NUMBERS}
    swapped = {
        name: pd.Series(np.where(rng.random(RECORDS) < 0.1, rng.permutation(values), values))
        for name, values in texts.items()
    }
    masked = original.assign({**noisy, **swapped})
    for name in original.names:
        original.coding(name)
        masked.coding(name)
    return original, masked


@pytest.mark.benchmark(group=GROUP)
def test_four_numbers(benchmark: BenchmarkFixture, files: Files) -> None:
    benchmark.pedantic(DistanceLinkage(keys=NUMBERS).assess, files, rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_two_numbers_and_two_texts(benchmark: BenchmarkFixture, files: Files) -> None:
    benchmark.pedantic(DistanceLinkage(keys=["a", "b", "n2", "n40"]).assess, files, rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_four_texts(benchmark: BenchmarkFixture, files: Files) -> None:
    benchmark.pedantic(DistanceLinkage(keys=["n2", "n5", "n9", "n40"]).assess, files, rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_nearest_of_scipy_without_ties(benchmark: BenchmarkFixture, files: Files) -> None:
    before, after = (file.frame[NUMBERS].to_numpy() for file in files)
    spread = before.std(axis=0, ddof=1)
    benchmark.pedantic(lambda: cKDTree(before / spread).query(after / spread), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_a_hundredth_against_all(benchmark: BenchmarkFixture, files: Files) -> None:
    before, after = (file.frame[NUMBERS].to_numpy() for file in files)
    some = after[: RECORDS // 100]
    benchmark.pedantic(lambda: [cdist(row[None], before, "sqeuclidean").argmin() for row in some], rounds=1)


INTERVALS = "interval disclosure, 1M x 2"


@pytest.fixture(scope="module")
def amounts(million: pd.DataFrame) -> Files:
    rng = np.random.default_rng(8)
    original = Microdata(million[["income", "savings"]])
    original = original.describe(
        *(variable.changed(role=Role.CONFIDENTIAL) for variable in original.variables)
    )
    noisy = {
        name: million[name] + rng.normal(0, million[name].std() / 10, len(million)) for name in original.names
    }
    return original, original.assign(noisy)


@pytest.mark.benchmark(group=INTERVALS)
def test_intervals_of_ranks(benchmark: BenchmarkFixture, amounts: Files) -> None:
    benchmark.pedantic(IntervalDisclosure().assess, amounts, rounds=3)


@pytest.mark.benchmark(group=INTERVALS)
def test_intervals_of_the_deviation(benchmark: BenchmarkFixture, amounts: Files) -> None:
    benchmark.pedantic(IntervalDisclosure(around="deviation").assess, amounts, rounds=3)


@pytest.mark.benchmark(group=INTERVALS)
def test_ranks_of_pandas(benchmark: BenchmarkFixture, amounts: Files) -> None:
    benchmark.pedantic(lambda: [file.frame.rank() for file in amounts], rounds=3)
