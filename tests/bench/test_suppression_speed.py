"""Local suppression with five keys and with nine, beside one factorize of a coded column."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.masking import LocalSuppression

CATEGORIES = {"region": 2, "roof": 6, "water": 8, "relation": 9, "sex": 2}
MORE = {"schooling": 7, "occupation": 10, "marital": 5}


def file(records: int) -> Microdata:
    """Skewed categories, as in a household survey, and ages in years."""
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"age": rng.integers(0, 95, records)})
    for name, size in (CATEGORIES | MORE).items():
        likely = 1 / np.arange(1, size + 1) ** 1.3
        frame[name] = rng.choice(size, records, p=likely / likely.sum())
    data = Microdata(frame)
    for name in data.names:
        data.coding(name)
    return data


@pytest.fixture(scope="module", params=[100_000, 1_000_000])
def data(request: pytest.FixtureRequest) -> Microdata:
    return file(request.param)


@pytest.mark.benchmark(group="local suppression")
@pytest.mark.parametrize("last", ["sex", "age"])
@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_local_suppression(benchmark: BenchmarkFixture, data: Microdata, mode: str, last: str) -> None:
    keys = ["region", "roof", "water", "relation", last]
    method = LocalSuppression(keys=keys, k=3, mode=mode)
    masked = benchmark.pedantic(method.mask, (data,), rounds=3)
    benchmark.extra_info["cells_blanked"] = masked.figures["cells_blanked"].value


@pytest.mark.benchmark(group="local suppression, nine keys")
@pytest.mark.parametrize("missing", [0.0, 0.03])
@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_local_suppression_of_nine_keys(benchmark: BenchmarkFixture, mode: str, missing: float) -> None:
    """More possible keys than a table holds: they are joined."""
    frame = file(100_000).frame
    blanks = np.random.default_rng(2).random(frame.shape) < missing
    data = Microdata(frame.mask(blanks))
    method = LocalSuppression(keys=list(frame), k=3, mode=mode)
    masked = benchmark.pedantic(method.mask, (data,), rounds=1)
    benchmark.extra_info["cells_blanked"] = masked.figures["cells_blanked"].value


@pytest.mark.benchmark(group="local suppression")
def test_one_factorize_of_a_coded_column(benchmark: BenchmarkFixture, data: Microdata) -> None:
    codes = data.coding("age").codes
    benchmark(lambda: pd.factorize(codes))
