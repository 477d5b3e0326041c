"""What every random method keeps to: a number belongs to its record, whatever happens to the others."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.random.randomness import Draws
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import METHODS, RecordSuppression
from tests.contract.test_methods import CASES

RANDOM = [case for case in CASES if case.values[0].random]

OF_THE_FILE = {
    "multiple_imputation": "the regression is that of the file",
    "additive_noise": "the size of the noise is a share of the variance of the file",
    "outlier_noise": "what is outlying, and the size of the noise, hang on the values of the file",
    "camouflage": "the step of the ends is chosen from the values of the file",
    "orthogonal_masking": "records are rotated among one another",
    "rank_swapping": "values are swapped with those of other records",
    "shuffling": "values go from record to record",
    "data_swapping": "values are swapped with those of other records",
    "record_swapping": "areas are swapped with those of other households",
    "probability_distortion": "the distribution is that of the values of the file",
    "resampling": "the samples are drawn from the values of the file",
    "simple_random_sampling": "the size of the sample is a share of the size of the file",
    "stratified_sampling": "the sample of a stratum is a share of it",
    "systematic_sampling": "every so many records of the file are counted off",
    "household_sampling": "the size of the sample is a share of the households of the file",
    "proportional_sampling": "the probability of a record is a share of the sizes of all",
    "random_order": "the place of a record is one among all",
    "new_numbers": "the number of a value is one among all",
}
"""Methods whose values depend on the whole file, though the numbers that they draw do not."""

OF_OTHERS = {"households", "invariant"}
"""Parameters with which the value of a record depends on other records."""

OF_RECORDS = [
    case
    for case in RANDOM
    if case.values[0].name not in OF_THE_FILE
    and not any(case.values[0].parameters.get(name) for name in OF_OTHERS)
]

ORDERS = {
    "reversed": lambda n: np.arange(n)[::-1].copy(),
    "shuffled": lambda n: np.random.default_rng(3).permutation(n),
    "interleaved": lambda n: np.concatenate([np.arange(n)[part::4] for part in range(4)]),
}


def by_record(masked: Microdata) -> pd.DataFrame:
    """Masked values in the order of the initial records, whose positions are the index."""
    return masked.frame.set_axis(masked.rows).sort_index()


def assert_the_same(found: Microdata, expected: pd.DataFrame) -> None:
    # A sum over the file has other last digits in another order; the numbers that are drawn have not.
    pd.testing.assert_frame_equal(by_record(found), expected, rtol=1e-9)


def test_the_methods_that_look_at_the_whole_file_exist() -> None:
    assert set(OF_THE_FILE) <= {case.values[0].name for case in RANDOM}


@pytest.mark.parametrize("method", RANDOM)
def test_the_order_of_the_records_changes_nothing(method: Method, data: Microdata) -> None:
    expected = by_record(method.apply(data, seed=1))
    for order in ORDERS.values():
        assert_the_same(method.apply(data.take(order(len(data))), seed=1), expected)


@pytest.mark.parametrize("parts", [2, 40])
@pytest.mark.parametrize("method", OF_RECORDS)
def test_records_that_are_masked_in_parts_have_the_same_values(
    method: Method, data: Microdata, parts: int
) -> None:
    expected = by_record(method.apply(data, seed=1))
    for positions in np.array_split(np.random.default_rng(3).permutation(len(data)), parts):
        masked = method.apply(data.take(positions), seed=1)
        assert_the_same(masked, expected.loc[np.sort(masked.rows)])


@pytest.mark.parametrize("method", OF_RECORDS)
def test_a_step_before_that_leaves_records_out_changes_nothing(method: Method, data: Microdata) -> None:
    recipe = Recipe(seed=1).then(method).then(RecordSuppression(keys=["age"], k=3))
    alone, both = recipe.switched(1, on=False).apply(data), recipe.moved(1, 0).apply(data)
    assert 0 < len(both) < len(alone)
    assert_the_same(both, by_record(alone).loc[both.rows])


@pytest.mark.parametrize("method", RANDOM)
def test_a_method_by_itself_is_the_first_step_of_a_recipe(method: Method, data: Microdata) -> None:
    step = Recipe(seed=5).then(method).apply(data)
    assert method.apply(data, seed=5).fingerprint() == step.fingerprint()
    assert method.apply(data, Draws(5, 2)).fingerprint() != step.fingerprint()


@pytest.mark.parametrize("method", RANDOM)
def test_steps_with_the_same_method_draw_other_numbers(method: Method, data: Microdata) -> None:
    recipe = Recipe(seed=5).then(method).then(method)
    first, second = recipe.without(1).apply(data), recipe.without(0).apply(data)
    assert first.fingerprint() != second.fingerprint()


def test_the_noise_of_a_record_is_the_same_in_a_part_of_the_file(data: Microdata) -> None:
    """The size of the noise is another one there, and only that."""
    noise = METHODS["additive_noise"](variables=["income"], variance_share=10.0, kind="uncorrelated")
    part = data.take(np.random.default_rng(3).permutation(len(data))[:50])
    drawn = []
    for file in (data, part):
        added = noise.apply(file, seed=1).numbers("income") - file.numbers("income")
        drawn.append(pd.Series(added / np.nanstd(file.numbers("income"), ddof=1), index=file.rows))
    whole, some = drawn
    pd.testing.assert_series_equal(some, whole.loc[some.index], rtol=1e-6)


def test_a_smaller_sample_lies_within_a_larger_one_and_of_parts_come_the_same_records(
    data: Microdata,
) -> None:
    sampling = METHODS["simple_random_sampling"](percentage=50.0)
    rows = [set(sampling.changed(percentage=p).apply(data, seed=1).rows.tolist()) for p in (10.0, 50.0, 90.0)]
    assert rows[0] < rows[1] < rows[2]
    half = data.take(np.arange(0, len(data), 2))
    kept = set(half.rows.tolist()) & rows[0]
    all_kept = sampling.changed(by="size", size=len(kept), percentage=None).apply(half, seed=1)
    assert set(all_kept.rows.tolist()) == kept, "the smallest words of the file are the smallest of a part"
