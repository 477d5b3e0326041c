"""Table cards and chart cards: sort, records, copies, files, keyboard, and what stands where nothing is."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from pyqtgraph import ScatterPlotItem, TextItem
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.plot import Axis, Line, Plot, Series
from sdcdesk.core.results.table import Table
from tests.ui.results.conftest import CURVES, curve, records
from ui.models.table_model import RAW, TableModel
from ui.results.chart_card import ChartCard
from ui.results.table_card import SHORTEST, FindingsTable, TableCard
from ui.session.navigator import Navigator


@pytest.fixture
def navigator(qapp) -> Navigator:  # noqa: ARG001 - signals need the application
    return Navigator()


@pytest.fixture
def card(navigator, shown) -> TableCard:
    table = records()
    return shown(TableCard(table, TableModel(table), navigator), 520)


def test_a_header_sorts_and_the_footer_says_how(card):
    header = card.view.horizontalHeader()
    place = header.sectionPosition(1) + 10
    for expected in ("Lowest score first", "Highest score first", "Files carry all rows"):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPointF(place, 10).toPoint())
        assert card.order.text().startswith(expected)
    card.view.setFocus()
    card.view.setCurrentIndex(card.model.index(0, 1))
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(card.view, Qt.Key.Key_Down, both)
    assert [card.model.index(row, 1).data(RAW) for row in range(3)] == [10, 10, 10]


def test_twenty_of_forty_rows_and_all(card):
    assert card.model.rowCount() == 20
    card.all.click()
    assert card.model.rowCount() == 40
    assert not card.all.isVisible()


def test_the_records_of_the_chosen_row(card, navigator, qtbot):
    assert not card.show_records.isEnabled()
    assert card.show_records.toolTip() == "Choose a row first."
    card.view.selectRow(5)
    with qtbot.waitSignal(navigator.records_wanted) as asked:
        card.show_records.click()
    assert asked.args[0].tolist() == [5]
    assert asked.args[1] == "standing out"
    with qtbot.waitSignal(navigator.records_wanted):
        QTest.keyClick(card.view, Qt.Key.Key_Return)


def test_rows_of_an_earlier_question_have_no_records(navigator, shown):
    table = records()
    card = shown(TableCard(table, TableModel(table), navigator, live=False), 520)
    card.view.selectRow(0)
    assert not card.show_records.isEnabled()
    assert "earlier" in card.show_records.toolTip()


def test_copies_as_shown_and_at_full_precision(card):
    card.view.setFocus()
    QTest.keyClick(card.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[:3] == ["Age\tScore\tRight, %", "missing\t0\t–", "10 to 19\t7\t2.50"]
    assert len(lines) == 21
    exact = next(act for act in card.menu().actions() if act.text() == "Copy at full precision")
    exact.trigger()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 41


def test_a_table_as_csv(card, tmp_path: Path, monkeypatch, qtbot):
    target = tmp_path / "rows.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    save = next(act for act in card.menu().actions() if act.text().startswith("Save as CSV"))
    with qtbot.waitSignal(card.exporter.saved):
        save.trigger()
    assert target.read_text().splitlines()[1:3] == [",0,", "10 to 19,7,0.025"]


def test_the_place_in_a_table_is_handed_over(card, navigator, shown):
    card.view.horizontalHeader().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    card.view.selectRow(2)
    table = records()
    after = shown(TableCard(table, TableModel(table), navigator), 520)
    after.go_to(card.place())
    assert after.model.sorted_by == (1, Qt.SortOrder.DescendingOrder)
    assert after.view.currentIndex().row() == 2


def test_an_empty_table_says_what_was_looked_at(navigator, shown):
    frame = pd.DataFrame({"n": pd.Series(dtype="int64")})
    columns = (Column("n", "Number", RECORDS),)
    table = Table(name="t", title="T", columns=columns, frame=frame, empty="No set occurs only once.")
    card = shown(TableCard(table, TableModel(table), navigator), 400)
    assert not card.content.isVisible()
    assert "No set occurs only once." in [
        w.accessibleDescription() for w in card.findChildren(type(card.empty))
    ]


def plot(kind: str, **changed) -> Plot:
    given = {
        "name": "p",
        "title": "Chance",
        "kind": kind,
        "table": "curve",
        "x": Axis("share of all people", "share", SHARE),
        "y": Axis("of a match", unit=SHARE),
        "series": CURVES.series,
    }
    return Plot(**{**given, **changed})


@pytest.mark.parametrize("kind", ["curves", "bars", "points"])
def test_a_chart_reads_a_row_by_keyboard_and_draws_its_limit(kind, shown):
    card = shown(ChartCard(plot(kind), curve(), [Line(0.25, "limit")]), 420, 320)
    chart = card.chart
    assert "limit 25 percent" in chart.accessibleDescription()
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Home)
    for _ in range(10):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.readout.words == "10.0\u202f% in the file\noriginal\t20.0\u202f%\nmasked\t10.0\u202f%"
    assert "\t" not in chart.accessibleDescription()
    assert not card.grab().isNull()


def test_series_of_points_differ_by_shape_and_stand_in_a_legend(shown):
    both = (Series("before", "at risk"), Series("after", "false"))
    card = shown(ChartCard(plot("points", series=both), curve()), 420, 320)
    assert card.chart.legend.accessibleName() == "at risk, false"
    assert card.chart.legend.isVisible()
    drawn = [one for one in card.chart.plot.plotItem.items if isinstance(one, ScatterPlotItem)]
    assert len({repr(one.opts["symbol"].elementCount()) for one in drawn}) == 2
    one = shown(ChartCard(plot("points", series=both[:1]), curve()), 420, 320)
    assert one.chart.legend is None


def test_the_highest_points_are_named(shown):
    table = curve()
    table.frame["name"] = [f"row {at}" for at in range(len(table.frame))]
    table = replace(table, columns=(*table.columns, Column("name", "Name")))
    one = plot("points", series=(Series("before", "at risk"),), label="name", named=2)
    chart = shown(ChartCard(one, table), 420, 320).chart
    written = [item.toPlainText() for item in chart.plot.plotItem.items if isinstance(item, TextItem)]
    assert written == ["row 30", "row 29"]


def test_hovering_reads_the_nearest_row(shown):
    chart = shown(ChartCard(plot("curves"), curve()), 420, 320).chart
    box = chart.plot.plotItem.vb
    place = chart.plot.mapFromScene(box.mapViewToScene(QPointF(20.2, 30)))
    none, left = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    moved = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), QPointF(place), none, none, left)
    QApplication.sendEvent(chart.plot.viewport(), moved)
    assert chart.readout.words.startswith("20.0\u202f% in the file")


def test_a_chart_is_written_as_picture_drawing_and_numbers(shown, tmp_path, monkeypatch, qtbot):
    card = shown(ChartCard(plot("curves"), curve()), 420, 320)
    for words, ending in (("Save as PNG…", "png"), ("Save as SVG…", "svg"), ("Save as CSV…", "csv")):
        target = tmp_path / f"chart.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, to=target: (str(to), ""))
        act = next(one for one in card.menu().actions() if one.text() == words)
        with qtbot.waitSignal(card.exporter.saved):
            act.trigger()
        assert target.stat().st_size > 100
    assert (tmp_path / "chart.csv").read_text().splitlines()[0] == "In the file,Original,Masked"


def test_a_heat_map_of_a_plot_writes_its_numbers_and_the_gap(shown):
    frame = pd.DataFrame({"x": ["a", "b", "a"], "y": ["u", "u", "v"], "n": [0.5, -0.5, None]})
    columns = (Column("x", "Across"), Column("y", "Down"), Column("n", "Difference", NUMBER))
    table = Table(name="t", title="T", columns=columns, frame=frame)
    declared = plot("heat", x=Axis("across", "x"), y=Axis("down", "y"), series=(Series("n", "difference"),))
    chart = shown(ChartCard(declared, table), 400, 300).chart
    model = chart.model
    assert [[model.index(r, c).data() for c in range(2)] for r in range(2)] == [
        ["0.500", "−0.500"],
        ["–", "–"],
    ]
    accessible_text = model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert accessible_text == "Down u, Across b: −0.5000"
    assert chart.table()[0] == ["Across", "Down", "Difference"]


def test_a_plot_without_points_says_so(shown):
    card = shown(ChartCard(plot("curves"), curve(0)), 400, 300)
    assert card.chart is None
    assert not card.content.isVisible()
    assert not card.grab().isNull()


def test_labels_of_curves_do_not_touch(shown):
    near = curve()
    near.frame["after"] = near.frame["before"] * 0.98
    chart = shown(ChartCard(plot("curves"), near, [Line(0.3, "limit")]), 420, 320).chart
    boxes = chart._boxes
    assert len(boxes) == 3
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_labels_of_curves_that_lie_upon_each_other_do_not_hide_each_other(shown):
    same = curve()
    same.frame["after"] = same.frame["before"]
    chart = shown(ChartCard(plot("curves"), same, [Line(0.3, "limit")]), 420, 320).chart
    boxes = chart._boxes
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_a_limit_far_above_is_said_and_not_drawn(shown):
    low = curve()
    low.frame[["before", "after"]] /= 10
    chart = shown(ChartCard(plot("curves"), low, [Line(0.99, "limit")]), 420, 320).chart
    near = shown(ChartCard(plot("curves"), low), 420, 320).chart
    assert chart.ends == near.ends
    assert "limit 99 percent" in chart.accessibleDescription()


def test_numbers_stay_in_sight_beside_long_names(navigator, shown):
    table = records()
    long = table.frame.assign(
        age=[f"age_of_the_respondent_{'in_completed_years_' * 9}{row}" for row in range(40)]
    )
    table = replace(table, frame=long)
    view = shown(TableCard(table, TableModel(table), navigator), 520).view
    assert view.horizontalScrollBar().maximum() == 0
    assert view.columnWidth(0) > 200


def test_long_names_leave_a_narrow_card_its_numbers(navigator, shown):
    table = records()
    long = table.frame.assign(age=[f"occupation_of_the_respondent_{row}, region" for row in range(40)])
    table = replace(table, frame=long)
    view = shown(TableCard(table, TableModel(table), navigator), 310).view
    assert view.horizontalScrollBar().maximum() == 0
    assert view.columnWidth(0) >= SHORTEST


def test_names_give_way_also_where_numbers_do_not_all_fit(shown):
    table = records()
    long = table.frame.assign(age=[f"occupation_of_the_respondent_{row}, region" for row in range(40)])
    view = shown(FindingsTable("Records", TableModel(replace(table, frame=long))), 180)
    assert view.horizontalScrollBar().maximum() > 0
    assert view.columnWidth(0) == SHORTEST
