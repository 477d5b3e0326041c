import pytest

from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.risk import TRUTA_2004, WeightMatrix

W4 = TRUTA_2004["W4"]


@pytest.fixture
def project() -> Project:
    """Return a project with two matrices, one of which two scenarios use."""
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    scenarios = (Scenario(name="Neighbour", weights="Ours"), Scenario(name="Colleague", weights="Ours"))
    return Project(
        data=data,
        weights={"Ours": W4, "Other": WeightMatrix.maximal()},
        scenarios=scenarios,
        recipe=Recipe(seed=1),
    )
