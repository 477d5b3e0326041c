from collections.abc import Callable
from math import fsum

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.microdata import Microdata
from sdcdesk.risk import TRUTA_2004, DisclosureRisk, WeightMatrix
from ui.pages.risk.classification import LAST, PARTS, RECORDS, ClassificationCard
from ui.widgets.label import ElidedLabel
from ui.widgets.what_is_this import WhatIsThis

W3 = TRUTA_2004["W3"]

Popover = Callable[[], WhatIsThis]


@pytest.fixture(scope="module")
def assessed() -> Assessment:
    """The first sample of Truta 2004 with its weights W3."""
    ages, sexes = [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], list("MMMFFFMFMM")
    people = Microdata(pd.DataFrame({"age": ages, "sex": sexes}))
    return DisclosureRisk(keys=["age", "sex"], weights=W3).assess(people, people.take(np.arange(5)))


@pytest.fixture
def card(assessed: Assessment, shown: Callable[..., QWidget]) -> ClassificationCard:
    made = ClassificationCard()
    made.show_assessment(assessed)
    shown(made, 372, 360)
    return made


def _choose(card: ClassificationCard, row: int, column: int) -> None:
    card.shown.view.setCurrentIndex(card.shown.model.index(row, column))


def test_the_cells_count_records_first(card: ClassificationCard) -> None:
    assert card.switch.currentIndex() == RECORDS
    assert card.heat.isVisible()
    assert not card.parts.isVisible()
    assert [list(row[:3]) for row in card.heat.model.values[:2]] == [[3, 1, 1], [0, 0, 0]]


def test_the_parts_add_up_to_the_weighted_risk(card: ClassificationCard, assessed: Assessment) -> None:
    card.switch.setCurrentIndex(PARTS)
    assert card.parts.isVisible()
    assert not card.heat.isVisible()
    parts = [value for row in card.parts.model.values for value in row]
    assert fsum(parts) == pytest.approx(assessed.value("dr_weighted"), rel=1e-14)
    # 3 alone in both, and one of two with a third of the weight.
    assert card.parts.model.index(0, 0).data() == "30.0"
    assert card.parts.model.index(0, 1).data() == "1.67"
    assert card.parts.model.index(0, 2).data() == ""


def test_larger_groups_are_in_the_last_cells(shown: Callable[..., QWidget]) -> None:
    people = Microdata(pd.DataFrame({"age": np.repeat(np.arange(6), [1, 2, 8, 9, 10, 30])}))
    assessment = DisclosureRisk(keys=["age"]).assess(people, people)
    made = ClassificationCard()
    made.show_assessment(assessment)
    shown(made, 372, 360)
    assert made.parts.model.values[LAST - 1][LAST - 1] == pytest.approx(4 / 60)
    assert made.heat.model.values[LAST - 1][LAST - 1] == 57


def test_a_part_that_is_there_is_not_called_nothing(shown: Callable[..., QWidget]) -> None:
    people = Microdata(pd.DataFrame({"age": np.repeat(np.arange(2), [1, 30_000])}))
    made = ClassificationCard()
    made.show_assessment(DisclosureRisk(keys=["age"]).assess(people, people))
    shown(made, 372, 360)
    assert made.parts.model.index(0, 0).data() == "≈0"
    assert made.parts.model.index(1, 1).data() == ""


def test_a_cell_says_both(card: ClassificationCard) -> None:
    for way in (RECORDS, PARTS):
        card.switch.setCurrentIndex(way)
        text = card.shown.model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole)
        assert text.startswith("1 record: alone in the masked file, in groups of 2 in the original")
        assert text.endswith("adds 1.667 percent to DR_W")


def test_the_chosen_cell_stays_when_the_cells_show_something_else(card: ClassificationCard) -> None:
    _choose(card, 0, 1)
    card.switch.setCurrentIndex(PARTS)
    assert (card.shown.view.currentIndex().row(), card.shown.view.currentIndex().column()) == (0, 1)
    _choose(card, 0, 0)
    card.switch.setCurrentIndex(RECORDS)
    assert (card.shown.view.currentIndex().row(), card.shown.view.currentIndex().column()) == (0, 0)


def test_the_records_of_the_chosen_cell_are_shown(card: ClassificationCard, qtbot: QtBot) -> None:
    assert not card.show_records.isEnabled()
    assert "Choose a cell" in card.show_records.toolTip()
    _choose(card, 5, 5)
    assert "holds no records" in card.show_records.toolTip()
    for way in (RECORDS, PARTS):
        card.switch.setCurrentIndex(way)
        _choose(card, 0, 0)
        assert card.show_records.isEnabled()
        assert card.show_records.toolTip().startswith("3 records: alone in the masked file")
        with qtbot.waitSignal(card.records_wanted) as wanted:
            card.show_records.click()
        assert len(wanted.args[0]) == 3
        assert wanted.args[1] == "alone in the masked file, alone in the original"
        with qtbot.waitSignal(card.records_wanted) as wanted:
            QTest.keyClick(card.shown.view, Qt.Key.Key_Return)
        assert len(wanted.args[0]) == 3


def test_arrows_move_the_switch(card: ClassificationCard) -> None:
    card.switch.setFocus()
    QTest.keyClick(card.switch, Qt.Key.Key_Right)
    assert card.shown is card.parts
    assert card.switch.accessibleName()


def test_the_explanation_belongs_to_what_is_shown(
    card: ClassificationCard, assessed: Assessment, popover: Popover
) -> None:
    card.switch.setCurrentIndex(PARTS)
    card.asked.emit()
    last = popover().explanation.rows[-1]
    assert last == ("All cells, of 10 original records: DR_W", "31.67\u202f%")
    assert last[1] in card.findChildren(ElidedLabel)[1].text()
    assert float(assessed.value("dr_weighted")) == pytest.approx(0.316667, abs=1e-6)


def test_what_is_exported_is_what_is_shown(card: ClassificationCard) -> None:
    counts = len(card.menu().actions())
    card.switch.setCurrentIndex(PARTS)
    assert len(card.menu().actions()) == counts
    assert card.parts.table()[1][1] == "0.3"
    failures: list[object] = []
    card.heat.failed.connect(failures.append)
    card.parts.failed.emit("no room")
    assert failures == ["no room"]


def test_nothing_released(shown: Callable[..., QWidget]) -> None:
    people = Microdata(pd.DataFrame({"age": [1, 2]}))
    measure = DisclosureRisk(keys=["age"], weights=WeightMatrix.minimal())
    made = ClassificationCard()
    made.show_assessment(measure.assess(people, people.take(np.arange(0))))
    shown(made, 372, 360)
    made.switch.setCurrentIndex(PARTS)
    assert made.findChildren(ElidedLabel)[1].text() == "DR_W 0.00\u202f% in all"
    assert not any(value for row in made.parts.model.values for value in row)
