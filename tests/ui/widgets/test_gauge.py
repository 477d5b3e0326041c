import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor

from sdcdesk.core.numbers.quantity import SHARE, Quantity, count_unit, undefined
from sdcdesk.core.results.limit import Limit
from sdcdesk.release.gauge_reading import Reading
from ui.widgets.gauge import Gauge
from ui.widgets.gauge_change import ChangeGauge

SPACE = "\u202f"
LEAST = Limit(measure="disclosure_risk", figure="k", side="at least", value=3)


def risk(low: float, value: float, high: float, before: float | None = None) -> Reading:
    return Reading("Weighted disclosure risk", Quantity(value, SHARE), low, high, before)


def smallest(records: int, before: int | None = None) -> Reading:
    return Reading("Smallest group", Quantity(records, count_unit("record")), 0, records, before)


def at_most(value: float) -> Limit:
    return Limit(measure="disclosure_risk", figure="dr_weighted", value=value)


@pytest.fixture
def gauge(shown):
    made = shown(Gauge(), 280)
    made.set_reading(risk(0.0222, 0.0304, 0.1345, 0.44), at_most(0.02))
    return made


def near(image, x: float, y: float, colour: QColor, reach: int = 2) -> bool:
    """Return whether a colour is found within a few points of a place."""
    places = [
        (round(x) + dx, round(y) + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1)
    ]
    return any(image.pixelColor(*place).name() == colour.name() for place in places)


def test_texts(gauge):
    assert gauge.value_text() == f"3.04{SPACE}%"
    assert gauge.limit_text() == f"limit 2{SPACE}%"
    assert gauge.before_text() == f"before 44.0{SPACE}% →"
    assert gauge.end == 0.15


def test_before_on_the_scale_needs_no_arrow(gauge):
    gauge.set_reading(risk(0.0122, 0.0205, 0.062, 0.077), at_most(0.02))
    assert gauge.before_text() == f"before 7.70{SPACE}%"


@pytest.mark.parametrize("weighted", [0.001, 0.03, 0.1, 0.12, 0.149])
def test_the_value_and_a_risk_before_beyond_the_scale_stand_apart(gauge, weighted):
    gauge.set_reading(risk(0.001, weighted, 0.149, 0.44), at_most(0.02))
    value, before = gauge.words_above()
    assert value.right() <= before.left()
    assert value.left() >= 0


def test_texts_tell_a_value_that_is_close_to_its_limit(gauge):
    gauge.set_reading(risk(0.01, 0.020004, 0.1), at_most(0.02))
    assert gauge.value_text() == f"2.0004{SPACE}%"
    assert gauge.limit_text() == f"limit 2{SPACE}%"
    assert gauge.before_text() == ""


def test_said_in_words(gauge):
    words = gauge.accessibleDescription()
    assert words.startswith("Weighted disclosure risk 3.04 percent; limit 2 percent, not kept")
    assert "between 2.22 percent and 13.4 percent" in words
    assert words.endswith("before 44.0 percent")
    gauge.set_reading(risk(0.0, 0.02, 0.1), at_most(0.02))
    assert ", kept" in gauge.accessibleDescription()
    gauge.clear()
    assert gauge.accessibleDescription() == "Not assessed"


def test_places_are_in_proportion(gauge):
    track = gauge.track()
    assert gauge.position(0) == track.left()
    assert gauge.position(0.15) == pytest.approx(track.right(), abs=1)
    assert gauge.position(0.075) == pytest.approx(track.center().x(), abs=1)
    assert gauge.position(0.9) == gauge.position(0.15)
    assert gauge.position(float("nan")) == track.left()


def test_marks_are_where_they_belong(gauge, look):
    image, middle = gauge.grab().toImage(), gauge.track().center().y()
    assert near(image, gauge.position(0.0304), middle, look.colour("text"))
    assert near(image, gauge.position(0.02), gauge.track().top() - 3, look.colour("text"))
    assert near(image, gauge.position(0.1345), middle, look.colour("risk_text"))
    assert near(image, gauge.position(0.005), middle, look.colour("sunken"))
    # Beyond the limit it is hatched: not of one colour.
    y = round(middle)
    beyond = {
        image.pixelColor(x, y).name()
        for x in range(round(gauge.position(0.138)), round(gauge.position(0.149)))
    }
    assert len(beyond) > 2


def test_without_limit_nothing_is_hatched(gauge, look):
    gauge.set_reading(risk(0.0222, 0.0304, 0.1345), None)
    image, y = gauge.grab().toImage(), round(gauge.track().center().y())
    beyond = {
        image.pixelColor(x, y).name()
        for x in range(round(gauge.position(0.14)), round(gauge.position(0.149)))
    }
    assert beyond == {look.colour("sunken").name()}
    assert gauge.limit_text() == ""


def test_what_is_not_defined_is_not_drawn(gauge):
    nothing = undefined(SHARE, "empty", "Nothing is released.")
    gauge.set_reading(Reading("Weighted disclosure risk", nothing, 0, 0), at_most(0.02))
    assert gauge.value_text() == "–"
    assert not gauge.grab().isNull()


def test_keys_move_the_limit_and_enter_commits(gauge, qtbot):
    with qtbot.waitSignal(gauge.limit_dragged) as dragged:
        qtbot.keyClick(gauge, Qt.Key.Key_Right)
    assert dragged.args == [pytest.approx(0.021)]
    with qtbot.waitSignal(gauge.limit_chosen) as chosen:
        qtbot.keyClick(gauge, Qt.Key.Key_Return)
    assert chosen.args == [pytest.approx(0.021)]


@pytest.mark.parametrize("held", [Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier])
def test_keys_held_with_others_move_nothing(gauge, qtbot, held):
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_PageDown):
        qtbot.keyClick(gauge, key, held)
    assert gauge.limit == 0.02


def test_page_keys_take_ten_steps(gauge, qtbot):
    qtbot.keyClick(gauge, Qt.Key.Key_PageUp)
    assert gauge.limit == pytest.approx(0.03)
    qtbot.keyClick(gauge, Qt.Key.Key_PageDown)
    qtbot.keyClick(gauge, Qt.Key.Key_PageDown)
    qtbot.keyClick(gauge, Qt.Key.Key_PageDown)
    qtbot.keyClick(gauge, Qt.Key.Key_PageDown)
    assert gauge.limit == 0


def test_escape_takes_the_limit_back(gauge, qtbot):
    chosen = []
    gauge.limit_chosen.connect(chosen.append)
    qtbot.keyClick(gauge, Qt.Key.Key_Right)
    qtbot.keyClick(gauge, Qt.Key.Key_Escape)
    assert gauge.limit == 0.02
    gauge.clearFocus()
    assert chosen == []


def test_leaving_commits(gauge, qtbot):
    gauge.setFocus()
    qtbot.keyClick(gauge, Qt.Key.Key_Left)
    with qtbot.waitSignal(gauge.limit_chosen) as chosen:
        gauge.clearFocus()
    assert chosen.args == [pytest.approx(0.019)]


def test_dragging_the_line(gauge, qtbot):
    middle = round(gauge.track().center().y())
    start = QPoint(round(gauge.position(0.02)), middle)
    end = QPoint(round(gauge.position(0.05)), middle)
    dragged = []
    gauge.limit_dragged.connect(dragged.append)
    qtbot.mousePress(gauge, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(gauge, end)
    with qtbot.waitSignal(gauge.limit_chosen) as chosen:
        qtbot.mouseRelease(gauge, Qt.MouseButton.LeftButton, pos=end)
    assert chosen.args == [pytest.approx(0.05, abs=0.001)]
    assert dragged[-1] == chosen.args[0]


def test_the_scale_stands_still_while_the_limit_moves(gauge, qtbot):
    for _ in range(13):
        qtbot.keyClick(gauge, Qt.Key.Key_PageUp)
    gauge.set_reading(risk(0.0222, 0.0304, 0.1345, 0.44), at_most(gauge.limit))
    assert gauge.end == 0.15
    qtbot.keyClick(gauge, Qt.Key.Key_Return)
    gauge.set_reading(risk(0.0222, 0.0304, 0.1345, 0.44), at_most(gauge.limit))
    assert gauge.end == 0.20


def test_a_press_elsewhere_moves_nothing(gauge, qtbot):
    qtbot.mouseClick(gauge, Qt.MouseButton.LeftButton, pos=QPoint(200, 25))
    assert gauge.limit == 0.02


def test_change_gauge(shown, look):
    gauge = shown(ChangeGauge())
    gauge.set_readings(risk(0.0222, 0.0304, 0.1345), risk(0.0066, 0.0089, 0.075), at_most(0.02))
    assert gauge.end == 0.15
    assert gauge.limit_text() == f"limit 2{SPACE}%"
    assert gauge.accessibleName() == "Weighted disclosure risk, now and with this change"
    words = "now 3.04 percent, with this change 0.89 percent, limit 2 percent"
    assert gauge.accessibleDescription() == words
    image, track = gauge.grab().toImage(), gauge.track()
    assert near(image, gauge.position(0.0089), track.top() + 0.75 * track.height(), look.colour("text"))
    assert near(image, gauge.position(0.0304), track.top() + 0.25 * track.height(), look.colour("before"))


def test_change_gauge_before_the_change_is_known(shown):
    gauge = shown(ChangeGauge())
    gauge.set_readings(risk(0.0, 0.01, 0.02), None, None)
    assert gauge.accessibleDescription() == "now 1.00 percent"
    assert not gauge.grab().isNull()


def test_change_gauge_shows_whichever_figure_is_limited(shown):
    gauge = shown(ChangeGauge())
    gauge.set_readings(smallest(1), smallest(4), LEAST)
    assert gauge.accessibleDescription() == "now 1 record, with this change 4 records, at least 3 records"
    image, y = gauge.grab().toImage(), round(gauge.track().top() + 1)
    left = {image.pixelColor(x, y).name() for x in range(*_between(gauge, 1.4, 2.8))}
    assert len(left) > 2, "hatched below the limit"


def test_a_count_has_a_scale_of_its_own_and_is_hatched_below_the_limit(gauge, look):
    gauge.set_reading(smallest(1, before=2), LEAST)
    assert gauge.accessibleName() == "Smallest group"
    assert gauge.value_text() == "1 record"
    assert gauge.limit_text() == "at least 3 records"
    assert gauge.before_text() == "before 2"
    assert gauge.end >= 4
    assert gauge.accessibleDescription().startswith("Smallest group 1 record; at least 3 records, not kept")
    image, y = gauge.grab().toImage(), round(gauge.track().center().y())
    left = {image.pixelColor(x, y).name() for x in range(*_between(gauge, 1.4, 2.8))}
    right = {image.pixelColor(x, y).name() for x in range(*_between(gauge, 3.2, gauge.end - 0.1))}
    assert len(left) > 2
    assert right == {look.colour("sunken").name()}


def test_a_limit_of_counts_moves_by_whole_numbers(gauge, qtbot):
    gauge.set_reading(smallest(1), LEAST)
    qtbot.keyClick(gauge, Qt.Key.Key_Left)
    assert gauge.limit == 2


def _between(gauge, low: float, high: float) -> tuple[int, int]:
    return round(gauge.position(low)), round(gauge.position(high))
