import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.inspection.categories import arranged, occurring
from sdcdesk.inspection.variable_rows import UNKNOWN, VariableRow
from ui.models.categories_model import CategoriesModel
from ui.models.categories_model import CategoryColumn as CategoryColumn
from ui.models.variables_model import VariableColumn, VariablesModel

CHECK = Qt.ItemDataRole.CheckStateRole
ROWS = [
    VariableRow(Variable(name="age"), "17 to 52", 4, 0),
    VariableRow(Variable(name="sex"), "F, M", 2, 10),
    VariableRow(Variable(name="zip"), "40 different", 40, 0),
]


def test_the_model_is_a_proper_one(qtbot) -> None:  # noqa: ARG001 - Qt is needed
    model = VariablesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_rows(ROWS)
    assert model.rowCount() == 3
    assert model.headerData(VariableColumn.WHY, Qt.Orientation.Horizontal) == "Why this role"
    assert model.index(1, VariableColumn.DIFFERENT).data() == "2"
    accessible_text = model.index(1, VariableColumn.ROLE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert accessible_text == "Role of sex: Other"


def test_rows_of_the_same_variables_replace_each_other_in_place(qtbot) -> None:
    model = VariablesModel()
    rows = ROWS
    with qtbot.waitSignal(model.modelReset):
        model.set_rows(rows)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows([VariableRow(one.variable.changed(role=Role.KEY)) for one in rows])
    assert model.index(0, VariableColumn.MISSING).data() == UNKNOWN


def test_only_what_matches_is_shown(qtbot) -> None:  # noqa: ARG001 - Qt is needed
    model = VariablesModel()
    model.set_rows([*ROWS, VariableRow(Variable(name="v1", label="Ages of all"))])
    model.show_matching("AGE")
    assert [row.variable.name for row in model.rows] == ["age", "v1"]
    assert [row.variable.name for row in model.all_rows] == ["age", "sex", "zip", "v1"]
    model.set_rows(ROWS)
    assert [row.variable.name for row in model.rows] == ["age"], "other rows are searched, too"
    model.show_matching("")
    assert model.rowCount() == 3


SCHOOL = Microdata(
    pd.DataFrame({"school": ["low", "high", None, "college", "low", "none"]}),
    [Variable(name="school", scale="ordinal", categories=("low", "middle", "high"), missing=("none",))],
)


@pytest.fixture
def school(qtbot):  # noqa: ARG001 - Qt is needed
    model = CategoriesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    variable = SCHOOL.variable("school")
    model.show_rows(arranged(variable, occurring(SCHOOL, "school")), movable=True)
    return model


def test_a_move_asks_for_the_whole_order(school, qtbot) -> None:
    with qtbot.waitSignal(school.ordered) as asked:
        school.move(3, 1)
    assert asked.args == [("low", "college", "middle", "high")]


@pytest.mark.parametrize(("start", "end"), [(0, -1), (3, 4), (4, 0), (0, 0)])
def test_a_move_among_what_is_missing_asks_nothing(school, qtbot, start: int, end: int) -> None:
    with qtbot.assertNotEmitted(school.ordered):
        school.move(start, end)


@pytest.mark.parametrize(
    ("dragged", "before", "order"),
    [
        (0, 3, ("middle", "high", "low", "college")),
        (3, 0, ("college", "low", "middle", "high")),
        (0, 6, ("middle", "high", "college", "low")),
    ],
)
def test_a_drop_moves(school, qtbot, dragged: int, before: int, order: tuple[str, ...]) -> None:
    mime = school.mimeData([school.index(dragged, 0)])
    with qtbot.waitSignal(school.ordered) as asked:
        school.dropMimeData(mime, Qt.DropAction.MoveAction, before, 0, school.index(-1, -1))
    assert asked.args == [order]


def test_a_tick_asks_for_a_missing_code(school, qtbot) -> None:
    box = school.index(1, CategoryColumn.MISSING)
    assert box.data(CHECK) == Qt.CheckState.Unchecked
    with qtbot.waitSignal(school.ticked) as asked:
        school.setData(box, Qt.CheckState.Checked, CHECK)
    assert asked.args == ["middle", True]
    empty = school.index(5, CategoryColumn.MISSING)
    assert not empty.flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert not school.setData(empty, Qt.CheckState.Unchecked, CHECK), "an empty cell is missing anyway"
