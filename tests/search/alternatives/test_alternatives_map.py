"""Map and table of alternatives: front, limits and ranks are as the figures say."""

from itertools import pairwise

import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.project import Project
from sdcdesk.release.release_check import check_release
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative_figures import alternative_figures
from sdcdesk.search.alternatives.alternative_kinds import alternative_kinds
from sdcdesk.search.alternatives.alternative_texts import AlternativeTexts
from sdcdesk.search.alternatives.alternatives_map import find_places, recipe_outcome, recipe_place
from sdcdesk.search.alternatives.alternatives_table import FAILED, alternatives_table, score_hindrance
from sdcdesk.search.alternatives.axis_figures import risk_limits, strictest
from sdcdesk.search.alternatives.comparison import Comparison

TEXTS = AlternativeTexts()

SWAP = {"method": "rank_swapping", "parameters": {"variables": [["age"]], "window": [5.0, 30.0, 90.0]}}
BANDS = {"method": "recoding", "parameters": {"variable": ["age"], "how": ["width"], "width": [5.0, 20.0]}}
WRONG = {"method": "rounding", "parameters": {"variables": [["sex"]], "base": [10.0]}}


@pytest.fixture(scope="module")
def found(project: Project, people: Microdata) -> Comparison:
    return sdc.compare(project, sdc.Grid(lines=[SWAP, BANDS, [BANDS, SWAP], WRONG], draws=3), data=people)


def test_the_front_is_what_no_first_draw_beats(found: Comparison, project: Project) -> None:
    places = find_places(found, project.scenarios, found.risk, found.loss, TEXTS)
    assert len(places) == 3 + 2 + 6
    for place in places:
        beaten = any(
            other.up <= place.up
            and other.right <= place.right
            and (other.up, other.right) != (place.up, place.right)
            for other in places
        )
        assert place.front is not beaten
    spread = [place for place in places if place.risk_ends is not None]
    assert len(spread) == 9, "of methods that draw"
    for place in spread:
        assert place.risk_ends is not None
        assert place.risk_ends[0] <= place.up <= place.risk_ends[1]


def test_within_the_limit_is_what_keeps_it_in_every_scenario(found: Comparison, project: Project) -> None:
    wide, tight = (
        Limit(measure="disclosure_risk", figure="dr_weighted", value=value) for value in (1.0, 1e-9)
    )
    mixed = [project.scenarios[0].changed(limits=[wide]), project.scenarios[1].changed(limits=[tight])]
    assert not any(place.kept for place in find_places(found, mixed, found.risk, found.loss, TEXTS))
    assert strictest(risk_limits(mixed, found.risk).values()) == tight
    alone = found.risk._replace(scenario=mixed[0].name)
    assert all(place.kept for place in find_places(found, mixed, alone, found.loss, TEXTS))


def test_rows_are_ranked_by_score_and_what_failed_is_last(found: Comparison, project: Project) -> None:
    for weight in (0.0, 0.3, 1.0):
        table = alternatives_table(found, project.scenarios, found.risk, found.loss, weight=weight)
        scores = found.scores(weight)
        ranked = [scores[number].value for number in table.frame["number"][:-1]]
        assert all(low <= high for low, high in pairwise(ranked))
        assert table.frame["score"][:-1].tolist() == pytest.approx(ranked)
        assert table.frame["rank"].iloc[0] == 1
        assert table.frame["verdict"].iloc[-1] == FAILED
        assert "sex is nominal" in table.frame["alternative"].iloc[-1]


def test_figures_without_a_score_are_ranked_by_loss(found: Comparison, project: Project) -> None:
    k = Address("", "disclosure_risk", "k")
    assert score_hindrance(k, found.loss)
    table = alternatives_table(found, project.scenarios, k, found.loss)
    losses = [found.outcome(number).value(found.loss) for number in table.frame["number"][:-1]]
    assert losses == sorted(losses)


def test_the_recipe_stands_where_its_release_check_says(project: Project, people: Microdata) -> None:
    release = check_release(project, sdc.Pipeline(people).run(project.recipe))
    risk, loss = Address("", *project.risk_axis(project.scenarios[0])), Address("", *project.loss_axis)
    place = recipe_place(recipe_outcome(release), risk, loss)
    assert place is not None
    worst = max(
        checked.entries[0].after.value("dr_weighted")
        for checked in release.scenarios
        if checked.entries[0].after is not None
    )
    assert place[0].value == worst
    assert recipe_place(None, risk, loss) is None


def test_families_of_the_same_methods_are_of_one_kind() -> None:
    grid = sdc.Grid(lines=[SWAP, BANDS, [BANDS, BANDS], [BANDS, SWAP], []])
    assert alternative_kinds(grid).of_family == (0, 1, 1, 2, 3)


def test_figures_beside_the_map_tell_how_far_draws_differ(found: Comparison, project: Project) -> None:
    lines = alternative_figures(found, 0, project.scenarios, found.risk, found.loss)
    assert lines[0][0] == "Weighted DR_W"
    assert ("Records released", "120") in lines
    assert any(title == "over 3 draws" for title, _ in lines)
