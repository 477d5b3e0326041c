import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Scale, Variable
from sdcdesk.masking import Recoding
from sdcdesk.records.value_changes import ValueChange, alone, value_change
from ui.plots.value_change_chart import ValueChangeChart


@pytest.fixture
def change() -> ValueChange:
    ages = np.repeat(np.arange(0, 60), np.arange(1, 61))
    data = Microdata(pd.DataFrame({"age": ages}), [Variable(name="age", scale=Scale.CONTINUOUS)])
    ten, twenty = (Recoding(variable="age", how="width", width=width).apply(data) for width in (10.0, 20.0))
    return value_change(ten, twenty, "age")


@pytest.fixture
def chart(qtbot: QtBot, change: ValueChange) -> ValueChangeChart:
    chart = ValueChangeChart("Preview")
    qtbot.addWidget(chart)
    chart.resize(600, 300)
    with qtbot.waitExposed(chart):
        chart.show()
    chart.set_change(change)
    return chart


def test_a_wide_bar_names_the_narrow_ones_in_it(chart: ValueChangeChart) -> None:
    assert chart.count() == 3
    assert chart.words(1) == "20 to 39: now (20 to 29 255, 30 to 39 355), with this change 610"
    assert chart.nearest(QPointF(1.7, 10)) == 1
    assert chart.nearest(QPointF(9.0, 10)) == -1
    assert chart.anchor(1) == QPointF(1.5, 610)


def test_one_file_alone_is_only_outlined(chart: ValueChangeChart, change: ValueChange) -> None:
    chart.set_change(alone(change))
    assert chart.count() == 6
    assert chart.words(0) == "0 to 9: now 55"


def test_the_keyboard_reads_bar_by_bar(chart: ValueChangeChart, qtbot: QtBot) -> None:
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.readout().startswith("0 to 19")
    qtbot.keyClick(chart, Qt.Key.Key_End)
    assert chart.readout().startswith("40 to 59")


def test_labels_do_not_touch(chart: ValueChangeChart) -> None:
    marks = chart.x_marks(0.0, 3.0)
    assert [words for _, words in marks] == ["0 to 19", "20 to 39", "40 to 59"]
    assert [place for place, _ in marks] == [0.5, 1.5, 2.5]
    chart.resize(200, 200)
    assert len(chart.x_marks(0.0, 3.0)) < 3


def test_the_table_has_every_bar(chart: ValueChangeChart) -> None:
    table = chart.table()
    assert table[0] == ["file", "value", "records"]
    assert len(table) == 1 + 6 + 3
    assert table[1] == ["now", "0 to 9", "55"]


def test_nothing_to_show(chart: ValueChangeChart) -> None:
    nobody = Microdata(pd.DataFrame({"age": pd.Series([], dtype="float64")}))
    chart.set_change(value_change(nobody, nobody, "age"))
    assert chart.count() == 0
    assert chart.summary() == "No data"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_takes_the_colours_of_the_theme(chart: ValueChangeChart, look, scheme: str) -> None:
    look.set_scheme(scheme)
    image = chart.picture()
    colours = {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)
    }
    assert look.colour("after").name() in colours
