"""A million records by eight keys, beside the one line of pandas that counts groups once."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.risk import DisclosureRisk, KAnonymity

RECORDS = 1_000_000
CATEGORIES = {"age": 100, "sex": 2, "race": 5, "zip": 50, "job": 12, "school": 9, "family": 7, "land": 20}


@pytest.fixture(scope="module")
def data() -> Microdata:
    rng = np.random.default_rng(8)
    # Skewed, so that groups of all sizes occur.
    frame = pd.DataFrame(
        {name: (size * rng.random(RECORDS) ** 3).astype(np.int64) for name, size in CATEGORIES.items()}
    )
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in CATEGORIES])
    for name in CATEGORIES:
        data.coding(name)
    return data


@pytest.fixture(scope="module")
def masked(data: Microdata) -> Microdata:
    half = np.sort(np.random.default_rng(9).permutation(RECORDS)[: RECORDS // 2])
    masked = data.recode("age", lambda ages: ages // 10 * 10).take(half)
    masked.coding("age")
    return masked


@pytest.mark.parametrize("missing", ["category", "wildcard"])
def test_disclosure_risk(
    benchmark: BenchmarkFixture, data: Microdata, masked: Microdata, missing: str
) -> None:
    benchmark.pedantic(DisclosureRisk(missing=missing).assess, (data, masked), rounds=3)


def test_k_anonymity(benchmark: BenchmarkFixture, data: Microdata, masked: Microdata) -> None:
    benchmark.pedantic(KAnonymity().assess, (data, masked), rounds=3)


def test_group_sizes_with_pandas(benchmark: BenchmarkFixture, data: Microdata) -> None:
    groups = data.frame.groupby(list(CATEGORIES))
    benchmark.pedantic(lambda: groups["age"].transform("size"), rounds=1)
