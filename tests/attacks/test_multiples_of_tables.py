"""Attack: a table of multiples, as of equal weights, tells by division what another one hides."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Verdict
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, MinimumFrequency, PPercent, TablePlan

FIRMS = pd.DataFrame({"region": list("NNNNSSSSWWWW"), "size": list("aabbaabbaabb"), "weight": [100.0] * 12})
FIRMS["sales"] = [900, 31, 30, 32, 200, 210, 400, 440, 51, 53, 77, 74]
FIRMS["euros"] = FIRMS["sales"] * 1000.0
FIRMS["uneven"] = [100.0] * 11 + [50.0]
PLAN = TablePlan(rows=("region",), columns=("size",))


def verdicts(strict: TablePlan, lax: TablePlan, rule: PPercent | MinimumFrequency) -> list[Verdict]:
    first = PlannedTable(name="Strict", plan=strict, rules=(rule,), protection=CellSuppression())
    second = PlannedTable(name="Lax", plan=lax, rules=(MinimumFrequency(least=2),))
    results = compute_tables([first, second], Microdata(FIRMS), None, 7)
    assert [one.own_verdict for one in results] == [Verdict.SAFE, Verdict.SAFE]
    hides, shows = (one.table for one in results)
    assert hides is not None
    assert shows is not None
    assert hides.is_hidden.any()
    # The attack divides what the other table publishes.
    ratio = shows.released / hides.values
    assert (np.ptp(ratio) < 1e-9) == (lax.weight != "uneven")
    return [one.verdict for one in results]


@pytest.mark.parametrize(
    ("strict", "lax", "rule"),
    [
        ({"value": "sales"}, {"value": "euros"}, PPercent(p=10.0)),
        ({"value": "sales"}, {"value": "sales", "weight": "weight"}, PPercent(p=10.0)),
        ({}, {"weight": "weight"}, MinimumFrequency(least=3)),
        ({}, {"value": "weight"}, MinimumFrequency(least=3)),
        ({"weight": "weight"}, {}, MinimumFrequency(least=3)),
    ],
)
def test_multiples_are_audited_as_the_same_numbers(
    strict: dict[str, str], lax: dict[str, str], rule: PPercent | MinimumFrequency
) -> None:
    assert verdicts(PLAN.changed(**strict), PLAN.changed(**lax), rule) == [Verdict.UNSAFE] * 2


def test_other_numbers_are_none() -> None:
    lax = PLAN.changed(weight="uneven")
    assert verdicts(PLAN, lax, MinimumFrequency(least=3)) == [Verdict.SAFE, Verdict.SAFE]


@pytest.mark.parametrize("factor", [1e-3, 1e3])
def test_contributors_know_their_parts_whatever_the_unit(factor: float) -> None:
    rng = np.random.default_rng(5)
    columns = {"region": "NSW", "size": "ab", "sex": "fm"}
    frame = pd.DataFrame({name: rng.choice(list(codes), 40) for name, codes in columns.items()})
    frame["firm"] = rng.integers(0, 15, 40).astype(str)
    frame["sales"] = np.round(rng.lognormal(4, 1.5, 40))
    frame["other unit"] = frame["sales"] * factor

    def told(*values: str) -> list[set[str]]:
        tables = [
            PlannedTable(
                name=f"By {column}",
                plan=TablePlan(rows=("region",), columns=(column,), value=value, holding="firm"),
                rules=(PPercent(p=15.0),),
                protection=CellSuppression(),
            )
            for column, value in zip(("size", "sex"), values, strict=True)
        ]
        results = compute_tables(tables, Microdata(frame), None, 7)
        return [set() if one.beside is None else {*map(str, one.beside.sentences)} for one in results]

    known = told("sales", "sales")
    assert known[0], "contributors who know their parts work something out of both"
    assert told("sales", "other unit") == known
