"""Parameters of a step that is marked secret stand in no public document, nor does what follows of them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.withholding import withheld
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.loss import CategoricalComparison, ContinuousLoss, HeadlineLoss
from sdcdesk.masking import METHODS
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.report.export import figures_text
from sdcdesk.report.html import render
from sdcdesk.report.notebook import display
from sdcdesk.report.text import steps_lines
from sdcdesk.risk import DisclosureRisk, KAnonymity

NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
NOT_TEXT = re.compile(r"<style.*?</style>|<svg.*?</svg>|<[^>]+>", re.DOTALL)

STEPS: dict[str, tuple[Method, tuple[str, ...]]] = {
    "variance of noise": (
        METHODS["additive_noise"](variables=["income"], variance_share=13.5791),
        ("13.5791", "0.135791", "noise variance", "recoverable variance"),
    ),
    "size of factors": (
        METHODS["multiplicative_noise"](variables=["income"], deviation=7.1593),
        ("7.1593", "0.071593", "recoverable variance"),
    ),
    "values that stay": (
        METHODS["pram"](variable="sex", diagonal=71.9357),
        ("71.9357", "0.719357", "28.0643", "0.280643", "Transitions"),
    ),
    "matrix": (
        METHODS["pram"](
            variable="sex",
            how="matrix",
            transitions={"f": {"f": 0.8137, "m": 0.1863}, "m": {"f": 0.2467, "m": 0.7533}},
        ),
        ("8137", "81.37", "1863", "18.63", "2467", "24.67", "7533", "75.33", "Transitions"),
    ),
}


def release(folder: Path, method: Method, *, secret: bool) -> Release:
    """Return the release check of a project with one step, which lies in the folder too."""
    random = np.random.default_rng(5)
    frame = pd.DataFrame(
        {"sex": random.choice(["f", "m"], 200), "income": random.integers(10**3, 10**5, 200)}
    )
    file, at = folder / "people.csv", folder / "people.sdcdesk"
    frame.to_csv(file, index=False)
    project = Project(
        data=DataReference.to(file, at, ReadOptions()),
        recipe=Recipe(seed=2**62 + 1).then(method, secret=secret),
        measures=[HeadlineLoss(), ContinuousLoss(), CategoricalComparison()],
    )
    project.save(at)
    return check_release(project, Pipeline(project.open_data(at)).run(project.recipe)).followed()


def public(found: Release, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return all that the writers of public documents make of it."""
    written = {"report": folder / "report.html", "figures": folder / "figures.json"}
    files = [text for name, path in written.items() for text in (_OPTIONS[name], str(path))]
    capsys.readouterr()
    main(["run", str(folder / "people.sdcdesk"), "--tables", "--overwrite", *files])
    terminal = capsys.readouterr()
    main(["run", str(folder / "people.sdcdesk"), "--json", "-"])
    return {
        "terminal": terminal.out + terminal.err,
        "standard output": capsys.readouterr().out,
        **{name: path.read_text(encoding="utf-8") for name, path in written.items()},
        "page": render(found),
        "JSON": figures_text(found),
        "lines": "\n".join(steps_lines(found, tables=True)),
        "notebook": display(found) + display(found.project.recipe) + repr(found.project.recipe),
    }


_OPTIONS = {"report": "--report", "figures": "--json"}


@pytest.mark.parametrize("name", STEPS)
def test_a_secret_parameter_is_in_no_public_document(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    method, marks = STEPS[name]
    found = release(tmp_path, method, secret=True)
    for writer, text in public(found, tmp_path, capsys).items():
        assert not [mark for mark in marks if mark in text], writer
        if writer != "notebook":
            assert method.title in text or method.name in text, writer
    told = json.loads(figures_text(found))["steps"][0]
    assert told["variables"] == [next(method.chosen())[1]]
    assert (told["parameters"], told["figures"], told["tables"], told["notes"]) == (None, {}, {}, [])


@pytest.mark.parametrize("name", STEPS)
def test_what_is_not_marked_is_told_and_the_board_reads_all(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    method, marks = STEPS[name]
    texts = public(release(tmp_path, method, secret=False), tmp_path, capsys)
    assert any(mark in texts["report"] for mark in marks)
    assert any(mark in texts["figures"] for mark in marks)
    secret = release(tmp_path, method, secret=True)
    internal = render(secret, edition=secret.edition(internal=True))
    assert any(mark in internal for mark in marks)
    assert method.summary() in internal


@pytest.mark.parametrize("name", STEPS)
def test_a_secret_step_reports_nothing_outside(name: str, tmp_path: Path) -> None:
    [stage] = release(tmp_path, STEPS[name][0], secret=True).run.stages
    assert stage.notes(WITHHELD) == ()
    assert not stage.findings(WITHHELD).sections
    assert stage.findings(EVERYTHING).sections


def test_marking_a_step_changes_no_value(tmp_path: Path) -> None:
    method, _ = STEPS["variance of noise"]
    told = release(tmp_path, method, secret=False)
    pipeline = Pipeline(told.run.original)
    first = pipeline.run(told.project.recipe)
    marked = pipeline.run(told.project.recipe.kept_secret(0, secret=True))
    assert marked.masked is first.masked, "nothing is drawn again"
    assert marked.stages[0].step.secret


def answers(found: Release) -> set[float]:
    """Return counts and shares of values that PRAM changed, from which its matrix is computed."""
    moved = pd.crosstab(found.run.original.frame["sex"], found.run.masked.frame["sex"]).to_numpy()
    stayed, records = int(moved.trace()), int(moved.sum())
    shares = [round(share, 9) for share in (stayed / records, 1 - stayed / records)]
    return {float(stayed), float(records - stayed), *shares, *(round(100 * share, 6) for share in shares)}


def numbers_in(value: object) -> Iterator[float]:
    """Yield every number of what JSON holds, in texts too."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from numbers_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers_in(inner)
    elif isinstance(value, str):
        yield from (round(float(number.replace(",", "")), 9) for number in NUMBER.findall(value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield round(float(value), 9)


def public_figures(found: Release) -> Any:
    return json.loads(figures_text(found))


@pytest.mark.parametrize("name", ["values that stay", "matrix"])
def test_shares_of_changed_values_are_in_no_public_figure(name: str, tmp_path: Path) -> None:
    told = release(tmp_path, STEPS[name][0], secret=False)
    [stage] = told.run.stages
    known = {round(figure.value or 0, 9) for figure in stage.findings(EVERYTHING).figures.values()}
    assert answers(told) & known, "else this test proves nothing"
    found = release(tmp_path, STEPS[name][0], secret=True)
    assert not answers(found) & set(numbers_in(public_figures(found)))
    assert not answers(found) & set(numbers_in("\n".join(steps_lines(found, tables=True))))
    assert not answers(found) & set(numbers_in(NOT_TEXT.sub(" ", render(found))))


def rows_naming(figures: Any, variable: str) -> list[Any]:
    return [
        row
        for measure in figures["measures"]
        for table in measure["tables"].values()
        for row in table["rows"]
        if variable in (row.get("variable"), row.get("part"))
    ]


def values_of(figures: Any, measure: str) -> list[Any]:
    [found] = [one for one in figures["measures"] if one["measure"] == measure]
    return [figure["value"] for figure in found["figures"].values() if figure["value"] is not None]


@pytest.mark.parametrize("name", STEPS)
def test_no_loss_of_a_variable_that_a_secret_step_masked_is_told(name: str, tmp_path: Path) -> None:
    method, _ = STEPS[name]
    variable = next(method.chosen())[1]
    measure = "categorical_comparison" if variable == "sex" else "continuous_loss"
    told = public_figures(release(tmp_path, method, secret=False))
    assert rows_naming(told, variable)
    assert values_of(told, measure)
    found = release(tmp_path, method, secret=True)
    secret = public_figures(found)
    assert not rows_naming(secret, variable)
    assert not values_of(secret, measure)
    assert not values_of(secret, "headline_loss")
    assert [point["loss"]["value"] for point in secret["path"]] == [0.0, None]
    withheld = secret["measures"][0]["words"]["figures"]["loss"]["reason"]
    assert "secret parameters" in withheld
    assert rows_naming(secret, "income" if variable == "sex" else "sex"), "other variables are told of"


RISKS = {
    "distance_linkage": MEASURES["distance_linkage"](keys=("sex", "income"), subsets=2),
    "probabilistic_linkage": MEASURES["probabilistic_linkage"](keys=("sex", "income"), probabilities="known"),
    "interval_disclosure": MEASURES["interval_disclosure"](variables=("income",)),
    "combined_risk": MEASURES["combined_risk"](
        keys=("sex", "income"), variables=("income",), probabilities="known"
    ),
    "disclosure_risk": DisclosureRisk(keys=("sex", "income")),
    "k_anonymity": KAnonymity(keys=("sex", "income")),
}


ALONE = {one.name for one in KAnonymity.declares} - set(KAnonymity().by_record)
"""Figures of k-anonymity that the released file shows to everybody."""


def numbers_of(found: Findings) -> set[float]:
    """Return the numbers of tables, and of how figures come about."""
    cells = (
        one.value
        for table in found.tables.values()
        for column in table.columns
        if column.unit is not None
        for one in table.quantities(column)
    )
    rows = (one for figure in found.figures.values() for _, one in figure.computation)
    return {float(one) for one in (*cells, *(row.value for row in rows if isinstance(row, Quantity))) if one}


@pytest.mark.parametrize("measure", RISKS.values(), ids=list(RISKS))
@pytest.mark.parametrize("name", STEPS)
def test_no_risk_tells_how_a_secret_step_masked(name: str, measure: Measure, tmp_path: Path) -> None:
    """The share of values that agree with their own is what PRAM keeps; how near they came is the noise."""
    found = release(tmp_path, STEPS[name][0], secret=True)
    original, masked = found.run.original, found.run.masked
    if measure.name == "interval_disclosure" and "sex" in found.run.secret:
        pytest.skip("it compares incomes alone")
    assessed = measure.assess(original, masked)
    assert numbers_of(assessed)
    told = withheld(assessed, found.edition())
    left = {figure for figure, one in told.figures.items() if one.quantity.defined}
    released = {"disclosure_risk": {"k", "records_below_k", "groups_after", "records_after"}}
    assert left <= released.get(measure.name, ALONE if measure.name == "k_anonymity" else set())
    for table in told.tables.values():
        naming = [name for name in ("variable", "variables") if name in table.frame]
        cells = {part for name in naming for cell in table.frame[name] for part in cell.split(", ")}
        assert naming
        assert found.run.secret.isdisjoint(cells)
    assert withheld(assessed, found.edition(internal=True)).tables.keys() == assessed.tables.keys()


def test_combinations_without_the_secret_variable_are_told(tmp_path: Path) -> None:
    found = release(tmp_path, STEPS["matrix"][0], secret=True)
    told = withheld(RISKS["distance_linkage"].assess(found.run.original, found.run.masked), found.edition())
    assert told.tables["combinations"].frame["variables"].tolist() == ["income"]


@pytest.mark.parametrize("name", STEPS)
def test_the_board_reads_the_loss_of_a_secret_step(name: str, tmp_path: Path) -> None:
    found = release(tmp_path, STEPS[name][0], secret=True)
    internal = found.edition(internal=True)
    page = render(found, edition=internal)
    assert "the parameters of that step are secret" not in page
    assert found.path[-1].loss_for_edition(internal).defined
