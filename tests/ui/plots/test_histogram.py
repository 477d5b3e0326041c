import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.inspection.profile import distribution
from sdcdesk.masking import Recoding
from sdcdesk.records.value_changes import ValueChange, alone, value_change
from tests.ui.conftest import colours_of
from ui.look.theme import theme
from ui.plots.histogram import Histogram


@pytest.fixture
def chart(qtbot):
    made = Histogram("Distribution of x")
    qtbot.addWidget(made)
    made.resize(500, 220)
    with qtbot.waitExposed(made):
        made.show()
    return made


def data_of(values: list[object]) -> Microdata:
    return Microdata(pd.DataFrame({"x": values}))


def test_marks_of_a_linear_axis_stand_between_the_bins(chart):
    chart.set_distribution(distribution(data_of(list(range(100))), "x"))
    marks = chart.x_marks(*chart.view())
    assert [words for _, words in marks] == ["0", "25", "50", "75", "100"]
    # Twenty bins of five years: 25 is the lower end of the sixth.
    assert [place for place, _ in marks] == pytest.approx([0, 5, 10, 15, 20])


def test_whole_codes_have_whole_marks_below_the_middle_of_their_bars(chart):
    chart.set_distribution(distribution(data_of([1, 2, 2, 3, 4]), "x"))
    assert chart.x_marks(*chart.view()) == [(0.5, "1"), (1.5, "2"), (2.5, "3"), (3.5, "4")]
    chart.set_distribution(distribution(data_of([1, 2]), "x"))
    assert [words for _, words in chart.x_marks(*chart.view())] == ["1", "2"]


def test_marks_of_a_logarithmic_axis_are_powers_of_ten(chart):
    values = [10.0**power for power in range(1, 6)]
    chart.set_distribution(distribution(data_of(values), "x", scale="logarithmic"))
    assert [words for _, words in chart.x_marks(*chart.view())] == ["10", "100", "1,000", "10,000", "100,000"]


def test_a_narrow_logarithmic_range_has_round_marks(chart):
    chart.set_distribution(distribution(data_of([20.0, 30.0, 40.0, 50.0]), "x", scale="logarithmic"))
    marks = [float(words) for _, words in chart.x_marks(*chart.view())]
    assert len(marks) >= 3
    assert 20 <= min(marks) < max(marks) <= 51


def test_zoomed_in_the_marks_follow(chart):
    chart.set_distribution(distribution(data_of(list(range(100))), "x"))
    marks = chart.x_marks(4, 8)
    assert [words for _, words in marks] == ["20", "25", "30", "35", "40"]


def test_categories_are_named(chart):
    chart.set_distribution(distribution(data_of(["b", "a", "a"]), "x"))
    assert chart.x_marks(*chart.view()) == [(0.5, "a"), (1.5, "b")]
    assert chart.point_text(0) == "a: 2"


def test_two_distributions_with_the_same_bins(chart):
    before = distribution(data_of([1, 2, 2]), "x")
    chart.set_distribution(before, distribution(data_of([2, 2, 2]), "x", like=before))
    assert chart.table() == [["value", "original", "masked"], ["1", "1", "0"], ["2", "2", "3"]]


def test_nothing_to_show(chart):
    chart.set_distribution(distribution(data_of([None, None]), "x"))
    assert chart.count() == 0
    assert chart.summary() == "No data"
    assert chart.x_marks(*chart.view()) == []


@pytest.fixture
def change() -> ValueChange:
    ages = np.repeat(np.arange(0, 60), np.arange(1, 61))
    data = Microdata(pd.DataFrame({"age": ages}), [Variable(name="age", scale=Scale.CONTINUOUS)])
    ten, twenty = (Recoding(variable="age", how="width", width=width).apply(data) for width in (10.0, 20.0))
    return value_change(ten, twenty, "age")


@pytest.fixture
def changed(chart, change):
    chart.set_change(change)
    return chart


def test_a_wide_bar_names_the_narrow_ones_in_it(changed):
    assert changed.count() == 3
    assert changed.point_text(1) == "20 to 39: now (20 to 29 255, 30 to 39 355), with this change 610"
    assert changed.nearest(QPointF(1.7, 10)) == 1
    assert changed.nearest(QPointF(9.0, 10)) == -1
    assert changed.anchor(1) == QPointF(1.5, 610)


def test_one_file_alone_is_only_outlined(changed, change):
    changed.set_change(alone(change))
    assert changed.count() == 6
    assert changed.point_text(0) == "0 to 9: now 55"


def test_the_keyboard_reads_bar_by_bar(changed, qtbot):
    changed.setFocus()
    qtbot.keyClick(changed, Qt.Key.Key_Right)
    assert changed.readout.words.startswith("0 to 19")
    qtbot.keyClick(changed, Qt.Key.Key_End)
    assert changed.readout.words.startswith("40 to 59")


def test_labels_do_not_touch(changed):
    marks = changed.x_marks(0.0, 3.0)
    assert [words for _, words in marks] == ["0 to 19", "20 to 39", "40 to 59"]
    assert [place for place, _ in marks] == [0.5, 1.5, 2.5]
    changed.resize(200, 200)
    assert len(changed.x_marks(0.0, 3.0)) < 3


def test_the_table_has_every_bar(changed):
    table = changed.table()
    assert table[0] == ["value", "now", "with this change"]
    assert len(table) == 1 + 6 + 3
    assert table[1] == ["0 to 9", "55", ""]
    assert table[7] == ["0 to 19", "", "210"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_takes_the_colours_of_the_theme(changed, look, scheme: str):
    look.set_scheme(scheme)
    assert look.colour("after").name() in colours_of(changed.picture())


@pytest.mark.parametrize(
    "values", [list(range(8000)), ["doctoral or equivalent", "early years", "lower"] * 5]
)
def test_nothing_of_the_marks_below_is_cut(chart, values):
    chart.resize(260, 220)
    # Without marks the axis forgets how high they are.
    for shown in ([None], values):
        chart.set_distribution(distribution(data_of(shown), "x"))
        chart.grab()
        QApplication.processEvents()
    axis = chart.plot.getAxis("bottom")
    font = theme().font("caption")
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setFont(font)
    _line, _ticks, texts = axis.generateDrawSpecs(painter)
    painter.end()
    painted = axis.boundingRect()
    for place, _flags, text in texts:
        lines = QFontMetricsF(font).height() * (1 + text.count("\n"))
        assert place.center().y() + lines / 2 <= painted.bottom()
    assert axis.mapRectToScene(painted).bottom() <= chart.plot.viewport().height()
