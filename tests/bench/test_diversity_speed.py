"""A million records by six keys with confidential values, beside pandas that finds one of the figures."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.risk import AttributeDisclosure, LDiversity, TCloseness

RECORDS = 1_000_000
CATEGORIES = {"age": 100, "sex": 2, "race": 5, "zip": 50, "job": 12, "school": 9}
FEW, MANY = "illness", "income"
"""Of 20 values, and of a million."""


@pytest.fixture(scope="module")
def data() -> Microdata:
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(
        {name: (size * rng.random(RECORDS) ** 3).astype(np.int64) for name, size in CATEGORIES.items()}
    )
    frame[FEW] = (20 * rng.random(RECORDS) ** 2).astype(np.int64)
    frame[MANY] = rng.lognormal(10, 1, RECORDS)
    confidential = [
        Variable(name=FEW, role=Role.CONFIDENTIAL),
        Variable(name=MANY, role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
    ]
    return coded(
        Microdata(frame, [*(Variable(name=name, role=Role.KEY) for name in CATEGORIES), *confidential])
    )


@pytest.fixture(scope="module")
def blanked(data: Microdata) -> Microdata:
    """The same, 1 % of the values of three keys missing."""
    rng = np.random.default_rng(9)
    frame = data.frame.copy()
    for name in ("age", "zip", "job"):
        frame[name] = frame[name].astype("Int64").where(rng.random(RECORDS) > 0.01)
    return coded(Microdata(frame, data.variables))


def coded(data: Microdata) -> Microdata:
    for name in data.names:
        data.coding(name)
    return data


@pytest.mark.parametrize("variable", [FEW, MANY])
@pytest.mark.parametrize("measure", [LDiversity, TCloseness, AttributeDisclosure], ids=lambda one: one.name)
def test_measure(benchmark: BenchmarkFixture, data: Microdata, measure: type, variable: str) -> None:
    benchmark.pedantic(measure(variables=[variable]).assess, (data, data), rounds=3)


@pytest.mark.parametrize("variable", [FEW, MANY])
@pytest.mark.parametrize("measure", [LDiversity, TCloseness, AttributeDisclosure], ids=lambda one: one.name)
def test_measure_where_missing_keys_match_all(
    benchmark: BenchmarkFixture, blanked: Microdata, measure: type, variable: str
) -> None:
    wildcard = measure(variables=[variable], missing="wildcard")
    benchmark.pedantic(wildcard.assess, (blanked, blanked), rounds=2)


@pytest.mark.parametrize("variable", [FEW, MANY])
def test_distinct_values_with_pandas(benchmark: BenchmarkFixture, data: Microdata, variable: str) -> None:
    groups = data.frame.groupby(list(CATEGORIES))
    benchmark.pedantic(lambda: groups[variable].nunique().min(), rounds=1)


def test_entropy_with_pandas(benchmark: BenchmarkFixture, data: Microdata) -> None:
    def smallest() -> float:
        counts = data.frame.groupby([*CATEGORIES, FEW]).size()
        share = counts / counts.groupby(level=list(CATEGORIES)).transform("sum")
        return float((-share * np.log(share)).groupby(level=list(CATEGORIES)).sum().min())

    benchmark.pedantic(smallest, rounds=1)
