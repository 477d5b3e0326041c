"""Tables by areas that cross: slivers are found by themselves, and what only happens to be apart is not."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.results.limit import Verdict
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.release import crossing_tables
from sdcdesk.release.table_differences import differences
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, PPercent, TablePlan


def frame(moved: int, n: int = 120) -> pd.DataFrame:
    """Districts and parishes that are the same but for the first records."""
    random = np.random.default_rng(2)
    district = random.choice(["d1", "d2", "d3"], n)
    parish = np.array([one.replace("d", "p") for one in district])
    parish[:moved] = np.where(district[:moved] == "d2", "p3", "p2")
    sales = np.round(random.lognormal(4, 1, n))
    return pd.DataFrame(
        {"district": district, "parish": parish, "size": random.choice(list("ab"), n), "sales": sales}
    )


def found(data: pd.DataFrame, *plans: TablePlan) -> tuple[TableResult, ...]:
    firms = Microdata(data, [Variable(name="sales", scale=Scale.CONTINUOUS)])
    tables = [
        PlannedTable(name=name, plan=plan, rules=(PPercent(p=10.0),), protection=CellSuppression())
        for name, plan in zip("AB", plans, strict=True)
    ]
    return compute_tables(tables, firms, None, 7)


def by(*rows: str) -> TablePlan:
    return TablePlan(rows=rows, value="sales")


def test_one_firm_between_two_geographies_is_found_before_anybody_asks() -> None:
    data = frame(1)
    results = found(data, by("district"), by("parish"))
    assert [one.own_verdict for one in results] == [Verdict.SAFE] * 2
    assert [one.verdict for one in results] == [Verdict.UNSAFE] * 2
    one, other = (one.table for one in results)
    assert one is not None
    assert other is not None
    district, parish = data.loc[0, "district"], data.loc[0, "parish"]
    own = district.replace("d", "p")
    off = one.released[one.place_of([district])] - other.released[other.place_of([own])]
    assert off == data.loc[0, "sales"], "anybody subtracts it"
    told = [str(line) for line in results[0].hindrances]
    assert any(f"in both {district} of A and {parish} of B" in line for line in told), told


def test_a_sliver_of_many_firms_is_no_alarm() -> None:
    results = found(frame(60), by("district"), by("parish"))
    assert [one.verdict for one in results] == [Verdict.SAFE] * 2


def test_variables_that_have_nothing_to_do_with_one_another_are_no_alarm() -> None:
    for seed in range(5):
        random = np.random.default_rng(seed)
        n = 60
        sales = np.round(random.lognormal(4, 1, n))
        data = pd.DataFrame(
            {"district": random.integers(0, 8, n).astype(str), "parish": random.integers(0, 8, n).astype(str)}
        )
        # Of 64 parts some twenty have nobody, which nobody knows.
        results = found(data.assign(sales=sales), by("district"), by("parish"))
        assert all(one.beside is None or not one.beside.sentences for one in results)


def test_the_parts_of_other_variables_are_subtracted_too() -> None:
    results = found(frame(1, 240), by("district", "size"), by("parish", "size"))
    assert [one.own_verdict for one in results] == [Verdict.SAFE] * 2
    assert [one.verdict for one in results] == [Verdict.UNSAFE] * 2


def test_tables_with_too_many_parts_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossing_tables, "MOST", 3)
    results = found(frame(1), by("district"), by("parish"))
    assert [one.verdict for one in results] == [Verdict.SAFE] * 2
    assert results[0].beside is not None
    assert "The tables A and B have variables that cross" in str(results[0].beside.not_compared[0])


def test_where_nobody_may_be_by_chance_nothing_is_certain_and_who_asks_is_told() -> None:
    data = frame(0)
    data.loc[:3, "district"] = "d4"
    data.loc[0, "parish"], data.loc[1:3, "parish"] = "p1", "p4"
    data.loc[:3, "sales"] = [40, 50, 45, 55]
    results = found(data, by("district"), by("parish"))
    # d4 less p4 is one firm, but so few firms may well have others of p4 elsewhere.
    assert all(one.beside is None or not one.beside.sentences for one in results)
    assert results[0].beside is not None
    assert "who knows where nobody is" in str(results[0].beside.not_compared[0])
    assert [one.verdict for one in results] == [Verdict.SAFE] * 2
    assert any(row.frequency == 1 for row in differences(*results).found)


def test_small_areas_that_cross_are_named_although_none_of_their_parts_is_surely_empty() -> None:
    random = np.random.default_rng(3)
    at = np.sort(random.uniform(0, 1, 400))
    names = {"district": (at * 40).astype(int), "parish": (at * 37).astype(int)}
    data = pd.DataFrame({name: places.astype(str) for name, places in names.items()})
    results = found(data.assign(sales=np.round(random.lognormal(4, 1, 400))), by("district"), by("parish"))
    assert results[0].beside is not None
    assert "have variables that cross" in str(results[0].beside.not_compared[0])
    assert not results[0].beside.sentences
