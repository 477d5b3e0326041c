"""A small file of people, and a project of two scenarios about it."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import ALL_ALIKE, Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.loss import ContinuousLoss, HeadlineLoss
from sdcdesk.risk import WeightMatrix

RECORDS = 120


@pytest.fixture(scope="session")
def people_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(11)
    frame = pd.DataFrame(
        {
            "age": rng.integers(18, 80, RECORDS),
            "sex": rng.choice(["f", "m"], RECORDS),
            "zip": rng.choice(["48201", "48202", "48331"], RECORDS),
            "income": rng.gamma(2.0, 900.0, RECORDS).round(2),
        }
    )
    path = tmp_path_factory.mktemp("people") / "people.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="session")
def project(people_file: Path) -> Project:
    read = ReadOptions(format="csv", text=["zip"])
    limit = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.2)
    return Project(
        data=DataReference.to(people_file, people_file, read).changed(path=people_file.as_posix()),
        variables=[
            {"name": "age", "role": "key", "scale": "continuous"},
            {"name": "sex", "role": "key"},
            {"name": "zip", "role": "key"},
            {"name": "income", "role": "confidential", "scale": "continuous"},
        ],
        weights={ALL_ALIKE: WeightMatrix.maximal()},
        scenarios=[
            Scenario(name="Neighbour", keys=["age", "sex", "zip"], weights=ALL_ALIKE, limits=[limit]),
            Scenario(name="Colleague", keys=["age", "sex"], weights=ALL_ALIKE, limits=[limit]),
        ],
        recipe=Recipe(seed=20041).then(sdc.masking.Recoding(variable="zip", how="prefix", keep=3)),
        measures=[HeadlineLoss(), ContinuousLoss()],
    )


@pytest.fixture(scope="session")
def people(project: Project, people_file: Path) -> Microdata:
    return project.open_data(people_file)
