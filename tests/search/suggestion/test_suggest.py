import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Limit, Standing, Verdict
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.document.scenario import Scenario
from sdcdesk.hierarchies.proposal import propose
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import check_release
from sdcdesk.search.suggestion.adoption import with_suggested_recipe
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.changes import CHANGES
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.state import SearchState
from sdcdesk.search.suggestion.suggest import suggest
from sdcdesk.search.suggestion.suggestion import Suggestion
from sdcdesk.search.suggestion.trials import Trials
from tests.search.suggestion.conftest import DR_W, K, project_of

EVERYTHING = Allowed(
    variables={
        "age": ("levels", "top", "bottom", "round", "microaggregate", "noise", "swap", "suppress"),
        "zip": ("levels", "rare", "pram", "suppress"),
        "job": ("rare", "pram"),
        "pay": ("microaggregate", "noise"),
    },
    records=("sample", "leave_out"),
)


@pytest.fixture(scope="module")
def found(people: Microdata) -> Suggestion:
    return suggest(project_of(people, DR_W, K), people, EVERYTHING, trials=22)


@pytest.fixture(scope="module")
def alone(found: Suggestion) -> Suggestion:
    """Each slot alone, at its middle rung."""
    space, trials = found.space, Trials(found.file, found.space)
    points = [space.with_rung(space.origin, at, (rungs + 1) // 2) for at, rungs in enumerate(space.rungs)]
    return replace(found, tried=tuple((point, trials.assess(point, SILENT)) for point in points))


def figures(one: Assessed) -> list[Any]:
    return [one.point, one.loss.value, one.verdict, *(judged.judgement.quantity for judged in one.judged)]


def test_every_figure_is_that_of_the_release_check_of_the_adopted_recipe(
    people: Microdata, found: Suggestion, alone: Suggestion
) -> None:
    project = found.file.project
    assert len(found.safe) > 1
    for one in (*found.safe[:1], *found.front[:1], *found.found[-1:], *alone.found[::4]):
        adopted = with_suggested_recipe(project, one).project
        release = check_release(adopted, Pipeline(people).run(adopted.recipe)).followed()
        assert release.verdict is one.verdict
        assert release.path[-1].loss.value == one.loss.value
        assert one.released == len(release.run.masked)
        checked = [judgement for scenario in release.scenarios for judgement in scenario.judgements]
        for mine, its in zip(one.judged, checked, strict=True):
            assert mine.judgement.quantity == its.quantity
            assert mine.judgement.standing is its.standing


def test_safe_recipes_keep_every_limit_and_come_by_loss(found: Suggestion) -> None:
    for one in found.safe:
        assert {judged.judgement.standing for judged in one.judged} == {Standing.KEPT}
    assert [one.cost for one in found.safe] == sorted(one.cost for one in found.safe)
    assert {one.verdict for one in found.found} >= {Verdict.SAFE, Verdict.UNSAFE}


def test_what_is_offered_are_the_safe_recipes_that_no_other_one_beats(found: Suggestion) -> None:
    assert found.offered[0].cost == found.safe[0].cost
    for one, next_one in itertools.pairwise(found.offered):
        assert one.cost < next_one.cost
        assert one.risk > next_one.risk
    assert all(one.keeps for one in found.offered)


def test_reasons_and_words_call_variables_as_people_do(people: Microdata) -> None:
    called = people.describe(people.variable("age").changed(label="Years of life"))
    file = SearchedFile(project_of(called, DR_W), called)
    allowed = Allowed(variables={"age": ("levels",)})
    begun = Suggestion(file, allowed.space(file), allowed, 0)
    one = Trials(begun.file, begun.space).assess((1,), SILENT)
    assert one is not None
    assert begun.words(one).startswith("Years of life in ")
    assert begun.reason(one, 0).startswith("Years of life: ")


def test_the_front_is_what_nothing_beats(found: Suggestion) -> None:
    def beats(one: Assessed, other: Assessed) -> bool:
        pairs = [(one.cost, other.cost), (one.risk, other.risk)]
        return all(mine <= its for mine, its in pairs) and any(mine < its for mine, its in pairs)

    for one in found.front:
        assert not any(beats(other, one) for other in found.found)
    values = {(one.cost, one.risk) for one in found.front}
    for other in found.found:
        assert (other.cost, other.risk) in values or any(beats(one, other) for one in found.front)


def test_the_budget_cuts_one_sequence_that_goes_on_from_its_state(
    people: Microdata, found: Suggestion
) -> None:
    project = found.file.project
    some = suggest(project, people, EVERYTHING, trials=12)
    assert [figures(one) for one in some.found] == [figures(one) for one in found.found[: len(some.found)]]
    state = SearchState.model_validate_json(some.state.model_dump_json())
    more = suggest(project, people, state=state, trials=10)
    assert [point for point, _ in more.tried] == [point for point, _ in found.tried]
    assert [figures(one)[:3] for one in more.found] == [figures(one)[:3] for one in found.found]
    assert json.dumps(more.to_json()) == json.dumps(found.to_json())


def test_reasons_are_whole_sentences_of_facts_of_each_kind_of_change(alone: Suggestion) -> None:
    kinds = set()
    for one in alone.found:
        [place] = alone.space.places(one.point)
        kinds.add(alone.space.slots[place].kind)
        [reason] = alone.reasons(one)
        assert reason.endswith(".")
        assert "{" not in reason
    assert kinds == {change.name for change in CHANGES}


def test_the_reason_of_suppression_counts_the_cells(alone: Suggestion) -> None:
    suppressed = (one for one in alone.found if one.recipe.steps[0].method.name == "local_suppression")
    for one in suppressed:
        cells = int((people_blanked(alone, one)).sum())
        assert alone.reason(one, 0).startswith(f"{cells} cells are hidden where fewer than")


def people_blanked(found: Suggestion, one: Assessed) -> np.ndarray:
    masked = one.recipe.apply(found.file.data)
    return np.array([masked.missing(name).sum() for name in masked.names])


def test_what_a_step_is_good_for_is_known_of_the_recipe_without_it(found: Suggestion) -> None:
    tried = {one.point: one for one in found.found}
    told = 0
    for one in found.safe:
        for step, place in enumerate(found.space.places(one.point)):
            less, words = tried.get(found.space.with_rung(one.point, place, 0)), found.without(one, step)
            if less is None:
                assert words == ""
            else:
                told += 1
                begins = "every limit is kept" if less.keeps else "scenario"
                assert words.startswith(f"Without this step {begins}")
    assert told


def test_what_is_told_while_it_runs_grows(people: Microdata) -> None:
    told: list[Suggestion] = []
    suggest(project_of(people, K), people, trials=7, so_far=told.append)
    assert [len(one.tried) for one in told] == [1, 2, 3, 4, 5, 6, 7]


def test_stopping_keeps_what_was_told(people: Microdata) -> None:
    told: list[Suggestion] = []
    stop = Progress(cancelled=lambda: len(told) >= 3)
    with pytest.raises(Cancelled):
        suggest(project_of(people, K), people, trials=50, so_far=told.append, progress=stop)
    assert len(told[-1].tried) == 3


def test_time_that_is_over_ends_the_search_without_an_error(people: Microdata) -> None:
    found = suggest(project_of(people, K), people, seconds=1e-9)
    assert found.tried == ()
    assert found.obstacle == "No recipe could be assessed yet; give the search more time."


def test_a_small_space_is_tried_whole_and_the_best_is_that_of_all(people: Microdata) -> None:
    project = project_of(people, DR_W)
    project = project.changed(scenarios=project.scenarios[1:])
    allowed = Allowed(variables={"age": ("levels",), "job": ("rare",)})
    found = suggest(project, people, allowed, trials=10_000)
    assert found.complete
    losses = []
    for point in found.space.every():
        changed = project.changed(recipe=found.space.recipe(point, 11))
        release = check_release(changed, Pipeline(people).run(changed.recipe)).followed()
        if release.verdict is Verdict.SAFE:
            losses.append(release.path[-1].loss.value)
    assert 1 < len(losses) < found.space.size
    assert found.safe[0].loss.value == min(losses)
    assert len(found.safe) == len(losses)


def test_where_no_recipe_keeps_the_limits_the_nearest_is_named(people: Microdata) -> None:
    impossible = Limit(measure="disclosure_risk", figure="k", side="at least", value=301)
    found = suggest(
        project_of(people, impossible), people, Allowed(variables={"age": ("levels",)}), trials=99
    )
    assert found.complete
    assert not found.safe
    assert found.nearest is not None
    assert found.nearest.recipe.steps
    assert "keeps every limit; the nearest one, " in found.obstacle
    assert found.obstacle.endswith("Allow more changes, or other limits.")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"seconds": 0}, "The time of the search must be a number of seconds above 0."),
        ({"seconds": float("nan")}, "The time of the search must be"),
        ({"trials": 0}, "The number of recipes that are tried must be a whole number, 1 or more."),
        ({"trials": 1.5}, "The number of recipes that are tried must be a whole number, 1 or more."),
        ({"seed": -1}, "The seed of random numbers must be a whole number from 0 to"),
        ({"seed": 1.5}, "The seed of random numbers must be a whole number from 0 to"),
        ({"allowed": Allowed()}, "Nothing may change; allow at least one change"),
        ({"allowed": Allowed(variables={"town": ("levels",)})}, "There is no variable town;"),
        ({"allowed": Allowed(variables={"job": ("noise",)})}, "job cannot be changed so: noise;"),
    ],
)
def test_impossible_requests(people: Microdata, given: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        suggest(project_of(people, K), people, **given)


def test_a_kind_that_is_named_twice_is_refused_where_it_stands() -> None:
    for field, given in ("variables", {"job": ("rare", "rare")}), ("records", ("sample", "sample")):
        with pytest.raises(ParameterError, match="named twice") as refused:
            Allowed(**{field: given})
        assert refused.value.field == field


def test_without_a_limit_nobody_has_said_what_is_safe(people: Microdata) -> None:
    with pytest.raises(ParameterError, match="No scenario has a limit"):
        suggest(project_of(people), people)
    with pytest.raises(ParameterError, match="There is no scenario yet"):
        suggest(project_of(people).changed(scenarios=()), people)


def test_a_state_of_other_limits_is_refused(people: Microdata) -> None:
    state = suggest(project_of(people, K), people, trials=2).state
    with pytest.raises(ParameterError, match="begin the search anew"):
        suggest(project_of(people, DR_W), people, state=state)
    with pytest.raises(ParameterError, match="begin the search anew"):
        suggest(project_of(people, K), people, state=state, seed=4)


def test_no_step_goes_farther_than_is_allowed(people: Microdata) -> None:
    allowed = Allowed(
        variables={"age": ("levels", "top", "suppress"), "zip": ("levels", "suppress")},
        farthest={"age": {"levels": 2, "top": 3}, "zip": {"suppress": 1}},
    )
    found = suggest(project_of(people, K), people, allowed, trials=12)
    rungs = {(slot.kind, slot.variables): len(slot.ladder) for slot in found.space.slots}
    assert rungs["levels", ("age",)] == 2
    assert rungs["top", ("age",)] == 3
    assert rungs["levels", ("zip",)] > 1
    assert rungs["suppress", ("age", "zip")] == 1
    assert any(one.point[0] == 2 for one in found.found)
    for wrong in ({"age": {"levels": 0}}, {"age": {"swap": 1}}, {"pay": {"noise": 1}}):
        with pytest.raises(ParameterError):
            Allowed(variables={"age": ("levels",)}, farthest=wrong)


def test_a_project_file_is_searched_with_its_data(people: Microdata) -> None:
    sample = Path(__file__).resolve().parents[3] / "resources" / "samples" / "billing_5000.sdcdesk"
    found = sdc.suggest(sample, trials=1)
    assert [len(one.recipe.steps) for one in found.found] == [0]
    assert len(found.file.data) == 5000
    with pytest.raises(ParameterError, match="Give the data of the project too"):
        sdc.suggest(project_of(people, K))
    with pytest.raises(ParameterError, match="names its data itself"):
        sdc.suggest(str(sample), people)


def test_where_only_levels_may_change_the_best_is_the_optimum_of_the_lattice(people: Microdata) -> None:
    ages = Scenario(name="Neighbour", keys=("age", "zip"), weights="All alike", limits=(K,))
    project = project_of(people, K).changed(scenarios=(ages,))
    hierarchies = {name: propose(people, name) for name in ("age", "zip")}
    known = sdc.search.lattice(people, hierarchies, k=3, loss="headline", whole=True)
    assert known.optimum is not None
    allowed = Allowed(variables={"age": ("levels",), "zip": ("levels",)})
    found = suggest(project, people, allowed, trials=3)
    assert found.safe[0].point == known.optimum
    assert found.safe[0].cost == pytest.approx(known.loss(known.optimum), rel=1e-12)
