"""Parameters of a step that is marked secret stand in no public document, nor does what follows of them."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.method import Method
from sdcdesk.core.secrecy import EVERYTHING, WITHHELD
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.loss import ContinuousLoss, HeadlineLoss
from sdcdesk.masking import METHODS
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.report.export import figures_text
from sdcdesk.report.html import render
from sdcdesk.report.notebook import display
from sdcdesk.report.text import steps_lines

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
        measures=[HeadlineLoss(), ContinuousLoss()],
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
    assert stage.reported(WITHHELD) == ({}, ())
    assert not stage.findings(WITHHELD).sections
    assert stage.reported(EVERYTHING)[0]


def test_marking_a_step_changes_no_value(tmp_path: Path) -> None:
    method, _ = STEPS["variance of noise"]
    told = release(tmp_path, method, secret=False)
    pipeline = Pipeline(told.run.original)
    first = pipeline.run(told.project.recipe)
    marked = pipeline.run(told.project.recipe.kept_secret(0, secret=True))
    assert marked.masked is first.masked, "nothing is drawn again"
    assert marked.stages[0].step.secret
