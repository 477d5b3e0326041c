"""Scenarios of somebody who knows some variables."""

import pytest

from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import ALL_ALIKE, Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario_commands import with_intruder, with_true_knowledge
from sdcdesk.io import ReadOptions
from sdcdesk.risk import WeightMatrix


@pytest.fixture
def project() -> Project:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    return Project(
        data=data, variables=[{"name": "age", "role": "key"}, {"name": "sex"}], recipe=Recipe(seed=1)
    )


def test_it_is_judged_as_the_scenario_beside_it(project: Project) -> None:
    begun = project.with_default_scenario()
    limit = Limit(measure="k_anonymity", figure="k", side="at least", value=3)
    [known] = begun.scenarios
    begun = begun.changed(scenarios=(known.changed(limits=(limit,), k=5),))
    found, name = with_intruder(begun, ["age", "sex"], known.name)
    made = found.scenarios[-1]
    assert (made.name, made.keys, made.limits, made.k) == (name, ("age", "sex"), (limit,), 5)
    assert found.scenarios[0] == begun.scenarios[0]


def test_a_project_without_scenarios_gets_equal_weights_or_keeps_its_own(project: Project) -> None:
    found, name = with_intruder(project, ["age"])
    [made] = found.scenarios
    assert (made.name, made.weights, made.limits) == (name, ALL_ALIKE, ())
    own = project.changed(weights={ALL_ALIKE: WeightMatrix.minimal()})
    assert with_intruder(own, ["age"])[0].weights == own.weights


def test_names_differ(project: Project) -> None:
    once, first = with_intruder(project, ["age"])
    _, second = with_intruder(once, ["age"])
    assert first != second


def test_words_of_ours_follow_the_keys_and_words_of_the_user_stay(project: Project) -> None:
    begun = project.with_default_scenario()
    [known] = begun.scenarios
    assert with_true_knowledge(known.changed(keys=("sex",)), known, begun).knows == ""
    assert with_true_knowledge(known.changed(k=5), known, begun).knows == known.knows
    asked, name = with_intruder(begun, ["age"])
    made = asked.scenarios[-1]
    assert name == "Knows age"
    assert with_true_knowledge(made.changed(keys=("age", "sex")), made, asked).name == "Knows age, sex"
    own = made.changed(name="Neighbour", keys=("age", "sex"))
    assert with_true_knowledge(own, made, asked).name == "Neighbour"
