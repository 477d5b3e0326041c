"""Individual and household risk of a million records with eight keys, beside one factorize of pandas."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.risk import IndividualRisk

GROUP = "individual risk, 1M x 8 keys"


@pytest.fixture(scope="module")
def data(million: pd.DataFrame, million_records: Microdata) -> Microdata:
    rng = np.random.default_rng(4)
    frame = million.assign(weight=rng.uniform(1, 200, len(million)), home=rng.permutation(len(million)) // 3)
    weight = Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    data = Microdata(frame, [*million_records.variables, weight, Variable(name="home")])
    for name in (*data.named(Role.KEY), "home"):
        data.coding(name)
    return data


@pytest.mark.benchmark(group=GROUP)
def test_individual_risk(benchmark: BenchmarkFixture, data: Microdata) -> None:
    benchmark.pedantic(IndividualRisk().assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_few_keys_with_large_groups(benchmark: BenchmarkFixture, data: Microdata) -> None:
    benchmark.pedantic(IndividualRisk(keys=["k0", "k1", "k2"]).assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_household_risk(benchmark: BenchmarkFixture, data: Microdata) -> None:
    benchmark.pedantic(IndividualRisk(household="home").assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_missing_matches_every_value(benchmark: BenchmarkFixture, data: Microdata) -> None:
    keys = ["k0", "k1", "k2", "k7"]
    benchmark.pedantic(IndividualRisk(keys=keys, missing="wildcard").assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_one_factorize_of_a_coded_column(benchmark: BenchmarkFixture, data: Microdata) -> None:
    codes = data.coding("home").codes
    benchmark(lambda: pd.factorize(codes))
