"""Editor of files that are written: it says where they will lie."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ui.forms.editors.files import FileEditor


def test_the_folder_of_a_relative_name_is_told_whole(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    editor = FileEditor("Choose a file")
    qtbot.addWidget(editor)
    editor.set_value(Path("safe.csv"))
    assert editor.value() == Path("safe.csv")
    assert editor.place.text() == f"in {tmp_path}"


def test_a_folder_that_is_typed_with_the_name_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    editor = FileEditor("Choose a file")
    qtbot.addWidget(editor)
    editor.set_value(tmp_path / "safe.csv")
    other = tmp_path / "other"
    editor.line.selectAll()
    qtbot.keyClicks(editor.line, str(other / "safe.csv"))
    assert editor.value() == other / "safe.csv"
    assert editor.place.text() == f"in {other}"
