"""What a comparison finds is what each recipe alone would be told."""

from pathlib import Path

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.release.release_check import check_release
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.comparison import figure_column
from sdcdesk.search.alternatives.identity import comparison_holds
from tests.search.alternatives.slow_front import slow_front

SWAP = {"method": "rank_swapping", "parameters": {"variables": [["age"]], "window": [5.0, 60.0]}}
BANDS = {
    "method": "recoding",
    "parameters": {"variable": ["age"], "how": ["width"], "width": [5.0, 20.0]},
}
SAMPLE = {"method": "simple_random_sampling", "parameters": {"percentage": [50.0, 80.0]}}


def test_every_figure_is_that_of_the_release_check(project: Project, people: Microdata) -> None:
    grid = sdc.Grid(lines=[SWAP, [BANDS, SAMPLE], []], draws=2, before="recipe")
    found = sdc.compare(project, grid, data=people)
    assert len(found.outcomes) == grid.runs == 4 + 8 + 1
    for outcome in found.outcomes:
        recipe = found.recipe(outcome.alternative.number)
        run = sdc.Pipeline(people).run(recipe)
        release = check_release(project, run)
        assert outcome.verdict == release.verdict
        assert outcome.records == len(run.masked)
        for checked in release.scenarios:
            for entry in checked.entries:
                for figure in entry.after.figures.values():
                    address = Address(checked.scenario.name, entry.measure.name, figure.name)
                    assert outcome.figures[address] == figure.quantity
        for entry in release.entries:
            for figure in entry.after.figures.values():
                assert outcome.figures[Address("", entry.measure.name, figure.name)] == figure.quantity


def test_draws_differ_and_the_first_is_what_the_step_draws_by_hand(
    project: Project, people: Microdata
) -> None:
    found = sdc.compare(project, sdc.Grid(lines=[SWAP], draws=3, before="recipe"), data=people)
    first = found.recipe(0)
    assert first == project.recipe.then(sdc.masking.RankSwapping(variables=["age"], window=5.0))
    files = [found.recipe(number).apply(people).released_fingerprint() for number in range(6)]
    assert len(set(files)) == 6
    assert {found.recipe(number).seed for number in range(6)} == {project.recipe.seed}
    [one, other] = found.groups
    assert [len(one.outcomes), len(other.outcomes)] == [3, 3]
    values = pd.Series([outcome.value(found.loss) for outcome in one.outcomes])
    spread = one.spread(found.loss)
    assert spread.mean == pytest.approx(values.mean())
    assert spread.deviation == pytest.approx(values.std())
    assert (spread.draws, spread.least, spread.most) == (3, values.min(), values.max())


def test_the_front_is_what_nothing_beats_in_both(project: Project, people: Microdata) -> None:
    found = sdc.compare(project, sdc.Grid(lines=[SWAP, [BANDS, SAMPLE], [], []], draws=3), data=people)
    points = [
        (one.alternative.number, one.value(found.risk), one.value(found.loss)) for one in found.outcomes
    ]
    front = found.front()
    assert set(front.numbers) == slow_front(points)
    assert (len(points) - 2, len(points) - 1) in front.ties
    more = Address("", "disclosure_risk", "k")
    best = {
        one.alternative.number
        for one in found.outcomes
        if not any(
            other.value(more) >= one.value(more)
            and other.value(found.loss) <= one.value(found.loss)
            and (other.value(more), other.value(found.loss)) != (one.value(more), one.value(found.loss))
            for other in found.outcomes
        )
    }
    assert set(found.front(more).numbers) == best


def test_the_score_is_the_weighted_mean_on_a_hundred(project: Project, people: Microdata) -> None:
    found = sdc.compare(project, sdc.Grid(lines=[SWAP]), data=people)
    for weight in (0.5, 0, 1, 0.2):
        for number, score in found.scores(weight).items():
            risk, loss = (found.outcome(number).value(axis) for axis in (found.risk, found.loss))
            assert score.value == pytest.approx(weight * 100 * risk + (1 - weight) * loss)
    free = {found.risk: 3.0, Address("", "disclosure_risk", "dr_min"): 1.0}
    risk, least = (found.outcome(1).value(axis) for axis in free)
    assert found.scores(free)[1].value == pytest.approx((300 * risk + 100 * least) / 4)


def test_the_risk_of_no_scenario_is_that_of_the_worst(project: Project, people: Microdata) -> None:
    found = sdc.compare(project, sdc.Grid(lines=[SWAP]), data=people)
    for outcome in found.outcomes:
        each = [outcome.value(found.risk._replace(scenario=one.name)) for one in project.scenarios]
        assert len(set(each)) == 2
        assert outcome.value(found.risk) == max(each)
        k = Address("", "disclosure_risk", "k")
        assert outcome.value(k) == min(
            outcome.value(k._replace(scenario=one.name)) for one in project.scenarios
        )


def test_the_frame_has_a_row_an_alternative_and_every_figure(project: Project, people: Microdata) -> None:
    found = sdc.compare(project, sdc.Grid(lines=[SWAP, [BANDS, SAMPLE]]), data=people)
    frame = found.frame
    assert frame["number"].tolist() == list(range(6))
    assert frame["1. window"].tolist()[:2] == [5.0, 60.0]
    assert frame["2. percentage"].tolist()[2:] == [50.0, 80.0, 50.0, 80.0]
    assert {figure_column(address) for address in found.figures} < set(frame.columns)
    assert frame[figure_column(found.loss)].tolist() == [one.value(found.loss) for one in found.outcomes]


def test_an_alternative_that_fails_stands_last_with_its_sentence(project: Project, people: Microdata) -> None:
    swapped = {"method": "rank_swapping", "parameters": {"variables": [["zip"]], "window": [5.0]}}
    found = sdc.compare(project, sdc.Grid(lines=[swapped, SWAP]), data=people)
    assert [outcome.alternative.number for outcome in found.outcomes] == [1, 2, 0]
    [failed] = found.failed
    assert "zip is nominal" in failed.error.message
    assert found.frame["error"].tolist()[2] == failed.error.message
    assert found.complete


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "the grid has no line"),
        ([{"method": "rank_swaping"}], "did you mean rank_swapping"),
        ([{"method": "rank_swapping", "parameters": {"windows": [1.0]}}], "no parameter windows"),
        ([{"method": "rank_swapping", "parameters": {"window": []}}], "no value of window"),
        (
            [{"method": "rank_swapping", "parameters": {"variables": [["age"]], "window": [500.0]}}],
            r"Line 1: Rank swapping: Largest difference .window.: must be at most 100",
        ),
        (
            [{"method": "rank_swapping", "parameters": {"variables": [["size"]]}}],
            "Line 1: Rank swapping: the file lacks size",
        ),
        (
            [
                {
                    "method": "microaggregation",
                    "parameters": {"k": list(range(2, 1002)), "block": list(range(1000))},
                },
            ],
            "1,000,000 alternatives",
        ),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(
    project: Project, people: Microdata, lines: list, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("something ran")

    monkeypatch.setattr(sdc.Pipeline, "run", refuse)
    with pytest.raises(sdc.SdcError, match=words):
        sdc.compare(project, sdc.Grid(lines=lines), data=people)


def test_data_alone_and_project_files_are_compared_alike(
    project: Project, people: Microdata, tmp_path: Path
) -> None:
    grid = sdc.Grid(lines=[SWAP])
    with pytest.raises(sdc.SdcError, match="seed"):
        sdc.compare(people, grid)
    alone = sdc.compare(people, grid, seed=7)
    assert alone.frame.equals(sdc.compare(people, grid, seed=7).frame)
    project.save(tmp_path / "p.sdcdesk")
    assert sdc.compare(tmp_path / "p.sdcdesk", grid).frame.equals(
        sdc.compare(project, grid, data=project.open_data(tmp_path / "p.sdcdesk")).frame
    )


@pytest.mark.parametrize("before", ["recipe", "original"])
def test_a_comparison_holds_until_something_that_a_figure_hangs_on_changes(
    project: Project, people: Microdata, before: str
) -> None:
    found = sdc.compare(project, sdc.Grid(lines=[SWAP], before=before), data=people)
    recipe = project.recipe
    assert comparison_holds(found, project)
    assert comparison_holds(found, project.changed(title="another title"))
    assert comparison_holds(found, project.changed(recipe=found.recipe(1))), "an alternative that was taken"
    assert not comparison_holds(found, project.changed(scenarios=project.scenarios[:1]))
    assert not comparison_holds(found, project.changed(recipe=recipe.changed(seed=recipe.seed + 1)))
    other = project.changed(recipe=recipe.changed(steps=()))
    assert comparison_holds(found, other) is (before == "original"), (
        "alternatives stand in the place of these steps"
    )


def test_a_released_file_of_unknown_original_is_not_masked(project: Project, people: Microdata) -> None:
    with pytest.raises(sdc.SdcError, match="to be assessed only"):
        sdc.compare(project, sdc.Grid(lines=[SWAP]), data=people.as_released())
