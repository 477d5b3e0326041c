from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.conftest import turn_wheel
from ui.pages.safe_coding.coding_box import CodingOnMap
from ui.pages.safe_coding.coding_map import CodingMap

HEIGHTS = (2, 1)


@pytest.fixture
def coding_map(qtbot: QtBot) -> CodingMap:
    view = CodingMap()
    qtbot.addWidget(view)
    nodes = list(product(range(3), range(2)))
    view.show_codings(
        HEIGHTS,
        [
            CodingOnMap(node, (("age", f"level {node[0]}"),) if node[0] else (), 10 - 2 * sum(node), 0.1)
            for node in nodes
        ],
    )
    view.resize(700, view.sizeHint().height())
    with qtbot.waitExposed(view):
        view.show()
    return view


def test_boxes_stand_in_columns_without_overlap(coding_map: CodingMap) -> None:
    boxes = [coding_map.box(node).box() for node in product(range(3), range(2))]
    assert all(not one.intersects(other) for at, one in enumerate(boxes) for other in boxes[:at])
    scene = coding_map.sceneRect()
    assert all(scene.contains(box) for box in boxes)
    assert scene.height() <= coding_map.height()


def test_arrows_walk_and_enter_uses(coding_map: CodingMap) -> None:
    chosen: list[object] = []
    used: list[object] = []
    coding_map.chosen.connect(chosen.append)
    coding_map.used.connect(used.append)
    key = Qt.Key
    for press in (key.Key_Right, key.Key_Right, key.Key_Down, key.Key_Right, key.Key_Left, key.Key_End):
        QTest.keyClick(coding_map, press)
    # In the third column (2, 0) stands above (1, 1), from which (0, 1) is the nearest.
    assert chosen == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 1), (2, 1)]
    QTest.keyClick(coding_map, key.Key_Return)
    assert used == [(2, 1)]


def test_what_is_chosen_is_told_in_words(coding_map: CodingMap) -> None:
    coding_map.set_current((1, 0))
    assert coding_map.accessibleDescription() == "age level 1: 8 records in groups that are too small"
    coding_map.set_current(None)
    assert coding_map.accessibleDescription() == "No coding is chosen"


def test_screen_readers_find_each_box_with_its_words_and_state(coding_map: CodingMap) -> None:
    tree = QAccessible.queryAccessibleInterface(coding_map.viewport())
    found = [tree.child(at) for at in range(tree.childCount())]
    names = [one.text(QAccessible.Text.Name) for one in found]
    assert sorted(names) == sorted(coding_map.box(node).coding.text() for node in product(range(3), range(2)))
    chosen: list[object] = []
    coding_map.chosen.connect(chosen.append)
    at = names.index(coding_map.box((1, 1)).coding.text())
    for _ in range(2):  # what is chosen stays chosen
        found[at].actionInterface().doAction("Toggle")
        assert chosen == [(1, 1)]
    assert [bool(one.state().checked) for one in found] == [one == at for one in range(len(found))]
    QTest.keyClick(coding_map, Qt.Key.Key_Left)
    assert [bool(one.state().checked) for one in found].index(True) != at
    corner = coding_map.viewport().mapToGlobal(
        coding_map.mapFromScene(coding_map.box((1, 1)).box().topLeft())
    )
    assert (found[at].rect().topLeft() - corner).manhattanLength() <= 2


def test_a_double_click_uses(coding_map: CodingMap) -> None:
    used: list[object] = []
    coding_map.used.connect(used.append)
    place = coding_map.mapFromScene(coding_map.box((1, 1)).box().center())
    QTest.mouseDClick(coding_map.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert used == [(1, 1)]
    QTest.mouseDClick(coding_map.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    assert used == [(1, 1)]


def test_the_wheel_is_left_to_the_page(coding_map: CodingMap) -> None:
    assert not turn_wheel(coding_map.viewport()).isAccepted()


def test_marks_are_told_too() -> None:
    coding = CodingOnMap((1,), (("age", "5-year bands"),), 0, 0.0, meets=True, finest=True, best=True)
    assert coding.text() == (
        "age 5-year bands: 0 records in groups that are too small; meets the condition, nothing finer does, "
        "least loss"
    )
