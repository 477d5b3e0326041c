"""Attack: a table of the masked file has the very numbers that a table of the original hides."""

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Verdict
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, MinimumFrequency, PPercent, TablePlan

FIRMS = pd.DataFrame({"region": list("NNNNSSSSWWWW"), "size": list("aabbaabbaabb"), "age": range(12)})
FIRMS["sales"] = [900, 31, 30, 32, 200, 210, 400, 440, 51, 53, 77, 74]
PLAN = TablePlan(rows=("region",), columns=("size",), value="sales")
STRICT = PlannedTable(name="Strict", plan=PLAN, rules=(PPercent(p=10.0),), protection=CellSuppression())
LAX = PlannedTable(name="Lax", plan=PLAN, rules=(MinimumFrequency(least=2),), of="masked")


def test_what_no_step_changed_is_a_table_of_the_original() -> None:
    original = Microdata(FIRMS)
    masked = original.assign({"age": pd.Series([0] * 12)})
    strict, lax = compute_tables([STRICT, LAX], original, masked, 7)
    assert strict.own_verdict is lax.own_verdict is Verdict.SAFE
    assert lax.table is not None
    assert strict.table is not None
    assert strict.table.is_hidden.any()
    assert not lax.table.is_hidden.any(), "the attack reads them there"
    assert strict.verdict is lax.verdict is Verdict.UNSAFE


def test_what_a_step_changed_is_a_table_of_its_own() -> None:
    original = Microdata(FIRMS)
    masked = original.assign({"sales": pd.Series(range(100, 112))})
    strict, lax = compute_tables([STRICT, LAX], original, masked, 7)
    assert lax.table is not None
    assert lax.table.values[0] == sum(range(100, 112))
    assert strict.verdict is lax.verdict is Verdict.SAFE
