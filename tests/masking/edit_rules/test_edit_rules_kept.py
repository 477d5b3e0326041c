"""Methods that choose values: what they change keeps to the edit rules, and households draw together."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.edit_rules import impossible
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import METHODS, AdditiveNoise, Pram, RandomRounding
from sdcdesk.masking.edit_rules.edit_rule import EditRule
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.household_draws import DrawsByRecord
from sdcdesk.masking.households_alike import HouseholdsAlike
from sdcdesk.masking.swapping.pairs_kept import SwapsValues

RECORDS = 120

ADULTS = EditRule(
    name="Children are single and earn little",
    when={"comparisons": [{"variable": "age", "relation": "less than", "values": [15]}]},
    then={
        "comparisons": [
            {"variable": "marital", "relation": "is", "values": ["single"]},
            {"variable": "income", "relation": "at most", "values": [200]},
        ]
    },
)


def people(*rules: EditRule) -> Microdata:
    rng = np.random.default_rng(3)
    age = rng.integers(0, 60, RECORDS)
    frame = pd.DataFrame(
        {
            "home": np.arange(RECORDS) // 4,
            "age": age,
            "marital": np.where(age < 15, "single", rng.choice(["single", "married"], RECORDS)),
            "income": np.where(age < 15, 150.0, 1000.0 * (1 + np.arange(RECORDS) // 4)),
        }
    )
    frame.loc[7, ["marital", "income"]] = None
    frame["home"] = frame["home"].astype("Int64").mask(frame.index == 5)
    return Microdata(
        frame,
        [
            Variable(name="home", role=Role.HOUSEHOLD),
            Variable(name="age", scale=Scale.CONTINUOUS),
            Variable(name="income", scale=Scale.CONTINUOUS),
        ],
    ).with_edit_rules(rules)


METHODS_TRIED: list[Method] = [
    Pram(variable="marital", diagonal=30.0),
    Pram(
        variable="marital",
        how="matrix",
        transitions={"single": {"was": 0.5, "married": 0.5}, "married": {"was": 1.0}},
    ),
    AdditiveNoise(variables=["income"], variance_share=50.0),
    AdditiveNoise(variables=["age", "income"], variance_share=50.0),
    RandomRounding(variables=["income"], base=400.0),
    RandomRounding(variables=["age"], base=40.0),
    METHODS["multiplicative_noise"](variables=["income"], deviation=40.0),
    METHODS["shuffling"](variables=["income"], predictors=["age"]),
    METHODS["multiple_imputation"](variables=["income"], predictors=["age"]),
    METHODS["orthogonal_masking"](variables=["income", "age"], variance_share=60.0),
    METHODS["shuffling"](variables=["income"]),
    METHODS["multiple_imputation"](variables=["income"], predictors=["age"]),
]


@pytest.mark.parametrize("households", [False, True])
@pytest.mark.parametrize("method", METHODS_TRIED, ids=lambda method: method.summary())
def test_records_that_would_be_impossible_keep_all_their_old_values(method: Method, households: bool) -> None:
    data = people(ADULTS)
    if households and not isinstance(method, HouseholdsAlike):
        pytest.skip("it knows no households")
    asked = {"households": True} if households else {}
    free = method.changed(**asked).mask(data, 1)
    kept = method.changed(edit_rules="keep", **asked).mask(data, 1)
    broken = impossible(data, free.data)
    assert broken.any()
    assert free.figures["records_made_impossible"].value == broken.sum()
    assert kept.figures["records_made_impossible"].value == 0
    changed = [name for _, name, _ in method.chosen()]
    old, new = ([list(map(str, row)) for row in one.frame[changed].to_numpy()] for one in (data, kept.data))
    same = np.array([one == other for one, other in zip(old, new, strict=True)])
    assert same[broken].all()
    number = kept.figures["records_keeping_values"].value
    assert number >= broken.sum()
    said = [note for note in kept.notes if note.endswith("other figures of this step are those before that.")]
    assert len(said) == 1
    assert said[0].startswith(f"{number} record")
    if not households:
        assert kept.figures["records_keeping_values"].value == broken.sum()
        free_values = free.data.frame[changed][~broken]
        pd.testing.assert_frame_equal(kept.data.frame[changed][~broken], free_values)


@pytest.mark.parametrize(
    "method",
    [
        METHODS["rank_swapping"](variables=["income"], window=60.0),
        METHODS["rank_swapping"](variables=["income", "age"], window=40.0),
        METHODS["data_swapping"](variables=["income"], target="drawn", rate=100.0),
        METHODS["data_swapping"](variables=["income", "marital"], keys=["age"], k=3, rate=50.0),
    ],
    ids=lambda method: method.summary(),
)
@pytest.mark.parametrize("seed", range(4))
def test_both_records_of_a_pair_keep_their_values_for_edit_rules(method: SwapsValues, seed: int) -> None:
    data = people(ADULTS)
    free, kept = method.mask(data, seed), method.changed(edit_rules="keep").mask(data, seed)
    broken = impossible(data, free.data)
    assert broken.any()
    assert kept.figures["records_made_impossible"].value == 0
    changed = [name for name in ("age", "income", "marital") if name in method.variables]
    old, drawn, new = (one.frame[changed].map(str).to_numpy() for one in (data, free.data, kept.data))
    assert (new[broken] == old[broken]).all()
    for place, name in enumerate(changed):
        assert sorted(new[:, place]) == sorted(old[:, place]), f"{name}: each value is as frequent as before"
        undone = new[:, place] != drawn[:, place]
        assert (new[undone, place] == old[undone, place]).all(), "an exchange is undone as a whole, or stands"
    number = kept.figures["records_keeping_values"].value
    assert broken.sum() <= number <= len(data)
    assert number >= (new != drawn).any(axis=1).sum()
    if "records_swapped" in kept.figures:
        assert kept.figures["records_swapped"].value == free.figures["records_swapped"].value - number
        assert number <= 2 * broken.sum(), "partners, and nobody else"
    else:
        assert kept.figures["values_changed"].value == (new != old).sum()
    assert not [note for note in kept.notes if "figures of this step are those before" in note]


@pytest.mark.parametrize(
    "method", [one for one in METHODS_TRIED if isinstance(one, DrawsByRecord)], ids=lambda one: one.summary()
)
def test_equal_records_of_a_household_stay_equal(method: Method) -> None:
    data = people()
    changed = [name for _, name, _ in method.chosen()]
    masked = method.changed(households=True).apply(data, 1)
    known = data.frame["home"].notna()
    old, new = data.frame[known], masked.frame[known]
    groups = old.groupby(["home", *changed], dropna=False).ngroup()
    assert groups.duplicated().any()
    assert (new[changed].astype(str).groupby(groups).nunique() <= 1).all().all()
    alone = method.apply(data, 1).frame[known]
    if "income" in changed[:1]:
        assert (alone[changed].astype(str).groupby(groups).nunique() > 1).any().any()
    firsts = ~groups.duplicated()
    pd.testing.assert_frame_equal(new[changed][firsts], alone[changed][firsts])


def test_a_record_without_a_household_draws_by_itself() -> None:
    data = people()
    noise = AdditiveNoise(variables=["income"], kind="uncorrelated")
    [alone, together] = [noise.changed(households=on).apply(data, 1).column("income") for on in (False, True)]
    assert alone[5] == together[5]


def test_household_draws_do_not_hang_on_the_order_of_the_records() -> None:
    data = people()
    noise = AdditiveNoise(variables=["income"], households=True)
    order = np.random.default_rng(1).permutation(RECORDS)
    straight, shuffled = noise.apply(data, Draws(1)), noise.apply(data.take(order), Draws(1))
    np.testing.assert_allclose(
        shuffled.numbers("income"), straight.numbers("income")[order], rtol=1e-12, equal_nan=True
    )


def test_households_must_be_known() -> None:
    data = people().describe(Variable(name="home"))
    with pytest.raises(DataError, match="No variable has the role household"):
        Pram(variable="marital", households=True).mask(data, 1)


def test_rules_to_keep_must_be_there_or_it_is_said() -> None:
    masked = Pram(variable="marital", edit_rules="keep").mask(people(), 1)
    assert "The project has no edit rules that could be kept." in masked.notes


def test_methods_that_draw_categories_or_numbers_can_keep_to_rules() -> None:
    able = {kind.name for kind in METHODS if issubclass(kind, ChoosesValues)}
    assert able >= {"pram", "additive_noise", "multiplicative_noise", "random_rounding", "orthogonal_masking"}
