"""Use of hierarchies: found and replaced in operations, also within others; a name alone is not enough."""

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.use import used_hierarchies, with_hierarchies
from sdcdesk.masking import LocalSuppression, Recoding
from sdcdesk.risk import TCloseness

JOBS = Hierarchy(name="Jobs", levels=[{"a": "x", "b": "y"}])
PEOPLE = Microdata(pd.DataFrame({"job": ["a", "b", "b"]}))

LEVEL = Recoding(variable="job", how="level", hierarchy=JOBS, level=1)
BY_NAME = Recoding(variable="job", how="level", hierarchy="Jobs", level=1)


def test_hierarchies_are_found_in_operations_and_within_others() -> None:
    recipe = Recipe(seed=1).then(LEVEL).then(LocalSuppression(keys=["job"], recodings=[BY_NAME]))
    assert [given for _, given in used_hierarchies(recipe)] == [JOBS, "Jobs"]
    whole = with_hierarchies(recipe, lambda _: JOBS)
    assert [given for _, given in used_hierarchies(whole)] == [JOBS, JOBS]
    assert with_hierarchies(whole, lambda given: given) is whole
    assert Recipe(**whole.model_dump(mode="json")) == whole


def test_a_recipe_alone_holds_its_hierarchies_whole() -> None:
    recipe = Recipe(seed=1).then(LEVEL)
    assert Recipe(**recipe.model_dump(mode="json")).apply(PEOPLE).column("job").tolist() == ["x", "y", "y"]


def test_a_name_alone_is_not_enough_without_a_project() -> None:
    for use in (
        lambda: BY_NAME.apply(PEOPLE),
        lambda: TCloseness(keys=["job"], variables=["job"], ground="hierarchy", hierarchy="Jobs").assess(
            PEOPLE, PEOPLE
        ),
    ):
        with pytest.raises(DataError, match="of the hierarchy Jobs only the name is known here") as caught:
            use()
        assert caught.value.field == "hierarchy"


def test_a_level_is_one_of_the_hierarchy() -> None:
    with pytest.raises(ParameterError, match="the hierarchy has 1 level"):
        LEVEL.changed(level=2)
    assert BY_NAME.changed(level=2).level == 2
    with pytest.raises(ParameterError, match="a value must be given"):
        Recoding(variable="job", how="level")
    with pytest.raises(ParameterError, match="a value must be given"):
        TCloseness(ground="hierarchy")
