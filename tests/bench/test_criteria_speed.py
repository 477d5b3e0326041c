"""2,000 guesses of each criterion on a million records, beside comparing a few of them with every record."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.spatial.distance import cdist

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.risk import Inference, Linkability, SinglingOut

GROUP = "three criteria, 2,000 guesses, 1M records"
KEYS = ["k0", "k1", "k3", "income"]
FEW = 20

Files = tuple[Microdata, Microdata]


@pytest.fixture(scope="module")
def files(million: pd.DataFrame) -> Files:
    rng = np.random.default_rng(9)
    original = Microdata(million[[*KEYS, "k2", "savings"]])
    original = original.describe(original.variable("savings").changed(role=Role.CONFIDENTIAL))
    masked = original.take(np.flatnonzero(rng.random(len(original)) < 0.9))
    masked = masked.assign({"income": masked.column("income") * rng.lognormal(0, 0.1, len(masked))})
    for name in original.names:
        original.coding(name)
        masked.coding(name)
    return original, masked


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("together", [1, 2, 3])
def test_singling_out(benchmark: BenchmarkFixture, files: Files, together: int) -> None:
    benchmark.pedantic(SinglingOut(keys=KEYS, together=together).assess, files, rounds=2)


@pytest.mark.benchmark(group=GROUP)
def test_linkability_of_one_split(benchmark: BenchmarkFixture, files: Files) -> None:
    benchmark.pedantic(Linkability(keys=KEYS, first=["k0", "k3"]).assess, files, rounds=2)


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("keys", [KEYS, [*KEYS, "k2"]], ids=["7 splits", "15 splits"])
def test_linkability_of_all_splits(benchmark: BenchmarkFixture, files: Files, keys: list[str]) -> None:
    benchmark.pedantic(Linkability(keys=keys).assess, files, rounds=2)


@pytest.mark.benchmark(group=GROUP)
def test_inference(benchmark: BenchmarkFixture, files: Files) -> None:
    benchmark.pedantic(Inference(keys=KEYS).assess, files, rounds=2)


@pytest.mark.benchmark(group=GROUP)
def test_a_hundredth_of_the_guesses_against_every_record(benchmark: BenchmarkFixture, files: Files) -> None:
    original, masked = (
        np.column_stack([file.coding(name).codes for name in KEYS]).astype(np.float64) for file in files
    )

    def nearest() -> list[int]:
        return [int(cdist(one[None], masked, "sqeuclidean").argmin()) for one in original[:FEW]]

    benchmark.pedantic(nearest, rounds=2)


@pytest.mark.benchmark(group=GROUP)
def test_a_hundredth_of_the_statements_asked_of_every_record(
    benchmark: BenchmarkFixture, files: Files
) -> None:
    codes = [files[0].coding(name).codes for name in KEYS]

    def true_of() -> list[int]:
        return [int(np.all([column >= column[row] for column in codes], axis=0).sum()) for row in range(FEW)]

    benchmark.pedantic(true_of, rounds=2)
