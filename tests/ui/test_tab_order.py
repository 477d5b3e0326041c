"""Tab in every dialog: each stop has a name, is seen, and comes as one reads. Pages: test_every_screen."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from sdcdesk.inspection.hierarchy_counts import coded_counts
from sdcdesk.masking import METHODS
from tests.ui.tab_order import Rings, tab_complaints
from ui.dialogs.export_dialog import ExportDialog
from ui.dialogs.import_dialog import ImportDialog
from ui.dialogs.notice import Notice
from ui.dialogs.problem_dialog import ProblemDialog
from ui.dialogs.scenario_dialog import ScenarioDialog
from ui.dialogs.step_dialog import StepDialog
from ui.pages.hierarchies.build_dialog import BuildDialog
from ui.session.session import Session


@pytest.fixture(scope="module")
def rings() -> Rings:
    """What showed that it has the keyboard, in any of these dialogs."""
    return Rings()


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.name)
def test_every_step_dialog(
    sampled: Session, qtbot: QtBot, settled: Callable[..., None], rings: Rings, kind: type
) -> None:
    dialog = StepDialog(sampled, kind)
    qtbot.addWidget(dialog)
    walked(dialog, sampled, qtbot, settled, rings)


def test_other_dialogs(
    sampled: Session, sample: Path, qtbot: QtBot, settled: Callable[..., None], rings: Rings
) -> None:
    dialogs = [
        ScenarioDialog(sampled.project, sampled.data, sampled.project.scenarios[0]),
        ExportDialog(sampled),
        ImportDialog(sample.with_suffix(".csv"), sampled.jobs, sampled.navigator),
        Notice("Data file", "It has changed.", None, "Go on", "Locate…"),
        ProblemDialog("Nothing has failed.", None),
        BuildDialog("Age", coded_counts(sampled.data, "Age"), sampled.jobs),
    ]
    for dialog in dialogs:
        qtbot.addWidget(dialog)
        walked(dialog, sampled, qtbot, settled, rings)
        dialog.done(0)


def walked(
    dialog: QDialog, session: Session, qtbot: QtBot, settled: Callable[..., None], rings: Rings
) -> None:
    """Walk through a dialog without a complaint."""
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    settled(dialog, session.jobs)
    found = tab_complaints(dialog, dialog.windowTitle(), rings)
    assert found == [], "\n".join(found)
