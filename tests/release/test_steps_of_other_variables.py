"""Steps that leave the keys alone: their risk is that of the file before, and is not assessed again."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import (
    Microaggregation,
    RandomOrder,
    RankSwapping,
    Recoding,
    Rounding,
    SimpleRandomSampling,
)
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import check_release
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.risk import DisclosureRisk, WeightMatrix

AGE = Recoding(variable="age", how="width", width=5.0)
PAY, RENT = RankSwapping(variables=["pay"]), Microaggregation(variables=["rent"], k=3)
HALF, SHUFFLED = SimpleRandomSampling(percentage=50.0), RandomOrder()

RECIPES = (
    (AGE, PAY, RENT, Rounding(variables=["pay"], base=10.0)),
    (PAY, AGE, RENT, HALF, PAY),
    (PAY, HALF, RENT, AGE, RENT),
    (AGE, SHUFFLED, PAY, SHUFFLED),
    (PAY, RENT),
    (RankSwapping(variables=["age"]), PAY, RankSwapping(variables=["age"]), RENT),
)


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 90, 300),
            "sex": rng.choice(["f", "m"], 300),
            "pay": rng.lognormal(8, 1, 300).round(2),
            "rent": rng.integers(100, 900, 300),
        }
    )
    roles = {"age": Role.KEY, "sex": Role.KEY, "pay": Role.CONFIDENTIAL, "rent": Role.CONFIDENTIAL}
    return Microdata(
        frame,
        [
            Variable(name=name, role=role, scale=Scale.NOMINAL if name == "sex" else Scale.CONTINUOUS)
            for name, role in roles.items()
        ],
    )


def project_of(data: Microdata, steps: tuple[object, ...]) -> Project:
    recipe = Recipe(seed=2**40 + 3)
    for step in steps:
        recipe = recipe.then(step)
    limits = [
        Limit(measure="disclosure_risk", figure=figure, value=0.5)
        for figure in ("dr_weighted", "dr_max", "dr_link")
    ]
    return Project(
        data=DataReference(path="people.csv", sha256="0" * 64, size=1, options=ReadOptions()),
        variables=data.variables,
        weights={"all": WeightMatrix.maximal()},
        scenarios=[
            Scenario(name="Both", keys=["age", "sex"], weights="all", limits=limits),
            Scenario(name="Sex", keys=["sex"], weights="all", limits=limits),
            Scenario(name="Pay", keys=["age", "pay"], weights="all", limits=limits),
        ],
        recipe=recipe,
    )


@pytest.mark.parametrize("steps", RECIPES)
def test_the_figures_of_every_step_are_those_of_its_file_assessed_by_itself(
    data: Microdata, steps: tuple[object, ...]
) -> None:
    project = project_of(data, steps)
    run = Pipeline(data).run(project.recipe)
    path = check_release(project, run).followed().path
    files = [data, *(stage.masked.data for stage in run.stages)]
    assert len(path) == len(files)
    for point, file in zip(path, files, strict=True):
        for scenario in project.scenarios:
            measure = DisclosureRisk(keys=scenario.keys, weights=project.weights["all"], k=scenario.k)
            alone = measure.assess(data, file)
            for figure in ("dr_weighted", "dr_max", "dr_link"):
                address = Address(scenario.name, "disclosure_risk", figure)
                assert point.value(address) == alone.value(figure)
            held = next(one for one in point.checked if one.scenario.name == scenario.name).after
            assert held.masked is file
            assert {name: one.quantity for name, one in held.figures.items()} == {
                name: one.quantity for name, one in alone.figures.items()
            }


def test_only_what_a_step_touched_is_assessed_again(data: Microdata, monkeypatch: pytest.MonkeyPatch) -> None:
    project = project_of(data, RECIPES[0])
    checked = check_release(project, Pipeline(data).run(project.recipe))
    assessed, assess = [], DisclosureRisk.assess

    def counted(measure: DisclosureRisk, *files: object) -> object:
        assessed.append(measure.keys)
        return assess(measure, *files)

    monkeypatch.setattr(DisclosureRisk, "assess", counted)
    checked.followed()
    # The first and the last file are known. What counts confidential values is never taken from elsewhere.
    assert assessed == [("age", "pay")] * 3
