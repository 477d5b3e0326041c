"""Bar charts: what they show, read, and write."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPicture, QWheelEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.plot import Axis, Line, Plot, Series, SeriesRole
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import WriteError
from tests.ui.conftest import colours_of
from ui.look.theme import theme
from ui.plots.axes import INSET
from ui.plots.bars import BarChart
from ui.plots.export import LINE, SHARP, SIDE
from ui.plots.legend import Legend
from ui.plots.plot_chart import NOTHING

LABELS = ["1", "2", "3–4", "5–9"]
BEFORE = (1939, 1630, 1225, 206)
AFTER = (119, 247, 552, 1060)


def drawn(qtbot: QtBot, labels: list[str], lines: Sequence[Line] = (), **values: Sequence[float]) -> BarChart:
    """Return bars of one series or several, named by what they hold."""
    roles: dict[str, SeriesRole] = {"original": "before", "masked": "after"}
    plot = Plot(
        name="sizes_plot",
        title="How many people share a key",
        kind="bars",
        table="sizes",
        x=Axis("people who share the same age", "size"),
        y=Axis("records"),
        series=tuple(Series(name, name, roles.get(name, "value")) for name in values),
    )
    unit = RECORDS if "original" in values else NUMBER
    columns = (Column("size", "Size", role="key"), *(Column(name, name, unit) for name in values))
    frame = pd.DataFrame({"size": labels, **values})
    table = Table(name="sizes", title="Sizes", columns=columns, frame=frame)
    made = BarChart(plot, table, lines)
    qtbot.addWidget(made)
    made.resize(480, 260)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def chart(qtbot: QtBot) -> BarChart:
    return drawn(qtbot, LABELS, original=BEFORE, masked=AFTER)


def test_it_has_a_name_and_says_its_values(chart: BarChart) -> None:
    assert chart.accessibleName() == "How many people share a key"
    assert chart.accessibleDescription().startswith("1; original 1,939 records; masked 119 records")


def test_no_mark_is_left_out_while_the_axis_is_too_narrow(chart: BarChart) -> None:
    axis = chart.plot.getAxis("left")
    axis.setWidth(INSET)
    chart.plot.plotItem.layout.activate()
    picture = QPicture()
    painter = QPainter(picture)
    painter.setFont(theme().font("caption"))
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    assert [text for _, _, text in texts] == ["0", "500", "1,000", "1,500", "2,000"]


def test_a_chart_is_drawn_when_it_is_seen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = []
    draw = BarChart.draw
    monkeypatch.setattr(BarChart, "draw", lambda chart: (drawings.append(chart.size()), draw(chart)))
    chart = drawn(qtbot, LABELS, original=BEFORE, masked=AFTER)
    qtbot.waitUntil(lambda: bool(drawings))
    assert all(size == chart.size() for size in drawings), "nothing is drawn for a size that nobody sees"
    drawings.clear()
    chart.hide()
    chart.resize(600, 300)
    chart.set_current(2)
    assert not drawings
    chart.picture()
    assert drawings, "a picture needs no screen"


def test_bars_without_a_defined_value_say_so(qtbot: QtBot) -> None:
    bare = drawn(qtbot, LABELS, loss=[float("nan")] * 4)
    assert bare.accessibleDescription() == NOTHING
    bare.grab()
    said = [item.toPlainText() for item in bare.plot.plotItem.items if isinstance(item, pg.TextItem)]
    assert said == [NOTHING]
    assert NOTHING not in drawn(qtbot, LABELS, loss=[0.0] * 4).accessibleDescription(), "0 is a value"


def test_the_first_mark_below_has_room_at_the_left(qtbot: QtBot) -> None:
    made = drawn(qtbot, LABELS, original=(1, 2, 3, 4), masked=(0, 1, 0, 2))
    assert made.plot.getAxis("left").width() >= INSET


def test_a_picture_has_title_and_axes_and_no_frame(chart: BarChart) -> None:
    assert chart.heads == ("How many people share a key", "records")
    bare = chart.picture()
    chart.legend = Legend("Original", "Masked")
    image = chart.picture()
    assert image != bare, "two series are told apart"
    ground, right, bottom = theme().colour("surface"), image.width() - 1, image.height() - 1
    edges = [(x, y) for x in range(right) for y in (0, bottom)]
    edges += [(x, y) for y in range(bottom) for x in (0, right)]
    assert {image.pixelColor(*place).name() for place in edges} == {ground.name()}
    lines = [image.copy(0, SHARP * LINE * n, image.width(), SHARP * LINE) for n in range(2)]
    lines.append(image.copy(0, bottom - SHARP * 28, image.width(), SHARP * 28))  # the title of the axis
    assert all(len(colours_of(line)) > 1 for line in lines)
    svg = chart.drawing().decode()
    for words in (*chart.heads, "people who share the same age"):
        assert words in svg


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
        assert chart.readout.words == chart.point_text(expected)
        assert chart.accessibleDescription() == chart.point_text(expected).replace("\t", " ")
    qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.current == -1
    assert chart.readout.words == ""


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
    assert chart.readout.words.startswith("3–4")


def test_a_click_chooses_the_bar_below_the_pointer(chart: BarChart, qtbot: QtBot) -> None:
    place = chart.plot.mapFromScene(chart.plot.plotItem.vb.mapViewToScene(QPointF(1, 100)))
    qtbot.mouseMove(chart.plot.viewport(), place)
    with qtbot.waitSignal(chart.chosen) as chosen:
        qtbot.mouseClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == [1]
    assert chart.hasFocus()


def test_a_bar_that_is_read_stands_on_another_ground(chart: BarChart) -> None:
    sunken = theme().colour("sunken").name()
    assert sunken not in colours_of(chart.plot.grab().toImage())
    chart.set_current(1)
    assert sunken in colours_of(chart.plot.grab().toImage())


def test_where_a_click_offers_a_second_one_goes(chart: BarChart, qtbot: QtBot) -> None:
    chart.offer = "Click again"
    view, chosen = chart.plot.viewport(), []
    chart.chosen.connect(chosen.append)
    places = [chart.plot.mapFromScene(chart.plot.plotItem.vb.mapViewToScene(QPointF(n, 100))) for n in (1, 2)]
    qtbot.mouseMove(view, QPoint(5, 5))  # the pointer may stand at the first place already
    for place, expected in zip((0, 1, 1), ([], [], [2]), strict=True):
        qtbot.mouseMove(view, places[place])
        qtbot.waitUntil(lambda place=place: chart.current == place + 1)
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=places[place])
        assert chosen == expected
        assert chart.readout.words.endswith("Click again")
    chart.set_current(1)
    assert not chart.readout.words.endswith("Click again"), "another bar offers nothing yet"
    qtbot.keyClick(chart, Qt.Key.Key_Return)
    assert chosen == [2, 1]


def _wheel(
    chart: BarChart, turn: int, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> QWheelEvent:
    place = QPointF(chart.plot.viewport().rect().center())
    event = QWheelEvent(
        place,
        QPointF(chart.plot.viewport().mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        held,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chart.plot.viewport(), event)
    return event


def test_the_wheel_is_the_page_s_but_with_ctrl(chart: BarChart) -> None:
    whole = chart.view()
    for reason in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.OtherFocusReason):
        chart.clearFocus()
        assert not _wheel(chart, 240).isAccepted()
        chart.setFocus(reason)
        assert not _wheel(chart, 240).isAccepted(), "the keyboard is no click"
    assert chart.view() == whole
    _wheel(chart, 240, Qt.KeyboardModifier.ControlModifier)
    zoomed = chart.view()
    assert zoomed != whole
    assert not _wheel(chart, -120).isAccepted(), "also while it is zoomed"
    assert chart.view() == zoomed


def test_after_a_click_the_wheel_zooms_and_a_double_click_resets(chart: BarChart, qtbot: QtBot) -> None:
    whole, centre = chart.view(), chart.plot.viewport().rect().center()
    qtbot.mouseClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert not _wheel(chart, -120).isAccepted(), "nothing to zoom out of: the page scrolls"
    assert chart.view() == whole
    _wheel(chart, 240)
    assert chart.view()[1] - chart.view()[0] < whole[1] - whole[0]
    _wheel(chart, -120)
    chart.clearFocus()
    assert not _wheel(chart, 240).isAccepted(), "another part of the page is in use"
    centre = chart.plot.viewport().rect().center()
    qtbot.mouseDClick(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    qtbot.mouseRelease(chart.plot.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert chart.view() == pytest.approx(whole)


def test_one_series_is_filled(qtbot: QtBot) -> None:
    colours = colours_of(drawn(qtbot, LABELS, masked=AFTER).plot.grab().toImage())
    assert theme().colour("after").name() in colours


def test_two_series_are_outlined_and_filled(chart: BarChart, qtbot: QtBot) -> None:
    colours = colours_of(chart.plot.grab().toImage())
    assert theme().colour("after").name() in colours
    nothing = drawn(qtbot, LABELS, original=BEFORE, masked=(0, 0, 0, 0))
    assert theme().colour("after").name() not in colours_of(nothing.plot.grab().toImage())


def test_it_follows_the_theme(chart: BarChart) -> None:
    theme().set_scheme("dark")
    colours = colours_of(chart.plot.grab().toImage())
    assert {theme().colour("surface").name(), theme().colour("after").name()} <= colours


def test_its_bars_stay_where_they_are_in_another_theme(chart: BarChart, qapp: QApplication) -> None:
    before = chart.plot.plotItem.vb.sceneBoundingRect()
    theme().set_scheme("dark")
    qapp.processEvents()
    assert chart.plot.plotItem.vb.sceneBoundingRect() == before


def test_values_that_are_not_defined_have_no_bar(qtbot: QtBot) -> None:
    chart = drawn(qtbot, ["a", "b"], loss=[float("nan"), 1.0])
    assert chart.point_text(0) == "a\nloss\t–"
    assert chart.point_text(1) == "b\nloss\t1"
    empty = drawn(qtbot, [], loss=[])
    assert empty.accessibleDescription() == NOTHING
    assert empty.table() == [["Size", "loss"]]


def test_sixty_long_labels_do_not_touch(qtbot: QtBot) -> None:
    chart = drawn(qtbot, [f"Category {number} of the list" for number in range(60)], loss=range(60))
    places = [place for place, _ in chart.x_marks(*chart.view())]
    assert 1 < len(places) < 25
    assert len(set(places)) == len(places)


def test_a_range_of_sizes_goes_on_below_rather_than_being_cut(chart: BarChart) -> None:
    texts, pitch = ["1", "3–4", "100–199", "1.25"], 45
    high = chart.plot.plotItem.vb.width() / pitch - 0.5
    assert [text for _, text in chart.names(texts, -0.5, high, range(4))] == ["1", "3–4", "100–\n199", "1.25"]


def test_a_limit_is_named_where_no_bar_is(qtbot: QtBot) -> None:
    chart = drawn(qtbot, LABELS, [Line(1500.0, "limit")], original=BEFORE, masked=AFTER)
    assert chart.accessibleDescription().endswith("limit 1,500 records")
    [box] = chart._boxes
    shown = chart.plot.plotItem.vb
    low, high = (shown.mapToView(QPointF(x, 0)).x() for x in (box.left(), box.right()))
    over = [
        max(pair) for at, pair in enumerate(zip(BEFORE, AFTER, strict=True)) if low - 0.5 <= at <= high + 0.5
    ]
    assert over
    assert all(shown.mapFromView(QPointF(0, up)).y() >= box.bottom() for up in over)


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
    with qtbot.waitSignal(chart.exporter.saved):
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
    with qtbot.waitSignal(chart.exporter.saved) as saved:
        menu.actions()[place].trigger()
    assert saved.args == [f"Saved chart.{ending}"]
    content = target.read_bytes()
    if ending == "png":
        image = QImage.fromData(content)
        room = QSize(2 * SIDE, 2 * LINE + SIDE)  # below title and axis
        assert image.size() == (chart.plot.size() + room) * 2
        assert theme().colour("after").name() in colours_of(image)
    elif ending == "svg":
        assert b"<svg" in content
        assert theme().colour("after").name().encode() in content.lower()
    else:
        assert content.decode().splitlines()[:2] == ["Size,original,masked", "1,1939,119"]


def test_a_file_that_cannot_be_written_is_told(chart: BarChart, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(chart.exporter.failed) as failed:
        chart.exporter.save(tmp_path / "absent" / "chart.csv", b"")
    assert isinstance(failed.args[0], WriteError)


def test_a_picture_shows_nothing_that_is_only_read(chart: BarChart) -> None:
    chart.set_current(1)
    assert theme().colour("sunken").name() not in colours_of(chart.picture())
    assert chart.current == 1


def test_leaving_with_the_keyboard_reads_nothing_any_more(chart: BarChart, qtbot: QtBot) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    QApplication.sendEvent(chart.plot.viewport(), QEvent(QEvent.Type.Leave))
    chart.clearFocus()
    assert chart.readout.words == ""


@pytest.mark.parametrize("number", [14, 60])
def test_named_bars_have_their_names_at_least_the_tallest(qtbot: QtBot, number: int) -> None:
    names = [f"Part {row} of the loss" for row in range(number)]
    chart = drawn(qtbot, names, loss=[float(row == 9) + 0.1 for row in range(number)])
    chart.resize(560, 300)
    marks = dict(chart.x_marks(-0.5, number - 0.5))
    first, last = marks[9].split("\n") if "\n" in marks[9] else (marks[9].split("…")[0], "")
    assert names[9].startswith(first.split("…")[0])
    assert names[9].endswith(last.split("…")[-1])
    assert number == 60 or len(marks) == 14
    assert names[9] in chart.point_text(9)


def test_a_name_below_the_chart_reads_its_bar(chart: BarChart, qtbot: QtBot) -> None:
    box = chart.plot.plotItem.vb
    scene = box.mapViewToScene(QPointF(1, 0)) + QPointF(0, 12)
    qtbot.mouseMove(chart.plot.viewport(), QPoint(5, 5))
    qtbot.mouseMove(chart.plot.viewport(), chart.plot.mapFromScene(scene))
    qtbot.waitUntil(lambda: chart.current == 1)


def test_an_interval_stands_at_the_end_of_its_bar(qtbot: QtBot) -> None:
    def shown(low: float, high: float) -> QImage:
        columns = tuple(Column(name, name, NUMBER) for name in ("risk", "low", "high"))
        plot = Plot(
            name="risks",
            title="Risks",
            kind="bars",
            table="risks",
            x=Axis("attack", "attack"),
            y=Axis("risk", most=1.0),
            series=(Series("risk", "risk", low="low", high="high"),),
        )
        frame = pd.DataFrame({"attack": ["linkage"], "risk": [0.5], "low": [low], "high": [high]})
        table = Table(
            name="risks", title="Risks", columns=(Column("attack", "Attack"), *columns), frame=frame
        )
        made = BarChart(plot, table)
        qtbot.addWidget(made)
        made.resize(300, 200)
        picture = made.picture()
        titles = 2 * SHARP * LINE
        return picture.copy(0, titles, picture.width(), picture.height() - titles)

    assert theme().colour("text").name() in colours_of(shown(0.3, 0.7))
    assert theme().colour("text").name() not in colours_of(shown(float("nan"), float("nan")))
