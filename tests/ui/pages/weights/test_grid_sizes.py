"""More or fewer group sizes are shown; what is hidden is not lost, and is said."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.grid import Kind
from ui.pages.weights.grid_model import index_cell

W4 = "W4, Truta 2004"


def test_more_sizes_can_be_shown_and_edited(sampling) -> None:
    sizes = sampling.weights.grid.sizes
    assert sizes.value() == 8
    sizes.setFocus()
    sizes.selectAll()
    QTest.keyClicks(sizes, "12")
    QTest.keyClick(sizes, Qt.Key.Key_Return)
    assert sampling.view.grid.cells.last == 12
    assert sampling.matrix.size == 3, "nothing is changed by looking"
    sampling.go_to(12, 12)
    QTest.keyClick(sampling.view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    sampling.go_to(4, 4)
    sampling.type("1")
    sampling.press(Qt.Key.Key_Return)
    sampling.settle()
    assert sampling.matrix.block[3][3] == 1
    assert sizes.value() == 12


def test_all_rows_are_seen_without_scrolling(sampling) -> None:
    view = sampling.view
    assert sum(view.rowHeight(row) for row in range(9)) <= view.viewport().height()


def test_fewer_sizes_hide_and_say_so(sampling) -> None:
    sampling.weights.grid.sizes.setValue(2)
    grid = sampling.view.grid
    assert grid.cells.last == 2
    assert grid.cells.hides
    assert grid.index(2, 2).data() == "…"
    assert "Sizes 3 to 3 are hidden" in sampling.weights.grid._hidden.text()
    assert "show more sizes" in grid.index(2, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert sampling.matrix == TRUTA_2004["W4"]
    sampling.go_to(1, 2)
    sampling.type("2")
    sampling.press(Qt.Key.Key_Return)
    sampling.settle()
    assert sampling.matrix.block[2][2] == 3, "what is hidden stays"


def test_another_matrix_shows_its_own_sizes(sampling) -> None:
    sampling.weights.grid.sizes.setValue(20)
    sampling.weights.commands.add_preset("W3, Truta 2004")
    assert sampling.view.grid.cells.last == 8
    sampling.settle()


def test_larger_groups_and_what_cannot_happen_say_why_they_are_not_edited(sampling) -> None:
    messages: list[str] = []
    sampling.session.done.connect(messages.append)
    for i, j, words in ((2, 1, "Cannot happen"), (1, 9, "Larger groups")):
        sampling.go_to(i, j)
        sampling.press(Qt.Key.Key_1)
        assert sampling.view.editing.field is None
        assert words in messages[-1]


def test_delete_takes_the_smallest_weight_that_fits(sampling) -> None:
    messages: list[str] = []
    sampling.session.done.connect(messages.append)
    sampling.go_to(1, 2)
    sampling.press(Qt.Key.Key_Delete)
    assert sampling.matrix.block[0][1] == 0
    assert sampling.undo == f"Weight 1, 2 of {W4} is 0"
    sampling.settle()
    sampling.go_to(2, 2)
    sampling.press(Qt.Key.Key_Delete)
    assert sampling.matrix.block[1][1] == 3
    assert messages[-1] == "3 is the smallest weight that fits here"
    sampling.settle()


def test_a_block_of_fifty_scrolls_with_cells_of_one_width(sampling) -> None:
    sampling.add("Fifty", WeightMatrix.geometric(0.9).enlarged(50))
    view = sampling.view
    assert view.grid.cells.last == 50
    assert {view.columnWidth(column) for column in range(50)} == {58}
    assert view.verticalScrollBar().maximum() > 0
    sampling.go_to(50, 50)
    assert view.visualRect(view.currentIndex()).intersects(view.viewport().rect())
    assert view.grid.cells.kind(*index_cell(view.currentIndex())) is Kind.WEIGHT
    sampling.settle()


def test_the_context_menu_holds_what_a_cell_can_do(sampling) -> None:
    sampling.go_to(1, 2)
    actions = {action.text().split("\t")[0]: action for action in sampling.view.menu().actions()}
    assert all(action.isEnabled() for action in actions.values())
    actions["Largest weight that fits"].trigger()
    assert sampling.matrix.block[0][1] == 3
    actions["Edit"].trigger()
    assert sampling.view.editing.field is not None
    sampling.press(Qt.Key.Key_Escape)
    sampling.go_to(2, 1)
    actions = {action.text().split("\t")[0]: action for action in sampling.view.menu().actions()}
    assert not actions["Edit"].isEnabled()
    assert "Cannot happen" in actions["Edit"].toolTip()
    actions["Copy"].trigger()
    assert QApplication.clipboard().text() == "0\n"
    actions["Paste"].trigger()
    sampling.settle()
    assert sampling.matrix.block[0][1] == 3
