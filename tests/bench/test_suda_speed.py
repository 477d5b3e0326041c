"""Minimal unique sets of 100,000 records with eight keys, beside one factorize of pandas."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.risk import Suda

GROUP = "SUDA, 100k x 8 keys"


@pytest.fixture(scope="module")
def data(million_records: Microdata) -> Microdata:
    data = million_records.take(np.arange(100_000))
    data = Microdata(data.frame.reset_index(drop=True), data.variables)
    for name in data.named(Role.KEY):
        data.coding(name)
    return data


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("largest", [3, 4, 8])
def test_sets_up_to_a_size(benchmark: BenchmarkFixture, data: Microdata, largest: int) -> None:
    benchmark.pedantic(Suda(largest=largest).assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_missing_matches_every_value(benchmark: BenchmarkFixture, data: Microdata) -> None:
    rng = np.random.default_rng(3)
    holes = {
        name: data.column(name).astype(object).mask(rng.random(len(data)) < 0.05)
        for name in data.named(Role.KEY)
    }
    absent = data.assign(holes)
    benchmark.pedantic(Suda(largest=3, missing="wildcard").assess, (absent, absent), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_one_factorize_of_a_coded_column(benchmark: BenchmarkFixture, million_records: Microdata) -> None:
    codes = million_records.coding("k3").codes
    benchmark(lambda: pd.factorize(codes))
