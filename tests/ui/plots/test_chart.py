"""Bar charts: what they show, read, and write."""

from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from sdcdesk.core.errors import WriteError
from sdcdesk.core.plot import Axis, Plot, Series
from sdcdesk.core.quantity import NUMBER
from sdcdesk.core.table import Column, Table
from ui.look.theme import theme
from ui.plots.bars import BarChart, PlotBars

LABELS = ["1", "2", "3–4", "5–9"]
BEFORE = [1939, 1630, 1225, 206]
AFTER = [119, 247, 552, 1060]


@pytest.fixture
def chart(qtbot: QtBot) -> BarChart:
    made = BarChart("How many people share a key", "people who share the same age", "records")
    qtbot.addWidget(made)
    made.resize(480, 260)
    made.set_bars(LABELS, BEFORE, AFTER, spoken=["alone", "2 share", "3–4 share", "5–9 share"])
    made.show()
    qtbot.waitExposed(made)
    return made


def _colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    }


def test_it_has_a_name_and_says_its_values(chart: BarChart) -> None:
    assert chart.accessibleName() == "How many people share a key"
    assert "alone: original 1,939, masked 119" in chart.accessibleDescription()


def test_arrows_go_from_bar_to_bar(chart: BarChart, qtbot: QtBot) -> None:
    chart.setFocus()
    for key, expected in (
        (Qt.Key.Key_Right, 0),
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_End, 3),
        (Qt.Key.Key_Right, 3),
        (Qt.Key.Key_Home, 0),
    ):
        qtbot.keyClick(chart, key)
        assert chart.current == expected
        assert chart.readout() == chart.words(expected) == chart.accessibleDescription()
    qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.current == -1
    assert chart.readout() == ""


def test_enter_chooses_the_bar_that_is_read(chart: BarChart, qtbot: QtBot) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_End)
    with qtbot.waitSignal(chart.chosen) as chosen:
        qtbot.keyClick(chart, Qt.Key.Key_Return)
    assert chosen.args == [3]


def test_hovering_reads_the_bar_below_the_pointer(chart: BarChart, qtbot: QtBot) -> None:
    box = chart.plot.plotItem.vb
    place = chart.plot.mapFromScene(box.mapViewToScene(QPointF(2.2, 100)))
    qtbot.mouseMove(chart.plot.viewport(), QPoint(5, 5))
    qtbot.mouseMove(chart.plot.viewport(), place)
    qtbot.waitUntil(lambda: chart.current == 2)
    assert chart.readout().startswith("3–4 share")


def test_a_click_chooses_the_bar_below_the_pointer(chart: BarChart, qtbot: QtBot) -> None:
    place = chart.plot.mapFromScene(chart.plot.plotItem.vb.mapViewToScene(QPointF(1, 100)))
    qtbot.mouseMove(chart.plot.viewport(), place)
    with qtbot.waitSignal(chart.chosen) as chosen:
        qtbot.mouseClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == [1]
    assert chart.hasFocus()


def test_a_bar_that_is_read_stands_on_another_ground(chart: BarChart) -> None:
    sunken = theme().colour("sunken").name()
    assert sunken not in _colours(chart.plot.grab().toImage())
    chart.set_current(1)
    assert sunken in _colours(chart.plot.grab().toImage())


def _wheel(chart: BarChart, turn: int) -> QWheelEvent:
    place = QPointF(chart.plot.viewport().rect().center())
    event = QWheelEvent(
        place,
        QPointF(chart.plot.viewport().mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chart.plot.viewport(), event)
    return event


def test_the_wheel_zooms_and_a_double_click_resets(chart: BarChart, qtbot: QtBot) -> None:
    whole = chart.view()
    assert not _wheel(chart, -120).isAccepted(), "nothing to zoom out of: the page scrolls"
    assert chart.view() == whole
    _wheel(chart, 240)
    assert chart.view()[1] - chart.view()[0] < whole[1] - whole[0]
    _wheel(chart, -120)
    centre = chart.plot.viewport().rect().center()
    qtbot.mouseDClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    qtbot.mouseRelease(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert chart.view() == pytest.approx(whole)


def test_one_series_is_filled(chart: BarChart) -> None:
    chart.set_bars(LABELS, BEFORE)
    colours = _colours(chart.plot.grab().toImage())
    assert theme().colour("after").name() in colours
    assert chart.words(0).startswith("1: 1")


def test_two_series_are_outlined_and_filled(chart: BarChart) -> None:
    colours = _colours(chart.plot.grab().toImage())
    assert theme().colour("after").name() in colours
    chart.set_bars(LABELS, BEFORE, [0] * 4)
    assert theme().colour("after").name() not in _colours(chart.plot.grab().toImage())


def test_it_follows_the_theme(chart: BarChart) -> None:
    theme().set_scheme("dark")
    colours = _colours(chart.plot.grab().toImage())
    assert {theme().colour("surface").name(), theme().colour("after").name()} <= colours


def test_values_that_are_not_defined_have_no_bar(chart: BarChart) -> None:
    chart.set_bars(["a", "b"], [float("nan"), float("inf")])
    assert chart.words(0) == "a: –"
    assert chart.words(1) == "b: –"
    chart.set_bars([], [])
    assert chart.accessibleDescription() == "No data"
    assert chart.table() == [["", "How many people share a key"]]


def test_sixty_long_labels_do_not_touch(chart: BarChart) -> None:
    chart.set_bars([f"Category {number} of the list" for number in range(60)], range(60))
    places = [place for place, _ in chart.x_marks(*chart.view())]
    assert 1 < len(places) < 10
    assert len(set(places)) == len(places)


def test_copy_is_separated_by_tabs(chart: BarChart, qtbot: QtBot) -> None:
    menu = QMenu(chart)
    chart.fill_menu(menu)
    assert [action.text() for action in menu.actions() if action.text()] == [
        "Copy",
        "Save as PNG…",
        "Save as SVG…",
        "Save as CSV…",
        "Show everything again",
    ]
    with qtbot.waitSignal(chart.saved):
        menu.actions()[0].trigger()
    assert QGuiApplication.clipboard().text().splitlines()[1] == "1\t1939\t119"


@pytest.mark.parametrize(("place", "ending"), [(1, "png"), (2, "svg"), (3, "csv")])
def test_files_are_written(
    chart: BarChart, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int, ending: str
) -> None:
    target = tmp_path / f"chart.{ending}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    menu = QMenu(chart)
    chart.fill_menu(menu)
    with qtbot.waitSignal(chart.saved) as saved:
        menu.actions()[place].trigger()
    assert saved.args == [f"Saved chart.{ending}"]
    content = target.read_bytes()
    if ending == "png":
        image = QImage.fromData(content)
        assert image.size() == chart.plot.size() * 2
        assert theme().colour("after").name() in _colours(image)
    elif ending == "svg":
        assert b"<svg" in content
        assert theme().colour("after").name().encode() in content.lower()
    else:
        assert content.decode().splitlines()[:2] == [",original,masked", "1,1939,119"]


def test_a_file_that_cannot_be_written_is_told(chart: BarChart, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(chart.failed) as failed:
        chart.exporter.save(tmp_path / "absent" / "chart.csv", b"")
    assert isinstance(failed.args[0], WriteError)


def test_a_picture_shows_nothing_that_is_only_read(chart: BarChart) -> None:
    chart.set_current(1)
    assert theme().colour("sunken").name() not in _colours(chart.picture())
    assert chart.current == 1


def test_leaving_with_the_keyboard_reads_nothing_any_more(chart: BarChart, qtbot: QtBot) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    QApplication.sendEvent(chart.plot.viewport(), QEvent(QEvent.Type.Leave))
    chart.clearFocus()
    assert chart.readout() == ""


@pytest.mark.parametrize("number", [14, 60])
def test_named_bars_have_their_names_at_least_the_tallest(qtbot: QtBot, number: int) -> None:
    names = [f"Part {row} of the loss" for row in range(number)]
    frame = pd.DataFrame({"part": names, "loss": [float(row == 9) + 0.1 for row in range(number)]})
    columns = (Column("part", "Part", role="key"), Column("loss", "Loss", NUMBER))
    drawn = Plot(
        name="by_part",
        title="Loss by part",
        kind="bars",
        table="parts",
        x=Axis("Part", "part"),
        y=Axis("Loss"),
        series=(Series("loss", "Loss"),),
    )
    table = Table(name="parts", title="Parts", columns=columns, frame=frame)
    chart = PlotBars(drawn, table)
    qtbot.addWidget(chart)
    chart.resize(560, 300)
    with qtbot.waitExposed(chart):
        chart.show()
    marks = dict(chart.x_marks(-0.5, number - 0.5))
    assert names[9].startswith(marks[9].rstrip("…"))
    assert number == 60 or len(marks) == 14
    assert names[9] in chart.words(9)
