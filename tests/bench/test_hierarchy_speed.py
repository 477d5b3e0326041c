"""Hierarchies of 100,000 different values: built, proposed, written and read, beside one factorize."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.variable import Variable
from sdcdesk.hierarchies.builders import band_hierarchy, date_hierarchy, prefix_hierarchy, rare_hierarchy
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.proposal import proposed

VALUES = 100_000
GROUP = "hierarchies, 100k values"

CODES = pd.Series([f"P{place:07}" for place in range(VALUES)])
DAYS = pd.Series(pd.date_range("1750-01-01", periods=VALUES).strftime("%Y-%m-%d"))

BUILT = {
    "bands": lambda: band_hierarchy(np.arange(VALUES), [50, 500, 5000]),
    "prefixes": lambda: prefix_hierarchy(CODES, [6, 4, 2]),
    "dates": lambda: date_hierarchy(DAYS),
    "frequencies": lambda: rare_hierarchy(CODES, np.arange(VALUES)),
    "proposal": lambda: proposed(Variable(name="code"), CODES, np.ones(VALUES, dtype=np.int64)),
}


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("way", BUILT)
def test_a_hierarchy_is_built(benchmark: BenchmarkFixture, way: str) -> None:
    benchmark.pedantic(BUILT[way], rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_a_table_is_written(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    hierarchy = BUILT["prefixes"]()
    benchmark.pedantic(lambda: hierarchy.write(tmp_path / "codes.csv", overwrite=True), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_a_table_is_read(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    BUILT["prefixes"]().write(tmp_path / "codes.csv")
    benchmark.pedantic(lambda: Hierarchy.read(tmp_path / "codes.csv"), rounds=3)


@pytest.mark.benchmark(group=GROUP)
def test_one_factorize_of_the_values(benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(lambda: pd.factorize(CODES), rounds=3)
