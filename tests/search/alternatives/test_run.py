"""Alternatives run on several threads: what they share is applied once, and threads change nothing."""

import threading
from collections import Counter
from pathlib import Path

import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Step
from sdcdesk.search.alternatives import run
from sdcdesk.search.alternatives.comparison import Comparison

BANDS = {
    "method": "recoding",
    "parameters": {"variable": ["age"], "how": ["width"], "width": [5.0, 20.0]},
}
SAMPLE = {"method": "simple_random_sampling", "parameters": {"percentage": [60.0]}}
SWAP = {"method": "rank_swapping", "parameters": {"variables": [["income"]], "window": [5.0]}}
GRID = sdc.Grid(lines=[[BANDS, SAMPLE], [BANDS, SAMPLE, SWAP], BANDS], draws=2, before="recipe")


@pytest.fixture(scope="module")
def whole(project: Project, people: Microdata) -> Comparison:
    return sdc.compare(project, GRID, data=people, workers=1)


@pytest.mark.parametrize("workers", [1, 3])
def test_steps_that_recipes_share_are_applied_once(
    project: Project, people: Microdata, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied: Counter[str] = Counter()
    mask = Step.mask

    def counted(step: Step, *arguments: object) -> object:
        applied[step.method.name] += 1
        return mask(step, *arguments)

    monkeypatch.setattr(Step, "mask", counted)
    found = sdc.compare(project, GRID, data=people, workers=workers)
    assert len(found.outcomes) == 4 + 4 + 2
    # The zip of the recipe is recoded once, then the age in two ways; both are sampled twice.
    assert applied == {"recoding": 1 + 2, "simple_random_sampling": 4, "rank_swapping": 4}


def test_threads_change_nothing(project: Project, people: Microdata, whole: Comparison) -> None:
    several = sdc.compare(project, GRID, data=people, workers=4)
    assert whole == several
    assert [list(outcome.figures) for outcome in whole.outcomes] == [
        list(outcome.figures) for outcome in several.outcomes
    ]


def test_what_is_done_stands_when_it_is_cancelled_and_is_not_done_again(
    project: Project, people: Microdata, whole: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "OFTEN", 0.001)  # each alternative is told of, however fast the machine is
    kept: list[Comparison] = []
    progress = sdc.Progress(cancelled=lambda: bool(kept) and len(kept[-1].outcomes) > 1)
    with pytest.raises(sdc.Cancelled):
        sdc.compare(project, GRID, progress, data=people, so_far=kept.append, workers=2)
    assert 2 <= len(kept[-1].outcomes) < GRID.runs
    assert not kept[-1].complete
    assert [len(one.outcomes) for one in kept] == sorted({len(one.outcomes) for one in kept})
    assert not [one for one in threading.enumerate() if one.name.startswith("alternative")]
    found = sdc.compare(project, GRID, data=people, done=kept[-1])
    assert all(found.outcome(one.alternative.number).seconds == one.seconds for one in kept[-1].outcomes)
    assert found == whole


def test_a_grid_with_more_lines_does_what_is_new_only(
    project: Project, people: Microdata, whole: Comparison
) -> None:
    more = GRID.changed(lines=[*GRID.lines[::-1], []])
    seen: list[int] = []
    keep = seen.append
    found = sdc.compare(project, more, data=people, done=whole, so_far=lambda one: keep(len(one.outcomes)))
    assert seen == [GRID.runs + 1]
    assert [one.alternative.number for one in found.outcomes] == list(range(more.runs))
    for family, shift in ((0, 6), (1, -2), (2, -8)):
        for one in whole.outcomes:
            if one.alternative.family == family:
                assert found.outcome(one.alternative.number + shift).figures == one.figures


def test_what_is_done_of_other_data_or_another_project_is_refused(
    project: Project, people: Microdata
) -> None:
    grid = sdc.Grid(lines=[BANDS])
    done = sdc.compare(project, grid, data=people)
    with pytest.raises(sdc.SdcError, match="other data"):
        sdc.compare(project, grid, data=people.drop(["income"]), done=done)
    other = project.changed(recipe=project.recipe.changed(seed=5))
    with pytest.raises(sdc.SdcError, match="another project"):
        sdc.compare(other, grid, data=people, done=done)
    assert sdc.compare(project.changed(title="New"), grid, data=people, done=done) == done


def test_progress_rises_to_its_end(project: Project, people: Microdata) -> None:
    shares: list[float] = []
    sdc.compare(
        project, sdc.Grid(lines=[BANDS, []]), sdc.Progress(lambda share, _: shares.append(share)), data=people
    )
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_what_is_done_stands_where_memory_runs_out(
    project: Project, people: Microdata, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask, kept = Step.mask, list[Comparison]()

    def lacking(step: Step, *arguments: object) -> object:
        if step.method.name == "rank_swapping":
            raise MemoryError
        return mask(step, *arguments)

    monkeypatch.setattr(Step, "mask", lacking)
    grid = sdc.Grid(lines=[BANDS, SWAP, BANDS])
    with pytest.raises(MemoryError):
        sdc.compare(project, grid, data=people, so_far=kept.append, workers=1)
    assert [one.alternative.number for one in kept[-1].outcomes][:2] == [0, 1]


def test_what_is_done_instead_of_the_recipe_stands_beside_a_grid_after_it(
    project: Project, people: Microdata
) -> None:
    done = sdc.compare(project, sdc.Grid(lines=[BANDS]), data=people)
    after = sdc.compare(project, sdc.Grid(lines=[BANDS], before="recipe"), data=people, done=done)
    assert after == sdc.compare(project, sdc.Grid(lines=[BANDS], before="recipe"), data=people)
    assert {one.alternative.key for one in after.outcomes}.isdisjoint(
        one.alternative.key for one in done.outcomes
    )


def test_what_failed_is_tried_again(project: Project, people: Microdata, tmp_path: Path) -> None:
    line = {"parameters": {"file": [(tmp_path / "s.csv").as_posix()], "same_order": [True]}}
    grid = sdc.Grid(lines=[{"method": "finished_file", **line}])
    done = sdc.compare(project, grid, data=people)
    assert done.failed
    people.frame.to_csv(tmp_path / "s.csv", index=False)
    assert not sdc.compare(project, grid, data=people, done=done).failed
