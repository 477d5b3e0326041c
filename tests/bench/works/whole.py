"""What is made of several parts: a pipeline with a changed step, an export, a whole release."""

from pathlib import Path

import pandas as pd

from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions, write
from sdcdesk.loss import CategoricalComparison, ContinuousLoss, HeadlineLoss
from sdcdesk.masking import Microaggregation, RankSwapping, Recoding
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.report.export import export
from sdcdesk.report.export_plan import Plan
from sdcdesk.risk import WeightMatrix
from tests.bench.people import AMOUNTS, KEYS, census
from tests.bench.work import Way, Work


def described(frame: pd.DataFrame) -> Microdata:
    roles = dict.fromkeys(KEYS, Role.KEY) | dict.fromkeys(AMOUNTS, Role.CONFIDENTIAL)
    numbers = (*AMOUNTS, "age")
    return Microdata(frame[[*KEYS, *AMOUNTS]]).describe(
        *(
            Variable(name=name, role=role, scale=Scale.CONTINUOUS if name in numbers else Scale.NOMINAL)
            for name, role in roles.items()
        )
    )


def _project(data: DataReference, records: int) -> Project:
    """Return four steps, three scenarios with a limit each, and three measures of loss."""
    keys = (("age", "sex", "region"), ("age", "marital", "occupation"), ("sex", "region", "tenure", "rooms"))
    accepted = Limit(measure="disclosure_risk", figure="dr_weighted", value=1.0)
    matrix = WeightMatrix(structure="general", block=[[6.0, 2.0], [2.0, 2.0]], tail=0.0)
    return Project(
        data=data,
        variables=described(census(min(records, 100))).variables,
        weights={"W": matrix},
        scenarios=[
            Scenario(name=f"Scenario {number}", keys=known, weights="W", limits=[accepted])
            for number, known in enumerate(keys, start=1)
        ],
        recipe=Recipe(seed=2**62 + 11)
        .then(Recoding(variable="age", how="width", width=10.0, top=80.0))
        .then(
            Recoding(
                variable="region",
                how="mapping",
                mapping={str(code): "other" for code in range(30, 40)},
                others="keep",
            )
        )
        .then(RankSwapping(variables=["income", "tax"]))
        .then(Microaggregation(variables=["wealth"], k=3)),
        measures=[HeadlineLoss(), ContinuousLoss(), CategoricalComparison()],
    )


def _saved(records: int) -> Path:
    """Return a project beside its file."""
    path = Path.cwd() / f"project-{records}.csv"
    project = path.with_suffix(".sdcdesk")
    if not project.exists():
        write(described(census(records)), path)
        _project(DataReference.to(path, project, ReadOptions(format="csv")), records).save(project)
    return project


def _run(project: Path) -> None:
    """Run a project as the command does: read, mask, assess, follow the path, write three files."""
    words = ["run", str(project), "--out", "safe.csv", "--report", "report.html", "--json", "figures.json"]
    if main([*words, "--overwrite"]) != 0:
        raise RuntimeError("the project did not run")


def _piped(records: int) -> tuple[Pipeline, Recipe]:
    """Return a pipeline that has run, and its recipe with another parameter in the last step."""
    data = described(census(records))
    recipe = _project(
        DataReference(path="unread.csv", size=0, sha256="0" * 64, options=ReadOptions(format="csv")), records
    ).recipe
    pipeline = Pipeline(data)
    pipeline.run(recipe)
    return pipeline, recipe.edited(3, Microaggregation(variables=["wealth"], k=5))


def _checked(records: int) -> Release:
    """Return a project that has run and was checked."""
    data = described(census(records))
    reference = DataReference(path="unread.csv", size=0, sha256="0" * 64, options=ReadOptions(format="csv"))
    project = _project(reference, records)
    return check_release(project, Pipeline(data).run(project.recipe)).followed()


def _export(release: Release) -> None:
    plan = Plan(
        target=Path("safe.csv"), report=Path("report.html"), figures=Path("figures.json"), replace=True
    )
    export(release, plan)


WORKS = (
    Work(
        "another parameter in the last of four steps",
        Way("SDCDesk", _piped, lambda asked: asked[0].run(asked[1])),
    ),
    Work(
        "export of a checked release: file, report and figures",
        Way("SDCDesk", _checked, _export),
    ),
    Work(
        "a whole run: 12 columns, four steps, three scenarios, report and figures",
        Way("SDCDesk", _saved, _run),
    ),
)
