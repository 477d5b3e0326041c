"""Whom all sets of up to two and three of 40 variables tell apart in a million records."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.risk import KeyFinder

GROUP = "key finder, 1M x 40 variables"
SIZES = (90, 2, 5, 40, 4, 7, 3, 12)


@pytest.fixture(scope="module")
def data() -> Microdata:
    rng = np.random.default_rng(1)
    columns = {f"v{at}": rng.integers(0, SIZES[at % 8], 1_000_000) for at in range(40)}
    data = Microdata(pd.DataFrame(columns))
    for name in data.names:
        data.coding(name)
    return data


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("largest", [2, 3])
def test_sets_up_to_a_size(benchmark: BenchmarkFixture, data: Microdata, largest: int) -> None:
    benchmark.pedantic(KeyFinder(largest=largest).assess, (data, data), rounds=1)


@pytest.mark.benchmark(group=GROUP)
def test_one_factorize_of_a_coded_column(benchmark: BenchmarkFixture, data: Microdata) -> None:
    codes = data.coding("v0").codes
    benchmark(lambda: pd.factorize(codes))
