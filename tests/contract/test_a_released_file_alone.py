"""What is said of a released file whose original is not known: nothing that only the original could tell."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.without_original import GENERAL
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.opened import Opened
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.inspection.step_suggestions import suggested_steps
from sdcdesk.io import FileOptions, write
from sdcdesk.masking import METHODS, SimpleRandomSampling
from sdcdesk.release.gauge_reading import reading
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import check_release
from sdcdesk.release.reweighed import Reweighed
from sdcdesk.report.html import written
from sdcdesk.risk import DisclosureRisk, IndividualRisk, KAnonymity, KeyFinder, Suda, WeightMatrix

# Without a fraction, the weights of all records of the original say how large the population is.
GIVEN = {
    "t_closeness": {"likeness": "enhanced"},
    "suda": {"sampling_fraction": 0.1},
    "population_uniques": {"population_size": 4000},
    "log_linear_risk": {"population_size": 4000},
}

BY_DEFAULT = {
    kind.name: GIVEN.get(kind.name, {})
    for kind in MEASURES
    if "holds" not in kind.model_fields or kind.name == "attacker_risks"
}
CASES = [pytest.param(MEASURES[name](**given), id=name) for name, given in BY_DEFAULT.items()]


@pytest.mark.parametrize("measure", CASES)
def test_nothing_is_said_that_another_original_would_change(measure: Measure, data: Microdata) -> None:
    """Alone, and beside an original of which it is the half: what is said of the file must be the same."""
    half = Microdata(data.frame.iloc[:100], data.variables)
    alone = measure.assess(None, half)
    silent = measure.needs_original and measure.comparing is None
    beside = alone if silent else measure.assess(data, data.take(np.arange(100)))
    assert not silent or all(figure.value is None for figure in alone.figures.values())
    assert alone.original is alone.masked
    assert {one.name for one in measure.declares} == set(alone.figures)
    for name, figure in alone.figures.items():
        assert figure.before is None
        if figure.quantity.defined:
            assert figure.quantity.value == beside.figure(name).quantity.value, name
        elif beside.figure(name).quantity.defined:
            assert figure.quantity.reason is not None
            assert figure.quantity.reason.code is Why.NOT_APPLICABLE
            assert "original" in figure.quantity.reason.text
    for name, table in alone.tables.items():
        about_original = any(column.role in ("before", "change") for column in table.columns)
        assert not (len(table) and about_original), name
    assert all(state.code != "exact" for state in alone.states.values())
    written = json.loads(json.dumps(alone.to_json(), allow_nan=False))
    assert written["computed_from"]["original"] is None
    assert not any("Exact for an intruder" in note for note in alone.notes)


@pytest.mark.parametrize("measure", CASES)
def test_each_says_in_its_own_words_why_it_finds_nothing(measure: Measure) -> None:
    assert measure.needs_original != GENERAL


@pytest.mark.parametrize("measure", [case for case in CASES if case.values[0].concern is Concern.LOSS])
def test_no_loss_is_zero(measure: Measure, data: Microdata) -> None:
    found = measure.assess(None, data)
    assert all(figure.value is None for figure in found.figures.values())
    assert any("differs from the original" in note for note in found.notes)


def test_what_needs_no_original_is_what_it_is(data: Microdata) -> None:
    for measure in (KAnonymity(), Suda(), KeyFinder(), IndividualRisk()):
        alone, both = measure.assess(None, data), measure.assess(data, data)
        defined = [name for name, figure in alone.figures.items() if figure.quantity.defined]
        assert len(defined) >= 4
        assert [alone.value(name) for name in defined] == [both.value(name) for name in defined]
    risk = DisclosureRisk().assess(None, data)
    assert risk.value("k") == DisclosureRisk().assess(data, data).value("k")
    assert (risk.value("dr_max"), risk.value("exactness")) == (None, "no original")


@pytest.fixture
def file(tmp_path: Path, data: Microdata) -> Path:
    write(data, tmp_path / "safe.csv", identifiers=True)
    return tmp_path / "safe.csv"


def test_the_command_takes_a_finished_file_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["assess", "--masked", str(file), "--keys", "age,zip", "--json", "-"]
    assert main(asked) == 0
    said = capsys.readouterr()
    found = {entry["measure"]: entry for entry in json.loads(said.out)["measures"]}
    assert {"k_anonymity", "suda", "key_finder", "disclosure_risk"} <= set(found)
    assert not {"headline_loss", "distance_linkage", "sampling_risk"} & set(found)
    assert found["disclosure_risk"]["figures"]["dr_weighted"]["value"] is None
    assert "k-map was left out" in said.err
    limited = [*asked, "--limit", "disclosure_risk.dr_weighted<=0.5", "--measure", "k_anonymity"]
    assert main(limited) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["verdict"] == "not assessed"
    assert [entry["measure"] for entry in result["measures"]] == ["k_anonymity", "disclosure_risk"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "Name the original, a finished file with --masked, or both"),
        (["--masked", "safe.csv", "--recoded-only"], "--recoded-only says how the finished file came"),
        (["--masked", "safe.csv", "--id", "no"], "--id says how the finished file came"),
        (["--masked", "safe.csv", "--measure", "k_map"], "needs to know the key variables"),
    ],
)
def test_options_that_speak_of_an_original_need_one(
    options: list[str],
    words: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(file.parent)
    assert main(["assess", *options]) == 2
    assert words in capsys.readouterr().err


def test_a_project_keeps_that_its_file_is_a_released_one(file: Path, data: Microdata) -> None:
    opened = Opened.from_data(file, FileOptions(), released=True)
    assert opened.data.is_released
    assert opened.project.data.released
    described = opened.project.changed(variables=data.variables).with_default_scenario()
    path = file.with_suffix(".sdcdesk")
    described.changed(data=described.data.relative_to(file, path)).save(path)
    again = Opened.from_project(path)
    assert again.data.is_released
    assert again.data.named("key") == data.named("key")
    read, _ = again.project.read_data(path)
    assert read.is_released


def released(data: Microdata) -> tuple[Project, Microdata]:
    reference = {"path": "safe.csv", "size": 1, "sha256": "0" * 64, "released": True}
    options = {"format": "csv", "delimiter": ","}
    project = Project(data={**reference, "options": options}, variables=data.variables, recipe=Recipe(seed=1))
    return project.with_default_scenario(), data.as_released()


def test_a_release_of_it_has_neither_path_nor_gauge_nor_loss(data: Microdata) -> None:
    project, alone = released(data)
    check = check_release(project, Pipeline(alone).run(Recipe(seed=1))).followed()
    assert check.path == ()
    assert str(check.verdict) == "not assessed"
    checked = check.scenarios[0]
    assert reading(checked, None, check.project.risk_axis(checked.scenario)) is None
    found = Reweighed().follow(checked.after, {"alike": WeightMatrix.maximal()})
    assert found.reweighing is None
    assert "not known without the original" in str(found.risks["alike"])
    assert check.measures[0].value("loss") is None
    page = written(check).text
    assert "As opened, its original not known" in page
    assert "not known without the original" in page


def test_it_is_assessed_and_not_masked(data: Microdata) -> None:
    alone = data.as_released()
    assert all("to be assessed only" in kind.lacking(alone) for kind in METHODS)
    assert suggested_steps(alone, alone.named("key")) == ()
    # Python may do so, and nothing becomes known by it.
    masked = SimpleRandomSampling(percentage=50.0).apply(alone, seed=1)
    found = DisclosureRisk().assess(alone, masked)
    assert found.value("dr_max") is None
    assert found.value("records_after") == 100
