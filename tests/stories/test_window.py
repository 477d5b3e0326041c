"""The whole journey through the real window, and that it gives the bytes of the command line."""

import shutil
from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from sdcdesk.cli import main
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.method import Method
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Microaggregation, Recoding, SimpleRandomSampling
from sdcdesk.risk import TRUTA_2004
from ui.dialogs.export_dialog import ExportDialog
from ui.dialogs.step_dialog import StepDialog
from ui.shell.main_window import MainWindow

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

STEPS = (
    Recoding(variable="Age", how="width", width=5.0, top=90.0),
    Recoding(variable="Zip", how="prefix", keep=4),
    SimpleRandomSampling(percentage=80.0),
    Microaggregation(variables=["Amount_Billed"], k=3),
)


def computed(window: MainWindow, qtbot: QtBot, act: Callable[[], object]) -> None:
    """Do something and wait for its results."""
    with qtbot.waitSignal(window.session.computed):
        act()


def add(window: MainWindow, qtbot: QtBot, method: Method, position: int | None = None) -> None:
    """Add or edit a step through its dialog."""
    dialog = StepDialog(window.session, type(method), position, window)
    qtbot.addWidget(dialog)
    dialog.show()
    for name, editor in dialog.form.editors.items():
        editor.set_value(getattr(method, name))
        editor.edited.emit()
    qtbot.waitUntil(lambda: dialog.method == method)
    computed(window, qtbot, dialog.accept)


def verdict(window: MainWindow) -> str:
    results = window.session.results
    assert results is not None
    assert results.release is not None
    return results.release.verdict


def test_from_a_confidential_file_to_a_safe_one(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    session = window.session
    data = tmp_path / "billing.csv"
    shutil.copy(SAMPLES / "billing_5000.csv", data)

    # Open the data file, as the import dialog does once it is accepted.
    computed(window, qtbot, lambda: window.files._opening.data(data, ReadOptions(text=["Zip"])))
    assert window.rail.current() == "data"

    # Say what an intruder could know.
    roles = {"Patient_No": Role.IDENTIFIER, "Name": Role.IDENTIFIER, "Age": Role.KEY, "Sex": Role.KEY}
    roles |= {"Race": Role.KEY, "Zip": Role.KEY, "Amount_Billed": Role.CONFIDENTIAL}
    for name, role in roles.items():
        variable = session.data.variable(name).changed(role=role)
        computed(window, qtbot, lambda v=variable: session.describe(f"{v.name} is {v.role}", v))
    weights = {"W3": TRUTA_2004["W3"].both_directions()}
    scenario = Scenario(name="Neighbour", keys=["Age", "Sex", "Zip"], weights="W3").with_limit(
        "dr_weighted", 0.02
    )
    described: Project = session.project.changed(weights=weights, scenarios=(scenario,))
    computed(window, qtbot, lambda: session.change("Add scenario Neighbour", described))
    assert verdict(window) == "unsafe"

    # Mask: four steps, still unsafe; edit one, safe; reorder.
    for stage in ("variables", "risk", "masking"):
        window.show_stage(stage)
    for method in STEPS:
        add(window, qtbot, method)
    assert [step.method for step in session.project.recipe.steps] == list(STEPS)
    assert verdict(window) == "unsafe"
    add(window, qtbot, STEPS[0].changed(width=10.0), position=0)
    assert verdict(window) == "safe"
    computed(window, qtbot, lambda: session.change_recipe("Move", lambda recipe: recipe.moved(3, 0)))
    final = session.project

    # Take everything back, and do it all again.
    while session.history.undo_label:
        session.undo()
    computed(window, qtbot, session.compute)
    assert session.project.recipe.steps == ()
    assert not session.project.scenarios
    while session.history.redo_label:
        session.redo()
    computed(window, qtbot, session.compute)
    assert session.project == final
    assert verdict(window) == "safe"

    # Save, close, open again: nothing is lost.
    saved = tmp_path / "study" / "billing.sdcdesk"
    saved.parent.mkdir()
    assert window.files.saving.save(saved)
    window.commands["close"].trigger()
    assert window.stages.currentWidget() is window.welcome
    computed(window, qtbot, lambda: window.files.open(saved))
    assert session.project == load(saved)
    assert session.project.recipe == final.recipe

    # Export: the same bytes as the command line gives.
    out = tmp_path / "study" / "safe.csv"
    dialog = ExportDialog(session, window)
    dialog.show()
    dialog.form.set_target(out)
    assert dialog.filled.isEnabled(), dialog.filled.toolTip()
    with qtbot.waitSignal(session.done):
        dialog.filled.click()
    again = tmp_path / "again.csv"
    assert main(["run", str(saved), "--out", str(again)]) == 0
    assert out.read_bytes() == again.read_bytes()
    assert data.read_bytes() == (SAMPLES / "billing_5000.csv").read_bytes(), "the original is as it was"
    assert session.exported
