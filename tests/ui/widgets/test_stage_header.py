import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from ui.look.theme import theme
from ui.widgets.stage_header import StageHeader

TABS = ("Overview", "Records at risk", "Weight matrix")


@pytest.fixture
def header(shown):
    made = StageHeader("Risk", "What an intruder could find out from the masked file")
    made.add_button("Limits…")
    made.set_filled("Reduce the risk")
    made.set_tabs(TABS)
    return shown(made, 936)


def test_it_has_one_filled_button(header, qtbot):
    assert header.filled.property("filled")
    with qtbot.waitSignal(header.filled.clicked):
        qtbot.keyClick(header.filled, Qt.Key.Key_Space)
    header.set_filled("")
    assert not header.filled.isVisible()


def test_heights(header):
    assert header.filled.height() == 30
    assert header.tabs.height() == 34
    assert header.height() == 66 + 34 + 1


def test_tabs_choose_by_keyboard(header, qtbot):
    header.tabs.setFocus()
    with qtbot.waitSignal(header.tab_chosen) as chosen:
        qtbot.keyClick(header.tabs, Qt.Key.Key_Right)
    assert chosen.args == [1]


def test_setting_tabs_says_nothing(header, qtbot):
    with qtbot.assertNotEmitted(header.tab_chosen):
        header.set_tabs(("Before and after", "Hierarchies"))
    assert header.tabs.count() == 2
    header.set_tabs(())
    assert not header.tabs.isVisible()


def test_tabs_do_not_move_when_chosen(header):
    before = [header.tabs.tabRect(index).left() for index in range(3)]
    header.tabs.setCurrentIndex(2)
    assert [header.tabs.tabRect(index).left() for index in range(3)] == before
    bold = QFontMetrics(theme().font("card_title"))
    for index, words in enumerate(TABS):
        assert header.tabs.tabRect(index).width() >= bold.horizontalAdvance(words) + 8


def test_tabs_without_room_lie_under_more_and_the_chosen_one_is_seen(header):
    header.set_tabs(tuple(f"A measure with a long title {number}" for number in range(8)))
    hidden = header.hidden_tabs()
    assert header.more.isVisible()
    assert hidden == list(range(hidden[0], 8))
    header.tabs.setCurrentIndex(7)
    assert 7 not in header.hidden_tabs()
    assert len(header.hidden_tabs()) == len(hidden)
    assert header.tabs.tabRect(7).left() >= 0
    header.resize(3000, header.height())
    assert header.hidden_tabs() == []
    assert not header.more.isVisible()


def test_words_change(header):
    header.set_words("Weight matrix", "How much a record counts")
    assert header.accessibleName() == "Weight matrix"
    assert header.accessibleDescription() == "How much a record counts"


def test_nothing_is_clipped_and_all_is_named(header, clipped, nameless):
    assert clipped(header) == []
    assert nameless(header) == []
