"""Hierarchy editor: labels as they were, changed, loaded from a file, and those that the project holds."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import Recoding
from ui.forms.editors.hierarchies import NEW, HierarchyEditor
from ui.forms.form import OperationForm

ZONES = Hierarchy(name="Zones", levels=[{"4801": "a > b", "0012": "city"}, {"a > b": "any", "city": "any"}])
AREAS = Hierarchy(name="Areas", levels=[{"0012": "x", "0013": "y", "4801": "y"}])


@pytest.fixture
def form(data: Microdata, qtbot: QtBot) -> OperationForm[Recoding]:
    held = {one.name: one for one in (ZONES, AREAS)}
    form: OperationForm[Recoding] = OperationForm(Recoding, data, offers={Hierarchy: held})
    qtbot.addWidget(form)
    with qtbot.waitExposed(form):
        form.show()
    form.fill({"variable": "zip", "how": "level"})
    return form


def editor_of(form: OperationForm[Recoding]) -> HierarchyEditor:
    editor = form.editors["hierarchy"]
    assert isinstance(editor, HierarchyEditor)
    return editor


def test_a_hierarchy_that_is_left_alone_comes_back_as_it_is(form: OperationForm[Recoding]) -> None:
    editor = editor_of(form)
    assert (editor.value(), editor.combo.currentText()) == (None, NEW)
    for hierarchy in (ZONES, AREAS, ZONES.changed(name=""), AREAS.changed(name="Other")):
        editor.set_value(hierarchy)
        assert editor.value() == hierarchy
        assert editor.combo.currentText() == (hierarchy.name or NEW)
    editor.set_value("Areas")
    assert editor.value() is AREAS


def test_one_of_the_project_is_chosen(form: OperationForm[Recoding], qtbot: QtBot) -> None:
    editor = editor_of(form)
    with qtbot.waitSignal(form.edited):
        qtbot.keyClick(editor.combo, Qt.Key.Key_End)
    assert form.model() == Recoding(variable="zip", how="level", hierarchy=AREAS)
    assert editor.value_text(AREAS) == "Areas"
    assert editor.value_text(AREAS.changed(name="")) == "3 values"
    assert editor.combo.accessibleName() == "Hierarchy"


def test_one_that_is_changed_keeps_its_name_and_labels_that_hold_the_sign(
    form: OperationForm[Recoding],
) -> None:
    editor = editor_of(form)
    editor.set_value(ZONES)
    editor.grid.paste("0013\ttown\tany")
    wanted = {"0012": ("city", "any"), "0013": ("town", "any"), "4801": ("a > b", "any")}
    assert editor.value() == Hierarchy.from_rows(wanted, "Zones")


def test_titles_of_levels_stay_and_are_loaded(
    form: OperationForm[Recoding], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = editor_of(form)
    titled = ZONES.changed(titles=["zones", "dropped"])
    editor.set_value(titled)
    editor.grid.paste("0013\ttown\tany")
    assert (editor.value().titles, editor.value() == titled) == (titled.titles, False)
    editor.set_value(None)
    path = tmp_path / "zones.csv"
    path.write_text("zip;zones;dropped\n0012;city;any\n0013;city;any\n4801;x;any\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    [load] = [one for one in editor.findChildren(QAbstractButton) if one.text().startswith("Load")]
    load.click()
    assert (editor.value().titles, editor.value().values) == (("zones", "dropped"), ("0012", "0013", "4801"))
    path.write_text("0012;city\n0013;city;any\n", encoding="utf-8")
    load.click()
    with pytest.raises(SdcError):
        form.model()
    assert form.rows["hierarchy"].error.text() == (
        "The file zones.csv has 3 columns at line 2 and 2 columns at line 1; give all lines equally many."
    )


def test_a_new_one_is_loaded_from_a_file_and_what_is_wrong_is_said(
    form: OperationForm[Recoding], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = editor_of(form)
    path = tmp_path / "zones.csv"
    path.write_text("0012;city;any\n0013;city;any\n4801;> 50 km;any\n", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    [load] = [one for one in editor.findChildren(QAbstractButton) if one.text().startswith("Load")]
    load.click()
    assert form.model().hierarchy == Hierarchy(
        levels=[{"0012": "city", "0013": "city", "4801": "> 50 km"}, {"city": "any", "> 50 km": "any"}]
    )
    path.write_text("0012;city\n", encoding="utf-8")
    load.click()
    with pytest.raises(SdcError):
        form.model()
    error = form.rows["hierarchy"].error.text()
    assert error == "Value 2 has 2 labels, and the first has 1 label; give all equally many."
