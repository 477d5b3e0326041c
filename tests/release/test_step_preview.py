import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import (
    Camouflage,
    Microaggregation,
    MultipleImputation,
    RandomRounding,
    Recoding,
    RecordSuppression,
    Rounding,
    SimpleRandomSampling,
)
from sdcdesk.release.pipeline import Pipeline, Run
from sdcdesk.release.release_check import check_release
from sdcdesk.release.step_preview import FileStanding, Preview, preview
from sdcdesk.risk import WeightMatrix

BANDS = Recoding(variable="age", how="width", width=10.0)
ROUGH = Recoding(variable="age", how="width", width=30.0)
ROUNDED = Rounding(variables=["income"], base=100.0)
HALF = SimpleRandomSampling(percentage=50.0)


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(11)
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 90, 600),
            "sex": rng.choice(["f", "m"], 600),
            "income": rng.lognormal(8, 1, 600).round(2),
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="sex", role=Role.KEY),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
        ],
    )


@pytest.fixture
def project(data: Microdata) -> Project:
    return Project(
        data=DataReference(path="people.csv", size=1, sha256="0" * 64, options=ReadOptions()),
        variables=data.variables,
        weights={"all": WeightMatrix.maximal()},
        scenarios=(
            Scenario(name="near", keys=("age", "sex"), weights="all").with_limit("dr_weighted", 0.05),
            Scenario(name="far", keys=("sex",), weights="all").with_limit("dr_weighted", 0.5),
        ),
        recipe=Recipe(seed=3).then(BANDS).then(ROUNDED).then(HALF),
    )


def see(
    project: Project, data: Microdata, position: int | None, method: Method, limit: int | None = None
) -> Preview:
    return preview(project, Pipeline(data).run(project.recipe), position, method, limit)


def risk(standing: FileStanding, name: str = "near") -> float:
    return standing.scenario(name).after.value("dr_weighted")


@pytest.mark.parametrize(
    ("position", "method"),
    [(None, RecordSuppression(k=3)), (0, ROUGH), (1, RandomRounding(variables=["income"], base=50.0))],
)
def test_a_preview_is_what_saving_the_step_gives(
    project: Project, data: Microdata, position: int | None, method: Method
) -> None:
    seen = see(project, data, position, method)
    recipe = project.recipe.then(method) if position is None else project.recipe.edited(position, method)
    saved = Pipeline(data).run(recipe)
    assert seen.exact
    assert seen.after.fingerprint() == saved.masked.fingerprint()
    assert seen.before.fingerprint() == project.recipe.apply(data).fingerprint()
    release = check_release(project.changed(recipe=recipe), saved)
    for checked in release.scenarios:
        assert risk(seen.then, checked.scenario.name) == checked.after.value("dr_weighted")
    assert seen.then.verdict == release.verdict
    assert seen.then.loss.value == release.measures[0].value("loss")


def test_now_is_the_file_as_it_is(project: Project, data: Microdata) -> None:
    release = check_release(project, Pipeline(data).run(project.recipe))
    seen = see(project, data, None, ROUNDED)
    assert risk(seen.now) == release.scenarios[0].after.value("dr_weighted")
    assert seen.now.loss.value == release.measures[0].value("loss")


def test_nothing_has_to_be_computed_before(project: Project, data: Microdata) -> None:
    known = see(project, data, 1, ROUNDED.changed(base=500.0))
    fresh = preview(project, Run(data, ()), 1, ROUNDED.changed(base=500.0))
    assert fresh.after.fingerprint() == known.after.fingerprint()
    assert fresh.before.fingerprint() == known.before.fingerprint()


def test_results_of_another_recipe_are_used_only_as_far_as_they_agree(
    project: Project, data: Microdata
) -> None:
    older = Pipeline(data).run(project.recipe.edited(1, ROUNDED.changed(base=7.0)))
    seen = preview(project, older, None, HALF)
    assert seen.before.fingerprint() == project.recipe.apply(data).fingerprint()


def test_a_step_that_is_off_is_shown_as_if_on(project: Project, data: Microdata) -> None:
    off = project.changed(recipe=project.recipe.switched(0, on=False))
    seen = see(off, data, 0, BANDS)
    assert seen.before.provenance("age") is None
    assert seen.after.coding("age").occurring == 9


def test_a_failing_step_says_why(project: Project, data: Microdata) -> None:
    with pytest.raises(DataError, match="no variable wealth"):
        see(project, data, None, Rounding(variables=["wealth"], base=10.0))


def test_a_later_step_that_would_fail_is_named(project: Project, data: Microdata) -> None:
    grouped = project.changed(recipe=project.recipe.then(Microaggregation(variables=["income"], k=3)))
    seen = see(grouped, data, 1, Recoding(variable="income", how="quantiles", bands=4, labels=list("abcd")))
    assert seen.then is None
    assert seen.now is not None
    assert seen.after.coding("income").occurring == 4
    grouped = project.changed(recipe=project.recipe.then(ROUNDED))
    seen = see(grouped, data, 0, Recoding(variable="income", how="quantiles", bands=4))
    assert seen.then is None
    assert "Step 2, income rounded to" in seen.notes[-1]
    assert "would fail" in seen.notes[-1]


def test_a_recipe_that_fails_now_can_be_mended(project: Project, data: Microdata) -> None:
    broken = project.changed(recipe=project.recipe.edited(1, Rounding(variables=["wealth"], base=10.0)))
    seen = see(broken, data, 1, ROUNDED)
    assert seen.now is None
    assert seen.before.coding("age").occurring == 9
    assert seen.then.verdict in ("safe", "unsafe")
    with pytest.raises(SdcError, match="no variable wealth"):
        see(broken, data, None, ROUNDED)


def test_a_part_of_the_records_has_no_risk_but_its_own_loss(project: Project, data: Microdata) -> None:
    some = project.changed(recipe=project.recipe.without(2))
    seen = see(some, data, 0, ROUGH, limit=200)
    assert (seen.records, seen.initial_records) == (200, 600)
    assert not seen.exact
    assert len(seen.after) == 200
    assert seen.then.scenarios == ()
    assert seen.then.verdict == "not assessed"
    whole = see(some, data, 0, ROUGH)
    assert seen.then.loss.value == pytest.approx(whole.then.loss.value, rel=0.2)
    assert see(some, data, 0, ROUGH, limit=200).after.fingerprint() == seen.after.fingerprint()


def test_before_and_after_of_a_part_are_the_same_records(project: Project, data: Microdata) -> None:
    some = project.changed(recipe=project.recipe.without(2))
    seen = see(some, data, None, Rounding(variables=["income"], base=1000.0), limit=100)
    np.testing.assert_array_equal(seen.before.rows, seen.after.rows)
    assert (np.abs(seen.before.numbers("income") - seen.after.numbers("income")) <= 500).sum() > 90


def test_a_part_of_the_file_draws_the_numbers_that_the_whole_will(project: Project, data: Microdata) -> None:
    rounding, bare = RandomRounding(variables=["income"], base=1000.0), project.changed(recipe=Recipe(seed=3))
    seen = see(bare, data, None, rounding, limit=100)
    whole = bare.recipe.then(rounding).apply(data)
    places = np.flatnonzero(np.isin(data.column("income"), seen.before.column("income")))
    assert len(places) == seen.records == 100
    assert seen.after.column("income").tolist() == whole.column("income")[places].tolist()


IMPUTED = MultipleImputation(variables=["income"], predictors=["age"])


@pytest.mark.parametrize("method", [Camouflage(variables=["income"]), IMPUTED])
@pytest.mark.parametrize("limit", [5, 100])
def test_numbers_that_are_no_records_are_those_of_the_whole_on_a_part_of_any_size(
    project: Project, data: Microdata, method: Method, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[np.ndarray, np.ndarray]] = []

    def noted(draws: Draws, number: int, column: int = 0) -> np.ndarray:
        given = real(draws, number, column)
        drawn.append((given, real(Draws(draws.seed, draws.stream), number, column)))
        return given

    real = Draws.step_normal
    monkeypatch.setattr(Draws, "step_normal", noted)
    some = project.changed(recipe=Recipe(seed=3))
    assert see(some, data, None, method, limit=limit).records == limit
    for given, whole in drawn:
        np.testing.assert_array_equal(given, whole)
    assert bool(drawn) == (method is IMPUTED)


def test_camouflage_of_a_part_draws_the_places_and_widths_of_the_whole(
    project: Project, data: Microdata
) -> None:
    even = data.assign({"income": pd.Series(np.arange(1000, 1600) * 1.0)})
    hidden, some = Camouflage(variables=["income"]), project.changed(recipe=Recipe(seed=3))
    seen, whole = see(some, even, None, hidden, limit=100), some.recipe.then(hidden).apply(even)
    chosen = np.isin(even.numbers("income"), seen.before.numbers("income"))
    assert seen.after.numbers("income_low").tolist() == whole.numbers("income_low")[chosen].tolist()


@pytest.mark.parametrize("method", [HALF, RecordSuppression(k=3)])
def test_steps_that_count_records_take_all(project: Project, data: Microdata, method: Method) -> None:
    some = project.changed(recipe=project.recipe.without(2))
    assert see(some, data, None, method, limit=100).exact
    assert see(project, data, 0, ROUGH, limit=100).exact


def test_without_a_scenario_there_is_no_verdict(project: Project, data: Microdata) -> None:
    seen = see(project.changed(scenarios=()), data, None, ROUNDED)
    assert seen.then.scenarios == ()
    assert seen.then.verdict == "not assessed"


def test_a_scenario_that_cannot_be_assessed_is_kept_with_its_reason(
    project: Project, data: Microdata
) -> None:
    lost = Scenario(name="lost", keys=("wealth",), weights="all").with_limit("dr_weighted", 0.9)
    easy = Scenario(name="easy", keys=("sex",), weights="all").with_limit("dr_weighted", 0.9)
    seen = see(project.changed(scenarios=(easy, lost)), data, None, ROUNDED)
    assert seen.then.scenario("easy").verdict == "safe"
    assert "wealth" in seen.then.scenario("lost").error.message
    assert seen.then.verdict == "not assessed"


def test_a_preview_can_be_cancelled(project: Project, data: Microdata) -> None:
    with pytest.raises(Cancelled):
        preview(project, Run(data, ()), None, ROUNDED, progress=Progress(cancelled=lambda: True))


def test_no_records_are_no_error(project: Project, data: Microdata) -> None:
    seen = see(project.changed(recipe=Recipe(seed=1)), data, None, RecordSuppression(k=600))
    assert len(seen.after) == 0
    assert seen.then.verdict == "not assessed"
    assert seen.after.coding("age").occurring == 0
