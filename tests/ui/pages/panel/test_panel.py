from collections.abc import Callable
from contextlib import AbstractContextManager

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QSplitter,
    QWidget,
)
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.variable import Role
from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.random.secret_seed import guessable
from sdcdesk.document.axes import Axes
from sdcdesk.document.scenario import Scenario
from sdcdesk.loss import ContinuousLoss
from sdcdesk.masking import Camouflage, Rounding
from sdcdesk.release.step_effects import WAITING
from sdcdesk.risk import TRUTA_2004, DisclosureRisk, KAnonymity, WeightMatrix
from ui.dialogs.notice import Notice
from ui.look.theme import theme
from ui.pages.panel.panel import Panel
from ui.pages.panel.recipe_list import SWITCH, TEXT
from ui.pages.panel.release_figures import _below
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.axis_choosers import RIGHTWARDS, UPWARDS
from ui.widgets.combo import ElidedCombo
from ui.widgets.what_is_this import WhatIsThis

Change = Callable[[Scenario], Scenario]


class Stand:
    """The panel in a window of its own."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.qtbot = session, qtbot
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.actions = Actions(self.window)
        self.panel = Panel(session, self.actions)
        self.window.setCentralWidget(self.panel)
        self.window.resize(320, 840)
        with qtbot.waitExposed(self.window):
            self.window.show()

    def computed(self, act: Callable[[], object]) -> None:
        with self.qtbot.waitSignal(self.session.computed):
            act()

    def scenarios(self, change: Change) -> None:
        """Change every scenario of the project and wait for the results."""
        project = self.session.project
        assert project is not None
        scenarios = tuple(change(scenario) for scenario in project.scenarios)
        self.computed(lambda: self.session.change("other limits", project.changed(scenarios=scenarios)))

    @property
    def steps(self) -> list[str]:
        project = self.session.project
        assert project is not None
        return [step.method.summary() for step in project.recipe.steps]

    @property
    def undo(self) -> str | None:
        return self.session.history.undo_label

    def row(self, position: int) -> QPoint:
        """Return the middle of a step's row."""
        view = self.panel.recipe.list
        return view.visualRect(view.model().index(position, 0)).center()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.panel.recipe.list, key, modifier)


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


@pytest.fixture
def bare(session: Session, qtbot: QtBot) -> Stand:
    return Stand(session, qtbot)


def low(scenario: Scenario) -> Scenario:
    return scenario.with_limit("dr_weighted", 0.005)


def choose(combo: ElidedCombo, text: str) -> None:
    combo.setCurrentIndex(combo.findText(text))
    combo.activated.emit(combo.currentIndex())


def grey(image: QImage) -> QImage:
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


# Release check


def test_safe_file_says_so_with_number_and_limit(stand: Stand) -> None:
    check = stand.panel.check
    assert check.badge.verdict == "safe"
    beside = "136 people in groups below 3, link risk 7.12\u202f%"
    assert check.words.accessibleName() == f"DR_W is ≤\u202f1.22\u202f%, within 2\u202f%; {beside}"
    whole = f"DR<sub>W</sub> is ≤\u202f1.22\u202f%, within 2\u202f%; {beside}"
    assert check.words.text() == whole.replace("\u202f", "\xa0"), "no line ends within a number"
    assert check.note.text() == "worst of 2 scenarios"
    assert check.scenarios.currentText() == "Neighbour: Age, Sex, Zip"
    assert check.scenarios.toolTip().startswith("Neighbour: Age, Sex, Zip"), "the panel may be narrow"
    assert isinstance(check.scenarios, ElidedCombo)
    assert check.figures.loss.text() == "21.7"
    assert check.figures.exactness.text() == "Weighted and guessing are upper bounds"
    assert check.figures.below.text() == "· 136 records below 3"
    assert [_below(1, 3), _below(18_073, 3)] == ["· 1 record below 3", "· 18,073 below 3"], "it has to fit"


def test_figures_are_those_of_the_engine(stand: Stand) -> None:
    checked = stand.panel.check.checked
    assert checked is not None
    assert checked.after is not None
    for name, figure in stand.panel.check.figures.risks.items():
        shown = float(figure.text().removeprefix("≤\u202f").split("\u202f")[0])
        assert shown == pytest.approx(100 * float(str(checked.after.value(name))), abs=0.05)


def test_unsafe_scenario_is_the_worst_even_where_its_risk_is_smaller(stand: Stand) -> None:
    def change(scenario: Scenario) -> Scenario:
        return scenario.with_limit("dr_weighted", 0.001 if scenario.name == "Colleague" else 0.02)

    stand.scenarios(change)
    check = stand.panel.check
    assert check.scenario is not None
    assert check.scenario.name == "Colleague"
    assert check.badge.verdict == "unsafe"
    assert check.words.accessibleName() == "DR_W is ≤\u202f0.20\u202f%, not shown to be within 0.1\u202f%"


def test_among_safe_scenarios_the_one_nearest_to_its_limit_is_the_worst(stand: Stand) -> None:
    stand.scenarios(lambda s: s.with_limit("dr_weighted", 0.003 if s.name == "Colleague" else 0.5))
    results = stand.session.results
    assert results is not None
    assert results.release is not None
    assert results.release.worst.scenario.name == "Colleague"


def test_the_limit_that_is_exceeded_is_named(stand: Stand) -> None:
    stand.scenarios(lambda s: s.with_limit("dr_max", 0.05).with_limit("k", 2, side="at least"))
    assert stand.panel.check.words.accessibleName() == ("k is 1 record, fewer than 2")


def test_the_gauge_shows_the_figure_that_decides_and_moves_its_limit(stand: Stand) -> None:
    stand.scenarios(lambda s: s.with_limit("k", 2, side="at least"))
    gauge = stand.panel.check.gauge
    assert gauge.accessibleName() == "Smallest group"
    assert (gauge.value_text(), gauge.limit_text()) == ("1 record", "at least 2 records")
    gauge.setFocus()
    QTest.keyClick(gauge, Qt.Key.Key_Left)
    assert stand.panel.check.badge.verdict == "safe"
    stand.computed(lambda: QTest.keyClick(gauge, Qt.Key.Key_Return))
    assert stand.session.project is not None
    limits = stand.session.project.scenarios[0].limits
    assert [limit.value for limit in limits if limit.figure == "k"] == [1]
    assert stand.undo == "Limit: k at least 1 record"


def test_the_map_shows_any_limited_figure(stand: Stand) -> None:
    section = stand.panel.map
    stand.scenarios(lambda s: s.with_limit("k", 2, side="at least"))
    names = [section.risks.itemText(place) for place in range(section.risks.count())]
    assert names[:3] == ["DR_W", "k", "DR_min"], "the leading one, the limited ones, and all others"
    assert (section.risks.currentText(), section.losses.currentText()) == ("DR_W", "Information loss")
    choose(section.risks, "k")
    assert stand.undo == "Map: k"
    assert "limit: at least 2 records" in section.chart.accessibleDescription()
    stand.scenarios(lambda s: s.with_limit("dr_max", 0.5))
    assert section.risks.currentText() == "k", "the choice stays"
    stand.session.undo()
    stand.session.undo()
    assert section.risks.currentText() == "DR_W"


def test_each_choice_of_the_map_stands_beside_its_direction(stand: Stand) -> None:
    section = stand.panel.map
    for direction, combo in ((UPWARDS, section.risks), (RIGHTWARDS, section.losses)):
        beside = next(one for one in section.findChildren(QLabel) if one.text() == direction)
        assert beside.buddy() is combo
        assert beside.geometry().center().y() == pytest.approx(combo.geometry().center().y(), abs=1)
        assert combo.width() >= combo.sizeHint().width(), "the name of the figure is not cut"


def test_the_map_follows_any_measure_that_the_project_has(stand: Stand) -> None:
    section = stand.panel.map
    assert stand.session.project is not None
    measures = (*stand.session.project.measures, ContinuousLoss())
    own = tuple(s.changed(measures=(KAnonymity(),)) for s in stand.session.project.scenarios)
    stand.computed(
        lambda: stand.session.change("More", stand.session.project.changed(scenarios=own, measures=measures))
    )
    stand.computed(lambda: choose(section.risks, "Share in groups below k"))
    stand.computed(lambda: choose(section.losses, "Mean variation of values"))
    description = section.chart.accessibleDescription()
    assert "Share in groups below k" in description
    assert "Mean variation of values" in description
    assert stand.session.project.axes == Axes(
        risk="k_anonymity.share_below_k", loss="continuous_loss.mean_variation_values"
    )


def test_kept_limits_and_no_limits_are_told(stand: Stand) -> None:
    stand.scenarios(lambda s: s.with_limit("dr_max", 0.5))
    assert stand.panel.check.words.accessibleName().startswith("Both limits are kept; 136 people")
    stand.scenarios(lambda s: s.with_limit("dr_link", 0.5).with_limit("records_below_k", 200))
    assert stand.panel.check.words.accessibleName() == "All 4 limits are kept", "what is limited is judged"
    stand.scenarios(lambda s: s.changed(limits=()))
    assert stand.panel.check.words.accessibleName() == "No limit is set"
    assert stand.panel.check.badge.verdict == "not assessed"


def test_a_scenario_without_a_limit_is_the_worst_and_leads_to_its_limit(stand: Stand) -> None:
    check = stand.panel.check
    assert check.set_limit.isHidden()
    stand.scenarios(lambda s: s.changed(limits=()) if s.name == "Colleague" else s)
    assert check.scenarios.currentText() == "Colleague: Age, Race, Sex"
    assert check.badge.verdict == "not assessed"
    assert check.words.accessibleName() == "No limit is set"
    with stand.qtbot.waitSignal(stand.session.navigator.limit_wanted):
        check.set_limit.click()
    stand.scenarios(lambda s: s if s.limits else s.with_limit("dr_weighted", 0.02))
    assert check.badge.verdict == "safe"
    assert check.set_limit.isHidden()


def test_the_loss_has_its_parts_whatever_measures_the_project_has(
    stand: Stand, popover: Callable[[], WhatIsThis]
) -> None:
    project = stand.session.project
    assert project is not None
    stand.computed(lambda: stand.session.change("none", project.changed(measures=())))
    stand.panel.check.figures.loss.click()
    assert popover().explanation.rows[0] == ("records left out", "20.0 of 100")


def test_another_scenario_can_be_looked_at(stand: Stand) -> None:
    check, recipe = stand.panel.check, stand.panel.recipe
    check.scenarios.setCurrentIndex(1)
    check.scenarios.activated.emit(1)
    assert check.words.accessibleName().startswith("DR_W is ≤\u202f0.20\u202f%, within 2\u202f%; 15 people")
    assert check.note.text() == "the worst is Neighbour"
    assert recipe.model.rows[0].risk == "Risk 4.96 → 0.22\u202f%", "the recipe follows"
    stand.computed(lambda: recipe.switch(3))
    assert check.scenarios.currentIndex() == 1, "the choice stays"


def test_scenario_that_does_not_fit_says_why(stand: Stand) -> None:
    project = stand.session.project
    assert project is not None
    weights = {**project.weights, "sampling": TRUTA_2004["W3"]}
    scenarios = tuple(s.changed(weights="sampling") for s in project.scenarios)
    changed = project.changed(weights=weights, scenarios=scenarios)
    stand.computed(lambda: stand.session.change("W3", changed))
    check = stand.panel.check
    assert check.badge.verdict == "not assessed"
    assert check.error.text().startswith("The weights have the structure sampling")
    assert check.figures.risks["dr_weighted"].text() == "–"
    assert stand.panel.recipe.model.rows[1].risk == "Risk not assessed"


def test_before_masking_there_is_no_before(stand: Stand) -> None:
    stand.computed(lambda: stand.session.change_recipe("none", lambda recipe: recipe.changed(steps=())))
    check = stand.panel.check
    assert check.note.text() == "before masking"
    assert check.gauge.before_text() == ""
    assert check.figures.exactness.text() == "These risks are exact"


def test_dragging_the_limit_shows_the_verdict_and_commits_on_release(stand: Stand) -> None:
    gauge, check = stand.panel.check.gauge, stand.panel.check
    y = int(gauge.track().center().y())
    start = QPoint(round(gauge.position(0.02)), y)
    QTest.mousePress(gauge, Qt.MouseButton.LeftButton, pos=start)
    there = QPoint(round(gauge.position(0.01)), y)
    QTest.mouseMove(gauge, there)
    assert check.badge.verdict == "unsafe"
    assert check.words.accessibleName() == "DR_W is ≤\u202f1.22\u202f%, not shown to be within 1\u202f%"
    assert check.note.text() == "as you type"
    assert stand.undo is None, "nothing is committed while it moves"
    stand.computed(lambda: QTest.mouseRelease(gauge, Qt.MouseButton.LeftButton, pos=there))
    assert stand.undo == "Limit: DR_W at most 1\u202f%"
    assert stand.session.project is not None
    assert [s.limit("dr_weighted") for s in stand.session.project.scenarios] == [0.01, 0.02]
    stand.computed(stand.session.undo)
    assert check.badge.verdict == "safe"


def test_limit_moves_by_keys_and_escape_takes_it_back(stand: Stand) -> None:
    gauge, check = stand.panel.check.gauge, stand.panel.check
    gauge.setFocus()
    for _ in range(10):
        QTest.keyClick(gauge, Qt.Key.Key_Left)
    assert check.badge.verdict == "unsafe"
    QTest.keyClick(gauge, Qt.Key.Key_Escape)
    assert check.badge.verdict == "safe"
    assert check.note.text() == "worst of 2 scenarios"
    assert stand.undo is None


def test_weights_that_are_typed_show_their_risk_until_they_are_taken_back(stand: Stand) -> None:
    check, project = stand.panel.check, stand.session.project
    assert project is not None
    name = project.scenarios[0].weights
    stand.session.try_weights(name, WeightMatrix.maximal())
    assert check.note.text() == "as you type"
    assert check.badge.verdict == "unsafe"
    assert check.words.accessibleName() == "DR_W is ≤\u202f8.66\u202f%, not shown to be within 2\u202f%"
    assert check.gauge.value_text() == check.figures.risks["dr_weighted"].text() == "≤\u202f8.66\u202f%"
    assert stand.session.project is project
    assert stand.undo is None
    stand.session.try_weights("another", WeightMatrix.maximal())
    assert check.badge.verdict == "safe", "the scenario does not use them"
    stand.session.try_weights(name, TRUTA_2004["W4"])
    assert check.words.accessibleName().startswith("DR_W is ≤\u202f1.22\u202f%"), "those do not fit the file"
    stand.session.try_weights(name, None)
    assert check.note.text() == "worst of 2 scenarios"


def test_a_change_of_the_project_ends_what_is_tried(stand: Stand) -> None:
    project = stand.session.project
    assert project is not None
    stand.session.try_weights(project.scenarios[0].weights, WeightMatrix.maximal())
    stand.scenarios(low)
    assert stand.session.tried_weights is None
    assert stand.panel.check.note.text() != "as you type"


@pytest.mark.parametrize("name", ["dr_min", "dr_weighted", "dr_max"])
def test_every_risk_answers_what_is_this(stand: Stand, popover: Callable[[], WhatIsThis], name: str) -> None:
    figure = stand.panel.check.figures.risks[name]
    figure.click()
    explanation = popover().explanation
    assert explanation.rows[-1][1] == figure.text(), "the number there is the one in the panel"
    assert explanation.source.startswith("Truta")
    assert explanation.paragraph


def test_weighted_risk_is_computed_before_the_eyes(stand: Stand, popover: Callable[[], WhatIsThis]) -> None:
    stand.panel.check.figures.risks["dr_weighted"].click()
    assert popover().explanation.rows == (
        ("In the original file", "46.53\u202f%"),
        ("Alone in both files: 46 × 6 ÷ 1", "276"),
        ("Two now, alone before: 77 × 2 ÷ 2", "77"),
        ("Two in both files: 9 × 2 ÷ 2", "9"),
        ("Alone now, two before: 2 × 2 ÷ 2", "2"),
        ("364 ÷ first weight 6", "60.67"),
        ("60.67 ÷ 5,000 records of the original", "≤\u202f1.22\u202f%"),
    )


def test_records_behind_a_figure_can_be_shown(stand: Stand, popover: Callable[[], WhatIsThis]) -> None:
    stand.panel.check.figures.smallest.click()
    with stand.qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        popover().link_chosen.emit("records")
    positions, why = wanted.args
    assert len(positions) == 48
    assert positions.dtype == np.int64
    assert why == "in the smallest groups"


def test_loss_opens_its_parts(stand: Stand, popover: Callable[[], WhatIsThis]) -> None:
    stand.panel.check.figures.loss.click()
    rows = popover().explanation.rows
    assert rows[0] == ("records left out", "20.0 of 100")
    assert rows[-1][1] == "21.7 of 100"
    with stand.qtbot.waitSignal(stand.session.navigator.manual_wanted) as wanted:
        popover().link_chosen.emit("manual")
    assert wanted.args == ["headline_loss"]


# Empty and stale


def test_nothing_open_leads_nowhere(bare: Stand) -> None:
    words = [part.accessibleName() for part in (bare.panel.check.empty, bare.panel.recipe.empty)]
    assert words == ["No key variables yet", "Nothing is masked"]
    assert bare.panel.recipe.seed.isHidden()
    bare.panel.grab()


def test_without_keys_the_panel_leads_to_the_variables(stand: Stand) -> None:
    session = stand.session
    assert session.project is not None
    assert session.data is not None
    session.change("no scenarios", session.project.changed(scenarios=()))
    keys = [session.data.variable(name) for name in session.data.named(Role.KEY)]
    stand.computed(lambda: session.describe("no keys", *(key.changed(role=Role.OTHER) for key in keys)))
    empty = stand.panel.check.empty
    assert empty is not None
    with stand.qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        empty.button.click()
    assert wanted.args == ["variables", ""]
    assert [row.risk for row in stand.panel.recipe.model.rows] == [""] * 4, "no risk where nobody is feared"


def test_with_keys_but_no_scenario_the_panel_leads_to_the_risk(stand: Stand) -> None:
    project = stand.session.project
    assert project is not None
    stand.computed(lambda: stand.session.change("none", project.changed(scenarios=())))
    empty = stand.panel.check.empty
    assert empty is not None
    assert empty.accessibleName() == "No disclosure scenario yet"


def test_stale_numbers_stay_dimmed_and_only_changed_steps_wait(stand: Stand) -> None:
    fresh = stand.panel.check.grab().toImage()
    words = stand.panel.check.words.accessibleName()
    stand.session.change_recipe("off", lambda recipe: recipe.switched(1, on=False))
    assert stand.session.is_stale
    assert stand.panel.check.words.accessibleName() == words
    assert stand.panel.check.grab().toImage() != fresh
    effects = [row.effect for row in stand.panel.recipe.model.rows]
    assert effects == ["Risk 46.5 → 3.47\u202f%, loss +1.5", "off", WAITING, WAITING]
    with stand.qtbot.waitSignal(stand.session.computed):
        pass
    assert WAITING not in [row.effect for row in stand.panel.recipe.model.rows]


# Recipe


def test_what_was_stopped_says_so_and_refers_to_where_it_is_computed_again(
    stand: Stand, endless: Callable[[], AbstractContextManager[None]]
) -> None:
    with endless():
        stand.session.compute()
        stand.computed(lambda: stand.session.jobs.cancel("compute"))
    empty = stand.panel.check.empty
    assert empty is not None
    assert empty.button.isHidden(), "the page offers it"
    assert empty.accessibleName() == "Stopped"
    assert "at the top of the page" in empty.accessibleDescription()
    assert not stand.panel.check.content.isVisible(), "no old figures"
    assert not stand.panel.map.content.isVisible()
    assert [row.effect for row in stand.panel.recipe.model.rows] == ["not computed"] * 4
    stand.computed(stand.session.compute)
    assert stand.panel.check.content.isVisible()


def test_steps_say_what_they_gain_and_cost(stand: Stand) -> None:
    rows = stand.panel.recipe.model.rows
    assert [row.effect for row in rows] == [
        "Risk 46.5 → 3.47\u202f%, loss +1.5",
        "Risk 3.47 → 0.95\u202f%, loss +0.6",
        "Risk 0.95 → ≤\u202f1.22\u202f%, loss +19.6",
        "Risk unchanged, loss +0.03",
    ]
    assert [row.raised for row in rows] == [False, False, True, False]
    assert stand.panel.recipe.why.text() == (
        "Step 3 may have raised the risk, of which only an upper bound is known: "
        "it leaves some people alone, or almost alone, in their group again."
    )
    assert "may have raised the risk" in rows[2].aloud


def test_failed_step_has_its_sentence_and_the_others_stay(stand: Stand) -> None:
    stand.computed(lambda: stand.session.add_step(Rounding(variables=["Name"], base=10.0)))
    rows = stand.panel.recipe.model.rows
    assert "Name is nominal" in rows[4].error
    assert rows[0].risk == "Risk 46.5 → 3.47\u202f%"
    assert stand.panel.check.badge.verdict == "not assessed"
    assert stand.panel.check.words.accessibleName() == "Step 5 failed, so there is no masked file"
    assert stand.panel.check.figures.loss.text() == "–"
    view = stand.panel.recipe.list
    assert view.sizeHintForRow(4) > view.sizeHintForRow(0)
    # No row is cut.
    stand.qtbot.waitUntil(lambda: view.height() == sum(view.sizeHintForRow(row) for row in range(5)))


def test_space_switches_and_undo_names_the_step(stand: Stand) -> None:
    stand.panel.recipe.select(2)
    stand.computed(lambda: stand.key(Qt.Key.Key_Space))
    assert stand.undo == "Switch off step 3: Sample 80\u202f% of records"
    assert stand.panel.recipe.model.rows[2].effect == "off"
    assert stand.panel.recipe.list.position == 2, "it stays chosen"
    stand.computed(lambda: stand.key(Qt.Key.Key_Space))
    assert stand.undo == "Switch on step 3: Sample 80\u202f% of records"


def test_delete_removes_and_undo_brings_back(stand: Stand) -> None:
    before = stand.steps
    stand.panel.recipe.select(1)
    stand.computed(lambda: stand.key(Qt.Key.Key_Delete))
    assert stand.steps == [before[0], *before[2:]]
    assert stand.undo == "Remove step 2: Zip to first 4 characters"
    stand.computed(stand.session.undo)
    assert stand.steps == before


def test_alt_arrows_move_a_step_but_not_beyond_the_ends(stand: Stand) -> None:
    before = stand.steps
    stand.panel.recipe.select(0)
    stand.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert stand.steps == before
    stand.computed(lambda: stand.key(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier))
    assert stand.steps == [before[1], before[0], *before[2:]]
    assert stand.panel.recipe.list.position == 1
    assert stand.undo == "Move step 1: Age into bands of 10"


def test_enter_and_double_click_edit(stand: Stand) -> None:
    view = stand.panel.recipe.list
    stand.panel.recipe.select(1)
    with stand.qtbot.waitSignal(stand.session.navigator.step_wanted) as wanted:
        stand.key(Qt.Key.Key_Return)
    assert wanted.args == [1]
    with stand.qtbot.waitSignal(stand.session.navigator.step_wanted) as wanted:
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=stand.row(3))
    assert wanted.args == [3]


def test_click_on_the_box_switches_and_elsewhere_selects(stand: Stand) -> None:
    view = stand.panel.recipe.list
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=stand.row(1))
    assert view.position == 1
    assert stand.undo is None
    box = QPoint((SWITCH + TEXT) // 2 - 4, stand.row(1).y())
    stand.computed(lambda: QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box))
    assert not stand.panel.recipe.model.rows[1].on


def test_drag_moves_a_step(stand: Stand) -> None:
    before, view = stand.steps, stand.panel.recipe.list

    def drop(below: int) -> None:
        data = view.model().mimeData([view.currentIndex()])
        place = QPointF(stand.row(below) + QPoint(0, 6))
        keys = Qt.KeyboardModifier.NoModifier
        view.dropEvent(QDropEvent(place, Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, keys))

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=stand.row(0))
    assert view.model().flags(view.currentIndex()) & Qt.ItemFlag.ItemIsDragEnabled
    stand.computed(lambda: drop(2))
    assert stand.steps == [before[1], before[2], before[0], before[3]]
    assert view.position == 2, "it stays chosen"
    drop(2)
    assert stand.steps == [before[1], before[2], before[0], before[3]], "it is there already"


def test_a_step_that_camouflages_can_be_asked(stand: Stand) -> None:
    stand.computed(lambda: stand.session.add_step(Camouflage(variables=["Amount_Billed"])))
    menus = [stand.panel.recipe.step_menu(place) for place in (0, 4)]
    offered = [[action.text() for action in menu.actions()] for menu in menus]
    assert ["Ask for an interval…" in words for words in offered] == [False, True]


def test_menu_holds_all_that_can_be_done(stand: Stand) -> None:
    recipe, before = stand.panel.recipe, stand.steps
    entries = {action.text().split("\t")[0]: action for action in recipe.step_menu(0).actions()}
    assert list(entries) == [
        "Edit…",
        "Duplicate",
        "Move up",
        "Move down",
        "Switch off",
        "Keep parameters secret",
        "Remove",
    ]
    assert not entries["Move up"].isEnabled()
    assert entries["Move up"].toolTip() == "It is the first"
    stand.computed(entries["Duplicate"].trigger)
    assert stand.steps == [before[0], *before]
    assert stand.session.project is not None
    streams = [step.stream for step in stand.session.project.recipe.steps]
    assert len(set(streams)) == 5, "the copy has random numbers of its own"
    assert stand.undo == "Duplicate step 1: Age into bands of 10"


def test_add_step_follows_its_action(stand: Stand) -> None:
    recipe = stand.panel.recipe
    with stand.qtbot.waitSignal(stand.actions["add_step"].triggered):
        recipe.add.click()
    stand.actions.allow("add_step", "Open a file first")
    assert not recipe.add.isEnabled()
    assert recipe.add.toolTip() == "Open a file first"


def test_a_narrow_panel_shows_the_end_of_the_seed_and_its_whole_title(stand: Stand) -> None:
    recipe, whole = stand.panel.recipe, stand.panel.recipe.seed
    seed = 6203_000_000_000_7411
    stand.computed(lambda: stand.session.change_recipe("Seed", lambda one: one.changed(seed=seed)))
    assert whole.button.text() == "seed 6203…7411"
    stand.panel.set_compact(compact=True)
    stand.window.resize(280, 840)
    assert whole.button.text() == "seed …411"
    title = recipe._title
    stand.qtbot.waitUntil(lambda: recipe.width() <= 280)
    assert title.width() >= title.fontMetrics().horizontalAdvance(title.text())
    stand.panel.set_compact(compact=False)
    assert whole.button.text() == "seed 6203…7411"


def test_seed_is_typed_and_can_be_taken_back(stand: Stand) -> None:
    seed = stand.panel.recipe.seed
    seed.edit()
    QTest.keyClicks(seed.field, "7")
    QTest.keyClick(seed.field, Qt.Key.Key_Escape)
    assert stand.undo is None
    seed.edit()
    QTest.keyClicks(seed.field, "7")
    stand.computed(lambda: QTest.keyClick(seed.field, Qt.Key.Key_Return))
    assert stand.undo == "Seed 7"
    assert seed.button.text() == "seed 7"
    assert stand.session.project is not None
    assert stand.session.project.recipe.seed == 7


@pytest.mark.parametrize("text", ["", "-1", "1.5", "seven", str(LARGEST_SEED + 1)])
def test_what_is_no_seed_is_refused_in_words(stand: Stand, text: str) -> None:
    recipe = stand.panel.recipe
    recipe.seed.edit()
    recipe.seed.field.clear()
    recipe.seed.field.textEdited.emit("")
    QTest.keyClicks(recipe.seed.field, text)
    assert not recipe.warning.isHidden()
    assert "whole number from 0" in recipe.warning.text()
    QTest.keyClick(recipe.seed.field, Qt.Key.Key_Return)
    assert stand.undo is None
    QTest.keyClick(recipe.seed.field, Qt.Key.Key_Escape)
    assert recipe.warning.isHidden()


def seed_entry(stand: Stand, text: str) -> None:
    """Choose an entry of the menu of the seed."""
    seed = stand.panel.recipe.seed
    seed.button.click()
    menu = next(menu for menu in seed.findChildren(QMenu) if menu.isVisible())
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


def set_seed(stand: Stand, seed: int) -> None:
    stand.computed(lambda: stand.session.change_recipe("seed", lambda recipe: recipe.changed(seed=seed)))


def test_seed_is_shown_shortened_and_copied_whole(stand: Stand) -> None:
    set_seed(stand, 6_203_718_845_120_937_411)
    button = stand.panel.recipe.seed.button
    assert button.text() == "seed 6203…7411"
    assert "6203718845120937411" not in button.accessibleName() + button.toolTip()
    with stand.qtbot.waitSignal(stand.session.done, check_params_cb=lambda said: "secret" in said):
        seed_entry(stand, "Copy")
    assert QGuiApplication.clipboard().text() == "6203718845120937411"


def test_a_new_seed_is_drawn_once_it_was_said_that_all_values_change(stand: Stand) -> None:
    assert stand.session.project is not None
    before = stand.session.project.recipe.seed
    for answer in ("cancel", "filled"):
        seed_entry(stand, "New seed…")
        notice = stand.window.findChild(Notice)
        assert any("All random values change" in one.text() for one in notice.findChildren(QLabel))
        if answer == "cancel":
            notice.cancel.click()
            assert stand.undo is None
        else:
            stand.computed(notice.filled.click)
    seed = stand.session.project.recipe.seed
    assert stand.undo == "New seed"
    assert seed != before
    assert not guessable(seed)
    stand.computed(stand.session.undo)
    assert stand.session.project.recipe.seed == before


def test_a_seed_that_can_be_guessed_has_a_note_where_it_betrays_somebody(stand: Stand) -> None:
    note, project = stand.panel.recipe.seed_note, stand.session.project
    assert project is not None
    assert project.recipe.seed == 2004
    assert note.isHidden(), "the sample is made up, and public with its seed"
    own = project.changed(data=project.data.changed(sha256="0" * 64))
    stand.computed(lambda: stand.session.change("own data", own))
    assert not note.isHidden()
    assert "easy to guess" in note.text()
    set_seed(stand, 6_203_718_845_120_937_411)
    assert note.isHidden()


def test_parameters_of_a_step_are_kept_secret_from_its_menu(stand: Stand) -> None:
    recipe, project = stand.panel.recipe, stand.session.project
    assert project is not None
    stand.computed(lambda: recipe.keep_secret(3))
    assert stand.session.project is not None
    assert [step.secret for step in stand.session.project.recipe.steps] == [False, False, False, True]
    assert recipe.model.rows[3].title.endswith(" · secret")
    entry = next(one for one in recipe.step_menu(3).actions() if one.text() == "Keep parameters secret")
    assert entry.isChecked()
    stand.computed(lambda: recipe.duplicate(3))
    assert stand.session.project.recipe.steps[4].secret
    stand.computed(stand.session.undo)
    stand.computed(lambda: recipe.keep_secret(3))
    assert not stand.session.project.recipe.steps[3].secret


# Map


def test_map_and_recipe_choose_together(stand: Stand) -> None:
    panel = stand.panel
    panel.map.chart.step_chosen.emit(2)
    assert panel.recipe.list.position == 1
    panel.recipe.select(0)
    assert panel.map.chart._selected == 1
    panel.map.chart.step_chosen.emit(0)
    assert panel.recipe.list.position == -1, "the original is no step"


def test_map_folds_in_a_low_window_and_the_verdict_stays(stand: Stand) -> None:
    panel = stand.panel
    assert not panel.map.folded
    assert panel.map.fold.isHidden()
    stand.window.resize(280, 640)
    stand.qtbot.waitUntil(lambda: panel.map.folded)
    assert panel.map.note.text() == "4 steps"
    assert panel.check.isVisible()
    panel.map.fold.click()
    assert panel.map.chart.isVisible()
    assert panel.check.visibleRegion().boundingRect() == panel.check.rect(), "it never scrolls away"


def test_compact_panel_gives_its_width_to_the_page(stand: Stand) -> None:
    split = QSplitter()
    stand.qtbot.addWidget(split)
    page = QWidget()
    for part in (page, stand.panel):
        split.addWidget(part)
    split.setStretchFactor(0, 1)
    split.resize(1280, 800)
    split.show()
    split.setSizes([960, 320])
    wide = stand.panel.width()
    stand.panel.set_compact(compact=True)
    assert stand.panel.width() == 280 == wide - 40
    stand.panel.set_compact(compact=False)
    assert stand.panel.width() == 320
    stand.window.setCentralWidget(stand.panel)


# Looks


def test_grey_picture_still_tells_safe_from_unsafe(stand: Stand) -> None:
    safe = grey(stand.panel.check.badge.grab().toImage())
    stand.scenarios(low)
    unsafe = grey(stand.panel.check.badge.grab().toImage())
    assert stand.panel.check.badge.verdict == "unsafe"
    assert unsafe != safe


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_panel_is_drawn_in_both_schemes(stand: Stand, scheme: str) -> None:
    theme().set_scheme(scheme)
    image = stand.panel.grab().toImage()
    assert image.pixelColor(2, image.height() - 2) == theme().colour("surface")


def test_every_control_has_a_name(stand: Stand) -> None:
    for kind in (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView):
        for control in stand.panel.findChildren(kind):
            own = control.window() is stand.window and not isinstance(control.parent(), QComboBox)
            if own and control.isVisibleTo(stand.panel):
                words = control.text() if isinstance(control, QAbstractButton) else ""
                assert control.accessibleName() or words, control


def test_nothing_released_is_no_verdict(stand: Stand) -> None:
    checked, data, project = stand.panel.check.checked, stand.session.data, stand.session.project
    assert checked is not None
    assert data is not None
    assert project is not None
    measure = checked.scenario.informed(DisclosureRisk(), project.weights[checked.scenario.weights])
    nothing = checked.with_after(measure.assess(data, data.take(np.zeros(0, dtype=np.int64))))
    assert nothing.with_limits(checked.scenario).sentence() == "No record is released"
    assert nothing.with_limits(checked.scenario).verdict == "not assessed"


@pytest.mark.parametrize("height", [440, 472])
def test_in_a_low_window_no_number_is_squeezed(stand: Stand, height: int) -> None:
    stand.window.setMinimumSize(280, 300)  # as the window of the program, whose least size is its own
    stand.window.resize(280, height)
    stand.qtbot.waitUntil(lambda: stand.panel.height() == height)
    check = stand.panel.check
    for figure in check.figures.risks.values():
        stand.qtbot.waitUntil(lambda figure=figure: figure.height() >= figure.minimumSizeHint().height())
    stand.qtbot.waitUntil(lambda: check.height() >= check.heightForWidth(check.width()))
    stand.window.resize(280, 840)
    stand.qtbot.waitUntil(lambda: stand.panel.isAncestorOf(check) and check.parent() is stand.panel)


def test_nothing_is_counted_of_100_where_there_is_no_loss(stand: Stand) -> None:
    unit = stand.panel.check.figures._loss_unit
    assert unit.text() == "of 100"
    stand.computed(lambda: stand.session.add_step(Rounding(variables=["Name"], base=10.0)))
    assert unit.text() == ""


def test_the_map_says_why_it_has_no_point(stand: Stand) -> None:
    stand.scenarios(lambda scenario: scenario.changed(keys=("Age", "Postcode")))
    empty = stand.panel.map.empty
    assert empty is not None
    words = "Nothing is shown here, as the risk in the scenario Neighbour is not known."
    assert empty.accessibleDescription() == words
