"""Comparison of 60 alternatives on 10,000 records of six variables, on one thread and on two.

They take some 4 s of a processor with the measures that a project begins with; a part of it holds the lock of
the interpreter, so that two threads take two thirds of the time of one.
"""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import sdcdesk as sdc

GROUP = "60 alternatives"
RECORDS = 10_000
NUMBERS = ("age", "income", "bonus")


def people() -> sdc.Microdata:
    draws = np.random.default_rng(1)
    frame = {
        "age": draws.integers(18, 90, RECORDS),
        "sex": draws.choice(["f", "m"], RECORDS),
        "zip": draws.choice([str(48_000 + place) for place in range(60)], RECORDS),
        "job": draws.choice(list("abcdefghij"), RECORDS),
        "income": draws.gamma(2, 900, RECORDS).round(2),
        "bonus": draws.gamma(2, 90, RECORDS).round(2),
    }
    scales = {name: "continuous" if name in NUMBERS else "nominal" for name in frame}
    keys = [sdc.Variable(name=name, role="key", scale=scales[name]) for name in ("age", "sex", "zip", "job")]
    values = [
        sdc.Variable(name=name, role="confidential", scale="continuous") for name in ("income", "bonus")
    ]
    return sdc.Microdata(pd.DataFrame(frame)).describe(*keys, *values)


def line(method: str, **values: list[object]) -> dict[str, object]:
    return {"method": method, "parameters": {"variables": [list(NUMBERS)], **values}}


GRID = sdc.Grid(
    lines=[
        line("microaggregation", k=list(range(3, 11))),
        line("microaggregation", k=[3, 5, 7, 10], grouping=["together"]),
        line("rank_swapping", window=[float(p) for p in range(1, 21)]),
        line("additive_noise", variance_share=[1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 50.0]),
        line("resampling", samples=list(range(1, 11))),
        line("lossy_compression", quality=list(range(10, 101, 10))),
    ]
)


@pytest.mark.benchmark(group=GROUP)
def test_one_factorize_of_a_million_codes(benchmark: BenchmarkFixture) -> None:
    codes = np.random.default_rng(1).integers(0, 1_000_000, 1_000_000)
    benchmark(lambda: pd.factorize(codes))


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("workers", [1, 2])
def test_sixty_alternatives(benchmark: BenchmarkFixture, workers: int) -> None:
    data = people()
    found = benchmark.pedantic(
        lambda: sdc.compare(data, GRID, seed=7, workers=workers), rounds=1, iterations=1
    )
    assert GRID.runs == len(found.outcomes) == 60
    assert not found.failed
