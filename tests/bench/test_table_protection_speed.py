"""Cell suppression of a table that is solved to the end, and of a large one with hierarchies."""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables import CellSuppression, CellTable, PPercent, audited, build


def firms(codes: int, number: int, hierarchies: dict[str, Hierarchy] | None = None) -> CellTable:
    """Return a table of the sales of firms by region and branch, judged by the p-percent rule."""
    draws = np.random.default_rng(1)
    frame = pd.DataFrame(
        {name: draws.integers(0, codes, number).astype(str) for name in ("region", "branch")}
    )
    frame["sales"] = np.rint(np.exp(draws.normal(4, 1.5, number)))
    data = Microdata(frame)
    table = build(data, rows=["region"], columns=["branch"], value="sales", hierarchies=hierarchies or {})
    return table.sensitive(PPercent(15))


@pytest.mark.benchmark(group="cell suppression, 20 x 20, proven to be the cheapest")
def test_the_cheapest_pattern(benchmark: BenchmarkFixture) -> None:
    table, protection = firms(20, 2_500), CellSuppression(approach="optimal")
    safe = benchmark.pedantic(protection.protect, (table,), rounds=3)
    assert protection.find(safe).value("saving") == 0


@pytest.mark.benchmark(group="cell suppression, 10,000 cells with hierarchies")
def test_a_large_table_with_hierarchies(benchmark: BenchmarkFixture) -> None:
    codes = {str(code): [f"{code % 16 // 4}{code % 4}", f"{code % 4}"] for code in range(80)}
    deep = {"region": Hierarchy.from_rows(codes, "regions"), "branch": Hierarchy.from_rows(codes, "branches")}
    table, protection = firms(80, 60_000, deep), CellSuppression(approach="hierarchical")
    assert len(table) == 101 * 101
    assert table.is_sensitive.sum() > 100
    safe = benchmark.pedantic(protection.protect, (table,), rounds=1)
    assert audited(safe).is_passed
