"""Weights are shown, and if wished written, scaled to the number of records."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.scaling import Scaling
from ui.pages.weights.bar import SCALED, TYPED
from ui.pages.weights.reweighing import current_scaling
from ui.pages.weights.weights_tab import AS_TYPED

CONTROL = Qt.KeyboardModifier.ControlModifier
W4 = "W4, Truta 2004"


def test_scaled_is_a_view(sampling) -> None:
    before = sampling.project
    values = sampling.weights.bar.values
    assert values.tabText(SCALED) == "scaled to 5,000"
    values.setCurrentIndex(SCALED)
    assert sampling.view.grid.index(0, 1).data() == "500"
    assert sampling.weights.grid.sum.text() == "5,000"
    assert sampling.project is before
    values.setCurrentIndex(TYPED)
    assert sampling.view.grid.index(0, 1).data() == "1"


def test_scaled_weights_cannot_be_changed_and_say_why(sampling) -> None:
    QApplication.clipboard().setText("2")
    before = sampling.project
    key, none = Qt.Key, Qt.KeyboardModifier.NoModifier
    for pressed, modifier in (
        (key.Key_4, none),
        (key.Key_F2, none),
        (key.Key_Return, none),
        (key.Key_Delete, none),
        (key.Key_Up, CONTROL),
        (key.Key_V, CONTROL),
    ):
        sampling.weights.bar.values.setCurrentIndex(SCALED)
        sampling.go_to(1, 2)
        sampling.press(pressed, modifier)
        assert sampling.view.editing.field is None
        assert sampling.project is before
        assert "Scaled weights are only shown" in sampling.weights.message_bar.text()
        assert sampling.weights.message_bar.button.text() == AS_TYPED
        sampling.weights.message_bar.button.click()
        assert sampling.weights.bar.values.currentIndex() == TYPED
        assert not sampling.weights.message_bar.isVisible()


def test_a_double_click_says_why_too(sampling) -> None:
    sampling.weights.bar.values.setCurrentIndex(SCALED)
    view = sampling.view
    place = view.visualRect(view.grid.index(0, 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "Scaled weights are only shown" in sampling.weights.message_bar.text()


def test_the_legend_says_no_more_digits_than_tell(sampling) -> None:
    legend = sampling.weights.grid.legend
    assert "0 to 3." in legend.accessibleName()
    legend.set_top(0.0007499999250000075)
    assert "0 to 0.00075." in legend.accessibleName()
    legend.set_top(1234.5)
    assert "0 to 1,234.5." in legend.accessibleName()


def test_scaling_changes_the_typed_numbers_and_no_risk(sampling) -> None:
    card = sampling.weights.grid
    before = sampling.weights.reweighing.reweighed.risks[W4]
    assert card.sum.text() == "10"
    assert card.scale.text() == "Scale to 5,000"
    QTest.mouseClick(card.scale, Qt.MouseButton.LeftButton)
    sampling.settle()
    assert sampling.matrix.block[0][:2] == (1500, 500)
    assert sampling.undo == f"Scale {W4} to 5,000"
    assert sampling.weights.reweighing.reweighed.risks[f"own, from {W4}"] == before
    assert not card.scale.isEnabled()
    assert "already" in card.scale.toolTip()
    sampling.session.undo()
    assert sampling.matrix == TRUTA_2004["W4"]
    sampling.session.redo()
    assert sampling.matrix.block[0][0] == 1500
    sampling.settle()


def test_before_masking_all_records_are_released(sampling) -> None:
    sampling.change(lambda project: project.changed(recipe=project.recipe.switched(2, on=False)))
    assert current_scaling(sampling.session) == Scaling(5000, 5000)


def test_the_sum_answers_what_it_is(sampling, popover) -> None:
    sampling.weights.grid.sum.click()
    rows = dict(popover().explanation.rows)
    assert rows["Columns: records of the original"] == "5,000"
    assert rows["Rows: released records"] == "4,000"
    assert rows["Sum"] == "10"


def test_what_cannot_be_scaled_says_why(sampling) -> None:
    sampling.add("Broken", WeightMatrix(structure="sampling", block=((1, 2), (0, 1)), tail=0))
    assert not sampling.weights.grid.scale.isEnabled()
    assert "break a rule" in sampling.weights.grid.scale.toolTip()
    sampling.weights.bar.values.setCurrentIndex(SCALED)
    assert sampling.view.grid.cells.read_only
