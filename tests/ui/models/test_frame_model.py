import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.records.record_column import EMPTY as MISSING
from ui.models.frame_model import FrameModel

Role = Qt.ItemDataRole


def model_of(data: Microdata | None) -> FrameModel:
    model = FrameModel()
    model.set_data(data)
    return model


@pytest.fixture
def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "age": pd.array([61, None, -9], dtype="Int64"),
            "bill": [1523.4, 967.38, 2000.0],
            "city": ["Oslo", None, "a very long name of a small place"],
            "sex": [1, 2, 1],
        }
    )
    described = [
        Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,)),
        Variable(name="sex", scale=Scale.NOMINAL),
    ]
    return Microdata(frame, described)


def texts(model: FrameModel, column: int) -> list[str]:
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def test_cells_read_as_the_file_with_equal_digits(people):
    model = model_of(people)
    assert texts(model, 1) == ["1,523.40", "967.38", "2,000.00"]
    assert texts(model, 3) == ["1", "2", "1"]


def test_missing_values_are_said_and_slanted(people):
    model = model_of(people)
    assert texts(model, 0) == ["61", MISSING, "-9"]
    assert texts(model, 2)[1] == MISSING
    for row in (1, 2):
        assert model.data(model.index(row, 0), Role.FontRole).italic()
    assert model.data(model.index(0, 0), Role.FontRole) is None
    assert model.data(model.index(2, 0), Role.ToolTipRole) == "-9 stands for a missing value"


def test_what_is_measured_stands_right(people):
    model = model_of(people)
    right = [
        bool(model.data(model.index(0, column), Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight)
        for column in range(4)
    ]
    assert right == [True, True, False, False]


def test_long_text_is_the_tooltip_too(people):
    model = model_of(people)
    assert model.data(model.index(2, 2), Role.ToolTipRole) == "a very long name of a small place"
    assert model.data(model.index(0, 2), Role.ToolTipRole) is None


def test_what_a_code_means_is_its_tooltip(people):
    labels = (ValueLabel(value=-9, label="Refused"), ValueLabel(value=61, label="61 and more"))
    age = people.variable("age").changed(value_labels=labels)
    model = model_of(people.describe(age))
    hints = [model.data(model.index(row, 0), Role.ToolTipRole) for row in range(3)]
    assert hints == ["61 61 and more", None, "-9 Refused stands for a missing value"]


def test_more_digits_than_usual_are_not_lost():
    model = model_of(Microdata(pd.DataFrame({"x": [*[0.5] * 300, 0.123456, 1e300, 5e-9]})))
    assert texts(model, 0)[-3:] == ["0.123456", "1e+300", "5e-09"]


def test_some_records_in_another_order(people):
    model = model_of(people)
    model.set_positions(np.array([2, 0]))
    assert texts(model, 1) == ["2,000.00", "1,523.40"]
    numbers = [model.headerData(row, Qt.Orientation.Vertical) for row in range(2)]
    assert numbers == ["3", "1"]
    model.set_positions(None)
    assert model.rowCount() == 3


def test_described_anew_the_view_stays(people, qtbot):
    model = model_of(people)
    model.set_positions(np.array([2, 0]))
    with qtbot.waitSignal(model.dataChanged):
        model.describe(people.describe(Variable(name="age", scale=Scale.CONTINUOUS)))
    assert model.rowCount() == 2
    assert model.data(model.index(0, 0), Role.FontRole) is None


def test_nothing_open():
    model = model_of(None)
    assert (model.rowCount(), model.columnCount()) == (0, 0)


class Counted(FrameModel):
    """Counts the cells that are asked for."""

    asked = 0

    def data(self, index, role=Role.DisplayRole):
        self.asked += 1
        return super().data(index, role)


def test_of_a_million_records_only_the_cells_that_are_seen_are_asked_for(qtbot):
    numbers = np.arange(1_000_000)
    columns = {f"n{place}": numbers * (place + 0.5) for place in range(10)}
    columns |= {f"t{place}": pd.Series(numbers % 977).astype("str") for place in range(10)}
    model = Counted()
    model.set_data(Microdata(pd.DataFrame(columns)))
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(model)
    view.resize(800, 400)
    with qtbot.waitExposed(view):
        view.show()
    view.scrollToBottom()
    view.grab()
    positions = np.arange(1_000_000)[::-1].copy()
    model.set_positions(positions)
    view.scrollTo(model.index(500_000, 12))
    view.grab()
    assert view.rowAt(view.viewport().height() // 2) > 400_000
    assert model.asked < 50_000
    assert model.data(model.index(0, 0)) == "499,999.5"
    assert model.data(model.index(999_999, 10)) == "0"


def test_variables_are_called_by_their_labels_as_they_are_now(people: Microdata) -> None:
    model = model_of(people)
    across, column = Qt.Orientation.Horizontal, list(people.names).index("bill")
    assert model.headerData(column, across) == "bill"
    labelled = people.describe(people.variable("bill").changed(label="Amount billed"))
    told = []
    model.headerDataChanged.connect(lambda *_: told.append(model.headerData(column, across)))
    model.describe(labelled)
    assert told == ["Amount billed"]
    assert model.name(column) == "bill"
    assert model.headerData(column, across, Role.ToolTipRole) == "Amount billed: bill"
