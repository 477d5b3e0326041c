"""Hierarchies of a project: named where they are used, edited by commands, brought by older projects."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.errors import ParameterError, ProjectError
from sdcdesk.document.hierarchy_commands import (
    hierarchy_users,
    keeping,
    with_hierarchy,
    without_hierarchy,
)
from sdcdesk.document.measure_commands import with_measure
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load, parse
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.document.scenario_commands import with_scenario
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import LocalRecoding, LocalSuppression, Recoding
from sdcdesk.risk import TCloseness, WeightMatrix

DATA = {"path": "people.csv", "size": 1, "sha256": "0" * 64, "options": {}}
JOBS = Hierarchy(name="Jobs", levels=[{"a": "x", "b": "x", "c": "z"}, {"x": "any", "z": "any"}])
OTHER = JOBS.changed(levels=[["y", "y", "z"], ["any"] * 3])
LEVEL = Recoding(variable="job", how="level", hierarchy=JOBS, level=1)
DISTANCE = TCloseness(variables=["ill"], ground="hierarchy", hierarchy={"flu": "lungs", "gout": "joints"})
PEOPLE = Microdata(
    pd.DataFrame({"job": list("aabbcc"), "ill": ["flu", "gout"] * 3}),
    [Variable(name="job", role=Role.KEY), Variable(name="ill", role=Role.CONFIDENTIAL)],
)


def project(**parts: Any) -> Project:
    return Project(**{"data": DATA, "recipe": Recipe(seed=1), **parts})


def read(written: dict[str, Any]) -> Project:
    return parse(json.dumps(written), "people.sdcdesk")


def test_the_file_names_a_hierarchy_where_it_is_used(tmp_path: Path) -> None:
    within = LocalSuppression(keys=["job"], recodings=[LEVEL])
    whole = project(hierarchies=[JOBS], recipe=Recipe(seed=1).then(LEVEL).then(within))
    whole.save(tmp_path / "people.sdcdesk")
    written = json.loads((tmp_path / "people.sdcdesk").read_text(encoding="utf-8"))
    assert written["hierarchies"] == [JOBS.model_dump(mode="json")]
    first, second = (step["method"]["parameters"] for step in written["recipe"]["steps"])
    assert (first["hierarchy"], second["recodings"][0]["hierarchy"]) == ("Jobs", "Jobs")
    assert load(tmp_path / "people.sdcdesk").recipe == whole.recipe
    assert load(tmp_path / "people.sdcdesk").hierarchies == whole.hierarchies
    # What is kept of unsaved work holds them whole, and is read alike.
    assert read(whole.model_dump(mode="json")) == whole


def test_titles_of_levels_are_kept_in_the_file(tmp_path: Path) -> None:
    titled = JOBS.changed(titles=["trades", ""])
    whole = project(hierarchies=[titled], recipe=Recipe(seed=1).then(LEVEL.changed(hierarchy=titled)))
    whole.save(tmp_path / "people.sdcdesk")
    written = json.loads((tmp_path / "people.sdcdesk").read_text(encoding="utf-8"))
    assert written["hierarchies"][0]["titles"] == ["trades", ""]
    assert written["recipe"]["steps"][0]["method"]["parameters"]["hierarchy"] == "Jobs"
    assert load(tmp_path / "people.sdcdesk") == whole


def test_a_step_by_name_gets_the_hierarchy_of_the_project() -> None:
    named = Recipe(seed=1).then(LEVEL.changed(hierarchy="Jobs"))
    found = project(hierarchies=[JOBS], recipe=named)
    assert found.recipe == Recipe(seed=1).then(LEVEL)
    assert found.recipe.apply(PEOPLE).column("job").tolist() == list("xxxxzz")


@pytest.mark.parametrize(
    ("hierarchies", "hierarchy", "wrong"),
    [
        ([], "Jobs", "recipe: uses the hierarchy Jobs, which the project does not hold"),
        ([JOBS.changed(name="")], JOBS, "hierarchies: one has no name"),
        ([JOBS, OTHER], JOBS, "hierarchies: two share a name"),
        ([OTHER], JOBS, "recipe: uses another hierarchy called Jobs than the project holds"),
    ],
)
def test_names_that_do_not_fit_are_refused(
    hierarchies: list[Hierarchy], hierarchy: Hierarchy | str, wrong: str
) -> None:
    with pytest.raises(ParameterError, match=wrong):
        project(hierarchies=hierarchies, recipe=Recipe(seed=1).then(LEVEL.changed(hierarchy=hierarchy)))


def test_a_project_holds_what_its_steps_and_measures_bring() -> None:
    nameless = LEVEL.changed(hierarchy=JOBS.changed(name=""))
    one = keeping(project(), recipe=Recipe(seed=1).then(nameless).then(nameless))
    assert [each.name for each in one.hierarchies] == ["job"]
    assert [step.method for step in one.recipe.steps] == [LEVEL.changed(hierarchy=one.hierarchies[0])] * 2
    # One that it holds already under a name gets no second one.
    assert keeping(one, recipe=one.recipe.then(nameless)).hierarchies == one.hierarchies
    other = nameless.changed(hierarchy=OTHER.changed(name=""))
    assert [each.name for each in keeping(one, recipe=one.recipe.then(other)).hierarchies] == ["job", "job 2"]
    # Without any nothing is added.
    assert keeping(project(), recipe=Recipe(seed=2)).hierarchies == ()


def test_measures_bring_theirs_with_the_project_or_with_a_scenario() -> None:
    weights = {"all": WeightMatrix.maximal()}
    scenario = Scenario(name="all", weights="all", measures=[DISTANCE])
    for found in (
        with_scenario(project(weights=weights), scenario),
        with_measure(
            project(weights=weights, scenarios=[scenario.changed(measures=())]),
            scenario.changed(measures=()),
            DISTANCE,
        ),
    ):
        assert [each.name for each in found.hierarchies] == ["ill"]
        assert found.scenarios[0].measures[0].hierarchy == found.hierarchies[0]
        assert read(json.loads(found._written())) == found


def test_a_step_that_changes_a_hierarchy_changes_it_for_all() -> None:
    before = project(hierarchies=[JOBS], recipe=Recipe(seed=1).then(LEVEL).then(LEVEL))
    for position in (0, 1):
        after = keeping(
            before, recipe=before.recipe.edited(position, LEVEL.changed(hierarchy=OTHER, level=2))
        )
        assert after.hierarchies == (OTHER,)
        assert [step.method.hierarchy for step in after.recipe.steps] == [OTHER, OTHER]
    two = Recipe(seed=1).then(LEVEL).then(LEVEL.changed(hierarchy=OTHER))
    with pytest.raises(ParameterError, match="Two hierarchies are called Jobs"):
        keeping(project(), recipe=two)


def test_one_of_several_keys_is_named_and_changed_like_any_other(tmp_path: Path) -> None:
    step = LocalRecoding(keys=["job", "ill"], k=2, hierarchies={"job": JOBS})
    whole = keeping(project(), recipe=Recipe(seed=1).then(step))
    assert whole.hierarchies == (JOBS,)
    whole.save(tmp_path / "people.sdcdesk")
    written = json.loads((tmp_path / "people.sdcdesk").read_text(encoding="utf-8"))
    parameters = written["recipe"]["steps"][0]["method"]["parameters"]
    assert parameters["hierarchies"] == [{"variable": "job", "hierarchy": "Jobs"}]
    assert load(tmp_path / "people.sdcdesk").recipe == whole.recipe
    assert hierarchy_users(whole, "Jobs") == ("step 1",)
    _, changed = with_hierarchy(whole, OTHER, "Jobs")
    assert changed.recipe.steps[0].method == step.changed(hierarchies={"job": OTHER})


def test_hierarchies_are_added_changed_renamed_and_removed() -> None:
    label, found = with_hierarchy(project(), JOBS)
    assert (label, found.hierarchies) == ("Hierarchy Jobs added", (JOBS,))
    used = keeping(found, recipe=Recipe(seed=1).then(LEVEL))
    assert hierarchy_users(used, "Jobs") == ("step 1",)
    label, changed = with_hierarchy(used, OTHER, "Jobs")
    assert (label, changed.recipe.steps[0].method.hierarchy) == ("Hierarchy Jobs changed", OTHER)
    label, renamed = with_hierarchy(used, JOBS.changed(name="Work"), "Jobs")
    assert (label, renamed.hierarchies[0].name) == ("Hierarchy Jobs is called Work", "Work")
    assert renamed.recipe.steps[0].method.hierarchy.name == "Work"
    with pytest.raises(ParameterError, match="Jobs is used by step 1; let them use another hierarchy first"):
        without_hierarchy(used, "Jobs")
    assert without_hierarchy(found, "Jobs") == ("Hierarchy Jobs removed", project())
    for wrong in (JOBS, JOBS.changed(name="")):
        with pytest.raises(ParameterError) as caught:
            with_hierarchy(found, wrong)
        assert caught.value.field == "name"


def test_a_change_that_a_step_cannot_follow_is_refused() -> None:
    used = project(hierarchies=[JOBS], recipe=Recipe(seed=1).then(LEVEL.changed(level=2)))
    with pytest.raises(ParameterError, match=r"Another step, .* cannot follow .* has 1 level"):
        with_hierarchy(used, JOBS.changed(levels=JOBS.levels[:1]), "Jobs")


def of_format_7() -> dict[str, Any]:
    levels = {"a": "x > any", "b": ">x > any", "c": "x > any"}
    step = {"name": "recoding", "parameters": {"variable": "job", "how": "level", "hierarchy": levels}}
    turned = dict(reversed(levels.items()))
    other = {"variable": "job", "how": "prefix", "keep": 1, "hierarchy": {}}
    suppression = {"recodings": [{**step["parameters"], "level": 2, "hierarchy": turned}, other]}
    distance = {"ground": "hierarchy", "variables": ["ill"], "hierarchy": {"flu": "any", "gout": "any"}}
    return {
        "format": 7,
        "data": DATA,
        "recipe": {
            "seed": 1,
            "steps": [
                {"method": step, "stream": 1},
                {"method": step, "stream": 2, "on": False},
                {"method": {"name": "local_suppression", "parameters": suppression}, "stream": 3},
            ],
        },
        "measures": [{"name": "t_closeness", "parameters": distance}],
    }


def test_an_older_project_held_each_hierarchy_where_it_was_used() -> None:
    found = read(of_format_7())
    assert [each.name for each in found.hierarchies] == ["job", "job 2", "ill"]
    first, second, third = (step.method for step in found.recipe.steps)
    assert first == second
    assert first.hierarchy == found.hierarchies[0]
    assert first.hierarchy.rows == {"a": ("x", "any"), "b": (">x", "any"), "c": ("x", "any")}
    assert [one.hierarchy for one in third.recodings] == [found.hierarchies[1], None]
    assert found.measures[0].hierarchy.rows == {"flu": ("any",), "gout": ("any",)}
    assert first.apply(PEOPLE).column("job").tolist() == ["x", "x", ">x", ">x", "x", "x"]


@pytest.mark.parametrize(
    "hierarchy",
    [{"a": "x > y", "b": "x"}, {"a": "x > y", "b": "x > z"}, {"a": ""}, {"a": 5}, 5, [], {"": ""}],
)
def test_what_was_no_hierarchy_in_an_older_project_is_refused(hierarchy: object) -> None:
    written = of_format_7()
    written["recipe"]["steps"][0]["method"]["parameters"]["hierarchy"] = hierarchy
    with pytest.raises(ProjectError, match="ierarch"):
        read(written)
