"""Repair of recipes: means and covariances are those of the original, and no limit is used more."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.running.progress import SILENT
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.repair import NotRepairedError
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Point
from sdcdesk.search.suggestion.suggestion import Suggestion
from sdcdesk.search.suggestion.trials import Trials
from tests.search.suggestion.conftest import DR_W, project_of

ALLOWED = Allowed(
    variables={
        "zip": ("levels",),
        "age": ("swap", "microaggregate"),
        "pay": ("noise", "microaggregate"),
    },
    records=("sample",),
)


@pytest.fixture(scope="module")
def begun(people: Microdata) -> Suggestion:
    file = SearchedFile(project_of(people, DR_W), people)
    return Suggestion(file, ALLOWED.space(file), ALLOWED, 0)


def assessed(begun: Suggestion, **rungs: int) -> Assessed:
    """Assess the recipe with these rungs of the first slot of each kind."""
    kinds = [slot.kind for slot in begun.space.slots]
    point: Point = begun.space.origin
    for kind, rung in rungs.items():
        point = begun.space.with_rung(point, kinds.index(kind), rung)
    found = Trials(begun.file, begun.space).assess(point, SILENT)
    assert found is not None
    return found


@pytest.mark.parametrize("rungs", [{"swap": 4, "noise": 5}, {"swap": 6, "noise": 3, "sample": 6}])
def test_means_and_covariances_are_those_of_the_original(begun: Suggestion, rungs: dict[str, int]) -> None:
    before = assessed(begun, **rungs)
    after = begun.repaired(before)
    original, names = begun.file.data, ["age", "pay"]
    masked = after.recipe.apply(original).frame[names]
    wanted = original.frame[names]
    pd.testing.assert_series_equal(masked.mean(), wanted.mean(), rtol=1e-10)
    assert np.allclose(masked.cov(), wanted.cov(), rtol=1e-9)
    assert not np.allclose(before.recipe.apply(original).frame[names].cov(), wanted.cov(), rtol=1e-3)
    assert all(now.use <= was.use for now, was in zip(after.judged, before.judged, strict=True))
    assert after.recipe.steps[-1].secret
    assert begun.reason(after, len(after.recipe.steps) - 1).startswith("age, pay: the steps before changed")
    assert begun.words(after).startswith(begun.words(before))


def test_a_recipe_that_changes_no_numbers_has_nothing_to_repair(begun: Suggestion) -> None:
    one = assessed(begun, levels=1)
    assert not begun.repairable(one)
    with pytest.raises(NotRepairedError, match="there is nothing to restore"):
        begun.repaired(one)


def test_what_would_use_more_of_a_limit_is_not_offered(begun: Suggestion) -> None:
    before = assessed(begun, swap=4)
    assert begun.repaired(before).restored
    riskless = tuple(
        replace(judged, judgement=replace(judged.judgement, quantity=Quantity(0.0, SHARE)))
        for judged in before.judged
    )
    with pytest.raises(NotRepairedError, match="would raise a risk: in scenario Neighbour, "):
        begun.repaired(replace(before, judged=riskless))


def test_means_and_covariances_are_not_restored_of_numbers_that_are_missing(people: Microdata) -> None:
    frame = people.frame.copy()
    frame.loc[3, "pay"] = np.nan
    file = SearchedFile(project_of(people, DR_W), Microdata(frame, list(people.variables)))
    begun = Suggestion(file, ALLOWED.space(file), ALLOWED, 0)
    with pytest.raises(NotRepairedError, match="Values of pay are missing"):
        begun.repaired(assessed(begun, noise=2))


def test_a_restored_recipe_is_found_beside_the_one_it_was_made_of(begun: Suggestion) -> None:
    before = assessed(begun, swap=6, noise=6, levels=2)
    tried = replace(begun, tried=((before.point, before),))
    after = tried.repaired(before)
    both = tried.with_restored(after)
    assert both.found == (before, after)
    assert both.with_restored(after).found == both.found
    assert not both.repairable(after)
    assert both.state == tried.state
    written = both.to_json()
    assert [written["safe"][place]["steps"][-1]["method"] for place in written["restored"]] == (
        ["matrix_masking"] if after.keeps else []
    )
