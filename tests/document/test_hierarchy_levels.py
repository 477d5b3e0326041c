"""Levels of hierarchies, added and taken out: steps go on recoding to the labels that they did."""

from typing import Any

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.hierarchy_levels import with_added_level, with_removed_level
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import LocalSuppression, Recoding
from sdcdesk.risk import TCloseness

DATA = {"path": "people.csv", "size": 1, "sha256": "0" * 64, "options": {}}
JOBS = Hierarchy.from_rows({"a": ["x", "1", "*"], "b": ["y", "1", "*"], "c": ["z", "2", "*"]}, "Jobs")
PEOPLE = Microdata(pd.DataFrame({"job": list("abc")}))


def level(number: int) -> Recoding:
    return Recoding(variable="job", how="level", hierarchy=JOBS, level=number)


def project(*steps: Any) -> Project:
    recipe = Recipe(seed=1)
    for step in steps:
        recipe = recipe.then(step)
    close = TCloseness(variables=["job"], ground="hierarchy", hierarchy=JOBS)
    return Project(data=DATA, recipe=recipe, hierarchies=[JOBS], measures=[close])


def recoded(of: Project) -> list[str]:
    return of.recipe.apply(PEOPLE).column("job").tolist()


@pytest.mark.parametrize("used", [1, 2, 3])
@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_what_a_step_makes_of_the_data_stays(used: int, at: int) -> None:
    before = project(level(used))
    added = with_added_level(before, JOBS, at, "Added")
    assert (added.label, added.project.hierarchies[0].height) == ("Added", 4)
    assert recoded(added.project) == recoded(before)
    assert added.project.recipe.steps[0].method.hierarchy == added.project.hierarchies[0]
    assert added.project.measures[0].hierarchy == added.project.hierarchies[0]
    back = with_removed_level(added.project, added.project.hierarchies[0], at).project
    assert back == before


def test_recodings_within_other_steps_follow() -> None:
    before = project(LocalSuppression(keys=["job"], recodings=[level(2)]))
    changed = with_removed_level(before, JOBS, 1).project
    [within] = changed.recipe.steps[0].method.recodings
    assert (within.level, within.hierarchy) == (1, changed.hierarchies[0])


def test_a_level_that_a_step_recodes_to_stays() -> None:
    with pytest.raises(ParameterError, match="recodes to this level of Jobs"):
        with_removed_level(project(level(2)), JOBS, 2)
    single = Hierarchy(name="Jobs", values=("a",), levels=(("x",),))
    with pytest.raises(ParameterError, match="needs a level above its values"):
        with_removed_level(project(), single, 1)
