"""Editor of input files: a file that is chosen, typed or shown, and what it holds."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.core.files.input_file import InputFile
from ui.forms.editors.input_files import InputFileEditor


@pytest.fixture
def editor(qtbot: QtBot) -> InputFileEditor:
    made = InputFileEditor("Choose a population")
    qtbot.addWidget(made)
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age\n1\n", encoding="utf-8")
    return path


def is_known(editor: InputFileEditor) -> bool:
    try:
        return editor.value() is not None
    except ValueError:
        return False


def test_nothing_is_chosen_at_first(editor: InputFileEditor) -> None:
    assert editor.value() is None


def test_what_is_shown_comes_back_as_it_is(editor: InputFileEditor) -> None:
    gone = InputFile(path="/nowhere/gone.csv", sha256="a" * 64)
    editor.set_value(gone)
    assert editor.value() == gone
    assert editor.line.text() == "gone.csv"
    editor.set_value(None)
    assert editor.value() is None


def test_a_chosen_file_is_hashed(
    editor: InputFileEditor, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    editor.choose()
    with pytest.raises(ValueError, match=r"Reading people\.csv"):
        editor.value()
    qtbot.waitUntil(lambda: is_known(editor))
    assert editor.value() == InputFile.chosen(file)


def test_a_typed_name_is_one_in_the_folder(editor: InputFileEditor, file: Path, qtbot: QtBot) -> None:
    other = file.with_name("other.csv")
    other.write_text("age\n2\n", encoding="utf-8")
    editor.set_value(InputFile.chosen(file))
    editor.line.selectAll()
    QTest.keyClicks(editor.line, "other.csv")
    QTest.keyClick(editor.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: is_known(editor))
    assert editor.value() == InputFile.chosen(other)


def test_what_cannot_be_read_is_said(editor: InputFileEditor, tmp_path: Path, qtbot: QtBot) -> None:
    QTest.keyClicks(editor.line, str(tmp_path / "gone.csv"))
    with qtbot.waitSignal(editor.edited):
        QTest.keyClick(editor.line, Qt.Key.Key_Return)

    def refused() -> bool:
        try:
            editor.value()
        except ValueError as error:
            return "does not exist" in str(error)
        return False

    qtbot.waitUntil(refused)
