from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from shiboken6 import isValid

from sdcdesk.core.results.explanation import Explanation
from ui.widgets.what_is_this import explain

pytestmark = pytest.mark.usefixtures("controls_in_place")

EXPLANATION = Explanation(
    "Weighted disclosure risk, DR<sub>W</sub>",
    "The share of records that an intruder links correctly.",
    (("Alone in both files", "111 × 6 ÷ 1 = 666"), ("666 ÷ 30,000", "2.22\u202f%")),
    (("records", "Show these records"), ("manual", "Manual page")),
    "Truta et al. 2004",
)


@pytest.fixture
def page(shown):
    made = QWidget()
    anchor = QPushButton("3.04", made)
    anchor.move(180, 10)
    shown(made, 400, 300)
    return anchor


@pytest.fixture
def popover(page):
    made = explain(page, EXPLANATION)
    yield made
    if isValid(made):
        made.close()


def test_it_says_everything(popover):
    texts = [label.text() for label in popover.findChildren(QLabel)]
    for words in ("111 × 6 ÷ 1 = 666", "Alone in both files", EXPLANATION.paragraph, "Truta et al. 2004"):
        assert words in texts
    assert popover.accessibleName() == "What is this: Weighted disclosure risk, DRW"
    assert popover.width() == 372


def test_nothing_is_clipped_and_all_is_named(popover, clipped, nameless):
    assert clipped(popover) == []
    assert nameless(popover) == []
    for label in popover.findChildren(QLabel):
        if label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width())


def test_long_names_and_sources_are_read_whole(page, clipped):
    name = "Monatliches_Netto_des_Haushalts_der_befragten_Person"
    long = replace(
        EXPLANATION, rows=((name, "0.5283"), *EXPLANATION.rows), source="Li, Li and Venkatasubramanian 2007"
    )
    made = explain(page, long)
    assert clipped(made) == []
    [label] = [one for one in made.findChildren(QLabel) if one.accessibleName() == name]
    assert label.heightForWidth(label.width()) <= label.height()
    breaks = label.text().split("\u200b")
    assert "".join(breaks) == name, "it may go on in the next line, and nothing else is added"
    assert max(map(label.fontMetrics().horizontalAdvance, breaks)) < label.width()
    made.close()


def test_escape_closes(popover, qtbot):
    qtbot.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()


def test_a_link_closes_and_says_which(popover, qtbot):
    link = next(one for one in popover.findChildren(QPushButton) if one.text() == "Manual page")
    with qtbot.waitSignal(popover.link_chosen) as chosen:
        qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert chosen.args == ["manual"]


def test_words_of_the_file_are_not_read_as_markup(page):
    popover = explain(page, Explanation("Group", "Key <b>age</b>", (("<i>zip</i>", "1"),)))
    formats = {one.text(): one.textFormat() for one in popover.findChildren(QLabel)}
    assert formats["<i>zip</i>"] == Qt.TextFormat.PlainText
    assert formats["Key <b>age</b>"] == Qt.TextFormat.PlainText


def test_a_part_of_a_widget_can_be_explained(page):
    popover = explain(page, EXPLANATION, QRect(QPoint(0, 0), QSize(4, 4)))
    assert popover.y() == page.mapToGlobal(QPoint(0, 4)).y() + 4
