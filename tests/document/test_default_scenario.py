import pytest

from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import ALL_ALIKE, Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.risk import WeightMatrix


@pytest.fixture
def project() -> Project:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    return Project(
        data=data, variables=[{"name": "age", "role": "key"}, {"name": "sex"}], recipe=Recipe(seed=1)
    )


def test_the_first_key_brings_a_scenario(project: Project) -> None:
    begun = project.with_default_scenario()
    [scenario] = begun.scenarios
    assert scenario.name == "Everybody's keys"
    assert scenario.keys == (), "all key variables, whichever they will be"
    assert begun.weights[scenario.weights].at([1, 7], [1, 9]).tolist() == [1.0, 1.0]
    assert scenario.limits == (), "how much is accepted is for people to say"
    assert begun.with_default_scenario() is begun


def test_without_a_key_there_is_none(project: Project) -> None:
    plain = project.changed(variables=({"name": "age"},))
    assert plain.with_default_scenario() is plain


def test_scenarios_and_matrices_of_the_user_stay(project: Project) -> None:
    own = project.changed(
        weights={ALL_ALIKE: WeightMatrix.minimal()}, scenarios=(Scenario(name="Mine", weights=ALL_ALIKE),)
    )
    assert own.with_default_scenario() is own
    matrix_only = project.changed(weights={ALL_ALIKE: WeightMatrix.minimal()})
    assert matrix_only.with_default_scenario().weights == matrix_only.weights
