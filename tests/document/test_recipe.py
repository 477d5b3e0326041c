import json

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.secret_seed import guessable
from sdcdesk.core.running.errors import ParameterError, ProjectError
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Pram, Recoding, Rounding, SimpleRandomSampling
from sdcdesk.release.pipeline import Pipeline

HALF = SimpleRandomSampling(percentage=50.0)
BANDS = Recoding(variable="age", how="width", width=10.0)
SWAP = Pram(variable="town", how="keep", diagonal=60.0)


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(5)
    return Microdata(
        pd.DataFrame({"age": rng.integers(0, 90, 300), "town": rng.choice(["Ann", "Bay", "Cole"], 300)})
    )


@pytest.fixture
def recipe() -> Recipe:
    return Recipe(seed=7).then(BANDS).then(SWAP).then(HALF)


def test_steps_are_added_edited_moved_removed_and_switched_off(recipe: Recipe) -> None:
    assert [step.method for step in recipe.steps] == [BANDS, SWAP, HALF]
    assert [step.method for step in recipe.moved(2, 0).steps] == [HALF, BANDS, SWAP]
    assert [step.method for step in recipe.moved(0, 2).steps] == [SWAP, HALF, BANDS]
    assert [step.method for step in recipe.without(1).steps] == [BANDS, HALF]
    assert recipe.edited(0, SWAP).steps[0].method == SWAP
    assert not recipe.switched(1, on=False).steps[1].on
    assert [step.method for step in recipe.steps] == [BANDS, SWAP, HALF], "the old recipe stays: it is undo"
    with pytest.raises(ParameterError, match="no step 3"):
        recipe.without(3)


def test_random_numbers_of_a_step_do_not_depend_on_other_steps(data: Microdata, recipe: Recipe) -> None:
    def swapped(changed: Recipe) -> list[str]:
        run = Pipeline(data).run(changed)
        stage = next(stage for stage in run.stages if isinstance(stage.step.method, Pram))
        assert stage.masked is not None
        return stage.masked.data.column("town").tolist()

    expected = swapped(recipe)
    assert swapped(recipe.without(0)) == expected
    assert swapped(recipe.switched(0, on=False)) == expected
    assert swapped(recipe.moved(1, 0)) == expected
    assert swapped(recipe.edited(0, BANDS.changed(width=20.0))) == expected
    assert swapped(recipe.then(HALF)) == expected
    assert swapped(recipe.changed(seed=8)) != expected


def test_a_step_keeps_its_own_random_numbers_after_others_are_removed(recipe: Recipe) -> None:
    assert [step.stream for step in recipe.without(0).then(SWAP).steps] == [2, 3, 4]


def test_switched_off_steps_are_skipped(data: Microdata, recipe: Recipe) -> None:
    masked = recipe.switched(2, on=False).apply(data)
    assert len(masked) == len(data)


def test_recipe_and_pipeline_give_the_same_data(data: Microdata, recipe: Recipe) -> None:
    assert Pipeline(data).run(recipe).masked.fingerprint() == recipe.apply(data).fingerprint()


def test_recipes_are_written_and_read(recipe: Recipe) -> None:
    written = json.dumps(recipe.model_dump(mode="json"))
    assert Recipe.model_validate_json(written) == recipe
    assert Recipe(**json.loads(written)) == recipe


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        (
            [{"method": {"name": "magic"}, "stream": 1}],
            "Step 1 of the recipe: There is no method called magic",
        ),
        ([{"method": {"name": "pram"}, "stream": 1}], "Step 1 of the recipe: .* a value must be given"),
        ([{"stream": 1}], "Step 1 of the recipe: .*method: a value must be given"),
        ([3], "Step 1 of the recipe is not a step"),
    ],
)
def test_a_damaged_step_is_named(steps: list[object], sentence: str) -> None:
    with pytest.raises(ProjectError, match=sentence):
        Recipe(seed=1, steps=steps)


def test_two_steps_cannot_share_random_numbers(recipe: Recipe) -> None:
    with pytest.raises(ParameterError, match="share one random stream"):
        recipe.changed(steps=(recipe.steps[0], recipe.steps[0]))


def test_a_recipe_asks_for_a_seed() -> None:
    with pytest.raises(ParameterError, match=r"seed: must be given; secrets\.randbits") as raised:
        Recipe()  # type: ignore[call-arg]
    assert raised.value.field == "seed"


def test_a_recipe_that_is_begun_has_a_seed_of_its_own() -> None:
    assert Recipe.begun().seed != Recipe.begun().seed
    assert not guessable(Recipe.begun().seed)


def test_no_display_of_a_recipe_shows_its_seed() -> None:
    recipe = Recipe(seed=8645309).then(Rounding(variables=["age"], base=5))
    assert "8645309" not in f"{recipe!r} {recipe} {recipe._repr_html_()} {list(recipe.__rich_repr__())}"


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True, "1"])
def test_seeds_out_of_range_are_refused(seed: object) -> None:
    with pytest.raises(ParameterError, match="seed"):
        Recipe(seed=seed)
