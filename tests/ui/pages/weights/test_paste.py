"""Numbers come from the clipboard and from files, and go there again."""

from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from sdcdesk.core.running.errors import SdcError
from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.editing import moved_between
from sdcdesk.risk.weights.matrix_files import from_csv, read_file, to_csv
from sdcdesk.risk.weights.repair import repaired
from ui.dialogs.scenario_dialog import ScenarioDialog

CONTROL = Qt.KeyboardModifier.ControlModifier
W4 = "W4, Truta 2004"
PASTED = f"{W4}, pasted"
BROKEN = "3\t4\t2\n0\t3\t5\n0\t0\t3\n"


# Pasting


def test_a_block_that_fits_is_taken_at_once_and_undone(sampling) -> None:
    before = sampling.matrix
    sampling.paste("2\t1\n0\t2\n", 2, 2)
    assert sampling.matrix.block == ((3, 1, 0), (0, 2, 1), (0, 0, 2))
    assert sampling.undo == f"Paste 2 × 2 weights into {W4} at 2, 2"
    assert not sampling.weights.message_bar.isVisible()
    after = sampling.matrix
    sampling.session.undo()
    assert sampling.matrix == before
    sampling.session.redo()
    assert sampling.matrix == after
    sampling.settle()


def test_the_button_pastes_at_the_first_cell(sampling) -> None:
    QApplication.clipboard().setText("6;2\n0;3")
    sampling.go_to(2, 2)
    QTest.mouseClick(sampling.weights.bar.paste, Qt.MouseButton.LeftButton)
    sampling.settle()
    assert sampling.undo == f"Paste 2 × 2 weights into {W4} at 1, 1"
    assert sampling.matrix.block[0] == (6, 2, 0)


def test_a_larger_block_makes_the_matrix_larger(sampling) -> None:
    rows = ["\t".join("1" if j >= i else "0" for j in range(10)) for i in range(10)]
    sampling.paste("\n".join(rows))
    assert sampling.matrix.size == 10
    assert sampling.view.grid.cells.last == 10
    assert sampling.weights.grid.sizes.value() == 10


def test_a_block_that_breaks_rules_takes_another_name_where_the_matrix_is_in_use(sampling) -> None:
    before = sampling.matrix
    sampling.paste(BROKEN)
    assert sampling.weights.chosen == PASTED
    assert sampling.project.weights[W4] == before
    assert {each.weights for each in sampling.project.scenarios} == {W4}
    assert sampling.matrix.block == ((3, 4, 2), (0, 3, 5), (0, 0, 3))
    bar = sampling.weights.message_bar
    assert bar.text() == f"2 of 6 weights break a rule. Kept as {PASTED}, which no scenario uses."
    assert bar.button.text() == "Repair (nearest)"
    assert bar.other.isVisible()
    assert "row rule" in bar.details()
    assert sampling.ringed == {(1, 2), (2, 3)}
    assert sampling.weights.matrices.list.matrices.rows[-1].value() == "2 weights break a rule"
    assert sampling.session.results.release.verdict != "not assessed", "no verdict rests on it"


def test_a_block_that_breaks_rules_stays_where_no_scenario_uses_the_matrix(sampling) -> None:
    sampling.add("Ours", TRUTA_2004["W4"])
    sampling.paste(BROKEN)
    assert sampling.weights.chosen == "Ours"
    assert not sampling.matrix.admissible
    assert PASTED not in sampling.project.weights
    sampling.session.undo()
    assert sampling.matrix.block == TRUTA_2004["W4"].block
    sampling.settle()


def test_undo_and_redo_of_a_paste_that_takes_another_name(sampling) -> None:
    sampling.paste(BROKEN)
    sampling.session.undo()
    assert list(sampling.project.weights) == [W4]
    assert sampling.weights.chosen == W4
    assert not sampling.weights.message_bar.isVisible()
    sampling.session.redo()
    assert PASTED in sampling.project.weights
    sampling.settle()


def test_a_weight_where_none_has_a_place_is_shown_and_can_be_taken_away(sampling) -> None:
    sampling.paste("3\t1\n2\t3\n")
    index = sampling.view.grid.index(1, 0)
    assert index.data() == "2"
    assert (2, 1) in sampling.ringed
    sampling.go_to(2, 1)
    sampling.press(Qt.Key.Key_Delete)
    assert sampling.matrix.block[1][0] == 0
    assert sampling.matrix.admissible
    sampling.settle()
    assert index.data() == ""
    assert not sampling.weights.message_bar.isVisible()


def test_what_cannot_be_read_is_said_and_changes_nothing(sampling) -> None:
    before = sampling.project
    for text, words in (
        ("3\t1\n0\tmuch\n", "Nothing was pasted. Line 2, column 2"),
        ("3\t1\n0\n", "Line 2 has 1 field,"),
        ("", "The clipboard holds no text"),
    ):
        sampling.paste(text)
        assert words in sampling.weights.message_bar.text()
        assert sampling.project is before
        sampling.weights.refresh()
        assert words in sampling.weights.message_bar.text(), "it stays until something else is done"
        sampling.weights.message_bar.close_button.click()
        sampling.weights.refresh()
        assert not sampling.weights.message_bar.isVisible()


def test_the_same_weights_change_nothing(sampling) -> None:
    before = sampling.project
    sampling.paste("3\t1\n0\t3\n")
    assert sampling.project is before


# While rules are broken


def test_any_weight_can_be_typed_while_rules_are_broken(sampling) -> None:
    sampling.paste(BROKEN)
    sampling.go_to(1, 2)
    sampling.type("9")
    assert sampling.refusal() == ""
    sampling.press(Qt.Key.Key_Return)
    assert sampling.matrix.block[0][1] == 9
    sampling.settle()
    sampling.go_to(1, 2)
    sampling.type("2")
    sampling.press(Qt.Key.Key_Return)
    sampling.settle()
    assert sampling.ringed == {(2, 3)}
    assert "1 of 6 weights breaks a rule" in sampling.weights.message_bar.text()
    sampling.go_to(2, 3)
    sampling.type("2")
    assert sampling.session.tried_weights is not None, "what mends the last rule shows the risk"
    sampling.press(Qt.Key.Key_Return)
    sampling.settle()
    assert sampling.matrix.admissible
    assert not sampling.weights.message_bar.isVisible()
    sampling.go_to(1, 2)
    sampling.type("9")
    assert "9 does not fit here" in sampling.refusal(), "the rules hold again"
    sampling.press(Qt.Key.Key_Escape)


def test_what_is_no_number_is_refused_even_then(sampling) -> None:
    sampling.paste(BROKEN)
    sampling.go_to(1, 2)
    sampling.press(Qt.Key.Key_F2)
    field = sampling.field()
    field.selectAll()
    QTest.keyClicks(field, "x")
    assert "This is not a number." in sampling.refusal()
    sampling.press(Qt.Key.Key_Escape)


def test_repair_gives_the_nearest_weights_and_says_how_many_moved(sampling) -> None:
    sampling.paste(BROKEN)
    broken = sampling.matrix
    sampling.weights.message_bar.button.click()
    sampling.settle()
    assert sampling.matrix == repaired(broken).changed(note="")
    moved = moved_between(broken, sampling.matrix)
    assert sampling.undo.startswith(f"Repair {PASTED}: {len(moved)} weights moved, 1, 1")
    assert not sampling.weights.message_bar.isVisible()
    assert sampling.ringed == set()
    sampling.session.undo()
    assert sampling.matrix == broken
    sampling.session.redo()
    assert sampling.matrix.admissible
    sampling.settle()


def test_what_cannot_be_repaired_is_said(sampling) -> None:
    sampling.add("Zero", WeightMatrix(structure="sampling", block=((0.0, 0.0), (0.0, -1.0)), tail=0))
    sampling.settle()
    sampling.weights.message_bar.button.click()
    sampling.settle()
    assert "w(1, 1) = 0" in sampling.weights.message_bar.text()
    assert not sampling.matrix.admissible


def test_keep_editing_leaves_the_rings_and_goes_to_the_first(sampling) -> None:
    sampling.paste(BROKEN)
    QTest.mouseClick(sampling.weights.message_bar.other, Qt.MouseButton.LeftButton)
    assert not sampling.weights.message_bar.isVisible()
    assert sampling.ringed == {(1, 2), (2, 3)}
    index = sampling.view.currentIndex()
    assert (index.row(), index.column()) == (0, 1)
    sampling.weights.refresh()
    assert not sampling.weights.message_bar.isVisible()
    assert sampling.weights.grid.repair.isEnabled()
    sampling.weights.grid.repair.trigger()
    sampling.settle()
    assert sampling.matrix.admissible
    assert not sampling.weights.grid.repair.isEnabled()
    assert sampling.weights.grid.repair.toolTip()


def test_no_scenario_can_use_a_matrix_that_breaks_rules(sampling) -> None:
    sampling.paste(BROKEN)
    filled = sampling.page.header.filled
    assert filled.text().startswith("Use for ")
    assert not filled.isEnabled()
    assert "2 weights break a rule" in filled.toolTip()
    dialog = ScenarioDialog(sampling.project, sampling.session.data, sampling.project.scenarios[0])
    sampling.qtbot.addWidget(dialog)
    weights = dialog.form.editors["weights"].combo
    place = weights.findData(PASTED)
    entry = weights.model().item(place)
    assert not entry.isEnabled()
    assert "2 weights break a rule" in weights.itemText(place)
    assert "repair the matrix" in entry.toolTip()
    added = ScenarioDialog(sampling.project, sampling.session.data, None)
    sampling.qtbot.addWidget(added)
    assert added.form.editors["weights"].value() == W4


# Copying


def test_the_selected_block_is_copied_and_pastes_back(sampling) -> None:
    sampling.go_to(1, 1)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        sampling.press(key, Qt.KeyboardModifier.ShiftModifier)
    sampling.press(Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "3\t1\n0\t3\n"
    sampling.paste(QApplication.clipboard().text(), 3, 3)
    assert sampling.matrix.block[2][2:] == (3, 1)
    assert sampling.matrix.block[3][3] == 3
    sampling.settle()


def test_all_weights_are_copied_without_larger_groups(sampling) -> None:
    sampling.go_to(1, 1)
    sampling.press(Qt.Key.Key_A, CONTROL)
    sampling.press(Qt.Key.Key_C, CONTROL)
    lines = QApplication.clipboard().text().splitlines()
    assert len(lines) == 8
    assert lines[0] == "3\t1\t0\t0\t0\t0\t0\t0"
    before = sampling.project
    sampling.paste("\n".join(line.rsplit("\t", 5)[0] for line in lines[:3]))
    assert sampling.project is before
    copy = next(a for a in sampling.weights.grid.menu().actions() if a.text() == "Copy all weights")
    QApplication.clipboard().clear()
    copy.trigger()
    assert QApplication.clipboard().text().splitlines() == lines


def test_numbers_pass_through_the_clipboard_as_the_user_writes_them(sampling) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    sampling.go_to(1, 2)
    sampling.type("0,1")
    sampling.press(Qt.Key.Key_Return)
    sampling.settle()
    sampling.go_to(1, 2)
    sampling.press(Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "0,1\n"
    sampling.paste(QApplication.clipboard().text(), 2, 3)
    assert sampling.matrix.block[1][2] == 0.1


# Files


def _choose(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))


def test_a_file_becomes_a_matrix(sampling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "office.csv"
    path.write_text("6,2\n0,2\n")
    _choose(monkeypatch, path)
    sampling.weights.bar.load_file.click()
    sampling.settle()
    assert sampling.weights.chosen == "office"
    assert sampling.matrix.block == ((6, 2), (0, 2))
    assert sampling.undo == "Import weights office"
    sampling.settle()


def test_what_was_exported_comes_back(sampling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "weights.csv"
    _choose(monkeypatch, path)
    actions = {action.text(): action for action in sampling.weights.grid.menu().actions()}
    actions["Save as CSV…"].trigger()
    assert path.read_text() == to_csv(sampling.matrix)
    sampling.weights.bar.values.setCurrentIndex(1)
    actions["Save as CSV…"].trigger()
    assert from_csv(path.read_text(), "x").block[0][:2] == (1500, 500), "as it is shown"
    sampling.weights.bar.load_file.click()
    sampling.settle()
    assert sampling.weights.chosen == f"{W4} 2", "another matrix has its title"
    for kind in ("PNG", "SVG"):
        _choose(monkeypatch, tmp_path / f"grid.{kind.lower()}")
        actions[f"Save as {kind}…"].trigger()
        assert (tmp_path / f"grid.{kind.lower()}").stat().st_size > 1000
    sampling.settle()


def test_a_file_that_is_no_matrix_is_refused(
    sampling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, before = tmp_path / "bad.csv", sampling.project
    _choose(monkeypatch, path)
    for content, words in (
        (b"a,b\nc,d\n", "bad.csv"),
        (b"\xff\xfe\x00", "is not text in UTF-8"),
        (b"1,2,3\n", "bad.csv"),
    ):
        sampling.weights.message_bar.close_button.click()
        path.write_bytes(content)
        sampling.weights.bar.load_file.click()
        sampling.settle()
        assert words in sampling.weights.message_bar.text()
        assert sampling.project is before


def test_a_file_that_is_not_there_or_too_large_is_refused(sampling, tmp_path: Path) -> None:
    sampling.weights.commands.import_file(tmp_path / "gone.csv")
    sampling.settle()
    assert "gone.csv does not exist" in sampling.weights.message_bar.text()
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(40_000_000)
    sampling.weights.commands.import_file(large)
    sampling.settle()
    assert "large.csv is too large" in sampling.weights.message_bar.text()


def test_a_file_whose_reading_is_stopped_is_not_taken_and_nothing_failed(
    sampling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped, said = Event(), []
    path, before = tmp_path / "mine.csv", sampling.project
    path.write_text("1;0\n0;0\n")
    sampling.session.done.connect(said.append)

    def read_slowly(file: Path) -> WeightMatrix:
        assert stopped.wait()
        return read_file(file)

    monkeypatch.setattr("ui.pages.weights.commands.read_file", read_slowly)
    sampling.weights.commands.import_file(path)
    sampling.session.jobs.cancel("read weights")
    stopped.set()
    sampling.settle()
    assert sampling.project is before
    assert not sampling.weights.message_bar.isVisible()
    assert said == ["Stopped: reading mine.csv"]


def test_no_file_chosen_changes_nothing(sampling, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    before = sampling.project
    sampling.weights.bar.load_file.click()
    sampling.settle()
    assert sampling.project is before


def test_a_file_that_breaks_rules_is_kept_and_said(sampling, tmp_path: Path) -> None:
    path = tmp_path / "broken.csv"
    path.write_text("1;2\n0;1\n")
    sampling.weights.commands.import_file(path)
    sampling.settle()
    assert sampling.weights.chosen == "broken"
    assert "1 of 3 weights breaks a rule" in sampling.weights.message_bar.text()


def test_without_a_matrix_nothing_can_be_pasted(stand) -> None:
    stand.change(lambda project: project.changed(scenarios=(), weights={}))
    assert not stand.weights.bar.paste.isEnabled()
    assert "start from a preset" in stand.weights.bar.paste.toolTip()
    with pytest.raises(SdcError):
        from_csv("", "empty")
    assert not stand.page.compare.isEnabled()
