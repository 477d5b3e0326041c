"""Attack: the documents of a project with tables, and the tables as they leave, read for what was hidden.

Documents are compared between two projects that differ in nothing that a reader may know: in the parameters
of the rules, and in values that are hidden and move along the sums of the published table. A reader who
cannot tell the two apart learns nothing of either.
"""

import io
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.limit import Verdict
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.release.table_export import TableFiles, export_tables
from sdcdesk.report.html import render
from sdcdesk.report.stamp import figures_text
from sdcdesk.tables import CellSuppression, MinimumFrequency, PPercent, TablePlan
from sdcdesk.tables.files.columns import public_columns
from sdcdesk.tables.files.writing import table_bytes

AMOUNTS = [9031, 517, 3011, 3107, 1213, 1129, 1117, 2027, 2129, 2213, 4021, 4409, 4111, 911, 809, 719]
FIRMS = pd.DataFrame({"region": list("NNNNNNNSSSSSSSSS"), "size": list("aabbcccaaabbbccc"), "sales": AMOUNTS})
SALES = PlannedTable(
    name="Sales",
    plan=TablePlan(rows=("region",), columns=("size",), value="sales"),
    rules=(PPercent(p=13.7),),
    protection=CellSuppression(cost="value"),
)


def released(table: PlannedTable, frame: pd.DataFrame = FIRMS) -> Release:
    reference = DataReference(path="firms.csv", size=0, sha256="0" * 64, options=ReadOptions())
    data = Microdata(frame, [sdc.Variable(name="sales", scale=sdc.Scale.CONTINUOUS)])
    project = Project(data=reference, recipe=Recipe(seed=7), measures=(), tables=(table,))
    return check_release(project, Pipeline(data).run(project.recipe)).with_tables()


def documents(release: Release) -> tuple[str, ...]:
    return render(release), figures_text(release)


def table_of(release: Release) -> sdc.tables.CellTable:
    [result] = release.tables
    assert result.table is not None
    return result.table


def test_no_public_document_holds_a_hidden_value_or_what_the_rules_ask() -> None:
    release = released(SALES)
    table = table_of(release)
    assert release.tables[0].verdict is Verdict.SAFE
    hidden = [str(int(value)) for value in table.values[table.is_hidden]]
    assert len(hidden) >= 4
    inside = release.edition(internal=True)
    internal = render(release, edition=inside).replace(",", "").replace("\u202f", "")
    for text in documents(release):
        plain = text.replace(",", "").replace("\u202f", "")
        assert not [value for value in hidden if value in plain]
        assert "13.7" not in plain
        assert "ensitive</td>" not in text
    assert all(value in internal for value in hidden)
    assert "p = 13.7" in internal


def test_documents_tell_no_sensitive_cell_from_one_that_is_hidden_to_protect_it() -> None:
    release = released(SALES)
    table = table_of(release)
    sensitive = table.is_sensitive
    assert sensitive.any()
    assert (table.is_hidden & ~sensitive).any()
    # The same pattern, of which the rules call other cells sensitive, or none: nothing tells these apart.
    hidden = tuple(table.codes(cell) for cell in np.flatnonzero(table.is_hidden).tolist())
    by_hand = released(SALES.changed(hidden=hidden))
    none = released(SALES.changed(hidden=hidden, rules=(MinimumFrequency(least=2),)))
    assert not table_of(none).is_sensitive.any()
    assert (table_of(none).is_hidden == table_of(by_hand).is_hidden).all()
    renamed = tuple(text.replace(MinimumFrequency.title, PPercent.title) for text in documents(none))
    assert renamed == documents(by_hand) == documents(release)


def test_documents_are_the_same_whatever_moves_among_the_hidden_cells() -> None:
    release = released(SALES)
    table = table_of(release)
    inner = table.values.reshape(table.shape)[1:, 1:]
    hidden = table.is_hidden.reshape(table.shape)[1:, 1:]
    columns = np.flatnonzero(hidden.all(axis=0))
    assert len(columns) >= 2
    one, other = columns[:2]
    moved = FIRMS.copy()
    for region, size, by in (
        ("N", one, 40), ("N", other, -40), ("S", one, -40), ("S", other, 40),
    ):  # fmt: skip
        code = table.dimensions[1].codes[1:][size]
        place = moved.index[(moved["region"] == region) & (moved["size"] == code)][0]
        moved.loc[place, "sales"] += by
    again = released(SALES, moved)
    assert not np.array_equal(table_of(again).values.reshape(table.shape)[1:, 1:], inner)
    assert (table_of(again).is_hidden == table.is_hidden).all()
    pd.testing.assert_frame_equal(public_columns(table_of(again)), public_columns(table))
    assert documents(again) == documents(release)


def test_a_table_that_does_not_leave_shows_no_number() -> None:
    release = released(SALES.changed(protection=None))
    assert release.tables[0].verdict is Verdict.UNSAFE
    page, figures = documents(release)
    assert "It is not published." in page
    numbers = {str(int(value)) for value in table_of(release).values if value > 100}
    plain = (page + figures).replace(",", "").replace("\u202f", "")
    assert not [number for number in numbers if number in plain]
    assert '"cells"' not in figures


def test_an_unsafe_table_leaves_on_the_record() -> None:
    release = released(SALES.changed(protection=None, override="The board decided"))
    page, figures = documents(release)
    assert page.count("The board decided") == figures.count("The board decided") == 1
    assert "Published although the verdict is unsafe" in page


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_a_file_that_leaves_holds_nothing_of_hidden_cells_wherever_one_looks(ending: str) -> None:
    release = released(SALES)
    table = table_of(release)
    content = table_bytes(table, Path(f"table{ending}"))
    if ending == ".xlsx":
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"".join(book.read(name) for name in book.namelist())
    hidden = [str(int(value)).encode() for value in table.values[table.is_hidden]]
    words = [b"sensitive", b"secondary", b"required", b"frequency", b"13.7", b"p_percent"]
    assert hidden
    assert not [secret for secret in (*hidden, *words) if secret in content]
    # Nor does the order or number of anything in it tell which cells are sensitive.
    cells = tuple(table.codes(cell) for cell in np.flatnonzero(table.is_hidden).tolist())
    none = table_of(released(SALES.changed(hidden=cells, rules=(MinimumFrequency(least=2),))))
    assert table_bytes(none, Path(f"table{ending}")) == table_bytes(table, Path(f"table{ending}"))


def test_which_values_a_filter_keeps_stands_in_what_its_owner_keeps_alone(tmp_path: Path) -> None:
    words = {"a": "Goldfinch", "b": "Siskin", "c": "Brambling"}
    frame = FIRMS.assign(kind=FIRMS["size"].map(words))
    plan = TablePlan(rows=("region",), value="sales", where={"kind": ("Goldfinch", "Siskin")})
    table = SALES.changed(plan=plan, rules=(MinimumFrequency(),))
    release = released(table, frame)
    for text in documents(release):
        assert "Goldfinch" not in text
        assert "with some values of kind" in text
    assert "Only records with kind: Goldfinch, Siskin" in render(
        release, edition=Edition(Audience.INTERNAL, values=True)
    )
    heads = {}
    for internal in (False, True):
        path = tmp_path / f"{internal}.xlsx"
        export_tables(release.tables, TableFiles({"Sales": path}, internal=internal))
        heads[internal] = pd.read_excel(path, header=None, engine="calamine").to_csv()
    assert "with some values of kind" in heads[False]
    assert "Goldfinch" not in heads[False]
    assert "Only records with kind: Goldfinch, Siskin" in heads[True]
