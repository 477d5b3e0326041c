"""The figures strip: what each cell says of value, bound and limit, and what it answers."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Why, undefined
from sdcdesk.core.results.findings import State
from tests.ui.results.conftest import CHANCE, LIMITS, STAND_OUT, figures
from ui.results.figures_strip import DisplayContext, DisplayState, FigureCell, FiguresStrip
from ui.session.navigator import Navigator
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import scrolled


@pytest.fixture
def navigator(qapp) -> Navigator:  # noqa: ARG001 - signals need the application
    return Navigator()


def around(navigator: Navigator, look: DisplayState = "ready", **more) -> DisplayContext:
    return DisplayContext(navigator, "standing", "Elliot 2002", LIMITS, state=look, **more)


def words(cell: FigureCell) -> str:
    """Return all that a cell reads."""
    labels = [one.text() for one in cell.findChildren(QLabel) if one.text()]
    elided = [one.text() for one in cell.findChildren(ElidedLabel)]
    return " | ".join([*elided, cell.value.text(), *labels])


def test_a_cell_shows_before_and_after_bound_and_limit(navigator, shown):
    strip = shown(FiguresStrip(figures(), around(navigator, notes={"estimate": 1})), 896)
    kept, broken, straddles = map(words, strip.cells)
    assert all(text in kept for text in ("3,060 →", "417", "417 of 4,000", "exact", "at most 420"))
    # The value reads above its limit, as it is.
    assert all(text in broken for text in ("25.004\u202f%", "estimate¹", "at most 25\u202f%"))
    assert strip.cells[1].value.toolTip().startswith("25.004\u202f%\n"), "all its digits"
    assert all(text in straddles for text in ("≤\u202f83", "at most", "Not shown safe"))
    assert not strip.grab().isNull()


def test_a_figure_that_is_not_defined_says_why_and_is_not_judged(navigator, shown):
    nothing = CHANCE.figure(undefined(SHARE, Why.NO_RECORDS, "No record to match."))
    strip = shown(FiguresStrip([nothing], around(navigator)), 400)
    assert "No record to match." in strip.cells[0].value.toolTip()
    assert all(
        text in words(strip.cells[0])
        for text in ("–", "No record to match.", "not defined", "nothing to judge")
    )


@pytest.mark.parametrize(
    ("look", "said"),
    [
        ("waiting", "limit 25\u202f%"),
        ("failed", "limit 25\u202f%, not assessed"),
        ("stopped", "limit 25\u202f%, not assessed"),
    ],
)
def test_without_an_answer_names_and_limits_stand_and_no_value(navigator, shown, look, said):
    strip = shown(FiguresStrip([CHANCE, STAND_OUT], around(navigator, look)), 600)
    assert said in words(strip.cells[0])
    assert strip.cells[0].value.text() == "–"
    assert not strip.grab().isNull()


def test_old_figures_are_not_judged(navigator, shown):
    strip = shown(FiguresStrip(figures(), around(navigator, "old")), 896)
    for cell in strip.cells:
        assert "not judged" in words(cell)
        assert "at most 420" not in words(cell)


def test_all_states_have_one_height(navigator, shown):
    ready = shown(FiguresStrip(figures(), around(navigator)), 896)
    declared = [CHANCE, STAND_OUT, STAND_OUT]
    waiting = shown(FiguresStrip(declared, around(navigator, "waiting")), 896)
    assert waiting.sizeHint().height() == ready.sizeHint().height()


@pytest.mark.parametrize(("key", "modifier"), [(Qt.Key.Key_F1, "Shift"), (Qt.Key.Key_Return, "No")])
def test_what_is_this_shows_the_number_of_the_cell(navigator, shown, popover, key, modifier):
    strip = shown(FiguresStrip(figures(), around(navigator)), 896)
    value = strip.cells[1].value
    value.setFocus()
    QTest.keyClick(value, key, getattr(Qt.KeyboardModifier, f"{modifier}Modifier"))
    explanation = popover().explanation
    assert explanation.rows[-1] == ("Chance a match is right", value.text())
    assert explanation.rows[-2][1] == "39.100\u202f%"
    assert explanation.title == "Chance a match is right, DIS"
    assert "estimate" in explanation.paragraph
    assert [key for key, _ in explanation.links] == ["limit", "manual"]


def test_the_records_of_a_figure_and_its_manual_page(navigator, shown, popover, qtbot):
    strip = shown(FiguresStrip(figures(), around(navigator)), 896)
    QTest.mouseClick(strip.cells[0].value, Qt.MouseButton.LeftButton)
    assert ("Sets looked at", "1,200 sets") in popover().explanation.rows
    with qtbot.waitSignal(navigator.records_wanted) as asked:
        popover().link_chosen.emit("records")
    assert asked.args[0].tolist() == [3, 5]
    assert asked.args[1] == "standing out"
    with qtbot.waitSignal(navigator.manual_wanted) as asked:
        popover().link_chosen.emit("manual")
    assert asked.args == ["standing"]


def test_records_of_old_figures_cannot_be_shown(navigator, shown, popover):
    strip = shown(FiguresStrip(figures(), around(navigator, "old")), 896)
    strip.cells[0].explain()
    assert [key for key, _ in popover().explanation.links] == ["limit", "manual"]


def test_the_limit_of_a_figure_is_changed_where_it_is_explained(navigator, shown, popover, qtbot):
    surroundings = around(navigator)
    strip = shown(FiguresStrip(figures(), surroundings), 896)
    for cell in strip.cells[:2]:
        cell.explain()
        with qtbot.waitSignal(navigator.limit_wanted) as asked:
            popover().link_chosen.emit("limit")
        assert asked.args == [surroundings.limits[cell.figure.name][0]]
        popover().close()
    unlimited = shown(FiguresStrip(figures(), replace(surroundings, limits={})), 896)
    unlimited.cells[1].explain()
    assert [key for key, _ in popover().explanation.links] == ["manual"]


def test_a_state_is_a_cell_and_a_fifth_cell_begins_a_row(navigator, shown):
    state = State("exactness", "Exactness", "upper bound", "Linked one-to-one.")
    more = replace(figures()[0], quantity=undefined(RECORDS, Why.NO_RECORDS, "Nobody."))
    strip = shown(FiguresStrip([*figures(), more, state], around(navigator)), 896)
    assert strip.cells[4].y() > strip.cells[0].y()
    assert "upper bound" in words(strip.cells[4])


def test_in_a_narrow_strip_fewer_cells_stand_beside_one_another_and_no_number_is_cut(navigator, shown):
    strip = FiguresStrip([*figures(), *figures()], around(navigator))
    area = shown(scrolled(strip), 896, 400)
    assert len({cell.y() for cell in strip.cells}) == 2
    area.resize(360, 400)
    QApplication.processEvents()
    assert len({cell.y() for cell in strip.cells}) > 2
    assert strip.width() <= area.viewport().width()
    for cell in strip.cells:
        assert cell.value.width() == cell.value.sizeHint().width()
        assert cell.geometry().right() < strip.width()
