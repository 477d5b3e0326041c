"""The masked file beside tables: what of their hidden cells its records give away, and nothing else."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.results.limit import Verdict
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.release.file_beside import given_away_sentence
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, PPercent, RandomTableRounding, TablePlan

FIRMS = pd.DataFrame(
    {
        "region": list("NNNNNNSSSSSSSSS"),
        "size": list("aabbccaaabbbccc"),
        "sales": [90, 5, 30, 31, 12, 11, 20, 21, 22, 40, 44, 41, 9, 8, 7],
        "staff": list(range(15)),
    }
)
PLAN = TablePlan(rows=("region",), columns=("size",), value="sales")
SALES = PlannedTable(name="Sales", plan=PLAN, rules=(PPercent(p=10.0),), protection=CellSuppression())


@pytest.fixture
def firms() -> Microdata:
    return Microdata(FIRMS, [Variable(name="sales", scale=Scale.CONTINUOUS)])


def found(original: Microdata, masked: Microdata, table: PlannedTable = SALES) -> TableResult:
    [one] = compute_tables([table], original, masked, 7)
    return one


def given_away(result: TableResult) -> list[str]:
    assert result.table is not None
    assert result.file_beside is not None
    return [result.table.cell_text(cell) for cell in result.file_beside.cells.tolist()]


def recomputed(result: TableResult, masked: pd.DataFrame) -> list[str]:
    """Sensitive hidden cells whose records in the file add up to the value that the table hides."""
    table = result.table
    assert table is not None
    cells = []
    for cell in np.flatnonzero(table.is_sensitive & table.is_hidden).tolist():
        codes = dict(zip(("region", "size"), table.codes(cell), strict=True))
        inside = np.all([(masked[name] == code) | (code == "Total") for name, code in codes.items()], axis=0)
        if masked["sales"][inside].sum() == table.values[cell]:
            cells.append(table.cell_text(cell))
    return cells


def test_a_file_that_no_step_changed_gives_all_sensitive_cells_away(firms: Microdata) -> None:
    result = found(firms, firms.assign({"staff": pd.Series(np.zeros(15))}))
    assert given_away(result) == recomputed(result, FIRMS) != []
    assert result.verdict is Verdict.SAFE, "by itself it is, and the file need not leave"
    assert str(given_away_sentence(result)) == (
        "The masked file gives away 3 protected cells of table Sales: publish only one of the two, or change "
        "region, size and sales by steps."
    )


def test_the_order_of_the_records_hides_nothing(firms: Microdata) -> None:
    order = np.random.default_rng(1).permutation(15)
    assert given_away(found(firms, firms.take(order))) == given_away(found(firms, firms)) != []


@pytest.mark.parametrize(
    "masked",
    [
        pytest.param({"sales": FIRMS["sales"] + 0.5}, id="amounts"),
        pytest.param({"region": list("SNNNNNNSSSSSSSS")}, id="swapped"),
        pytest.param({"region": [None, *"NNNNNSSSSSSSSS"], "size": [None, *FIRMS["size"][1:]]}, id="blank"),
    ],
)
def test_what_a_step_changed_is_no_alarm(firms: Microdata, masked: dict[str, object]) -> None:
    result = found(firms, firms.assign({name: pd.Series(values) for name, values in masked.items()}))
    assert (given_away(result), given_away_sentence(result)) == ([], None)


def test_a_sample_and_a_file_without_the_variable_are_no_alarm(firms: Microdata) -> None:
    for masked in (firms.take(np.arange(1, 15)), firms.drop(["sales"])):
        assert given_away(found(firms, masked)) == []
    [without] = compute_tables([SALES], firms, None, 7)
    assert (without.file_beside, given_away_sentence(without)) == (None, None)


def test_of_a_row_that_was_changed_the_totals_are_still_known() -> None:
    frame = FIRMS.assign(sales=[*FIRMS["sales"][:-1], 900])
    data = Microdata(frame, [Variable(name="sales", scale=Scale.CONTINUOUS)])
    result = found(data, data.assign({"region": pd.Series(list("SSNNNNNNSSSSSSN"))}))
    assert "Total, c" in given_away(result)
    assert "N, a" not in given_away(result)


def test_a_recoding_gives_away_the_codes_that_it_leaves_whole() -> None:
    frame = pd.DataFrame(
        {"region": list("NNNEEEEWWWWW"), "sales": [900, 5, 3, 20, 21, 22, 20, 15, 16, 17, 18, 19]}
    )
    data = Microdata(frame, [Variable(name="sales", scale=Scale.CONTINUOUS)])
    table = SALES.changed(plan=PLAN.changed(columns=()))
    # N hides behind both others: without one of them it is too narrow.
    for merged, known in (("EW", ["N"]), ("NE", ["N"]), ("NEW", [])):
        coarser = frame["region"].replace(dict.fromkeys(merged, "other"))
        assert given_away(found(data, data.assign({"region": coarser}), table)) == known


def test_rounded_tables_are_given_away_too(firms: Microdata) -> None:
    rounded = SALES.changed(rules=(), protection=RandomTableRounding(base=50.0), override="for a test")
    result = found(firms, firms, rounded)
    assert result.table is not None
    off = result.table.released != result.table.values
    assert set(np.flatnonzero(off)) <= set(result.file_beside.cells.tolist())  # type: ignore[union-attr]
    assert off.any()
    changed = firms.assign({"sales": FIRMS["sales"] + 1.0})
    assert given_away(found(firms, changed, rounded)) == []


def test_a_table_that_does_not_leave_is_given_away_to_nobody(firms: Microdata) -> None:
    result = found(firms, firms, SALES.changed(protection=None))
    assert result.verdict is Verdict.UNSAFE
    assert given_away_sentence(result) is None


def test_of_tables_that_are_published_together_each_is_told_its_own_cells(firms: Microdata) -> None:
    region = SALES.changed(name="By region", plan=PLAN.changed(columns=()), together=True)
    both = compute_tables([SALES.changed(together=True), region], firms, firms, 7)
    alone = found(firms, firms)
    assert given_away(both[0]) == given_away(alone)
    assert {f"{code}, Total" for code in given_away(both[1])} <= set(given_away(both[0]))
    # Of a table of the masked file that a step changed, the file shows masked values only.
    changed = firms.assign({"sales": FIRMS["sales"] * 2 + 1})
    assert given_away(found(firms, changed, SALES.changed(of="masked"))) == []
