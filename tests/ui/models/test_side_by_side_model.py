import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.masking import Recoding
from sdcdesk.records.side_by_side import side_by_side
from ui.models.side_by_side_model import SideBySideModel

RIGHT, LEFT = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft


@pytest.fixture
def model() -> SideBySideModel:
    frame = pd.DataFrame(
        {
            "name": ["Ann", "Bob", "Cy", "Di"],
            "age": [44, 31, 47, 38],
            "zip": ["0012", "0012", None, "0013"],
            "year": [1999, 2001, 2002, 2003],
            "income": [1000.5, 2000.25, 3000.0, np.nan],
        }
    )
    data = Microdata(
        frame,
        [
            Variable(name="name", role=Role.IDENTIFIER),
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="year", scale=Scale.NOMINAL),
            Variable(name="income", scale=Scale.CONTINUOUS),
        ],
    )
    masked = Recoding(variable="age", how="width", width=10.0).apply(data)
    masked = masked.assign({"income": pd.Series([1000.123456, 2000.25, 3001.5, np.nan])})
    model = SideBySideModel()
    model.show_files(side_by_side(data, masked.take(np.array([0, 1, 3])), ["age"]), 2)
    return model


def cell(model: SideBySideModel, row: int, column: int, role: int = Qt.ItemDataRole.DisplayRole):
    return model.index(row, column).data(role)


def test_it_is_a_model(model: SideBySideModel) -> None:
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_only_different(only=True)
    model.show_files(None, 0)
    assert model.rowCount() == 0
    assert model.columnCount() == 0


def test_columns_of_both_files_and_the_group(model: SideBySideModel) -> None:
    heads = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(model.columnCount())]
    assert heads == ["age", "zip", "year", "income", "age", "zip", "year", "income", "Group"]
    assert (list(model.original_columns()), list(model.masked_columns()), list(model.group_columns())) == (
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [8],
    )
    numbers = [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())]
    assert numbers == ["2", "4", "1", "3"]
    assert model.positions([0, 3]).tolist() == [1, 2]


def test_cells_read_as_in_the_files(model: SideBySideModel) -> None:
    assert [cell(model, 0, column) for column in range(9)] == [
        "31",
        "0012",
        "2001",
        "2,000.25",
        "30 to 39",
        "0012",
        "2001",
        "2,000.25",
        "2",
    ]
    assert cell(model, 1, 3) == "missing"
    assert cell(model, 1, 3, Qt.ItemDataRole.FontRole).italic()
    assert cell(model, 0, 3, Qt.ItemDataRole.TextAlignmentRole) & RIGHT
    assert cell(model, 0, 2, Qt.ItemDataRole.TextAlignmentRole) & LEFT
    # A mean has no more digits than the original values.
    assert cell(model, 2, 7) == "1,000.12"


def test_changed_cells_are_marked_on_the_right_only(model: SideBySideModel) -> None:
    changed = [[model.cell(row, column).changed for column in range(8)] for row in range(3)]
    assert changed == [
        [False, False, False, False, True, False, False, False],
        [False, False, False, False, True, False, False, False],
        [False, False, False, False, True, False, False, True],
    ]


def test_a_record_left_out_has_no_cells(model: SideBySideModel) -> None:
    assert [model.cell(3, column).out for column in range(9)] == [False] * 4 + [True] * 5
    assert cell(model, 3, 4) is None
    assert cell(model, 3, 8) is None
    assert cell(model, 3, 0) == "47"


def test_what_is_drawn_is_what_is_said(model: SideBySideModel) -> None:
    for row in range(model.rowCount()):
        for column in range(model.columnCount()):
            drawn = model.cell(row, column)
            assert drawn.text == model.text(row, column) == (cell(model, row, column) or "")
            assert drawn.missing == (drawn.text == "missing")
            if drawn.text:
                assert drawn.right == bool(
                    cell(model, row, column, Qt.ItemDataRole.TextAlignmentRole) & RIGHT
                )


def test_small_groups_are_marked_in_words(model: SideBySideModel) -> None:
    assert [cell(model, row, 8) for row in range(3)] == ["2", "2", "! 1"]
    assert [model.cell(row, 8).small for row in range(3)] == [False, False, True]
    assert (
        cell(model, 2, 8, Qt.ItemDataRole.ToolTipRole)
        == "1 record shares these keys, fewer than the 2 wanted"
    )


def test_every_second_group_is_shaded(model: SideBySideModel) -> None:
    assert [model.cell(row, 0).band for row in range(4)] == [False, False, True, True]
    model.set_shaded(shaded=False)
    assert not any(model.cell(row, 0).band for row in range(4))


def test_only_records_that_differ(model: SideBySideModel) -> None:
    model.show_only_different(only=True)
    assert model.rowCount() == 4
    both = side_by_side(*[Microdata(pd.DataFrame({"x": [1, 2, 3]}))] * 2)
    model.show_files(both, 2, only_different=True)
    assert model.rowCount() == 0
    model.show_only_different(only=False)
    assert model.rowCount() == 3


def test_variables_are_called_by_their_labels_and_tooltips_say_their_names(model: SideBySideModel) -> None:
    data = Microdata(
        pd.DataFrame({"q17": [1, 2, 2], "age": [30, 40, 50]}),
        [Variable(name="q17", label="Amount billed"), Variable(name="age", role=Role.KEY)],
    )
    model.show_files(side_by_side(data, data, ["age"]), 2)
    across = Qt.Orientation.Horizontal

    def heads(role: int = Qt.ItemDataRole.DisplayRole) -> list[str]:
        return [model.headerData(column, across, role) for column in range(model.columnCount())]

    assert heads() == ["age", "Amount billed", "age", "Amount billed", "Group"]
    assert heads(Qt.ItemDataRole.ToolTipRole)[1] == "Amount billed: q17"
    assert heads(Qt.ItemDataRole.ToolTipRole)[-1] == "Group"
