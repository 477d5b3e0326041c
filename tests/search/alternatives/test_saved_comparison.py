"""A comparison that was saved is read again as it was, with its own project and data only."""

import copy
import json
from typing import Any

import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.search.alternatives.comparison import Comparison

SWAP = {"method": "rank_swapping", "parameters": {"variables": [["income"], ["zip"]], "window": [5.0]}}
SAMPLE = {"method": "simple_random_sampling", "parameters": {"percentage": [60.0]}}
NOTHING = {"method": "record_suppression", "parameters": {"keys": [["age", "sex", "zip"]], "k": [100]}}


@pytest.fixture(scope="module")
def found(project: Project, people: Microdata) -> Comparison:
    return sdc.compare(project, sdc.Grid(lines=[SWAP, SAMPLE, NOTHING], draws=2), data=people)


def written(found: Comparison) -> Any:
    return json.loads(json.dumps(found.to_json(), allow_nan=False))


def test_it_is_read_as_it_was_written(found: Comparison, project: Project, people: Microdata) -> None:
    read = sdc.search.read_comparison(written(found), project, people)
    assert read.to_json() == found.to_json()
    for one, other in zip(read.outcomes, found.outcomes, strict=True):
        assert one.figures == other.figures
        assert one.alternative == other.alternative
        assert str(one.error or "") == str(other.error or "")
        assert type(one.error) is type(other.error)
    assert read.front() == found.front()
    assert len(found.failed) == 2
    assert any(not quantity.defined for one in found.outcomes for quantity in one.figures.values())


def test_it_is_continued_from_its_file(found: Comparison, project: Project, people: Microdata) -> None:
    half = copy.deepcopy(written(found))
    half["outcomes"] = half["outcomes"][1:3]
    done = sdc.search.read_comparison(half, project, people)
    assert not done.complete
    assert sdc.compare(project, found.grid, data=people, done=done).to_json() == found.to_json()


def test_it_says_that_it_is_internal_and_holds_neither_seed_nor_values(
    found: Comparison, project: Project
) -> None:
    text = json.dumps(found.to_json())
    assert "Internal" in found.to_json()["document"]
    assert str(project.recipe.seed) not in text
    assert "48201" not in text


def test_what_belongs_to_others_is_refused(found: Comparison, project: Project, people: Microdata) -> None:
    with pytest.raises(sdc.SdcError, match="other data"):
        sdc.search.read_comparison(written(found), project, people.drop(["income"]))
    other = project.changed(scenarios=project.scenarios[:1])
    with pytest.raises(sdc.SdcError, match="another project"):
        sdc.search.read_comparison(written(found), other, people)


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: 3,
        lambda _: {},
        lambda one: {**one, "grid": {"lines": []}, "outcomes": one["outcomes"]},
        lambda one: {**one, "outcomes": [{**one["outcomes"][0], "number": 99}]},
        lambda one: {**one, "outcomes": [{**one["outcomes"][0], "number": "1"}]},
        lambda one: {**one, "outcomes": [{**one["outcomes"][0], "verdict": "fine"}]},
        lambda one: {**one, "outcomes": 5},
        lambda one: {**one, "schema": 2},
        lambda one: {**one, "grid": {"lines": [{"method": "of tomorrow"}]}},
    ],
)
def test_what_is_no_comparison_is_refused_with_a_word(
    found: Comparison, project: Project, people: Microdata, damage: Any
) -> None:
    with pytest.raises(sdc.SdcError):
        sdc.search.read_comparison(damage(written(found)), project, people)
