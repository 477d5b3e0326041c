import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.loss import ChangedCells
from sdcdesk.loss.changed_cells import KINDS, TABLE_CELLS, kinds_of_cells
from sdcdesk.masking import Recoding

NAMES = ["", *(name for name, _, _ in KINDS)]

ORIGINAL = Microdata(
    pd.DataFrame(
        {
            "town": ["Albany", "Boston", "Buffalo", "Boston", None, None],
            "income": [10.0, 20.0, np.nan, 40.0, 50.0, 60.0],
            "age": [11, 12, 25, 25, 31, 31],
        }
    ),
    [
        Variable(name="town", role=Role.KEY, scale=Scale.NOMINAL),
        Variable(name="income", scale=Scale.CONTINUOUS),
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
    ],
)


def kinds(masked: Microdata, name: str) -> list[str]:
    return [NAMES[kind] for kind in kinds_of_cells(ORIGINAL, masked, name)]


def test_each_kind_by_hand() -> None:
    towns = pd.Series(["Albany", None, "Boston", "Boston", "Boston", None], dtype="str")
    incomes = pd.Series([10.0, 21.0, 30.0, np.nan, 50.0, 60.0])
    masked = ORIGINAL.assign({"town": towns, "income": incomes})
    assert kinds(masked, "town") == ["", "blanked", "changed", "", "filled", ""]
    assert kinds(masked, "income") == ["", "changed", "filled", "blanked", "", ""]
    assert kinds(masked, "age") == [""] * 6
    assert kinds(masked.drop(["town"]), "town") == ["blanked"] * 4 + ["", ""]


def test_coarser_renamed_and_coarser_and_changed() -> None:
    banded = Recoding(variable="age", how="width", width=10.0).apply(ORIGINAL)
    assert kinds(banded, "age") == ["coarser"] * 6, "also where one number alone is in the interval"
    named = Recoding(variable="town", how="mapping", mapping={"Albany": "A", "Boston": "B"}).apply(ORIGINAL)
    assert kinds(named, "town") == [""] * 6, "labels of one category are names"
    labels = banded.column("age").tolist()
    moved = banded.assign({"age": pd.Series([labels[2], *labels[1:]], dtype="str")})
    assert kinds(moved, "age") == ["changed", *["coarser"] * 5]


def test_many_categories_are_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    masked = ORIGINAL.assign({"town": pd.Series(["x", "Boston", None, "y", None, "z"], dtype="str")})
    one = kinds(masked, "town")
    assert TABLE_CELLS > 1
    monkeypatch.setattr("sdcdesk.loss.changed_cells.TABLE_CELLS", 0)
    assert kinds(masked, "town") == one == ["changed", "", "blanked", "changed", "", "filled"]


def test_blocks_of_the_original_and_the_records_behind_a_cell() -> None:
    rng = np.random.default_rng(3)
    original = Microdata(pd.DataFrame({"x": rng.integers(0, 3, 103).astype(str), "y": rng.random(103)}))
    shown = np.where(rng.random(103) < 0.3, "other", original.column("x"))
    masked = original.assign({"x": pd.Series(shown, dtype="str")}).take(rng.permutation(103)[:80])
    found = ChangedCells(blocks=7).assess(original, masked)
    table, rows = found.table("blocks"), found.tables["blocks"].rows
    assert rows is not None
    assert len(table) == 14
    for at, row in table.iterrows():
        inside = [
            r
            for r in masked.rows.tolist()
            if row["first"] - 1 <= r < row["last"] and row["variable"] == "x" and shown[r] == "other"
        ]
        released = sum(row["first"] - 1 <= r < row["last"] for r in masked.rows.tolist())
        assert row["records"] == released
        assert row["altered"] == row["changed"] == len(inside) / released
        assert rows(int(str(at))).tolist() == sorted(inside)
    assert table["last"].iloc[6] == 103
    changed = (shown[masked.rows] == "other").sum()
    assert found.figure("cells_altered").quantity.part == changed
    assert found.value("cells_altered") == changed / 160


def test_fewer_records_than_blocks_and_nothing_released() -> None:
    masked = ORIGINAL.take(np.array([5, 0]))
    found = ChangedCells(variables=("age",)).assess(ORIGINAL, masked).table("blocks")
    assert found["block"].tolist() == list("123456")
    assert found["altered"].isna().tolist() == [False, True, True, True, True, False]
    none = ChangedCells().assess(ORIGINAL, ORIGINAL.take(np.array([], dtype=np.int64)))
    assert not none.figure("cells_altered").quantity.defined
    assert none.table("variables")["altered"].isna().all()


def test_counts_of_a_public_document_are_in_steps_and_it_has_no_map() -> None:
    rng = np.random.default_rng(1)
    original = Microdata(pd.DataFrame({"x": rng.integers(0, 3, 1000).astype(str)}))
    shown = original.column("x").mask(rng.random(1000) < 0.217)
    found = ChangedCells().assess(original, original.assign({"x": shown}))
    public = withheld(found, Edition(threshold=3))
    assert "blocks_plot" not in public.plots
    told = public.tables.get("blocks")
    assert told is None or not {"altered", "changed", "blanked"} & {one.name for one in told.columns}
    exact = found.figure("cells_altered").quantity.value
    public_share = public.figures["cells_altered"].quantity.value
    assert public_share != exact
    assert public_share == pytest.approx(exact, abs=0.02)
