"""Coalitions of contributors: what they know of the largest one, and a slow second solution."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.results.column import Secrecy
from sdcdesk.tables import (
    Audit,
    CellSuppression,
    CellTable,
    MinimumFrequency,
    PPercent,
    Rule,
    TablePlan,
    audited,
)
from sdcdesk.tables.audit.audit import INTERVALS

PLAN = TablePlan(rows=("region",), columns=("size",), value="sales", holding="firm")
SENSITIVE = PPercent(15.0)


def firms(seed: int) -> pd.DataFrame:
    """Records of firms, some of which are in several cells."""
    random = np.random.default_rng(seed)
    n = 40
    return pd.DataFrame(
        {
            "region": random.choice(list("NSE"), n),
            "size": random.choice(list("abc"), n),
            "sales": np.round(random.lognormal(3, 1.2, n)) + 1,
            "firm": random.integers(0, 25, n).astype(str),
        }
    )


def protected(frame: pd.DataFrame, plan: TablePlan = PLAN, rule: Rule = SENSITIVE) -> CellTable:
    numbers = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("sales", "weight") if name in frame]
    table = plan.build(Microdata(frame, numbers)).sensitive(rule)
    return CellSuppression(approach="heuristic").protect(table)


def inside(frame: pd.DataFrame, codes: tuple[str, ...]) -> pd.Series:
    """What each firm adds to a cell, the largest first."""
    chosen = frame
    for name, code in zip(("region", "size"), codes, strict=True):
        chosen = chosen[(chosen[name] == code) | (code == "Total")]
    return chosen.groupby("firm")["sales"].sum().sort_values(ascending=False)


def slowly(frame: pd.DataFrame, table: CellTable, cell: int, size: int) -> tuple[float, float]:
    """The interval of the largest contribution, by a program over the inner cells written out by hand."""
    inner = [place for place in range(len(table)) if "Total" not in table.codes(place)]
    coalition = list(inside(frame, table.codes(cell)).index[1 : size + 1])
    equal, values, above, bounds = [], [], [], []
    for place in range(len(table)):
        codes = table.codes(place)
        row = [
            float(all(code in ("Total", own) for code, own in zip(codes, table.codes(one), strict=True)))
            for one in inner
        ]
        parts = inside(frame, codes)
        others = [firm for firm in parts.index if firm not in coalition]
        if not table.is_hidden[place] or not others:
            equal.append(row)
            values.append(table.values[place])
        else:
            above.append([-one for one in row])
            bounds.append(-parts[[firm for firm in coalition if firm in parts.index]].sum())
    own = [
        float(
            all(
                code in ("Total", other)
                for code, other in zip(table.codes(cell), table.codes(one), strict=True)
            )
        )
        for one in inner
    ]
    ends = [
        linprog(sign * np.array(own), above or None, bounds or None, equal, values).fun * sign
        for sign in (1, -1)
    ]
    parts = inside(frame, table.codes(cell))
    added, left = parts.iloc[1 : size + 1].sum(), len(parts) - len(coalition)
    return max((ends[0] - added) / left, 0.0), ends[1] - added


@pytest.mark.parametrize(("seed", "size"), list(product(range(4), (1, 2, 3))))
def test_the_interval_is_that_of_a_program_written_out_by_hand(seed: int, size: int) -> None:
    frame = firms(seed)
    table = protected(frame)
    found = audited(table)
    known = found.with_coalitions(size).coalitions
    assert known is not None
    places = np.flatnonzero(~np.isnan(known.largest))
    sensitive = np.flatnonzero(table.is_sensitive & table.is_hidden)
    several = [cell for cell in sensitive.tolist() if len(inside(frame, table.codes(cell))) > 1]
    assert found.cells[places].tolist() == several != []
    for place in places.tolist():
        cell = int(found.cells[place])
        parts = inside(frame, table.codes(cell))
        low, high = slowly(frame, table, cell, size)
        assert known.largest[place] == parts.iloc[0]
        assert (known.low[place], known.high[place]) == pytest.approx((low, high), rel=1e-6, abs=1e-6)
        # x − x₂ − … is what is left where the cell is published; who knows more than anybody, knows no less.
        others = parts.iloc[1 : size + 1].sum()
        published = table.values[cell] - others
        assert known.low[place] - 1e-6 <= parts.iloc[0] <= published + 1e-9 <= known.high[place] + 1e-6
        assert known.high[place] <= found.high[place] - others + 1e-6


def test_of_a_published_sum_the_bound_is_that_of_the_paper() -> None:
    frame = pd.DataFrame(
        {
            "region": list("NNNSSS"),
            "size": ["a"] * 6,
            "sales": [61, 20, 19, 59, 40, 1],
            "firm": list("uvwxyz"),
        }
    )
    # Only N and S are hidden: whoever is in both knows both.
    data = Microdata(frame, [Variable(name="sales", scale=Scale.CONTINUOUS)])
    table = PLAN.changed(columns=()).build(data).sensitive(PPercent(60.0))
    hidden = CellSuppression(approach="heuristic").protect(table)
    two = audited(hidden).with_coalitions(2).frame().set_index("region")
    assert two.loc["N", ["largest", "coalition_lowest"]].tolist() == [61, 0]
    assert two.loc["N", "coalition_highest"] == 200 - 20 - 19


def test_a_coalition_of_everybody_else_who_is_in_the_other_cell_too_knows_it_exactly() -> None:
    frame = pd.DataFrame(
        {"region": list("NNNSS"), "size": ["a"] * 5, "sales": [90, 5, 4, 20, 21], "firm": list("uvwvw")}
    )
    data = Microdata(frame, [Variable(name="sales", scale=Scale.CONTINUOUS)])
    table = PLAN.changed(columns=()).build(data).sensitive(PPercent(20.0))
    found = audited(CellSuppression(approach="heuristic").protect(table))
    one, two = (found.with_coalitions(size).frame().set_index("region").loc["N"] for size in (1, 2))
    assert one["coalition_highest"] > 90
    assert (two["coalition_lowest"], two["coalition_highest"]) == pytest.approx((90, 90))


def test_weights_stand_for_others() -> None:
    frame = firms(1).assign(weight=1.25)
    table = protected(frame, PLAN.changed(weight="weight"), MinimumFrequency(least=4))
    known = audited(table).with_coalitions(2).coalitions
    assert known is not None
    asked = ~np.isnan(known.largest)
    assert asked.any()
    assert (known.low[asked] == 0).all()
    assert (known.high[asked] >= known.largest[asked]).all()


def test_counts_are_not_looked_at_and_nothing_is_told_where_nobody_asks() -> None:
    counts = protected(firms(2), PLAN.changed(value=None))
    known = audited(counts).with_coalitions(3).coalitions
    assert known is not None
    assert np.isnan(known.high).all()
    table = protected(firms(2))
    plain, asked = Audit().find(table), Audit(coalition=2).find(table)
    new = ["largest", "coalition_lowest", "coalition_highest"]
    columns = [[one.name for one in found.tables["intervals"].columns] for found in (plain, asked)]
    assert columns[1] == [*columns[0], *new]
    assert {one.secrecy for one in INTERVALS.columns} == {Secrecy.RECORD}
    assert audited(table).with_coalitions(2).with_coalitions(0).coalitions is None
