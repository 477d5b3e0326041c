from math import isfinite
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sdcdesk.core.numbers.quantity import RECORDS, SCORE, SHARE, Quantity
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.release.risk_loss_map import Stop, stops
from sdcdesk.release.risk_loss_path import Address, PathPoint
from ui.look.theme import theme
from ui.plots.path_mark import PathMark, mark_width
from ui.plots.risk_loss_map import RiskLossMap

WEIGHTED, LOSS = FigureAddress("disclosure_risk", "dr_weighted"), FigureAddress("headline_loss", "loss")


def weighted(scenario: str) -> Address:
    return Address(scenario, *WEIGHTED)


def point(step: int, near: float, far: float | None, loss: float) -> PathPoint:
    found = {"near": Quantity(near, SHARE), "far": None if far is None else Quantity(far, SHARE)}
    return PathPoint(step, {weighted(name): risk for name, risk in found.items()}, Quantity(loss, SCORE))


PATH = (
    point(0, 0.46, None, 0.0),
    point(1, 0.035, 0.01, 1.5),
    point(3, 0.012, 0.01, 5.4),
)
SUMMARIES = ("Age into bands", "Zip to 4 digits", "Sample 80 %")


@pytest.fixture
def chart(qtbot):
    made = RiskLossMap()
    qtbot.addWidget(made)
    made.resize(288, 200)
    with qtbot.waitExposed(made):
        made.show()
    return made


def show(chart: RiskLossMap, found: list[Stop], limit: float | None) -> RiskLossMap:
    accepted = (
        Limit(measure="disclosure_risk", figure="dr_weighted", value=limit) if limit is not None else None
    )
    chart.set_path(found, accepted, WEIGHTED, LOSS)
    QApplication.processEvents()
    return chart


def numbered(*places: tuple[float, float]) -> list[Stop]:
    return [
        Stop(step, f"step {step}", Quantity(risk, SHARE), Quantity(loss, SCORE))
        for step, (risk, loss) in enumerate(places)
    ]


def test_points_are_those_of_the_scenario_and_steps_not_applied_have_none():
    found = stops(PATH, weighted("near"), SUMMARIES)
    assert [(stop.step, stop.words) for stop in found] == [
        (0, "Original"),
        (1, "Age into bands"),
        (3, "Sample 80 %"),
    ]
    assert [stop.step for stop in stops(PATH, weighted("far"), SUMMARIES)] == [1, 3], "not assessed: no point"
    assert stops(PATH, weighted("nobody"), SUMMARIES) == ()


def test_equal_points_share_one_mark_and_others_do_not(chart):
    show(chart, numbered((0.4, 0), (0.03, 2), (0.03, 2), (0.03, 6)), 0.02)
    assert chart.marks() == [(0,), (1, 2), (3,)]
    show(chart, numbered((0.4, 0), (0.4, 0), (0.4, 0)), 0.02)
    assert chart.marks() == [(0, 1, 2)]


def test_scale_is_logarithmic(chart):
    show(chart, numbered((0.4, 0), (0.04, 1), (0.004, 2)), 0.02)
    first, second, third = (chart.anchor(index).y() for index in range(3))
    assert first - second == pytest.approx(second - third)


def test_zero_has_a_line_of_its_own_below_the_smallest_risk(chart):
    show(chart, numbered((0.4, 0), (1e-6, 1), (0.0, 2)), 0.02)
    smallest, zero = chart.anchor(1).y(), chart.anchor(2).y()
    assert isfinite(zero)
    assert zero < smallest
    assert (zero, "0") in [(mark, words) for mark, words in chart.plot.getAxis("left")._tickLevels[0]]


@pytest.mark.parametrize(
    ("places", "limit"),
    [
        ([(0.0, 0.0)], 0.0),
        ([(0.0, 0.0)], None),
        ([(1.0, 0.0), (1.0, 100.0)], 1.0),
        ([(1e-300, 0.0), (0.5, 1e-9)], 0.02),
        ([(0.02, 3.0)], 0.02),
        ([], 0.02),
    ],
)
def test_extreme_trails_are_drawn_and_read(chart, places, limit):
    show(chart, numbered(*places), limit)
    low, high = chart.ends
    assert isfinite(low)
    assert low < high
    assert all(low <= chart.anchor(index).y() <= high for index in range(chart.count()))
    chart.grab()
    assert chart.summary()


def test_click_chooses_the_step_and_hover_names_it(chart, qtbot):
    show(chart, numbered((0.4, 0), (0.03, 3), (0.02, 6)), 0.02)
    view = chart.plot.viewport()
    scene = chart.plot.plotItem.vb.mapViewToScene(chart.anchor(1))
    point = chart.plot.mapFromScene(scene)
    qtbot.mouseMove(view, point + QPoint(3, 2))
    assert chart.current == 1
    assert chart.readout.words == "1. step 1: DR_W 3.00\u202f%, loss 3.0"
    with qtbot.waitSignal(chart.step_chosen) as chosen:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=point + QPoint(3, 2))
    assert chosen.args == [1]


def test_far_from_every_point_nothing_is_meant(chart):
    show(chart, numbered((0.4, 0), (0.03, 6)), 0.02)
    assert chart.nearest(QPointF(3.0, -2.0)) == -1


def test_of_points_on_one_spot_the_last_is_meant(chart):
    show(chart, numbered((0.4, 0), (0.03, 3), (0.03, 3)), 0.02)
    assert chart.nearest(chart.anchor(1)) == 2


def test_keys_walk_through_the_points_and_enter_chooses(chart, qtbot):
    show(chart, numbered((0.4, 0), (0.03, 3), (0.02, 6)), 0.02)
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_End)
    QTest.keyClick(chart, Qt.Key.Key_Left)
    with qtbot.waitSignal(chart.step_chosen) as chosen:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert chosen.args == [1]


def test_chosen_step_is_ringed(chart):
    show(chart, numbered((0.4, 0), (0.03, 3), (0.02, 6)), 0.02)
    before = chart.grab().toImage()
    chart.select(1)
    assert chart.grab().toImage() != before
    chart.select(-1)
    assert chart.grab().toImage() == before


def test_screen_reader_hears_all_points_and_the_limit(chart):
    show(chart, numbered((0.4, 0), (0.03, 3)), 0.02)
    assert chart.accessibleDescription() == (
        "step 0: DR_W 40.0 percent, loss 0.0; 1. step 1: DR_W 3.00 percent, loss 3.0; "
        "limit: at most 2 percent"
    )


def test_part_within_the_limit_is_shaded(chart):
    show(chart, numbered((0.4, 0), (0.03, 3)), 0.02)
    safe, surface = theme().colour("safe_soft"), theme().colour("surface")
    image = chart.plot.grab().toImage()

    def colour(loss: float, risk_height: float) -> object:
        scene = chart.plot.plotItem.vb.mapViewToScene(QPointF(loss, risk_height))
        return image.pixelColor(chart.plot.mapFromScene(scene))

    assert colour(0.3, chart.ends[0] + 0.05) == safe
    assert colour(2.5, chart.ends[1] - 0.1) == surface


def test_numbers_and_drawing_can_be_taken_along(chart):
    show(chart, numbered((0.4, 0), (0.03, 3.25)), 0.02)
    assert chart.table() == [
        ["step", "what", "DR_W", "information loss"],
        ["0", "step 0", "0.4", "0.0"],
        ["1", "step 1", "0.03", "3.25"],
    ]
    root = ET.fromstring(chart.drawing())  # noqa: S314 - our own
    assert root.tag.endswith("svg")


def test_wheel_is_left_to_the_panel(chart):
    show(chart, numbered((0.4, 0), (0.03, 3)), 0.02)
    before = chart.view()
    place = QPointF(100, 80)
    event = QWheelEvent(
        place,
        chart.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    assert chart.eventFilter(chart.plot.viewport(), event)
    assert not event.isAccepted()
    assert chart.view() == before


def test_a_figure_that_must_not_fall_below_its_limit_has_the_room_above_it(chart):
    found = [
        Stop(step, f"step {step}", Quantity(k, RECORDS), Quantity(loss, SCORE))
        for step, (k, loss) in enumerate([(1, 0), (8, 3)])
    ]
    limit = Limit(measure="disclosure_risk", figure="k", side="at least", value=3)
    chart.set_path(found, limit, FigureAddress("disclosure_risk", "k"), LOSS)
    assert chart.point_text(1) == "1. step 1: k 8 records, loss 3.0"
    assert chart.summary().endswith("limit: at least 3 records")
    assert chart.table()[0][2] == "k"


def test_the_last_mark_has_room_however_many_points_share_it(chart):
    show(chart, numbered((0.5, 0.0), *[(0.2, 0.6)] * 6), 0.05)
    box = chart.plot.plotItem.vb
    assert chart.marks()[-1] == (1, 2, 3, 4, 5, 6)
    middle = box.mapViewToScene(chart.anchor(6)).x() + chart.aside(chart.marks()[-1])
    assert middle + mark_width("1–6") / 2 <= box.sceneBoundingRect().right()


@pytest.mark.parametrize("width", [288, 120])
@pytest.mark.parametrize(
    "losses", [(0.0, 0.1, 0.1, 5.0), (0.0, 5.0, 5.0, 5.0), (0.0,) * 30, (0.0, *[5.0] * 29)]
)
def test_no_mark_is_cut_at_an_edge_at_any_width(chart, losses, width):
    show(chart, numbered(*[(0.5, loss) for loss in losses]), 0.05)
    chart.resize(width, 200)
    QApplication.processEvents()
    edges, around = chart.plot.plotItem.vb.sceneBoundingRect(), 4
    marks = [item for item in chart.plot.plotItem.vb.allChildren() if isinstance(item, PathMark)]
    assert marks
    for mark in marks:
        # What is round it beyond its own outline is its ring.
        seen = mark.deviceTransform(chart.plot.viewportTransform()).mapRect(mark.boundingRect())
        assert edges.left() <= seen.left() + around
        assert seen.right() - around <= edges.right()
