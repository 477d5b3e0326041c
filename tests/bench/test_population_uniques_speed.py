"""Population uniques of a million records with eight keys, beside one factorize of pandas."""

import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.risk import LogLinearRisk, PopulationUniques

GROUP = "population uniques, 1M x 8 keys"
PEOPLE = 50_000_000
SIX = ("k0", "k1", "k2", "k3", "k4", "k5")


@pytest.fixture(scope="module")
def data(million_records: Microdata) -> Microdata:
    for name in million_records.named(Role.KEY):
        million_records.coding(name)
    return million_records


@pytest.mark.benchmark(group=GROUP)
def test_population_uniques(benchmark: BenchmarkFixture, data: Microdata) -> None:
    benchmark.pedantic(PopulationUniques(population_size=PEOPLE).assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("model", ["main", "two_way"])
def test_log_linear_risk_of_six_keys(benchmark: BenchmarkFixture, data: Microdata, model: str) -> None:
    measure = LogLinearRisk(keys=SIX, population_size=PEOPLE, model=model)
    benchmark.pedantic(measure.assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_log_linear_risk_of_eight_keys(benchmark: BenchmarkFixture, data: Microdata) -> None:
    benchmark.pedantic(LogLinearRisk(population_size=PEOPLE).assess, (data, data), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_one_factorize_of_a_coded_column(benchmark: BenchmarkFixture, data: Microdata) -> None:
    codes = data.coding("k3").codes
    benchmark(lambda: pd.factorize(codes))
