from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.limits import first_limit, limited_figure
from sdcdesk.document.measures import MEASURES
from sdcdesk.loss import HeadlineLoss
from ui.dialogs.limit_dialog import UNCHANGED, LimitDialog, ask_for_limit
from ui.session.current_scenario import current_scenario, limit_hindrance
from ui.session.session import Session

ON_LOSS = first_limit(HeadlineLoss)


def first_of(measure: type[Measure]) -> Limit:
    """Return a limit of 1 % or 1 on the first figure of a measure."""
    limit = first_limit(measure)
    assert limit is not None
    declared = limited_figure(limit)
    assert declared is not None
    return limit.model_copy(update={"value": 0.01 if declared.unit.kind == "share" else 1.0})


def test_a_limit_is_added_to_the_shown_scenario(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ask_for_limit(sampled, ON_LOSS, window)
    assert dialog is not None
    assert not dialog.filled.isEnabled()
    assert dialog.filled.toolTip() == UNCHANGED
    assert dialog.row.chosen() == ("headline_loss", "loss")
    dialog.row.value.setText("many")
    assert dialog.error.text()
    dialog.row.value.setText("12.5")
    assert dialog.filled.isEnabled()
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert sampled.project is not None
    limits = [limit for scenario in sampled.project.scenarios for limit in scenario.limits]
    assert [limit.value for limit in limits if limit.measure == HeadlineLoss.name] == [12.5]
    sampled.undo()


def limits(session: Session) -> list[tuple[str, str, str, float]]:
    """Return the limits of the scenario that is shown."""
    scenario = current_scenario(session)
    assert scenario is not None
    return [(one.measure, one.figure, one.side, one.value) for one in scenario.limits]


def test_a_limit_is_changed_moved_and_removed(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    scenario = current_scenario(sampled)
    assert scenario is not None
    sampled.choose_scenario(scenario.name)
    old = scenario.limits[0]
    others = limits(sampled)[1:]
    dialog = ask_for_limit(sampled, old, window)
    assert dialog is not None
    assert dialog.row.chosen() == (old.measure, old.figure)
    assert dialog.row.read() == old, "as it is"
    assert len(dialog.editor.rows) == 1 + len(others), "all limits of the scenario are in sight"
    dialog.row.value.setText("3")
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert limits(sampled) == [(old.measure, old.figure, old.side, 0.03), *others]

    changed = Limit(measure=old.measure, figure=old.figure, side=old.side, value=0.03)
    dialog = ask_for_limit(sampled, changed, window)
    assert dialog is not None
    sides = [dialog.row.side.itemText(place) for place in range(dialog.row.side.count())]
    assert sides == [old.side], "none is offered that calls the worse file safe"
    with qtbot.waitSignal(sampled.computed):
        dialog.row.remove.click()
        dialog.filled.click()
    assert limits(sampled) == others
    for _ in range(2):
        sampled.undo()
    assert limits(sampled)[0][3] == old.value


@pytest.fixture
def opened(sampled: Session, qtbot: QtBot) -> Iterator[Callable[..., LimitDialog]]:
    """Open the dialog over a window that is seen."""
    window = QWidget()
    qtbot.addWidget(window)
    window.show()

    def show(*wanted: Limit, limits: tuple[Limit, ...] = ()) -> LimitDialog:
        scenario = current_scenario(sampled)
        assert scenario is not None
        dialog = LimitDialog(scenario.changed(limits=limits), next(iter(wanted), None), window)
        with qtbot.waitExposed(dialog):
            dialog.show()
        return dialog

    yield show
    window.close()


def test_the_keyboard_begins_with_the_value_of_the_limit(opened: Callable[..., LimitDialog]) -> None:
    several = tuple(first_of(measure) for measure in MEASURES if first_limit(measure))[:6]
    for wanted, set_already in ((several[4], several), (several[0], ()), (ON_LOSS, several)):
        dialog = opened(wanted, limits=set_already)
        row = dialog.row
        assert dialog.focusWidget() is row.value
        assert (*row.chosen(), row.side.currentData()) == (wanted.measure, wanted.figure, wanted.side)
        assert row.value.text() == ("1" if wanted in set_already else "")
        assert not row.visibleRegion().isEmpty()
        dialog.reject()
    assert opened(limits=several).row.chosen() == (several[0].measure, several[0].figure)


def test_there_is_room_for_several_figures(opened: Callable[..., LimitDialog]) -> None:
    several = tuple(first_of(measure) for measure in MEASURES if first_limit(measure))
    dialog = opened(limits=several[:8])
    assert dialog.height() <= 700
    assert all(row.visibleRegion().boundingRect() == row.rect() for row in dialog.editor.rows)
    dialog = opened(several[-1], limits=several)
    assert not dialog.row.visibleRegion().isEmpty(), "it is scrolled there"
    assert dialog.focusWidget() is dialog.row.value


def test_what_cannot_be_is_said_and_marked(opened: Callable[..., LimitDialog]) -> None:
    dialog = opened(ON_LOSS)
    dialog.row.value.setText("many")
    assert dialog.row.value.property("invalid")
    assert dialog.hint.text() == dialog.error.text() != ""
    assert not dialog.filled.isEnabled()


def test_several_limits_are_one_undo(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    before = limits(sampled)
    dialog = ask_for_limit(sampled, None, window)
    assert dialog is not None
    for _ in range(2):
        dialog.editor.add_row()
        dialog.editor.rows[-1].value.setText("7")
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert len(limits(sampled)) == len(before) + 2
    assert sampled.history.undo_label == "Limits of the scenario Neighbour"
    sampled.undo()
    assert limits(sampled) == before


def test_without_a_scenario_there_is_nothing_to_ask(sampled: Session, qtbot: QtBot) -> None:
    project = sampled.project
    assert project is not None
    with qtbot.waitSignal(sampled.computed):
        sampled.change("none", project.changed(scenarios=()))
    assert ask_for_limit(sampled, ON_LOSS, QWidget()) is None
    assert limit_hindrance(sampled, HeadlineLoss).startswith("Limits belong to a scenario")


def test_a_count_is_not_limited_in_per_cent(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ask_for_limit(sampled, Limit(measure="k_anonymity", figure="records_below_k", value=0.0), window)
    assert dialog is not None
    dialog.row.value.setText("2 %")
    assert "per cent" in dialog.error.text()
    assert not dialog.filled.isEnabled(), "2 % of the records are not 2 records"
    dialog.row.value.setText("2")
    assert dialog.error.text() == ""
    assert dialog.filled.isEnabled()
    dialog.row.choose(Limit(measure="k_anonymity", figure="share_below_k", value=0.0))
    dialog.row.value.setText("3 %")
    assert dialog.error.text() == "", "the per cent sign of a share is optional"
    dialog.reject()
