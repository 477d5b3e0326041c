"""Curves over the share released: what they show, read and write; labels that never overlap."""

import csv
import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.look.theme import theme
from ui.plots.curve import Band, Curve, short_percent
from ui.plots.curve_chart import CurveChart
from ui.plots.curve_style import curve_colour, curve_pen
from ui.plots.end_labels import EndLabel, lines_that_fit, spread
from ui.plots.export import comma_separated

SHARES = tuple(percent / 100 for percent in range(101))


def _curve(
    name: str, low: float, middle: float | None, high: float, style: int = 0, records: int = 5000
) -> Curve:
    minimal, maximal = (tuple(end * share for share in SHARES) for end in (low, high))
    return Curve(
        name,
        tuple(round(records * share) for share in SHARES),
        SHARES,
        minimal,
        maximal,
        () if middle is None else tuple(middle * share for share in SHARES),
        (Band("", SHARES, minimal, maximal),),
        style=style,
    )


FIRST = _curve("Age, Sex, Zip", 0.386, 0.44, 0.632)
SECOND = _curve("Age, Race, Sex", 0.013, 0.044, 0.16, style=1)


@pytest.fixture
def chart(qtbot: QtBot) -> CurveChart:
    made = CurveChart("Risk if sampling were the only protection")
    qtbot.addWidget(made)
    made.resize(560, 240)
    made.set_curves([FIRST, SECOND], (0.02, "limit"))
    with qtbot.waitExposed(made):
        made.show()
    return made


def _colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


# What is said


def test_it_says_the_ends_of_all_curves(chart: CurveChart) -> None:
    description = chart.accessibleDescription()
    assert (
        "Age, Sex, Zip: 100 percent, 5,000 records: weighted 44.00 percent, surely 38.60 percent, "
        "guessing 63.20 percent" in description
    )
    assert "Age, Race, Sex" in description
    assert "limit 2.00 percent" in description


def test_a_point_is_read_in_words(chart: CurveChart) -> None:
    chart.read(1, 5)
    assert chart.readout() == (
        "Age, Race, Sex\n5\u202f%, 250 records: weighted 0.22\u202f%, surely 0.07\u202f%, "
        "guessing 0.80\u202f%"
    )


def test_one_curve_alone_needs_no_name_in_its_words(chart: CurveChart) -> None:
    chart.set_curves([FIRST])
    chart.read(0, 5)
    assert chart.readout().startswith("5\u202f%, 250 records")


def test_a_single_record_is_one_record() -> None:
    assert "1 record: " in Curve("a", (0, 1), (0.0, 1.0), (0.0, 0.0), (0.0, 1.0)).words(1)


def test_weights_that_do_not_fit_leave_the_band_and_are_said(chart: CurveChart) -> None:
    chart.set_curves([_curve("Age", 0.1, None, 0.5)])
    label = chart.labels.labels()[0]
    assert label.lines == ("Age", "weights do not fit", "10.0\u202f% to 50.0\u202f%")
    assert "weighted" not in chart.words(7)
    assert chart.table()[7][4] == ""


def test_without_curves_it_says_so(chart: CurveChart) -> None:
    chart.set_curves([])
    assert chart.accessibleDescription() == "No curves yet"
    assert chart.count() == 0
    assert chart.nearest(QPointF(50, 1)) == -1
    assert not chart.picture().isNull()


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.0, "0"), (0.05, "5"), (0.005, "0.5"), (0.04985, "4.985"), (1 / 3, "33.33"), (1, "100")],
)
def test_shares_have_as_many_digits_as_they_need(share: float, words: str) -> None:
    assert short_percent(share) == f"{words}\u202f%"


# Keyboard and mouse


def test_arrows_go_along_a_curve_and_to_the_next(chart: CurveChart, qtbot: QtBot) -> None:
    chart.setFocus()
    keys = Qt.Key
    for key, expected in (
        (keys.Key_Right, (0, 0)),
        (keys.Key_Right, (0, 1)),
        (keys.Key_Down, (1, 1)),
        (keys.Key_Down, (1, 1)),
        (keys.Key_Left, (1, 0)),
        (keys.Key_Left, (1, 0)),
        (keys.Key_End, (1, 100)),
        (keys.Key_Right, (1, 100)),
        (keys.Key_Up, (0, 100)),
        (keys.Key_Home, (0, 0)),
    ):
        qtbot.keyClick(chart, key)
        assert chart.series(chart.current) == expected
        assert chart.readout() == chart.accessibleDescription() == chart.words(chart.current)
    qtbot.keyClick(chart, keys.Key_Escape)
    assert chart.current == -1


def test_hovering_reads_the_curve_that_is_nearest(chart: CurveChart, qtbot: QtBot) -> None:
    box = chart.plot.plotItem.vb
    for height, series in ((20.0, 0), (2.5, 1)):
        place = chart.plot.mapFromScene(box.mapViewToScene(QPointF(50, height)))
        qtbot.mouseMove(chart.plot.viewport(), QPoint(5, 5))
        qtbot.mouseMove(chart.plot.viewport(), place)
        qtbot.waitUntil(lambda series=series: chart.current >= 0 and chart.series(chart.current)[0] == series)
        assert chart.series(chart.current)[1] == 50


def test_other_numbers_of_the_same_curves_keep_point_and_zoom(chart: CurveChart) -> None:
    chart.plot.plotItem.vb.setXRange(0, 10, padding=0)
    chart.read(0, 5)
    chart.set_curves([_curve("Age, Sex, Zip", 0.2, 0.3, 0.4), SECOND], (0.02, "limit"))
    assert chart.series(chart.current) == (0, 5)
    assert "weighted 1.50" in chart.readout()
    assert chart.view() == pytest.approx((0, 10))


def test_other_curves_are_seen_whole(chart: CurveChart) -> None:
    chart.plot.plotItem.vb.setXRange(0, 10, padding=0)
    chart.read(1, 5)
    chart.set_curves([FIRST])
    assert chart.current == -1
    assert chart.view() == pytest.approx((0, 100))


def test_what_is_seen_fills_the_height_and_the_labels_say_its_end(chart: CurveChart) -> None:
    box = chart.plot.plotItem.vb
    assert box.viewRange()[1][1] > 60
    box.setXRange(0, 10, padding=0)
    assert 6.3 <= box.viewRange()[1][1] < 9
    first = chart.labels.labels()[0]
    assert first.lines[1] == "4.40\u202f% weighted"
    chart.reset()
    assert box.viewRange()[1][1] > 60
    assert chart.labels.labels()[0].lines[1] == "44.0\u202f% weighted"


def test_a_band_with_few_points_is_not_cut_where_the_view_ends(chart: CurveChart) -> None:
    band = Band("simulated", (0.0, 0.5, 1.0), (0.0, 0.0, 0.0), (0.0, 0.5, 1.0))
    chart.set_curves([Curve("a", FIRST.records, SHARES, FIRST.minimal, FIRST.minimal, (), (band,))])
    chart.plot.plotItem.vb.setXRange(0, 40, padding=0)
    assert chart.plot.plotItem.vb.viewRange()[1][1] >= 40


# Limits


def test_a_limit_is_labelled(chart: CurveChart) -> None:
    label = chart.labels.labels()[-1]
    assert label.lines == ("limit 2\u202f%",)
    assert label.height == pytest.approx(2.0)


def test_a_limit_far_above_is_said_and_flattens_nothing(chart: CurveChart) -> None:
    chart.set_curves([SECOND], (0.9, "limit"))
    assert chart.plot.plotItem.vb.viewRange()[1][1] < 25
    assert chart.labels.labels()[-1].lines == ("limit 90\u202f% ↑",)


# Labels


def _boxes(chart: CurveChart) -> list[tuple[float, float]]:
    return sorted((box.top(), box.bottom()) for box in chart.labels.boxes() if not box.isEmpty())


@pytest.mark.parametrize("size", [(560, 240), (360, 160), (900, 400)])
@pytest.mark.parametrize("number", [1, 2, 6, 12])
def test_labels_never_overlap_and_never_leave_the_chart(
    chart: CurveChart, size: tuple[int, int], number: int
) -> None:
    chart.resize(*size)
    # All ends lie close together: the worst case.
    chart.set_curves([_curve(f"Set {k}", 0.1, 0.2 + k / 1000, 0.3, k) for k in range(number)], (0.2, "limit"))
    QApplication.processEvents()
    boxes = _boxes(chart)
    assert boxes
    assert boxes[0][0] >= -1e-9
    assert boxes[-1][1] <= chart.labels.rect().height() + 1e-9
    for (_, bottom), (top, _) in itertools.pairwise(boxes):
        assert bottom <= top + 1e-9


@given(
    st.lists(st.tuples(st.floats(-50, 250), st.floats(5, 20)), min_size=1, max_size=9),
)
def test_spread_boxes_keep_order_and_bounds(boxes: list[tuple[float, float]]) -> None:
    wanted, heights = [top for top, _ in boxes], [height for _, height in boxes]
    tops = spread(wanted, heights, 0.0, 200.0)
    placed = sorted(zip(tops, heights, strict=True))
    assert placed[0][0] >= -1e-6
    assert placed[-1][0] + placed[-1][1] <= 200.0 + 1e-6
    for (top, height), (following, _) in itertools.pairwise(placed):
        assert top + height <= following + 1e-6


def test_a_box_with_room_stays_where_it_is_wanted() -> None:
    assert spread([10.0, 100.0], [20.0, 20.0], 0.0, 200.0) == [10.0, 100.0]


def test_long_labels_lose_their_last_lines_first() -> None:
    labels = [EndLabel(0.0, ("a", "b", "c")), EndLabel(0.0, ("d",))]
    assert lines_that_fit(labels, 10.0, 48.0) == [3, 1]
    assert lines_that_fit(labels, 10.0, 40.0) == [2, 1]
    assert lines_that_fit(labels, 10.0, 28.0) == [1, 1]
    assert lines_that_fit(labels, 10.0, 14.0) == [1, 0]


# Looks


def test_curves_differ_by_dashes_too() -> None:
    looks = [(curve_colour(style).name(), tuple(curve_pen(style).dashPattern())) for style in range(12)]
    assert len(set(looks)) == 12
    assert len({tuple(curve_pen(style).dashPattern()) for style in range(4)}) == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_drawn_in_the_colours_of_the_theme(chart: CurveChart, scheme: str) -> None:
    theme().set_scheme(scheme)
    QApplication.processEvents()
    found = _colours(chart.picture())
    assert theme().colour("surface").name() in found
    assert curve_colour(0).name() in found
    assert curve_colour(1).name() in found


# Export


def test_the_table_has_all_numbers_at_full_precision(chart: CurveChart) -> None:
    header, *rows = chart.table()
    assert header == ["key set", "share of records", "records", "DR_min", "DR_W", "DR_max"]
    assert len(rows) == 202
    assert rows[5] == [
        "Age, Sex, Zip",
        "0.05",
        "250",
        repr(FIRST.minimal[5]),
        repr(FIRST.weighted[5]),
        repr(FIRST.maximal[5]),
    ]
    read = list(csv.reader(io.StringIO(comma_separated(chart.table()).decode())))
    assert float(read[102 + 7][4]) == SECOND.weighted[6 + 1]


def test_bands_of_their_own_have_columns(chart: CurveChart) -> None:
    band = Band("DR_W simulated", (0.5, 1.0), (0.1, 0.2), (0.3, 0.4))
    narrow = Curve(
        "a", FIRST.records, SHARES, FIRST.minimal, FIRST.maximal, FIRST.weighted, (band,), edged=True
    )
    chart.set_curves([narrow])
    header, *rows = chart.table()
    assert header[-2:] == ["DR_W simulated, low", "DR_W simulated, high"]
    assert rows[50][-2:] == ["0.1", "0.3"]
    assert rows[49][-2:] == ["", ""]


def test_the_drawing_holds_labels_and_marks(chart: CurveChart) -> None:
    svg = chart.drawing().decode()
    for words in ("Age, Sex, Zip", "Age, Race, Sex", "limit 2"):
        assert words in svg


def test_the_picture_does_not_show_what_is_read(chart: CurveChart) -> None:
    before = chart.picture()
    chart.read(0, 50)
    assert chart.picture() == before
    assert chart.current >= 0
