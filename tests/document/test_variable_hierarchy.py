"""Hierarchy of a variable: the one that its step uses or that is called like it, and the step to a level."""

from typing import Any

import pytest

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.hierarchy_commands import with_hierarchy
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.variable_hierarchy import hierarchy_of, level_in_use, replaced_steps, with_level
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import Recoding, Rounding

DATA = {"path": "people.csv", "size": 1, "sha256": "0" * 64, "options": {}}
AGE = Hierarchy.from_rows({"1": ["child", "any"], "40": ["adult", "any"]}, "age")
OTHER = AGE.changed(name="Ages of the census")


def project(recipe: Recipe | None = None, **parts: Any) -> Project:
    return Project(**{"data": DATA, "recipe": recipe or Recipe(seed=1), "hierarchies": [AGE, OTHER], **parts})


def level(hierarchy: Hierarchy, number: int, variable: str = "age") -> Recoding:
    return Recoding(variable=variable, how="level", hierarchy=hierarchy, level=number)


def test_a_variable_has_the_hierarchy_of_its_step_or_the_one_that_is_called_like_it() -> None:
    assert hierarchy_of(project(), "age") == AGE
    assert hierarchy_of(project(), "zip") is None
    used = project(Recipe(seed=1).then(level(OTHER, 2)))
    assert hierarchy_of(used, "age") == OTHER
    assert (level_in_use(used, "age", OTHER), level_in_use(used, "age", AGE)) == (2, 0)
    assert level_in_use(project(used.recipe.switched(0, on=False)), "age", OTHER) == 0


def test_a_level_is_used_at_the_end_or_in_place_of_what_recodes_the_variable() -> None:
    rounding = Rounding(variables=("pay",), base=5)
    new = with_level(project(Recipe(seed=1).then(rounding)), "age", AGE, 1)
    assert [step.method for step in new.project.recipe.steps] == [rounding, level(AGE, 1)]
    bands = Recoding(variable="age", how="width", width=5.0)
    recipe = Recipe(seed=1).then(bands).then(rounding).then(level(AGE, 2)).switched(0, on=False)
    before = project(recipe)
    assert replaced_steps(before, "age") == (0, 2)
    changed = with_level(before, "age", OTHER, 1).project
    assert [(step.method, step.on) for step in changed.recipe.steps] == [
        (level(OTHER, 1), True),
        (rounding, True),
    ]
    assert with_level(changed, "age", OTHER, 1).project == changed


def test_a_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(ParameterError, match="the hierarchy has 2 levels"):
        with_level(project(), "age", AGE, 3)


def test_undo_says_what_was_edited_where_words_are_given() -> None:
    changed = AGE.changed(titles=["halves", ""])
    assert with_hierarchy(project(), changed, "age", "Title of a level").label == "Title of a level"
    assert with_hierarchy(project(), changed, "age").label == "Hierarchy age changed"
    assert with_hierarchy(project(), changed.changed(name="new"), words="From a file").label == "From a file"
