"""In every form and dialog the wheel changes nothing that was not clicked; pages are in test_every_screen."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.document.limits import first_limit
from sdcdesk.document.measures import MEASURES
from sdcdesk.inspection.hierarchy_counts import coded_counts
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import METHODS, Camouflage, Recoding
from tests.ui.conftest import turned_over
from tests.ui.forms.conftest import EXAMPLES
from tests.ui.forms.conftest import data as data
from ui.dialogs.edit_rule_dialog import EditRuleDialog
from ui.dialogs.export_dialog import ExportDialog
from ui.dialogs.import_dialog import ImportDialog
from ui.dialogs.limit_dialog import LimitDialog
from ui.dialogs.query_dialog import QueryDialog
from ui.dialogs.scenario_dialog import ScenarioDialog
from ui.dialogs.step_dialog import StepDialog
from ui.forms.form import OperationForm
from ui.models.column_profiles import ColumnProfiles
from ui.pages.data.filters import FilterPopover
from ui.pages.hierarchies.build_dialog import BuildDialog
from ui.pages.weights.compare_matrices import CompareMatrices
from ui.results.parameter_row import ParameterRow
from ui.session.session import Session

Show = Callable[[QWidget], QWidget]


@pytest.fixture
def opened(qtbot: QtBot) -> Show:
    """Show a widget as the window that is in use."""

    def show(widget: QWidget) -> QWidget:
        qtbot.addWidget(widget)
        with qtbot.waitActive(widget):
            widget.show()
        return widget

    return show


def turned(widgets: Sequence[QWidget], kind: type[QWidget]) -> int:
    """Return how many controls of a kind are seen."""
    return sum(one.isVisible() for widget in widgets for one in widget.findChildren(kind))


@pytest.mark.parametrize("kind", [*METHODS, *MEASURES], ids=lambda kind: kind.name)
def test_forms(kind: Any, data: Any, opened: Show) -> None:
    for parameters in EXAMPLES[kind.name]:
        form = OperationForm(kind, data, kind(**parameters))
        opened(form)
        form.more.setChecked(True)
        assert turned_over(form) == []


@pytest.mark.parametrize("kind", MEASURES, ids=lambda kind: kind.name)
def test_parameter_rows(kind: Any, data: Any, qtbot: QtBot) -> None:
    line = ParameterRow(kind, data, kind(**EXAMPLES[kind.name][0]))
    qtbot.addWidget(line)
    line.form.make_rare()
    wanted = []
    line.wanted.connect(wanted.append)
    line.show()
    assert turned_over(line) == []
    assert wanted == []


def test_dialogs(sampled: Session, sample: Path, opened: Show) -> None:
    project, home = sampled.project, QWidget()
    assert project is not None
    assert sampled.data is not None
    dialogs = [
        ScenarioDialog(project, sampled.data, project.scenarios[0]),
        ScenarioDialog(project, sampled.data, None),
        LimitDialog(project.scenarios[0], first_limit(HeadlineLoss), home),
        ExportDialog(sampled),
        ImportDialog(sample.with_name("billing_5000.csv"), sampled.jobs, sampled.navigator),
        CompareMatrices(sampled, home),
        EditRuleDialog(sampled, sampled.data, None),
        BuildDialog("Age", coded_counts(sampled.data, "Age"), sampled.jobs),
    ]
    for dialog in dialogs:
        assert turned_over(opened(dialog)) == [], dialog.windowTitle()
        assert turned([dialog], QComboBox), dialog.windowTitle()


def test_queries_and_filters(sampled: Session, opened: Show, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed):
        sampled.add_step(Camouflage(variables=["Amount_Billed"], below=5.0))
    assert sampled.project is not None
    assert sampled.results is not None
    position = len(sampled.project.recipe.steps) - 1
    dialog = QueryDialog(sampled, sampled.project.recipe, sampled.results.run, position)
    assert turned_over(opened(dialog)) == []
    assert turned([dialog], QComboBox)
    assert sampled.data is not None
    home = QWidget()
    popover = FilterPopover(sampled.data, ColumnProfiles(sampled.jobs), "Age", home)
    popover.show()
    assert turned_over(popover) == []
    assert turned([popover], QComboBox)
    popover.close()


@pytest.mark.parametrize("method", [Recoding, Camouflage], ids=lambda method: method.name)
def test_step_dialogs(method: Any, sampled: Session, opened: Show) -> None:
    assert turned_over(opened(StepDialog(sampled, method))) == []
