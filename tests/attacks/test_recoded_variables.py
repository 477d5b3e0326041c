"""Attack: who has tables of districts and of regions adds districts up, whatever the variables are called."""

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Verdict
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, LastEdition, MinimumFrequency, PPercent, TablePlan

RULES = (PPercent(p=15.0),)


def firms(seed: int = 5) -> Microdata:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"district": rng.choice([f"d{n}" for n in range(6)], 90)})
    frame["size"] = rng.choice(list("abc"), 90)
    frame["region"] = np.where(frame["district"] < "d3", "N", "S")
    frame["code"] = "0" + frame["district"].str[1:]
    frame["sales"] = np.round(rng.lognormal(4, 1.6, 90))
    return Microdata(frame)


def planned(name: str, row: str, **fields: object) -> PlannedTable:
    plan = TablePlan(rows=(row,), columns=("size",), value="sales")
    made = PlannedTable(name=name, plan=plan, rules=RULES, protection=CellSuppression())
    return made.changed(**fields) if fields else made


def worked_out(results: list[TableResult], data: Microdata) -> dict[tuple[str, str], tuple[float, float]]:
    """Return what a reader works out of each hidden cell of a district, who knows which are in which region.

    He has a number for each district and size, and all published cells of both tables.
    """
    frame = data.frame
    inner = [(d, s) for d in sorted(set(frame["district"])) for s in "abc"]
    rows, sums = [], []
    for result in results:
        table = result.table
        assert table is not None
        for cell in np.flatnonzero(~table.is_hidden).tolist():
            name, size = table.codes(cell)
            inside = [
                name in ("Total", d, "0" + d[1:], "N" if d < "d3" else "S") and size in ("Total", s)
                for d, s in inner
            ]
            rows.append(np.array(inside, dtype=float))
            sums.append(table.values[cell])
    found = {}
    for at, cell in enumerate(inner):
        cost = (np.arange(len(inner)) == at).astype(float)
        low, high = (linprog(sign * cost, A_eq=np.array(rows), b_eq=sums) for sign in (1, -1))
        found[cell] = low.fun, np.inf if high.status == 3 else -high.fun
    return found


def narrow(results: list[TableResult], data: Microdata) -> set[tuple[str, str]]:
    """Return the sensitive cells of the first table that are less uncertain than its rules ask."""
    table = results[0].table
    assert table is not None
    assert table.sensitivity is not None
    known = worked_out(results, data)
    found = set()
    for cell in np.flatnonzero(table.is_sensitive & ~table.margins).tolist():
        d, s = table.codes(cell)
        low, high = known[f"d{d[1:]}", s]
        value, room = table.values[cell], 1e-6 * max(table.values[cell], 1)
        below = min(float(table.sensitivity.lower[cell]), value)
        if value - low < below - room or high - value < table.sensitivity.upper[cell] - room:
            found.add((d, s))
    return found


@pytest.mark.parametrize("row", ["region", "code"])
def test_tables_that_are_safe_one_by_one_are_unsafe_beside_their_recodings(row: str) -> None:
    data = firms()
    # The table by codes is of the same districts, but for another rule.
    rules = RULES if row == "region" else (MinimumFrequency(least=2),)
    plans = [planned("Districts", "district"), planned("Others", row, rules=rules)]
    results = list(compute_tables(plans, data, None, 7))
    assert all(one.own_verdict is Verdict.SAFE for one in results)
    assert narrow(results, data), "the attack succeeds"
    assert all(one.verdict is Verdict.UNSAFE for one in results)
    assert results[0].beside is not None
    told = " ".join(map(str, results[0].beside.sentences))
    for cell in narrow(results, data):
        assert ", ".join(cell) in told


def test_tables_that_are_published_together_are_protected_against_it() -> None:
    data = firms()
    plans = [planned(name, row, together=True) for name, row in (("D", "district"), ("R", "region"))]
    results = list(compute_tables(plans, data, None, 7))
    assert [one.verdict for one in results] == [Verdict.SAFE, Verdict.SAFE]
    assert not narrow(results, data)


@pytest.mark.parametrize("cost", ["given", "frequency"])
def test_recodings_change_no_costs(cost: str) -> None:
    plan = TablePlan(rows=("district",), columns=("size",), value="sales", cost="sales")
    suppression = CellSuppression(cost=cost)
    fine = planned("D", "district", plan=plan, protection=suppression, together=True)
    coarse = fine.changed(name="R", plan=plan.changed(rows=("region",)))
    results = compute_tables([fine, coarse], firms(), None, 7)
    assert [one.error for one in results] == [None, None]
    assert [one.verdict for one in results] == [Verdict.SAFE, Verdict.SAFE]


def test_the_last_edition_is_preferred_beside_recodings() -> None:
    suppression = CellSuppression(hidden_before=1e-6)
    tables = [planned(row, row, together=True, protection=suppression) for row in ("district", "region")]
    cells = tuple((f"d{n}", "c") for n in range(6))
    before = LastEdition(file="last.csv", dimensions=("district", "size"), hidden=cells)
    hidden = []
    for edition in (None, before):
        fine = tables[0].changed(last_edition=edition)
        table = compute_tables([fine, tables[1]], firms(), None, 7)[0].table
        assert table is not None
        hidden.append(sum(bool(table.is_hidden[table.place_of(codes)]) for codes in cells))
    assert hidden[1] > hidden[0]


def test_tables_of_three_levels_are_all_looked_at() -> None:
    data = firms()
    tables = [planned(name, name) for name in ("district", "code", "region")]
    results = list(compute_tables(tables, data, None, 7))
    assert results[0].verdict is Verdict.UNSAFE
