"""Differencing: what two published tables give away by their common parts, against another solver."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables import CellTable, Dominance, MinimumFrequency, TablePlan, build
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.differences.overlaps import overlaps
from tests.tables.attacks.test_intervals import hiding
from tests.tables.protection.suppression.attackers import tree

RULES = (MinimumFrequency(3),)


def people(old: str, new: str) -> Microdata:
    return Microdata(pd.DataFrame({"old": list(old), "new": list(new)}))


def test_a_sliver_between_two_geographies_is_found_by_subtraction() -> None:
    data = people("N" * 30 + "S" * 30, "X" * 28 + "Y" * 32)  # two people of N are in Y
    first, second = build(data, rows=["old"]), build(data, rows=["new"])
    found = overlaps(first, second, RULES)
    assert found.table.values.tolist() == [60, 28, 2, 30]
    frame = found.frame(first, second)
    assert frame[["first", "second", "value", "lowest", "highest"]].to_numpy().tolist() == [
        ["N", "Y", 2, 2, 2]
    ]
    assert "2 contributors are in the cell" in frame["why"][0]


def test_a_filter_that_leaves_out_few_is_found_by_subtraction() -> None:
    data = people("N" * 20 + "S" * 9, "X" * 19 + "Y" + "X" * 9)
    everybody = build(data, rows=["old"])
    some = TablePlan(rows=("old",), where={"new": ("X",)}).build(data)
    found = overlaps(everybody, some, RULES)
    frame = found.frame(everybody, some)
    assert frame[["first", "second", "value"]].to_numpy().tolist() == [["N", "", 1]]
    same = overlaps(everybody, everybody, RULES)
    assert not same.narrow.any()


def test_a_cell_that_one_table_hides_is_hidden() -> None:
    data = people("N" * 30 + "S" * 30, "X" * 28 + "Y" * 32)
    first, second = build(data, rows=["old"]), build(data, rows=["new"])
    hidden = np.array([False, True, True])
    assert not overlaps(first, hiding(second, hidden), RULES).narrow.any()


@settings(max_examples=8, deadline=None)
@given(
    records=st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz")), min_size=4, max_size=25),
    seed=st.integers(0, 2**32),
)
def test_intervals_of_parts_are_those_of_another_solver(records: list[tuple[str, str]], seed: int) -> None:
    data = people(*("".join(one) for one in zip(*records, strict=True)))
    rng = np.random.default_rng(seed)
    first, second = (
        hiding(one, rng.random(len(one)) < 0.3)
        for one in (build(data, rows=["old"]), build(data, rows=["new"]))
    )
    found = overlaps(first, second, RULES)
    parts = sorted(set(records))
    value = np.array([records.count(one) for one in parts], dtype=float)
    assert found.table.values[1:].tolist() == value.tolist()
    rows, sums = [], []
    for place, table in enumerate((first, second)):
        for code, shown in zip(table.dimensions[0].codes, table.released, strict=True):
            if not np.isnan(shown):
                rows.append([float(code in ("Total", part[place])) for part in parts])
                sums.append(shown)
    for part, cost in enumerate(np.eye(len(parts))):
        if value[part] >= 3:
            assert np.isnan(found.low[part])
            continue
        ends = [_end(sign, cost, rows, sums) for sign in (1, -1)]
        assert (found.low[part], found.high[part]) == pytest.approx(ends, abs=1e-6)


def _end(sign: int, cost: np.ndarray, rows: list[list[float]], sums: list[float]) -> float:
    """The smallest value that a part can have, or with sign −1 the largest."""
    found = linprog(sign * cost, A_eq=rows or None, b_eq=sums or None)
    return np.inf if found.status == 3 else float(sign * found.fun)


def test_more_is_not_asked_than_that_a_part_may_be_nothing() -> None:
    frame = {"old": list("NNSS"), "new": list("XYXY"), "sales": [10, 20, 30, 40]}
    data = Microdata(pd.DataFrame(frame))
    first, second = (build(data, rows=[name], value="sales") for name in ("old", "new"))
    hidden = np.array([False, True, True])
    found = overlaps(hiding(first, hidden), hiding(second, hidden), (Dominance(1, 30.0),))
    assert found.sensitivity.lower[1] > found.table.values[1]
    assert found.low[0] == 0
    assert found.high[0] == 100
    assert not found.narrow[0]


def test_rounded_tables_give_away_less() -> None:
    data = people("N" * 30 + "S" * 30, "X" * 28 + "Y" * 32)
    first, second = build(data, rows=["old"]), build(data, rows=["new"])

    def rounded(table: CellTable, spread: float) -> CellTable:
        off = Released(table.values + 1, np.zeros(3, dtype=bool), None, np.full(3, spread))
        return table.with_released(off)

    slightly = overlaps(rounded(first, 1.5), rounded(second, 1.5), RULES)
    assert (slightly.low[1], slightly.high[1]) == (0, 4)  # N has at most 32 people, X at least 28
    assert not slightly.narrow.any()
    adjusted = overlaps(rounded(first, np.inf), rounded(second, np.inf), RULES)
    assert (adjusted.low[1], adjusted.high[1]) == (0, np.inf)


def test_parts_lie_in_the_subtotals_above_them() -> None:
    levels = Hierarchy.from_rows({"N1": "N", "N2": "N", "S1": "S", "S2": "S"})
    data = Microdata(pd.DataFrame({"old": ["N1", "N2", "S1", "S2"] * 9, "new": ["X"] * 34 + ["Y"] * 2}))
    first = build(data, rows=["old"], hierarchies={"old": levels})
    hidden = np.isin(first.dimensions[0].codes, ["N1", "N2", "S1", "S2"])
    second = build(data, rows=["new"])
    found = overlaps(hiding(first, hidden), second, RULES)
    alone = found.table.values[1:] == 1
    assert alone.sum() == 2
    assert (found.low[alone] == 0).all()
    assert (found.high[alone] == 2).all(), "both are in Y"


def test_it_stops_when_asked_and_needs_contributions() -> None:
    data = people("N" * 30 + "S" * 30, "X" * 28 + "Y" * 32)
    first, second = build(data, rows=["old"]), build(data, rows=["new"])
    with pytest.raises(Cancelled):
        overlaps(first, second, RULES, Progress(cancelled=lambda: True))
    sales = Microdata(pd.DataFrame({"old": list("NS"), "sales": [4, 5]}))
    with pytest.raises(DataError, match="different numbers"):
        overlaps(build(sales, rows=["old"]), build(sales, rows=["old"], value="sales"), RULES)
    with pytest.raises(DataError, match="build them from microdata"):
        overlaps(first, CellTable([tree("a", 2)], np.array([3.0, 1, 2])), RULES)
