"""Tables of a project: built, judged, protected and audited, and what of them may leave."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.release import tables_beside
from sdcdesk.release.table_differences import differences
from sdcdesk.release.table_export import TableFiles, export_tables, with_reason, withheld
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, MinimumFrequency, PPercent, TablePlan, audited

FIRMS = pd.DataFrame(
    {
        "region": list("NNNNNNSSSSSSSSS"),
        "size": list("aabbccaaabbbccc"),
        "sales": [90, 5, 30, 31, 12, 11, 20, 21, 22, 40, 44, 41, 9, 8, 7],
    }
)
PLAN = TablePlan(rows=("region",), columns=("size",), value="sales")
SALES = PlannedTable(name="Sales", plan=PLAN, rules=(PPercent(p=10.0),), protection=CellSuppression())


@pytest.fixture
def firms() -> Microdata:
    return Microdata(FIRMS, [Variable(name="sales", scale=Scale.CONTINUOUS)])


def results(
    data: Microdata, *tables: PlannedTable, before: Sequence[TableResult] = ()
) -> tuple[TableResult, ...]:
    return compute_tables(tables, data, data, 7, before)


def test_a_table_is_protected_and_audited_and_its_name_stands_on_it(firms: Microdata) -> None:
    [found] = results(firms, SALES.changed(title="Sales of firms", unit="1,000 $"))
    assert found.table is not None
    assert (found.table.name, found.table.title, found.table.unit) == ("Sales", "Sales of firms", "1,000 $")
    assert (found.verdict, found.hindrances, bool(found.table.is_sensitive.any())) == (Verdict.SAFE, (), True)
    assert (found.table.is_hidden & ~found.table.is_sensitive).any()


def test_without_protection_the_cells_that_can_be_worked_out_are_named(firms: Microdata) -> None:
    [found] = results(firms, SALES.changed(protection=None))
    assert found.verdict is Verdict.UNSAFE
    assert any("N, a" in str(one) for one in found.hindrances)


def test_who_publishes_a_sensitive_cell_by_hand_must_say_why(firms: Microdata) -> None:
    [found] = results(firms, SALES.changed(always=(("N", "a"), ("N", "b"), ("N", "c"))))
    assert (found.verdict, bool(found.published_by_hand)) == (Verdict.UNSAFE, True)
    assert "published by hand" in str(found.hindrances[0])


def test_what_is_judged_is_told_before_it_is_protected(firms: Microdata) -> None:
    told: list[tuple[TableResult, ...]] = []
    found = compute_tables([SALES], firms, None, 7, tell=told.append)
    assert [(one.judged, one.protected) for one in told[0]] == [(found[0].judged, None)]
    compute_tables([SALES], firms, None, 7, found, tell=told.append)
    assert told[-1] == found, "what is known already is told whole"


def test_the_best_pattern_so_far_is_told_while_a_better_one_is_looked_for_and_never_leaves(
    firms: Microdata,
) -> None:
    told: list[tuple[TableResult, ...]] = []
    other = SALES.changed(name="By size", rules=())
    found, _ = compute_tables([SALES, other], firms, None, 7, tell=told.append)
    drafts = [first for first, _ in told if first.draft is not None]
    assert drafts
    assert all(second.draft is None for first, second in told if first.draft is not None)
    for one in drafts:
        assert one.draft is not None
        assert one.judged is not None
        assert one.draft.is_hidden[one.judged.is_sensitive].all()
        assert audited(one.draft).is_passed
        assert one.shown is one.draft
        assert (one.table, one.verdict, one.leaves) == (None, Verdict.NOT_ASSESSED, False)
        assert withheld(one)
    assert found.draft is None
    assert found.shown is not None
    assert np.array_equal(found.shown.released, found.table.released, equal_nan=True)  # type: ignore[union-attr]


def test_without_rules_nothing_is_known_to_be_safe(firms: Microdata) -> None:
    [found] = results(firms, SALES.changed(rules=(), protection=None))
    assert found.verdict is Verdict.NOT_ASSESSED
    assert "No rule has said" in str(found.hindrances[0])


def test_a_table_that_fails_takes_no_other_one_down(firms: Microdata) -> None:
    broken = SALES.changed(name="Broken", hidden=(("N", "z"),))
    gone = PlannedTable(name="Gone", finished=FinishedTable(file=InputFile(path="/nowhere/a.csv")))
    masked = SALES.changed(name="Masked", of="masked")
    found = compute_tables([broken, gone, SALES, masked], firms, None, 7)
    assert [one.verdict for one in found] == [Verdict.NOT_ASSESSED] * 2 + [Verdict.SAFE, Verdict.NOT_ASSESSED]
    words = [str(one.hindrances[0]) if one.hindrances else "" for one in found]
    assert "z is no code of size" in words[0]
    assert "There is no masked file" in words[3]
    assert "it failed" in withheld(found[0], internal=True)


def test_what_is_printed_of_results_holds_no_value(firms: Microdata) -> None:
    [found] = results(firms, SALES.changed(rules=(PPercent(p=13.0),)))
    parts = (found, found.table, found.protected, found.found)
    assert found.table is not None
    assert found.found is not None
    system, known = found.found.system, found.table.contributions
    printed = " ".join(map(repr, (*parts, system, known, found.table.sensitivity, found.found.needs)))
    assert "array" not in printed
    assert "13.0" not in re.sub(r"0x\w+", "", printed)


def test_tables_that_are_published_together_are_one_system(firms: Microdata) -> None:
    totals = SALES.changed(name="Totals", plan=PLAN.changed(columns=()), together=True)
    both = [SALES.changed(together=True), totals]
    one, other = results(firms, *both)
    assert one.protected is other.protected
    assert one.found is not None
    assert len(one.found.system.tables) == 2
    alike = [both[0], totals.changed(protection=None)]
    assert "are protected alike" in str(results(firms, *alike)[0].hindrances[0])


def test_what_has_not_changed_is_not_computed_again(firms: Microdata) -> None:
    counts = PlannedTable(name="Counts", plan=TablePlan(rows=("size",)), rules=(MinimumFrequency(),))
    before = results(firms, SALES, counts)
    after = results(firms, counts, SALES.changed(title="New", name="Renamed"), before=before)
    assert after[0].protected is before[1].protected
    assert after[1].protected is before[0].protected
    ruled = results(firms, SALES.changed(rules=(PPercent(p=20.0),)), before=before)
    assert ruled[0].built is before[0].built
    assert ruled[0].judged is not before[0].judged
    other = Microdata(FIRMS, [Variable(name="sales", scale=Scale.CONTINUOUS)])
    assert results(other, SALES, before=before)[0].built is not before[0].built


def test_the_work_stops_when_it_is_asked_to(firms: Microdata) -> None:
    with pytest.raises(Cancelled):
        compute_tables([SALES], firms, None, 7, progress=Progress(cancelled=lambda: True))


def test_a_pattern_made_elsewhere_is_judged_as_it_is(firms: Microdata, tmp_path: Path) -> None:
    [own] = results(firms, SALES.changed(protection=None))
    assert own.judged is not None
    table = own.judged.frame.assign(status=[str(one) for one in own.judged.status])
    hidden = own.judged.is_hidden
    lower, upper = np.where(hidden, 1.0, 0.0), np.where(hidden, 1.0, 0.0)
    table["value"] = table["value"].where(~hidden)
    table.assign(required_lower=lower, required_upper=upper).to_csv(tmp_path / "old.csv", index=False)
    finished = FinishedTable(file=InputFile(path=(tmp_path / "old.csv").as_posix()))
    [found] = results(firms, PlannedTable(name="Old", finished=finished))
    assert found.verdict is Verdict.UNSAFE
    (tmp_path / "old.csv").write_text("region,value\nTotal,1\n", encoding="utf-8")
    pinned = finished.changed(file=finished.file.changed(sha256="0" * 64))
    [changed] = results(firms, PlannedTable(name="Old", finished=pinned))
    assert "has changed since it was chosen" in str(changed.hindrances[0])


def test_what_one_table_hides_and_another_one_publishes_is_known(firms: Microdata) -> None:
    totals = PlannedTable(name="Totals", plan=PLAN.changed(columns=()), rules=(PPercent(p=10.0),))
    [hiding] = results(firms, SALES.changed(hidden=(("N", "Total"), ("S", "Total"))))
    [showing] = results(firms, totals)
    assert hiding.table is not None
    assert showing.table is not None
    both = audited(hiding.table, showing.table)
    known = {both.system.cell_text(cell) for cell in both.cells.tolist()}
    assert known
    assert not [text for text in known if "Total" in text]


def test_tables_that_leave_one_by_one_are_audited_beside_one_another(firms: Microdata) -> None:
    crossed = PLAN.changed(rows=("size",), columns=("region",))
    other = SALES.changed(name="By size", plan=crossed, always=(("a", "S"),))
    found = results(firms, SALES, other)
    assert [one.own_verdict for one in found] == [Verdict.SAFE, Verdict.SAFE]
    assert [one.verdict for one in found] == [Verdict.UNSAFE, Verdict.UNSAFE]
    assert "N, a can be worked out too closely by who has the tables Sales" in str(found[0].hindrances[0])
    assert results(firms, SALES, other, before=found)[0].beside is found[0].beside
    # As one system they are safe, and so are two that hide the same cells.
    together = [one.changed(together=True) for one in (SALES, other)]
    assert [one.verdict for one in results(firms, *together)] == [Verdict.SAFE, Verdict.SAFE]
    same = [SALES, SALES.changed(name="By size", plan=crossed)]
    assert [one.verdict for one in results(firms, *same)] == [Verdict.SAFE, Verdict.SAFE]
    # A table that does not leave gives nothing away.
    bare = other.changed(protection=None)
    assert [one.verdict for one in results(firms, SALES, bare)] == [Verdict.SAFE, Verdict.UNSAFE]


def test_two_filters_of_the_same_table_are_subtracted(firms: Microdata) -> None:
    few = PLAN.changed(columns=(), where={"size": ("a", "b")})
    one, other = results(
        firms, SALES.changed(plan=PLAN.changed(columns=())), SALES.changed(name="B", plan=few)
    )
    found = differences(one, other)
    assert [(row.first, row.second) for row in found.found] == [("N", "")]
    assert "Only two contributors" in found.frame()["why"][0]


def test_tables_whose_filters_nest_are_subtracted_by_themselves_and_protected_together(
    firms: Microdata,
) -> None:
    plan = PLAN.changed(columns=())
    few = plan.changed(where={"size": ("b", "c")})
    tables = SALES.changed(plan=plan), SALES.changed(name="Few", plan=few)
    apart = results(firms, *tables)
    assert [one.own_verdict for one in apart] == [Verdict.SAFE] * 2
    assert [one.verdict for one in apart] == [Verdict.UNSAFE] * 2
    told = "Sales: N, not in Few can be worked out too closely by who subtracts the tables Sales and Few"
    assert told in str(apart[1].hindrances[0])
    again = results(firms, *tables, before=apart)
    assert again[0].beside is apart[0].beside
    # Published together without a protection they still give it away; with one they do not.
    bare = [one.changed(together=True, protection=None) for one in tables]
    assert [one.verdict for one in results(firms, *bare)] == [Verdict.UNSAFE] * 2
    parts = CellSuppression(approach="hierarchical")
    told = [one.changed(together=True, protection=parts) for one in tables]
    assert [one.verdict for one in results(firms, *told)] == [Verdict.UNSAFE] * 2
    safe = results(firms, *(one.changed(together=True) for one in tables))
    assert [one.verdict for one in safe] == [Verdict.SAFE] * 2
    assert [one.table.subject for one in safe if one.table] == [
        one.built.subject for one in safe if one.built
    ]
    whole, part = (one.table.released for one in safe if one.table is not None)
    assert np.isnan(whole - part)[1:].all(), "regions cannot be subtracted"
    # A table that does not leave is subtracted by nobody.
    kept = tables[1].changed(rules=(), protection=None)
    assert [one.verdict for one in results(firms, tables[0], kept)] == [Verdict.SAFE, Verdict.NOT_ASSESSED]


def test_tables_with_too_many_cells_to_be_subtracted_are_named(
    firms: Microdata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_beside, "MOST", 3)
    plan = PLAN.changed(columns=())
    few = SALES.changed(name="Few", plan=plan.changed(where={"size": ("b", "c")}))
    [one, other] = results(firms, SALES.changed(plan=plan), few)
    assert one.beside is not None
    assert "The tables Sales and Few have other filters" in str(one.beside.not_compared[0])
    assert (one.verdict, other.verdict) == (Verdict.SAFE, Verdict.SAFE)


def test_a_table_that_is_not_safe_leaves_with_a_recorded_reason_only(
    firms: Microdata, tmp_path: Path
) -> None:
    tables = (SALES, SALES.changed(name="Bare", protection=None))
    files = TableFiles({"Sales": tmp_path / "sales.csv", "Bare": tmp_path / "bare.xlsx"})
    found = results(firms, *tables)
    with pytest.raises(WriteError, match="Table Bare is not written: its verdict is unsafe"):
        export_tables(found, files)
    assert not list(tmp_path.iterdir())
    data = DataReference(path="firms.csv", size=0, sha256="0" * 64, options=ReadOptions())
    project = Project(data=data, recipe=Recipe(seed=7), tables=tables)
    label, explained = with_reason(project, found, "The board decided")
    assert label == "Reason to publish table Bare changed"
    assert [table.override for table in explained.tables] == ["", "The board decided"]
    again = results(firms, *explained.tables, before=found)
    assert [one.protected for one in again] == [one.protected for one in found]
    export_tables(again, files)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bare.xlsx", "sales.csv"]
    published = pd.read_csv(tmp_path / "sales.csv")
    assert found[0].table is not None
    np.testing.assert_array_equal(published["value"].isna(), found[0].table.is_hidden)
    assert list(published.columns) == ["region", "size", "value", "flag"]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_writing_stops_when_it_is_asked_to(firms: Microdata, tmp_path: Path, ending: str) -> None:
    found = results(firms, SALES)
    said: list[float] = []
    files = TableFiles({"Sales": tmp_path / f"table{ending}"})
    stopping = Progress(listener=lambda share, _words: said.append(share), cancelled=lambda: len(said) > 1)
    with pytest.raises(Cancelled):
        export_tables(found, files, Progress(cancelled=lambda: True))
    if ending == ".xlsx":
        with pytest.raises(Cancelled):
            export_tables(found, files, stopping)
        assert said == sorted(said)
    assert not list(tmp_path.iterdir())


def test_no_table_replaces_an_input_or_another_table(firms: Microdata, tmp_path: Path) -> None:
    found = results(firms, SALES, SALES.changed(name="Other"))
    data = tmp_path / "firms.csv"
    data.write_text("region\nN\n", encoding="utf-8")
    with pytest.raises(WriteError, match="never overwritten"):
        export_tables(found, TableFiles({"Sales": data}, replace=True, inputs=(data,)))
    both = {"Sales": tmp_path / "one.csv", "Other": tmp_path / "one.csv"}
    with pytest.raises(WriteError, match="Two tables would be written to one"):
        export_tables(found, TableFiles(both, replace=True))
    assert [path.name for path in tmp_path.iterdir()] == ["firms.csv"]
    assert data.read_text(encoding="utf-8") == "region\nN\n"
