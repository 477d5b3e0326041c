"""Small file with two scenarios, for searches."""

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
from sdcdesk.risk import WeightMatrix

DR_W = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.05)
K = Limit(measure="disclosure_risk", figure="k", side="at least", value=3)


@pytest.fixture(scope="session")
def people() -> Microdata:
    """300 records with keys of all scales, and a confidential amount."""
    draws = np.random.default_rng(25)
    n = 300
    frame = pd.DataFrame(
        {
            "age": draws.integers(0, 90, n),
            "zip": draws.integers(100, 125, n).astype(str),
            "job": draws.choice(["clerk", "cook", "smith", "judge"], n, p=[0.6, 0.3, 0.08, 0.02]),
            "pay": draws.lognormal(8, 1, n).round(0),
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="zip", role=Role.KEY),
            Variable(name="job", role=Role.KEY),
            Variable(name="pay", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
        ],
    )


def project_of(data: Microdata, *limits: Limit, missing: str = "category") -> Project:
    """Return a project in which a neighbour knows age and zip code, and a colleague age and job."""
    scenarios = (
        Scenario(name="Neighbour", keys=("age", "zip"), weights="All alike", limits=limits, missing=missing),
        Scenario(name="Colleague", keys=("age", "job"), weights="All alike", limits=limits, missing=missing),
    )
    return Project(
        data=DataReference(path="people.csv", size=1, sha256="0" * 64, options=ReadOptions()),
        variables=data.variables,
        weights={"All alike": WeightMatrix.maximal()},
        scenarios=scenarios,
        recipe=Recipe(seed=11),
    )
