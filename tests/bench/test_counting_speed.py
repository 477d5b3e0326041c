"""Cluster sizes of a million records with eight keys, beside what pandas offers."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.kernels.counting import Codes, compatible_records, group_records

NAMES = [f"k{number}" for number in range(8)]


@pytest.fixture(scope="module")
def keys(million_records: Microdata) -> list[Codes]:
    codings = [million_records.coding(name) for name in NAMES]
    return [Codes(coding.codes, len(coding.categories)) for coding in codings]


@pytest.mark.benchmark(group="cluster sizes, 1M x 8 keys")
def test_group_sizes(benchmark: BenchmarkFixture, keys: list[Codes]) -> None:
    benchmark(lambda: group_records(keys).record_sizes)


@pytest.mark.benchmark(group="cluster sizes, 1M x 8 keys")
def test_group_sizes_by_pandas(benchmark: BenchmarkFixture, million: pd.DataFrame) -> None:
    benchmark.pedantic(lambda: million.groupby(NAMES)["income"].transform("size"), rounds=3)


@pytest.mark.benchmark(group="cluster sizes, 1M x 8 keys")
def test_one_factorize_of_a_coded_column(benchmark: BenchmarkFixture, keys: list[Codes]) -> None:
    labels = group_records(keys).labels
    benchmark(lambda: pd.factorize(labels))


@pytest.mark.benchmark(group="compatible records, 1M x 5 keys, 5 % missing")
def test_compatible_records(benchmark: BenchmarkFixture) -> None:
    rng = np.random.default_rng(2)
    keys = []
    for size in (90, 2, 5, 12, 4):
        codes = rng.integers(0, size, 1_000_000).astype(np.int32)
        codes[rng.random(1_000_000) < 0.05] = -1
        keys.append(Codes(codes, size))
    benchmark(lambda: compatible_records(keys))
