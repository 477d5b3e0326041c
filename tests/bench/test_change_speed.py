"""Methods that change the values of a million records, beside a copy of the columns that they change."""

import time

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.masking import (
    AdditiveNoise,
    DataSwapping,
    MultiplicativeNoise,
    Pram,
    RandomRounding,
    RankSwapping,
    Recoding,
    RecordSwapping,
    Rounding,
    TailCoding,
)

N = 1_000_000
AMOUNTS = ("income", "wealth", "tax", "rent")

METHODS: dict[str, Method] = {
    "additive noise": AdditiveNoise(variables=AMOUNTS),
    "multiplicative noise": MultiplicativeNoise(variables=AMOUNTS),
    "rounding": Rounding(variables=AMOUNTS, base=10),
    "random rounding": RandomRounding(variables=AMOUNTS, base=10),
    "rank swapping": RankSwapping(variables=AMOUNTS),
    "PRAM": Pram(variable="occupation"),
    "data swapping": DataSwapping(variables=["occupation"], within=["sex"], target="drawn", rate=10),
    "record swapping": RecordSwapping(areas=["region"], similar=["sex"], keys=["occupation"]),
    "bands": Recoding(variable="age", how="width", width=10),
    "quantiles": Recoding(variable="income", how="quantiles", bands=5),
    "mapping": Recoding(variable="occupation", how="mapping", mapping={"1": "other", "2": "other"}),
    "top coding": TailCoding(variable="age", top=85),
}


def frame() -> pd.DataFrame:
    rng = np.random.default_rng(1)
    household = np.sort(rng.integers(0, N // 3, N))
    amounts = {name: rng.lognormal(10 - place, 1, N) for place, name in enumerate(AMOUNTS)}
    return pd.DataFrame(amounts).assign(
        age=rng.integers(0, 95, N),
        region=rng.integers(0, 30, N)[household],
        sex=rng.choice(["f", "m"], N),
        occupation=rng.integers(0, 40, N).astype(str),
        household=household,
    )


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return frame()


def file(table: pd.DataFrame) -> Microdata:
    """The file as it stands in a session: categories are coded, amounts are not."""
    categories = ("region", "sex", "occupation")
    described = [
        *(Variable(name=name, scale=Scale.CONTINUOUS) for name in (*AMOUNTS, "age")),
        *(Variable(name=name, scale=Scale.NOMINAL, role=Role.KEY) for name in categories),
        Variable(name="household", role=Role.HOUSEHOLD),
    ]
    data = Microdata(table, described)
    for name in (*categories, "household"):
        data.coding(name)
    return data


@pytest.mark.benchmark(group="a million records", timer=time.process_time)
@pytest.mark.parametrize("name", METHODS)
def test_change(benchmark: BenchmarkFixture, table: pd.DataFrame, name: str) -> None:
    method = METHODS[name]
    benchmark.pedantic(method.mask, setup=lambda: ((file(table), 7), {}), rounds=3)


@pytest.mark.benchmark(group="a million records", timer=time.process_time)
def test_copy_of_four_columns(benchmark: BenchmarkFixture, table: pd.DataFrame) -> None:
    benchmark(lambda: table[list(AMOUNTS)].copy(deep=True))
