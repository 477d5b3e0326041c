"""Parameter row: what stands on the button of a list in which nothing is named."""

import pandas as pd
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.loss import ContinuousLoss, HeadlineLoss
from sdcdesk.risk import AttackerRisks, KAnonymity, KMap, TCloseness
from ui.results.parameter_row import ParameterRow
from ui.widgets.layout import ScrollArea

PEOPLE = Microdata(
    pd.DataFrame({"zip": list("aabb"), "pay": [1.0, 2, 3, 4]}),
    [Variable(name="zip", role=Role.KEY), Variable(name="pay", role=Role.CONFIDENTIAL, scale="continuous")],
)


@pytest.mark.parametrize(
    ("measure", "parameter", "none", "named"),
    [
        (KAnonymity(), "keys", "all with the role key", "zip"),
        (ContinuousLoss(), "variables", "all continuous ones", "pay"),
    ],
)
def test_a_list_that_names_nothing_says_what_it_stands_for(shown, measure, parameter, none, named):
    row = shown(ParameterRow(type(measure), PEOPLE, measure))
    opener = row._buttons[parameter][0]
    assert opener.toolTip() == none
    assert opener.text() == none, "it is not cut"
    row.follow(measure.changed(**{parameter: (named,)}))
    assert named in opener.toolTip()


def test_a_row_of_rare_parameters_only_shows_them(shown):
    row = shown(ParameterRow(HeadlineLoss, PEOPLE, HeadlineLoss()))
    assert row.more.isHidden()
    opener, weights = row._buttons["weights"]
    assert opener.text() == "all alike"
    assert weights.editor.categories == ["records left out", "zip", "pay"]
    row.follow(HeadlineLoss(weights={"pay": 2.5}))
    assert opener.text() == "pay: 2.5"
    opener.click()
    assert weights.editor.isVisible()
    cells = weights.editor.grid.cells
    cells.setData(cells.index(1, 1), "0")
    assert row.measure() == HeadlineLoss(weights={"zip": 0, "pay": 2.5})
    weights.editor.window().close()


def test_the_choice_of_a_file_that_is_missing_is_opened_at_once(shown, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: asked.append("file") or ("", ""))
    row = shown(ParameterRow(KMap, PEOPLE, KMap()))
    row.lead_to("population")
    assert asked == ["file"]
    opener, one = row._buttons["population"]
    assert opener.text() == "none chosen"
    one.editor.window().close()


def test_a_parameter_under_more_is_opened_where_it_lies(shown):
    row = shown(ParameterRow(KMap, PEOPLE, KMap()))
    row.lead_to("missing")
    editor = row.form.editors["missing"]
    assert editor.isVisible()
    assert editor.isAncestorOf(editor.window().focusWidget())
    editor.window().close()


def test_a_parameter_without_an_effect_has_no_place_in_the_row(shown):
    row = shown(ParameterRow(AttackerRisks, PEOPLE, AttackerRisks(), ["keys"]))
    assert "population_file" not in row._buttons, "there is no file while the population is the original"
    assert row.form.rows["missing"].label.isVisible(), "every button has its name"


def test_a_parameter_that_lost_its_effect_leaves_the_row(shown):
    measure = AttackerRisks(population="weights", weight="pay")
    row = shown(ParameterRow(AttackerRisks, PEOPLE, measure, ["keys"]))
    weight = row.form.rows["weight"]
    assert weight.label.isVisible()
    row.follow(AttackerRisks())
    assert not weight.label.isVisible()
    assert row._places["weight"].isHidden()


@pytest.mark.parametrize("corner", [(0, 0), (500, 100), (700, 560), (5000, 5000)])
def test_what_opens_below_a_button_stays_on_the_screen_as_it_grows(shown, qtbot, corner):
    people = Microdata(
        pd.DataFrame({"zip": list("aabb"), "ill": [f"illness number {n}" for n in range(4)]}),
        [Variable(name="zip", role=Role.KEY), Variable(name="ill", role=Role.CONFIDENTIAL)],
    )
    row = shown(ParameterRow(TCloseness, people, TCloseness()), 700)
    screen = row.screen().availableGeometry()
    row.move(min(corner[0], screen.right() - 200), min(corner[1], screen.bottom() - 60))
    row.lead_to("ground")
    below = row.form.window()
    before = below.geometry()
    row.form.editors["ground"].set_value("hierarchy")
    row.form.editors["ground"].edited.emit()
    last = row.form.editors["hierarchy"]
    qtbot.waitUntil(lambda: last.isVisible() and below.isVisible() and not row._pause.isActive())
    qtbot.waitUntil(lambda: screen.contains(below.geometry()))
    assert below.y() == before.y(), "what is pointed at stays"
    (area,) = below.findChildren(ScrollArea)
    assert area.widget().width() <= area.viewport().width()
    area.ensureWidgetVisible(last)
    bottom = last.mapTo(area.viewport(), last.rect().bottomLeft()).y()
    assert bottom <= area.viewport().height(), "its end can be reached"
    below.close()


@pytest.mark.parametrize("kind", [AttackerRisks, KAnonymity])
def test_the_row_of_a_slow_measure_fits_into_a_small_window(shown, kind):
    row = shown(ParameterRow(kind, PEOPLE, kind()))
    row.set_seconds(1.0)
    assert not row.apply.isHidden()
    assert row.minimumSizeHint().width() <= 563, "of a window of 960 pixels"


def test_what_is_typed_slowly_stands_as_it_is_typed(shown, qtbot):
    """The project has each number as soon as somebody pauses: it is written into no field meanwhile."""
    row = shown(ParameterRow(KAnonymity, PEOPLE, KAnonymity()))
    row.wanted.connect(lambda: row.follow(row.measure()))
    field = row.form.editors["k"].line
    field.setFocus()
    field.selectAll()
    for digit in "23":
        with qtbot.waitSignal(row.wanted):
            QTest.keyClicks(field, digit)
    assert field.text() == "23"
    assert row.measure() == KAnonymity(k=23)
    row.follow(KAnonymity(k=3))
    assert field.text() == "3", "what is undone is shown"
