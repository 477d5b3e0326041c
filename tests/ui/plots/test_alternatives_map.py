"""Map of alternatives: all is drawn where it stands; keys walk, use and note."""

from math import isfinite, log10

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sdcdesk.core.numbers.quantity import SCORE, SHARE, Quantity
from sdcdesk.core.results.limit import Limit
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternatives_map import Place
from ui.plots.alternatives_map import NOW_WORDS, AlternativesMap

RISK, LOSS = Address("", "disclosure_risk", "dr_weighted"), Address("", "headline_loss", "loss")
LIMIT = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.02)


def placed(number: int, risk: float, loss: float, kind: int = 0, *, front: bool = False) -> Place:
    words = f"alternative {number}"
    return Place(
        number, words, kind, f"kind {kind}", Quantity(risk, SHARE), Quantity(loss, SCORE), front=front
    )


PLACES = (
    placed(0, 0.3, 1.0, front=True),
    placed(1, 0.1, 8.0),
    placed(2, 0.05, 3.0, 1, front=True),
    placed(3, 0.0, 9.0, 1, front=True),
)


@pytest.fixture
def chart(qtbot: QtBot) -> AlternativesMap:
    made = AlternativesMap()
    qtbot.addWidget(made)
    made.resize(560, 330)
    with qtbot.waitExposed(made):
        made.show()
    return made


def show(chart: AlternativesMap, places: tuple[Place, ...], limit: Limit | None = LIMIT) -> None:
    chart.set_axes(RISK, LOSS, limit, (Quantity(0.01, SHARE), Quantity(5.0, SCORE)))
    chart.set_places(places, {place.number for place in places}, {0: 0, 1: 1})
    chart.grab()


def test_places_stand_by_loss_and_logarithm_of_risk_with_zero_below(chart: AlternativesMap) -> None:
    show(chart, PLACES)
    across = [chart.anchor(index).x() for index in range(4)]
    up = [chart.anchor(index).y() for index in range(4)]
    assert across == [1.0, 3.0, 8.0, 9.0]
    assert up[:3] == pytest.approx([log10(0.3), log10(0.05), log10(0.1)])
    assert up[3] < log10(0.01), "zero has a line of its own, below the recipe too"
    assert (up[3], "0") in list(chart.plot.getAxis("left")._tickLevels[0])


def test_what_is_hidden_leaves_the_axes_as_they_are(chart: AlternativesMap) -> None:
    show(chart, PLACES)
    ends = chart.view(), chart.ends
    chart.set_places(PLACES, {1}, {0: 0})
    chart.grab()
    assert chart.count() == 1
    assert (chart.view(), chart.ends) == ends
    assert [row[0] for row in chart.table()[1:]] == ["alternative 1"]


@pytest.mark.parametrize(
    ("places", "limit"),
    [
        ((), LIMIT),
        ((placed(0, 0.0, 0.0),), LIMIT.changed(value=0.0)),
        ((placed(0, 1.0, 100.0), placed(1, 1e-300, 0.0)), None),
        (PLACES, Limit(measure="disclosure_risk", figure="dr_weighted", side="at least", value=0.02)),
    ],
)
def test_extremes_are_drawn_and_read(
    chart: AlternativesMap, places: tuple[Place, ...], limit: Limit | None
) -> None:
    show(chart, places, limit)
    low, high = chart.ends
    assert isfinite(low)
    assert low < high
    assert chart.summary()


def test_draws_spread_as_a_cross_within_the_axes(chart: AlternativesMap) -> None:
    spread = Place(
        0, "swap", 0, "Swap", Quantity(0.05, SHARE), Quantity(4.0, SCORE), (0.001, 0.2), (2.0, 30.0)
    )
    show(chart, (spread,))
    assert chart.view()[1] >= 30.0
    assert chart.ends[0] <= log10(0.001)


def test_keys_walk_by_loss_use_and_note(chart: AlternativesMap, qtbot: QtBot) -> None:
    show(chart, PLACES)
    chart.select(2)
    chart.setFocus()
    with qtbot.waitSignal(chart.place_chosen) as chosen:
        QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chosen.args == [1], "the next after the chosen one by loss"
    with qtbot.waitSignal(chart.place_used) as used:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert used.args == [1]
    with qtbot.waitSignal(chart.note_wanted) as noted:
        QTest.keyClick(chart, Qt.Key.Key_N)
    assert noted.args == [1]
    assert chart.readout.words.startswith("alternative 1\nDR_W\t10.0")


def test_it_is_written_as_picture_and_drawing(chart: AlternativesMap) -> None:
    show(chart, PLACES)
    QApplication.processEvents()
    assert not chart.picture().isNull()
    drawn = chart.drawing()
    assert NOW_WORDS.encode() in drawn
    assert "● kind 0   ■ kind 1".encode() in drawn, "which shape is which method"
