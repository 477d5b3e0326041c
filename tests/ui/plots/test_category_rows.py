import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.inspection.profile import distribution
from sdcdesk.masking import Recoding
from sdcdesk.records.value_changes import value_change
from ui.look.theme import theme
from ui.plots.category_rows import BAR, ROW
from ui.plots.histogram import STANDING, Histogram


def data_of(number: int, each: int = 3, **described: object) -> Microdata:
    values = np.repeat([f"c{place:03}" for place in range(number)], each)
    return Microdata(pd.DataFrame({"x": values}), [Variable(name="x", **described)])


@pytest.fixture
def chart(qtbot):
    made = Histogram("Distribution of x")
    qtbot.addWidget(made)
    made.resize(420, 220)
    with qtbot.waitExposed(made):
        made.show()
    return made


def blanked(data: Microdata) -> Microdata:
    return data.assign({"x": data.column("x").where(np.arange(len(data)) % 3 > 0)})


def blue(chart: Histogram, row: int) -> int:
    """Pixels of the masked bar of a row."""
    rows = chart.rows
    image, line = rows.grab().toImage(), rows.row_rect(row).center().y() + 1
    ratio = image.devicePixelRatio()
    after = theme().colour("after")
    return sum(image.pixelColor(x, round(line * ratio)) == after for x in range(image.width()))


def test_few_categories_stand_and_many_lie(chart):
    chart.set_distribution(distribution(data_of(STANDING), "x"))
    assert (chart.plot.isVisible(), chart.list.isVisible()) == (True, False)
    chart.set_distribution(distribution(data_of(STANDING + 1), "x"))
    assert (chart.plot.isVisible(), chart.list.isVisible()) == (False, True)
    numbers = Microdata(pd.DataFrame({"x": np.arange(1000.0)}))
    chart.set_distribution(distribution(numbers, "x"))
    assert chart.plot.isVisible(), "bins of numbers stand side by side, however many"
    chart.set_change(value_change(numbers, numbers, "x"))
    assert chart.plot.isVisible()


def test_sixty_categories_each_have_a_row_with_name_and_numbers(chart):
    data = data_of(60)
    chart.set_change(value_change(data, blanked(data), "x"))
    assert chart.count() == 60
    assert chart.rows.height() == 60 * ROW
    assert chart.list.verticalScrollBar().maximum() > 0
    assert chart.table()[1] == ["c000", "3", "2"]
    assert "c059: now 3, with this change 2" in chart.summary()


def test_the_rest_is_named_and_flattens_nothing(chart):
    data = data_of(800)
    change = value_change(data, data, "x")
    assert change.others == 740
    assert change.wide.labels[-1] == "740 others"
    chart.set_change(change)
    assert chart.count() == 61
    assert chart.point_text(60) == "740 others: now 2,220, with this change 2,220"
    # The bars of three records are as long as there is room; that of 2,220 is no longer.
    assert blue(chart, 0) > 100
    assert blue(chart, 60) <= blue(chart, 0)
    assert chart.rows.row_rect(60).top() > 60 * ROW, "it stands apart"


def test_the_rest_says_how_many_categories_it_stands_for():
    data = data_of(200, each=4)
    coarse = Recoding(variable="x", how="prefix", keep=3).apply(data)
    assert value_change(data, coarse, "x").others == 0
    # Of each category half the records keep it, and half get another one: neither file is the coarser one.
    values = [name if place % 2 else f"d{place % 150:03}" for place, name in enumerate(data.column("x"))]
    change = value_change(data, data.assign({"x": pd.Series(values)}), "x")
    assert change.named
    named = change.wide.labels[:-1]
    assert change.others == len({*data.column("x"), *values} - {*named})
    assert change.wide.labels[-1] == f"{change.others} others"


def test_the_order_is_that_of_the_variable_or_of_the_frequencies(chart):
    order = tuple(f"c{number:03}" for number in reversed(range(20)))
    chart.set_distribution(distribution(data_of(20, scale=Scale.ORDINAL, categories=order), "x"))
    assert chart.point_text(0).startswith("c019")
    values = [f"c{number:03}" for number in range(20) for _ in range(number + 1)]
    chart.set_distribution(distribution(Microdata(pd.DataFrame({"x": values})), "x"))
    assert chart.point_text(0) == "c019: 20"


def test_rows_are_read_by_pointer_and_keyboard(chart, qtbot):
    data = data_of(60)
    chart.set_change(value_change(data, blanked(data), "x"))
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert chart.readout.words == "c001: now 3, with this change 2"
    qtbot.keyClick(chart, Qt.Key.Key_End)
    assert chart.rows.current == 59
    assert chart.list.verticalScrollBar().value() == chart.list.verticalScrollBar().maximum()
    qtbot.keyClick(chart, Qt.Key.Key_Up)
    assert chart.rows.current == 58
    QTest.mouseMove(chart.rows, QPoint(30, 56 * ROW + BAR))
    assert chart.rows.current == 56


def test_the_picture_holds_all_rows(chart):
    chart.set_distribution(distribution(data_of(60), "x"))
    assert chart.picture().height() >= 2 * 60 * ROW
    assert b"c059" in chart.drawing()


def test_what_stands_below_the_chart_is_kept(chart):
    chart.set_title("masked counts scaled to 5,000")
    chart.set_distribution(distribution(data_of(60), "x"))
    below = [part for part in chart.findChildren(type(chart._below)) if part.isVisible()]
    assert [part.text() for part in below] == ["masked counts scaled to 5,000"]
