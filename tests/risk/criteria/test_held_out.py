"""Held-out records: the same as running the recipe on the others by hand."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.method import Method
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import AdditiveNoise, LocalSuppression, Recoding
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.risk import Inference, Linkability, SinglingOut
from sdcdesk.risk.criteria import held_out

KEYS = ["age", "zip", "school"]
MEASURES = [(SinglingOut, {}), (Linkability, {}), (Inference, {"variables": ["ill", "income"]})]


@pytest.fixture(scope="module")
def original() -> Microdata:
    rng = np.random.default_rng(6)
    n = 1500
    return Microdata(
        pd.DataFrame(
            {
                "age": rng.integers(16, 90, n),
                "zip": rng.integers(0, 40, n).astype(str),
                "school": rng.integers(0, 6, n).astype(str),
                "ill": rng.integers(0, 5, n).astype(str),
                "income": rng.lognormal(9, 1, n).round(),
            }
        )
    )


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    """Steps that look at the whole file, and one that draws."""
    return (
        Recipe(seed=11)
        .then(Recoding(variable="age", how="width", width=10.0))
        .then(AdditiveNoise(variables=["income"]))
        .then(LocalSuppression(keys=["zip", "school"], k=3))
    )


def others(original: Microdata, share: float, seed: int) -> np.ndarray:
    """The records that are not held out, drawn without the code under test."""
    words = Draws(seed, held_out.STREAM).words(np.arange(len(original)))
    return np.sort(np.argsort(words, kind="stable")[round(share * len(original)) :])


@pytest.mark.parametrize(("kind", "parameters"), MEASURES)
def test_the_recipe_runs_once_on_the_others(
    kind: type[Measure], parameters: dict[str, Any], original: Microdata, recipe: Recipe
) -> None:
    masked = Pipeline(original).run(recipe).masked
    found = kind(keys=KEYS, guesses=300, seed=4, held_out=20, **parameters).assess(original, masked)
    by_hand = recipe.apply(original.take(others(original, 0.2, 4)))
    wanted = kind(keys=KEYS, guesses=300, seed=4, **parameters).assess(original, by_hand)
    assert found.value("held_out") == 300
    assert wanted.value("control_rate") is not None
    for name in set(found.figures) - {"held_out"}:
        assert found.value(name) == wanted.value(name), name
    assert any("300 records held out" in note for note in found.notes)
    assert found.masked is masked


def test_after_every_step_only_that_step_runs_on_the_others(
    original: Microdata, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    stages = Pipeline(original).run(recipe).stages
    ran: list[tuple[str, int]] = []
    mask = Method.mask

    def counted(self: Method, data: Microdata, *others: Any) -> Masked:
        ran.append((self.name, len(data)))
        return mask(self, data, *others)

    monkeypatch.setattr(Method, "mask", counted)
    measures = [
        SinglingOut(keys=KEYS, guesses=20, held_out=20),
        Linkability(keys=KEYS, guesses=20, held_out=20),
    ]
    for stage in stages:
        assert stage.masked is not None
        for measure in measures:
            measure.assess(original, stage.masked.data)
    assert ran == [("recoding", 1200), ("additive_noise", 1200), ("local_suppression", 1200)]
    # Other records are other parts, of which a few are kept.
    for seed in (1, 2, 1, 2):
        measures[0].changed(seed=seed).assess(original, stages[-1].masked.data)
    assert len(ran) == 9


def test_nothing_is_held_out_by_default(original: Microdata, recipe: Recipe) -> None:
    found = SinglingOut(keys=KEYS).assess(original, recipe.apply(original))
    assert found.value("held_out") == 0
    assert not any("held out:" in note for note in found.notes)


def test_of_two_shares_the_larger_holds_out_the_same_records_and_more(original: Microdata) -> None:
    few, many = (set(others(original, share, 1).tolist()) for share in (0.1, 0.4))
    assert many < few


def test_also_where_no_step_changes_anything(original: Microdata) -> None:
    found = Linkability(keys=KEYS, held_out=10).assess(original, original)
    assert found.value("held_out") == 150
    assert found.value("control_rate") is not None


@pytest.mark.parametrize("share", [0.01, 90])
def test_few_held_out_are_no_control_and_many_leave_few_to_attack(original: Microdata, share: float) -> None:
    found = Linkability(keys=KEYS, held_out=share).assess(original, original)
    assert (found.value("control_rate") is None) == (share < 1)
    assert found.value("held_out") == round(share / 100 * len(original))


def test_steps_that_are_not_known_are_said(original: Microdata, recipe: Recipe) -> None:
    masked = recipe.apply(original)
    elsewhere = masked.assign({"zip": masked.column("zip")})
    with pytest.raises(DataError, match="steps that made the masked file") as caught:
        SinglingOut(keys=KEYS, held_out=10).assess(original, elsewhere)
    assert caught.value.field == "held_out"


def test_a_description_leaves_the_steps_known(original: Microdata, recipe: Recipe) -> None:
    masked = recipe.apply(original)
    described = masked.describe(masked.variable("ill").changed(label="Illness"))
    assert SinglingOut(keys=KEYS, held_out=10).assess(original, described).value("held_out") == 150


def test_the_user_can_stop_it(original: Microdata, recipe: Recipe) -> None:
    asked = iter([False, False])
    progress = Progress(cancelled=lambda: next(asked, True))
    with pytest.raises(Cancelled):
        SinglingOut(keys=KEYS, held_out=10).assess(original, recipe.apply(original), progress)
