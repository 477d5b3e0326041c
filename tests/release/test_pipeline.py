import errno

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, DefectError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Recoding, Rounding, SimpleRandomSampling
from sdcdesk.release.pipeline import Pipeline

BANDS = Recoding(variable="age", how="width", width=10.0)
ROUND = Rounding(variables=["income"], base=100.0)
HALF = SimpleRandomSampling(percentage=50.0)


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(5)
    return Microdata(pd.DataFrame({"age": rng.integers(0, 90, 100), "income": rng.uniform(0, 5000, 100)}))


@pytest.fixture
def recipe() -> Recipe:
    return Recipe(seed=7).then(BANDS).then(ROUND).then(HALF)


def test_an_unchanged_beginning_is_not_computed_again(data: Microdata, recipe: Recipe) -> None:
    pipeline = Pipeline(data)
    first = pipeline.run(recipe)
    second = pipeline.run(recipe.edited(2, HALF.changed(percentage=20.0)))
    assert second.stages[0].masked is first.stages[0].masked
    assert second.stages[1].masked is first.stages[1].masked
    assert len(second.masked) == 20
    third = pipeline.run(recipe.switched(0, on=False).moved(0, 2))
    assert third.masked.fingerprint() == Pipeline(data).run(recipe.without(0)).masked.fingerprint()


def test_another_seed_computes_everything_again(data: Microdata, recipe: Recipe) -> None:
    pipeline = Pipeline(data)
    first = pipeline.run(recipe).masked.fingerprint()
    assert pipeline.run(recipe.changed(seed=8)).masked.fingerprint() != first
    assert pipeline.run(recipe).masked.fingerprint() == first


def test_a_failing_step_is_named_and_the_steps_before_it_stand(data: Microdata, recipe: Recipe) -> None:
    run = Pipeline(data).run(recipe.edited(1, Rounding(variables=["wealth"], base=100.0)))
    assert run.stages[0].masked is not None
    assert isinstance(run.stages[1].error, DataError)
    assert run.stages[2].masked is None
    with pytest.raises(DataError, match="no variable wealth"):
        _ = run.masked


def test_a_cancelled_run_keeps_what_was_done(data: Microdata, recipe: Recipe) -> None:
    pipeline, asked = Pipeline(data), iter([False] * 5)
    with pytest.raises(Cancelled):
        pipeline.run(recipe, Progress(cancelled=lambda: next(asked, True)))
    assert pipeline.run(recipe).masked.fingerprint() == recipe.apply(data).fingerprint()


def test_no_steps_give_the_original(data: Microdata) -> None:
    assert Pipeline(data).run(Recipe(seed=1)).masked is data


def test_a_defect_of_a_method_is_told_of_its_step_without_any_value(
    data: Microdata, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("SECRET")

    monkeypatch.setattr(Rounding, "_mask", fail)
    run = Pipeline(data).run(recipe)
    assert run.stages[0].masked is not None
    assert isinstance(run.stages[1].error, DefectError)
    assert run.failure.startswith("Step 2, ")
    assert "a defect of the method (KeyError in fail, line" in run.failure
    assert "SECRET" not in run.failure


@pytest.mark.parametrize("problem", [MemoryError(), OSError(errno.ENOMEM, "no"), KeyboardInterrupt()])
def test_what_no_step_is_to_blame_for_ends_the_run(
    data: Microdata, recipe: Recipe, monkeypatch: pytest.MonkeyPatch, problem: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise problem

    monkeypatch.setattr(Rounding, "_mask", fail)
    with pytest.raises(type(problem)):
        Pipeline(data).run(recipe)


def test_a_failure_calls_variables_what_people_call_them(data: Microdata, recipe: Recipe) -> None:
    run = Pipeline(data).run(recipe.edited(1, Rounding(variables=["town"], base=10.0)))
    assert run.failure.count("town") > 1
    assert run.failure_text({"town": "Place"}) == run.failure.replace("town", "Place")
