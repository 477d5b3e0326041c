import pytest
from PySide6.QtCore import QRect, QSize

from ui.widgets.popover import place

SCREEN = QRect(0, 0, 1440, 900)
SIZE = QSize(372, 280)


def test_it_lies_below_its_anchor_if_there_is_room():
    corner = place(QRect(600, 200, 50, 20), SIZE, SCREEN, gap=4)
    assert (corner.x(), corner.y()) == (624 - 186, 224)


def test_it_lies_above_at_the_foot_of_the_screen():
    assert place(QRect(600, 800, 50, 20), SIZE, SCREEN, gap=4).y() + SIZE.height() == 796


@pytest.mark.parametrize("x", [-20, 0, 5, 700, 1400, 1500])
@pytest.mark.parametrize("y", [0, 300, 450, 880])
def test_it_never_leaves_the_screen(x, y):
    assert SCREEN.contains(QRect(place(QRect(x, y, 40, 20), SIZE, SCREEN), SIZE))
