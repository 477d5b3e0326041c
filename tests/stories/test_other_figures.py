"""A project whose only limits stand on individual risk and continuous loss shows these two figures."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.cli import main
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import read_file
from sdcdesk.loss import ContinuousLoss
from sdcdesk.masking import Microaggregation, Recoding
from sdcdesk.release.gauge_reading import gauged, reading
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.project_results import ProjectResults, compute
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.release.risk_reduction import reduce_risk
from sdcdesk.release.step_comparison import compare_step, figure_changes
from sdcdesk.release.step_effects import step_rows
from sdcdesk.report.steps import steps
from sdcdesk.risk import IndividualRisk, WeightMatrix
from ui.shell.main_window import MainWindow

RISK, LOSS = ("individual_risk", "mean_risk"), ("continuous_loss", "mean_variation_values")
RISK_TITLE, LOSS_TITLE = "Mean individual risk", "Mean variation of values"
NEAR = Address("Neighbour", *RISK)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project file beside its data: 400 people of whom each stands for some, masked by two steps."""
    folder, rng = tmp_path_factory.mktemp("survey"), np.random.default_rng(3)
    people = pd.DataFrame(
        {
            "age": rng.integers(18, 90, 400),
            "sex": rng.choice(["f", "m"], 400),
            "income": rng.integers(500, 9000, 400),
            "weight": rng.integers(2, 30, 400),
        }
    )
    people.to_csv(folder / "people.csv", index=False)
    found = read_file(folder / "people.csv")
    roles = {"age": Role.KEY, "sex": Role.KEY, "income": Role.CONFIDENTIAL, "weight": Role.WEIGHT}
    limits = ((RISK, 0.0001), (LOSS, 9.0))
    scenario = Scenario(
        name="Neighbour",
        weights="alike",
        measures=(IndividualRisk(),),
        limits=tuple(Limit(measure=name, figure=figure, value=most) for (name, figure), most in limits),
    )
    project = Project(
        data=DataReference.from_file(found, folder / "people.csv", folder / "study.sdcdesk"),
        variables=tuple(one.changed(role=roles[one.name]) for one in found.data.variables),
        weights={"alike": WeightMatrix.maximal()},
        scenarios=(scenario,),
        measures=(ContinuousLoss(),),
        recipe=Recipe(seed=5)
        .then(Recoding(variable="age", how="width", width=5.0))
        .then(Microaggregation(variables=("income",), k=3)),
    )
    project.save(folder / "study.sdcdesk")
    return folder / "study.sdcdesk"


@pytest.fixture(scope="module")
def project(file: Path) -> Project:
    return load(file)


@pytest.fixture(scope="module")
def found(project: Project, file: Path) -> ProjectResults:
    return compute(project, Pipeline(project.open_data(file)))


def text(quantity: Quantity | None, limit: float) -> str:
    assert quantity is not None
    return quantity_text(quantity, limits=[limit], noun=False).text


def test_the_path_holds_them_and_no_other(found: ProjectResults) -> None:
    for point in found.path:
        assert set(point.figures) == {NEAR, Address("Neighbour", *LOSS)}
        assert point.loss == point.figures[Address("Neighbour", *LOSS)]
    assert found.path[0].loss.value == 0
    assert found.release is not None
    told = found.release.to_json()
    assert told["axes"] == {"risk": [NEAR._asdict()], "loss": {"measure": LOSS[0], "figure": LOSS[1]}}
    edition = found.release.edition()
    shown = [point.loss_for_edition(edition).to_json() for point in found.path]
    assert [point["loss"] for point in told["path"]] == shown
    assert {figure["measure"] for point in told["path"] for figure in point["figures"]} == {RISK[0], LOSS[0]}


def test_effects_of_steps_and_the_report_tell_them(project: Project, found: ProjectResults) -> None:
    rows = step_rows(project, found, "Neighbour")
    assert rows[0].risk.startswith(RISK_TITLE)
    assert any(row.loss.startswith(LOSS_TITLE) for row in rows), "a number microaggregated is varied"
    assert found.release is not None
    [*_, last] = [step for step in steps(found.release, found.release.edition(internal=True)) if step.changes]
    assert [change.title for change in last.changes] == [RISK_TITLE, LOSS_TITLE, LOSS_TITLE]


def test_the_gauge_and_the_preview_show_them(project: Project, found: ProjectResults) -> None:
    assert found.release is not None
    [checked] = found.release.scenarios
    axis = project.risk_axis(checked.scenario)
    assert axis == RISK
    limit = gauged(checked, axis)
    assert limit is not None
    assert limit.address == RISK
    shown = reading(checked, limit, axis)
    assert shown is not None
    assert shown.quantity == found.path[-1].figures[NEAR]
    unlimited = checked.with_limits(checked.scenario.changed(limits=()))
    assert gauged(unlimited, axis) is None
    assert reading(unlimited, None, axis) == shown, "the axis says what is shown where nothing is limited"
    coarser = Recoding(variable="age", how="width", width=40.0)
    seen = compare_step(project, found.run, 0, coarser, "age")
    first, *_, last = figure_changes(seen, project, checked.scenario)
    assert (first.name, last.name) == (RISK_TITLE, LOSS_TITLE)
    assert first.then not in ("–", "…")
    assert seen.then is not None
    assert seen.then.loss is not None
    assert last.then == text(seen.then.loss.quantity, 9.0)


def test_offers_lower_the_one_and_cost_the_other(project: Project, found: ProjectResults) -> None:
    reduction = reduce_risk(project, found.run, found.release, tried=6)
    offers = reduction.offers
    assert offers, reduction.why
    for offer in offers:
        assert offer.after.limit.address == RISK
        assert offer.axis == LOSS
        assert offer.loss_before == found.path[-1].loss
        assert offer.effect().startswith(RISK_TITLE)
        assert offer.cost().startswith(LOSS_TITLE)


def test_the_window_shows_them_and_takes_others(
    window: MainWindow, qtbot: QtBot, project: Project, file: Path
) -> None:
    session = window.session
    with qtbot.waitSignal(session.computed):
        session.open(project.open_data(file), project, file)
    section = window.panel.map
    assert (section.risks.currentText(), section.losses.currentText()) == (RISK_TITLE, LOSS_TITLE)
    assert RISK_TITLE in section.chart.accessibleDescription()
    assert RISK_TITLE in window.panel.check.gauge.accessibleDescription()
    assert window.panel.check.figures.loss.accessibleName().startswith(LOSS_TITLE)
    place = section.risks.findText("DR_W")
    section.risks.setCurrentIndex(place)
    section.risks.activated.emit(place)
    assert session.project is not None
    assert session.project.axes.risk == "disclosure_risk.dr_weighted"
    assert "DR_W" in section.chart.accessibleDescription(), "it was computed along: nothing is to be awaited"
    session.undo()
    assert section.risks.currentText() == RISK_TITLE


def test_the_command_line_names_them_by_address(file: Path, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    command = ["run", str(file), "--json", str(figures)]
    main([*command, "--risk-axis", "individual_risk.largest_risk"])
    told = json.loads(figures.read_text(encoding="utf-8"))
    assert told["axes"]["risk"][0]["figure"] == "largest_risk"
    assert told["axes"]["loss"] == {"measure": LOSS[0], "figure": LOSS[1]}
    assert [one["figure"] for one in told["path"][0]["figures"]] == ["largest_risk", RISK[1], LOSS[1]]


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("suda.minimal_sets", "does not measure suda.minimal_sets"),
        ("individual_risk.nothing", "no figure nothing"),
        ("nothing.x", "no measure called nothing"),
    ],
)
def test_what_the_project_does_not_measure_cannot_be_followed(
    file: Path, capsys: pytest.CaptureFixture[str], address: str, why: str
) -> None:
    assert main(["run", str(file), "--risk-axis", address]) == 2
    assert why in capsys.readouterr().err
