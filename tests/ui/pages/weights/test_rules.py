"""The rules, the papers' matrices, and which steps a matrix does not fit."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea

from sdcdesk.risk import TRUTA_2004, TRUTA_2006
from sdcdesk.risk.weights.presets import truly_titled
from sdcdesk.risk.weights.rules import CORRECTIONS


def test_one_click_loads_a_printed_matrix(sampling) -> None:
    links = sampling.weights.rules.links
    assert [link.text() for link in links] == ["Load W1", "W2", "W3", "W4"]
    assert links[2].accessibleName() == "Load W3, Truta 2004"
    assert "W3, Truta 2004" in links[2].toolTip()
    QTest.mouseClick(links[2], Qt.MouseButton.LeftButton)
    assert sampling.weights.chosen == "W3, Truta 2004"
    assert sampling.undo == "Load W3, Truta 2004"
    count = len(sampling.project.weights)
    QTest.mouseClick(sampling.weights.rules.links[3], Qt.MouseButton.LeftButton)
    assert sampling.weights.chosen == "W4, Truta 2004"
    assert len(sampling.project.weights) == count, "it was there already"
    sampling.settle()
    sampling.session.undo()
    assert "W3, Truta 2004" not in sampling.project.weights
    sampling.settle()


def test_the_links_suit_the_structure(sampling) -> None:
    suited = {
        "sampling": [f"W{n}, Truta 2004" for n in (1, 2, 3, 4)],
        "merging": [f"W{n}, Truta 2006" for n in (1, 2, 3)],
        "general": [f"W{n}, Truta 2004, both directions" for n in (1, 2, 3, 4)],
    }
    for structure, names in suited.items():
        sampling.weights.rules.show_structure(structure)
        links = sampling.weights.rules.links
        assert [link.accessibleName() for link in links] == [f"Load {name}" for name in names]
        QTest.mouseClick(links[-1], Qt.MouseButton.LeftButton)
        assert sampling.weights.chosen == names[-1]
    sampling.settle()


def test_a_preset_that_was_changed_no_longer_says_what_it_was(sampling) -> None:
    sampling.go_to(1, 2)
    sampling.type("2")
    sampling.press(Qt.Key.Key_Return)
    assert (sampling.matrix.note, sampling.matrix.title) == ("", "own, from W4, Truta 2004")
    sampling.settle()
    own = TRUTA_2004["W4"].changed(note="As decided in May", tail=1.0)
    assert truly_titled(own).note == own.note, "the owner's words stay"


def test_the_help_explains_rules_printed_matrices_and_slips(sampling) -> None:
    sampling.weights.rules.help.click()
    panel = sampling.weights.rules.explained
    assert panel.isVisible()
    loads = [b for b in panel.findChildren(QPushButton) if b.text().startswith("Load")]
    assert len(loads) == len(TRUTA_2004) + len(TRUTA_2006)
    assert len(CORRECTIONS) == 8
    area = panel.findChild(QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0
    panel.grab()
    loads[-1].click()
    assert sampling.weights.chosen == "W3, Truta 2006"
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    sampling.settle()
