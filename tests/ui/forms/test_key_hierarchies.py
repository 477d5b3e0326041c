"""Key hierarchies editor: those of the project, one from a file, and rows that say nothing."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import LocalRecoding
from sdcdesk.masking.local_recoding import KeyHierarchy
from ui.forms.editors.key_hierarchies import FILE, NONE, KeyHierarchiesEditor
from ui.forms.form import OperationForm

ZONES = Hierarchy(name="Zones", levels=[{"0012": "00", "0013": "00", "4801": "48"}])
AREAS = Hierarchy(name="Areas", levels=[{"1": "any", "2": "any"}])


@pytest.fixture
def form(data: Microdata, qtbot: QtBot) -> OperationForm[LocalRecoding]:
    held = {one.name: one for one in (ZONES, AREAS)}
    form: OperationForm[LocalRecoding] = OperationForm(LocalRecoding, data, offers={Hierarchy: held})
    qtbot.addWidget(form)
    with qtbot.waitExposed(form):
        form.show()
    return form


@pytest.fixture
def editor(form: OperationForm[LocalRecoding]) -> KeyHierarchiesEditor:
    editor = form.editors["hierarchies"]
    assert isinstance(editor, KeyHierarchiesEditor)
    return editor


def test_a_row_offers_the_hierarchies_of_the_project(
    form: OperationForm[LocalRecoding], editor: KeyHierarchiesEditor, qtbot: QtBot
) -> None:
    (row,) = editor.rows
    offered = [row.hierarchy.itemText(place) for place in range(row.hierarchy.count())]
    assert offered == [NONE, "Zones", "Areas", FILE]
    assert editor.value() == ()
    row.variable.choose("zip")
    with qtbot.waitSignal(form.edited):
        qtbot.keyClick(row.hierarchy, Qt.Key.Key_Down)
    assert form.model() == LocalRecoding(hierarchies={"zip": ZONES})
    qtbot.mouseClick(editor.add, Qt.MouseButton.LeftButton)
    # A new row is of another key, and counts for nothing yet.
    assert editor.rows[1].variable.name != "zip"
    assert form.model() == LocalRecoding(hierarchies={"zip": ZONES})
    qtbot.mouseClick(editor.rows[0].remove, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(editor.rows[0].remove, Qt.MouseButton.LeftButton)
    assert len(editor.rows) == 1
    assert form.model() == LocalRecoding()


def test_what_is_shown_comes_back_also_if_the_project_has_no_such_hierarchy_or_variable(
    editor: KeyHierarchiesEditor,
) -> None:
    shown = (
        KeyHierarchy(variable="gone", hierarchy=ZONES.changed(name="")),
        KeyHierarchy(variable="area", hierarchy="Other"),
        KeyHierarchy(variable="zip", hierarchy=ZONES),
    )
    editor.set_value(shown)
    assert editor.value() == shown
    editor.set_value([one.model_dump(mode="json") for one in shown])
    assert editor.value() == shown
    editor.set_value({"zip": ZONES})
    assert editor.value() == shown[2:]
    editor.set_value(shown)
    assert [row.hierarchy.currentText() for row in editor.rows] == ["3 values", "Other", "Zones"]


def test_a_hierarchy_is_taken_from_a_file(
    form: OperationForm[LocalRecoding],
    editor: KeyHierarchiesEditor,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good, bad = tmp_path / "towns.csv", tmp_path / "Bad.csv"
    ZONES.write(good, titles=False)
    bad.write_text("0012;00\n0013\n", encoding="utf-8")
    (row,) = editor.rows
    row.variable.choose("zip")
    row.hierarchy.setFocus()
    for chosen, found in ((str(bad), None), (str(good), ZONES.levels), ("", ZONES.levels)):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, chosen=chosen: (chosen, ""))
        with qtbot.waitSignal(form.edited):
            qtbot.keyClick(row.hierarchy, Qt.Key.Key_End)
        if found is None:
            with pytest.raises(ValueError, match=r"Bad\.csv"):
                editor.value()
            with pytest.raises(SdcError, match=r"Bad\.csv"):
                form.model()
        else:
            assert editor.value()[0].hierarchy.levels == found


def test_a_key_with_two_hierarchies_is_refused_beside_the_parameter(
    form: OperationForm[LocalRecoding], editor: KeyHierarchiesEditor
) -> None:
    editor.set_value([KeyHierarchy(variable="zip", hierarchy=ZONES)] * 2)
    with pytest.raises(SdcError, match="named twice"):
        form.model()


def test_the_hierarchy_that_is_called_like_the_key_is_chosen_with_it(data: Microdata, qtbot: QtBot) -> None:
    own = {"zip": ZONES.changed(name="zip"), "area": AREAS.changed(name="area")}
    form: OperationForm[LocalRecoding] = OperationForm(LocalRecoding, data, offers={Hierarchy: own})
    qtbot.addWidget(form)
    with qtbot.waitExposed(form):
        form.show()
    editor = form.editors["hierarchies"]
    assert isinstance(editor, KeyHierarchiesEditor)
    (row,) = editor.rows
    row.variable.setFocus()
    while row.variable.name != "zip":
        qtbot.keyClick(row.variable, Qt.Key.Key_Down)
    assert form.model() == LocalRecoding(hierarchies={"zip": own["zip"]})
    qtbot.mouseClick(editor.add, Qt.MouseButton.LeftButton)
    while editor.rows[1].variable.name != "area":
        qtbot.keyClick(editor.rows[1].variable, Qt.Key.Key_Down)
    assert form.model() == LocalRecoding(hierarchies=own)
