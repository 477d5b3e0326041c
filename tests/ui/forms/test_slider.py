"""A threshold by slider: it writes a stop into the field, follows what is typed, and ignores the wheel."""

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.risk import AttackerRisks, IndividualRisk, LogLinearRisk
from sdcdesk.risk.record_risks.threshold_curve import STOPS
from tests.ui.conftest import turn_wheel
from ui.forms.editors.one_number import SliderEditor
from ui.results.parameter_row import ParameterRow


@pytest.fixture
def editor(qtbot: QtBot) -> SliderEditor:
    editor = SliderEditor("", (0.001, 0.01, 0.1, 1.0))
    editor.set_name("Threshold", "Records above it are counted.")
    qtbot.addWidget(editor)
    editor.show()
    return editor


def test_the_slider_writes_its_stop_and_keys_move_it(editor: SliderEditor, qtbot: QtBot) -> None:
    editor.set_value(0.01)
    assert (editor.slider.value(), editor.value()) == (1, 0.01)
    with qtbot.waitSignal(editor.edited):
        QTest.keyClick(editor.slider, Qt.Key.Key_Right)
    assert editor.value() == 0.1
    editor.slider.setValue(3)
    assert editor.value() == 1.0
    assert editor.slider.accessibleName() == "Threshold, slider"


def test_the_slider_follows_what_is_typed_and_changes_nothing_of_it(
    editor: SliderEditor, qtbot: QtBot
) -> None:
    for text, place in (("0.08", 2), ("0.0123", 1), ("7", 3), ("0", 0), ("", 0), ("x", 0)):
        editor.line.clear()
        with qtbot.assertNotEmitted(editor.edited) if not text else qtbot.waitSignal(editor.edited):
            QTest.keyClicks(editor.line, text)
        assert editor.line.text() == text
        assert editor.slider.value() == place


def test_numbers_are_written_as_the_reader_writes_them(editor: SliderEditor) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German))
    editor.slider.setValue(2)
    assert editor.line.text() == "0,1"
    assert editor.value() == 0.1


def test_the_wheel_scrolls_the_page_and_not_the_threshold(editor: SliderEditor) -> None:
    editor.set_value(0.01)
    wheel = turn_wheel(editor.slider)
    assert not wheel.isAccepted()
    assert editor.value() == 0.01


@pytest.mark.parametrize("kind", [IndividualRisk, AttackerRisks, LogLinearRisk])
def test_thresholds_of_risks_have_a_slider_in_sight_of_their_figures(
    kind: type, sample_data: Microdata, qtbot: QtBot
) -> None:
    line = ParameterRow(kind, sample_data, kind())
    qtbot.addWidget(line)
    line.show()
    [slider] = [one for one in line.findChildren(QSlider) if one.isVisible()]
    assert slider.accessibleName() == "Threshold, slider"
    with qtbot.waitSignal(line.wanted):
        slider.setValue(slider.value() - 2)
    assert line.measure().threshold in STOPS
    assert line.measure().threshold != kind().threshold
