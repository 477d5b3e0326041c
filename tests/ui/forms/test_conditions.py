from typing import Any

import pytest
from PySide6.QtCore import QLocale, Qt
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.errors import SdcError
from sdcdesk.masking import ValueSuppression
from sdcdesk.masking.condition import Condition
from ui.forms.editors.conditions import ComparisonRow, ConditionEditor

pytestmark = pytest.mark.usefixtures("controls_in_place")


@pytest.fixture
def editor(shown: Any) -> ConditionEditor:
    form = shown(ValueSuppression, None)
    form.fill({"variables": ["bonus"]})
    return form.editors["where"]


def test_a_comparison_begins_with_a_key_rather_than_with_the_identifier(editor: ConditionEditor) -> None:
    assert editor.rows[0].variable.currentText() == "age"
    editor.add_row()
    assert [one.variable.currentText() for one in editor.rows] == ["age", "age"]


def compare(one: ComparisonRow, qtbot: QtBot, variable: str, relation: str, values: str = "") -> None:
    """Enter a comparison as a user does."""
    for combo, words in ((one.variable, variable), (one.relation, relation)):
        qtbot.keyClick(combo, Qt.Key.Key_Home)
        for _ in range(combo.findText(words)):
            qtbot.keyClick(combo, Qt.Key.Key_Down)
    one.values.selectAll()
    qtbot.keyClicks(one.values, values)


def comparisons(editor: ConditionEditor) -> list[tuple[str, str, tuple[Any, ...]]]:
    return [(one.variable, one.relation, one.values) for one in editor.value().comparisons]


@pytest.mark.parametrize(("language", "amount"), [("English", "2.5"), ("German", "2,5")])
def test_numbers_are_read_for_numbers_and_text_for_text(
    editor: ConditionEditor, qtbot: QtBot, language: str, amount: str
) -> None:
    QLocale.setDefault(QLocale(QLocale.Language[language]))
    assert editor.value() is None
    compare(editor.rows[0], qtbot, "zip", "is", "0012; 4801")
    qtbot.mouseClick(editor.add, Qt.MouseButton.LeftButton)
    compare(editor.rows[1], qtbot, "income", "at least", amount)
    qtbot.mouseClick(editor.add, Qt.MouseButton.LeftButton)
    compare(editor.rows[2], qtbot, "area", "is not", "2")
    assert comparisons(editor) == [
        ("zip", "is", ("0012", "4801")),
        ("income", "at least", (2.5,)),
        ("area", "is not", (2,)),
    ]
    assert type(editor.value().comparisons[2].values[0]) is int


def test_whether_all_hold_is_asked_where_there_are_several(editor: ConditionEditor, qtbot: QtBot) -> None:
    compare(editor.rows[0], qtbot, "zip", "is", "0012")
    assert not editor.joining.isVisible()
    qtbot.mouseClick(editor.add, Qt.MouseButton.LeftButton)
    compare(editor.rows[1], qtbot, "age", "is missing")
    assert not editor.rows[1].values.isVisible(), "nothing to compare with"
    qtbot.keyClick(editor.joining, Qt.Key.Key_Down)
    assert editor.value().hold == "any"
    qtbot.mouseClick(editor.rows[0].remove, Qt.MouseButton.LeftButton)
    assert not editor.joining.isVisible()
    assert editor.value() == Condition(comparisons=[{"variable": "age", "relation": "is missing"}])
    qtbot.mouseClick(editor.rows[0].remove, Qt.MouseButton.LeftButton)
    assert editor.value() is None, "an empty comparison is left"


def test_a_variable_is_compared_with_another_one(editor: ConditionEditor, qtbot: QtBot) -> None:
    one = editor.rows[0]
    compare(one, qtbot, "age", "less than variable")
    assert one.other.isVisible()
    assert not one.values.isVisible()
    assert one.other.currentText() == "zip", "another key"
    qtbot.keyClick(one.other, Qt.Key.Key_Home)
    for _ in range(one.other.findText("income")):
        qtbot.keyClick(one.other, Qt.Key.Key_Down)
    pair = {"variable": "age", "relation": "less than", "other": "income"}
    assert editor.value() == Condition(comparisons=[pair])
    editor.set_value(Condition(comparisons=[{**pair, "relation": "is not", "other": "gone"}]))
    assert editor.rows[0].other.currentText() == "gone"
    assert editor.value().comparisons[0].relation == "is not"
    compare(editor.rows[0], qtbot, "age", "is missing")
    assert not editor.rows[0].other.isVisible()


def test_what_is_wrong_is_said_below_the_field(shown: Any, qtbot: QtBot) -> None:
    form = shown(ValueSuppression)
    form.fill({"variables": ["bonus"]})
    editor = form.editors["where"]
    compare(editor.rows[0], qtbot, "age", "at least", "1; 2")
    with pytest.raises(SdcError):
        form.model()
    assert form.rows["where"].error.text() == "Give one value to compare with."
    assert editor.rows[0].values.property("invalid")
    compare(editor.rows[0], qtbot, "zip", "at least", "0012")
    with pytest.raises(SdcError, match="no order"):
        form.model()
    compare(editor.rows[0], qtbot, "age", "at least", "60")
    assert form.model().where.comparisons[0].values == (60,)
    assert not editor.rows[0].values.property("invalid")
