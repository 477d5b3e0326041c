"""Tables of other filters, against somebody who subtracts them with another solver."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.tables import CellTable, MinimumFrequency, TablePlan
from sdcdesk.tables.audit.audited import attacked
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.differences.filtered_tables import Filtered, families

RULE = MinimumFrequency(least=3)
ALL = TablePlan(rows=("region",))


def filtered(data: Microdata, plan: TablePlan, title: str, hidden: np.ndarray | None = None) -> Filtered:
    table = plan.build(data).sensitive(RULE)
    if hidden is not None:
        values = np.where(hidden[: len(table)], np.nan, table.values)
        table = table.with_released(Released(values, np.zeros(len(table), dtype=bool)))
    return Filtered(table, plan, (RULE,), title)


def people(*records: str) -> Microdata:
    return Microdata(pd.DataFrame([list(one) for one in records], columns=["region", "size", "age"]))


def found_by(tables: list[Filtered], data: Microdata) -> list[str]:
    told = []
    for family in families(tables, data):
        system, attacks = attacked(*family.tables)
        told += [system.cell_text(one.cell) for one in attacks if not one.known]
    return told


def test_what_a_filter_of_several_values_leaves_out_is_worked_out() -> None:
    data = people(*["Nax"] * 9, *["Nbx"] * 8, "Ncx", *["Sax"] * 9, *["Sbx"] * 8, *["Scx"] * 7)
    few = ALL.changed(where={"size": ("a", "b")})
    told = found_by([filtered(data, ALL, "All"), filtered(data, few, "Few")], data)
    assert told == ["All: N, not in Few"]
    assert found_by([filtered(data, ALL, "All"), filtered(data, ALL, "Again")], data) == []


def test_filters_that_together_leave_out_few_are_subtracted_together() -> None:
    data = people(*["Nax"] * 9, *["Nbx"] * 8, "Ncx", *["Sax"] * 9, *["Sbx"] * 8, *["Scx"] * 7)
    parts = [filtered(data, ALL.changed(where={"size": (one,)}), one.upper()) for one in "ab"]
    assert found_by([filtered(data, ALL, "All"), parts[0]], data) == []
    assert found_by([filtered(data, ALL, "All"), *parts], data) == ["All: N, not in A and B"]


def test_filters_within_filters_are_each_subtracted_from_the_next() -> None:
    data = people(*["Nax"] * 9, *["Nay"] * 2, *["Nbx"] * 8, *["Sax"] * 9, *["Say"] * 8, *["Sbx"] * 7)
    plans = [ALL, ALL.changed(where={"size": ("a",)}), ALL.changed(where={"size": ("a",), "age": ("x",)})]
    tables = [filtered(data, plan, title) for plan, title in zip(plans, "ABC", strict=True)]
    assert found_by(tables, data) == ["B: N, not in C"]
    assert found_by(tables[::2], data) == []  # 2 and 8 others are left out at once


def test_who_lacks_a_value_is_left_out_as_by_a_filter() -> None:
    frame = pd.DataFrame({"region": list("N" * 9 + "S" * 9), "age": [None, *"xxxxyyyyxxxxxyyyy"]})
    data = Microdata(frame)
    by_age = TablePlan(rows=("region",), columns=("age",), missing="left_out")
    told = found_by([filtered(data, ALL, "All"), filtered(data, by_age, "By age")], data)
    assert told == ["All: Total, not in By age", "All: N, not in By age"]


def test_crossing_filters_are_each_subtracted_from_the_whole() -> None:
    data = people(*["Nax"] * 9, *["Nbx"] * 8, "Ncx", *["Sax"] * 9, *["Sbx"] * 8, *["Scx"] * 7)
    both = [ALL.changed(where={"size": one}) for one in (("a", "b"), ("b", "c"))]
    tables = [
        filtered(data, plan, title) for plan, title in zip((ALL, *both), ("All", "AB", "BC"), strict=True)
    ]
    found = families(tables, data)
    assert [one.members for one in found] == [(0, 1), (0, 2)]
    assert found_by(tables, data) == ["All: N, not in AB"]
    assert families(tables[1:], data) == []


def test_too_many_cells_are_said_and_records_are_needed() -> None:
    data = people("Nax", "Nbx", "Sax")
    tables = [filtered(data, ALL, "All"), filtered(data, ALL.changed(where={"size": ("a",)}), "A")]
    [family] = families(tables, data, most=8)
    assert (family.is_too_large, family.tables) == (True, ())
    assert not families(tables, data, most=9)[0].is_too_large
    finished = CellTable(tables[0].table.dimensions, tables[0].table.values)
    with pytest.raises(DataError, match="build them from microdata"):
        families([tables[0], Filtered(finished, ALL, (RULE,), "F")], data)


@settings(max_examples=25, deadline=None)
@given(
    records=st.lists(
        st.sampled_from([a + b + c for a, b, c in product("NSW", "abc", "xy")]), min_size=8, max_size=30
    ),
    across=st.booleans(),
    by_size=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_attacks_are_those_of_one_who_solves_the_subtraction(
    records: list[str], across: bool, by_size: bool, seed: int
) -> None:
    """Counts of each region, kind of size and membership are unknown; published cells are sums of them."""
    records = [*records, "Nax", "Nbx", "Ncx"]
    place, kept = (1, ("a", "b")) if by_size else (2, ("x",))
    few = ALL.changed(where={"size" if by_size else "age": kept})
    data, rng = people(*records), np.random.default_rng(seed)
    columns = ("size",) if across else ()
    whole = ALL.changed(columns=columns)
    tables = [
        filtered(data, plan, title, rng.random(16) < 0.3) for plan, title in ((whole, "All"), (few, "X"))
    ]
    if all(one[place] in kept for one in records):
        assert families(tables, data) == []
        return
    [family] = families(tables, data)
    system, attacks = attacked(*family.tables)
    told = {system.cell_text(one.cell) for one in attacks if not one.known}
    sizes = sorted({one[1] for one in records}) if across else [None]
    regions = sorted({one[0] for one in records})
    atoms = [
        one
        for one in product(regions, sizes, ("X", "not"))
        if not (across and by_size) or (one[1] in kept) == (one[2] == "X")
    ]
    rows, sums = [], []
    for one, title in zip(tables, ("All", "X"), strict=True):
        for cell, shown in enumerate(one.table.released.tolist()):
            if not np.isnan(shown):
                region, size = (*one.table.codes(cell), "Total")[:2]
                rows.append([_inside(atom, region, size, title) for atom in atoms])
                sums.append(shown)
    expected = set()
    for region, size in product(["Total", *regions], ["Total", *sizes] if across else ["Total"]):
        inside = [one for one in records if region in ("Total", one[0]) and size in ("Total", one[1])]
        value = sum(one[place] not in kept for one in inside)
        # A cell of which the filter leaves out everybody is one of the table itself.
        if not 0 < value < 3 or (across and by_size and size not in ("Total", *kept)):
            continue
        own = np.array([_inside(atom, region, size, "not") for atom in atoms])
        low, high = (_end(sign, own, rows, sums) for sign in (1.0, -1.0))
        low, high = np.ceil(low - 1e-6), np.floor(high + 1e-6)
        if low > value - 1 or high < value + 1:
            expected.add(f"All: {region}, {size}, not in X" if across else f"All: {region}, not in X")
    assert {one for one in told if one.endswith("not in X")} == expected


def _inside(atom: tuple[str, str | None, str], region: str, size: str, title: str) -> float:
    held = region in ("Total", atom[0]) and (size == "Total" or atom[1] == size)
    return float(held and title in ("All", atom[2]))


def _end(sign: float, cost: np.ndarray, rows: list[list[float]], sums: list[float]) -> float:
    found = linprog(sign * cost, A_eq=rows or None, b_eq=sums or None, method="highs")
    return np.inf if found.status == 3 else float(sign * found.fun)
