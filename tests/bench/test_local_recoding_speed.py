"""Local recoding of a million records with six keys, in one of which hardly any two people agree."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.masking import LocalRecoding

WIDTHS = {"age": (5, 10, 20), "zip": (10, 100), "occupation": (10,), "marital": (3,), "sex": ()}
"""By key how many values the labels of each level hold; above them is one for all."""

SIZES = {"age": 100, "zip": 2_000, "occupation": 60, "marital": 6, "sex": 2}


def hierarchy(name: str) -> dict[str, list[str]]:
    widths = WIDTHS[name]
    return {
        str(value): [*(f"{width}s from {value // width * width}" for width in widths), "any"]
        for value in range(SIZES[name])
    }


@pytest.fixture(scope="module", params=[10_000, 100_000, 1_000_000])
def data(request: pytest.FixtureRequest) -> Microdata:
    """Even ages, skewed codes, and incomes that hardly any two people share."""
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"income": rng.lognormal(10, 1, request.param).round(2)})
    for name, size in SIZES.items():
        likely = np.ones(size) if name in ("age", "sex") else 1 / np.arange(1, size + 1)
        frame[name] = rng.choice(size, request.param, p=likely / likely.sum())
    data = Microdata(frame)
    for name in data.names:
        data.coding(name)
    return data


@pytest.mark.benchmark(group="local recoding")
@pytest.mark.parametrize("way", ["cells", "relaxed", "strict"])
def test_local_recoding(benchmark: BenchmarkFixture, data: Microdata, way: str) -> None:
    hierarchies = {name: hierarchy(name) for name in SIZES}
    method = LocalRecoding(keys=data.names, k=5, way=way, hierarchies=hierarchies)
    masked = benchmark.pedantic(method.mask, (data,), rounds=1)
    benchmark.extra_info["granularity_kept"] = masked.figures["granularity_kept"].value


@pytest.mark.benchmark(group="local recoding")
def test_one_factorize_of_a_coded_column(benchmark: BenchmarkFixture, data: Microdata) -> None:
    codes = data.coding("age").codes
    benchmark(lambda: pd.factorize(codes))
