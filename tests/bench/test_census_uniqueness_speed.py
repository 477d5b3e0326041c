"""Relative uniqueness of a million records, in the whole file and in 10,000 areas."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.risk import CensusUniqueness

GROUP = "census uniqueness, 1M x 5 keys"
KEYS = {"age": 90, "sex": 2, "ethnic": 10, "status": 5, "work": 12}


@pytest.fixture(scope="module")
def data() -> Microdata:
    rng = np.random.default_rng(1)
    columns = {name: rng.integers(0, size, 1_000_000) for name, size in KEYS.items()}
    frame = pd.DataFrame(columns | {"ward": rng.integers(0, 10_000, 1_000_000)})
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in KEYS])
    for name in data.names:
        data.coding(name)
    return data


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("area", [None, "ward"], ids=["whole file", "10,000 areas"])
def test_uniqueness(benchmark: BenchmarkFixture, data: Microdata, area: str | None) -> None:
    benchmark.pedantic(CensusUniqueness(area=area).assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_one_grouping_by_pandas(benchmark: BenchmarkFixture, data: Microdata) -> None:
    frame = data.frame
    benchmark.pedantic(lambda: frame.groupby([*KEYS, "ward"], sort=False)["age"].transform("size"), rounds=3)
