"""Risk in linked tables of five million records, eight tables and 10,000 areas."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.kernels.linked_cells import CountedTable, linked_cells

TABLES = ((19, 2, 4), (20, 2), (10, 19, 2), (2, 5), (10, 3), (10, 6), (16, 12), (100, 2))


@pytest.mark.benchmark(group="linked tables, 5M x 8 tables x 10,000 areas")
def test_every_record_in_every_table(benchmark: BenchmarkFixture) -> None:
    rng = np.random.default_rng(1)
    n = 5_000_000
    codes = {
        size: rng.integers(0, size, n).astype(np.int8) for size in {one for sizes in TABLES for one in sizes}
    }
    tables = [CountedTable(tuple(codes[size] for size in sizes), sizes) for sizes in TABLES]
    areas = rng.integers(0, 10_000, n)
    benchmark.pedantic(linked_cells, (areas, 10_000, tables, range(8)), rounds=3)
