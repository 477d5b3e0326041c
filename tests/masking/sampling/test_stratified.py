from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.kernels.allocation import equal, proportional
from sdcdesk.masking.sampling.margin import margin_of_error
from sdcdesk.masking.sampling.stratified import StratifiedSampling

SIZES = st.lists(st.integers(1, 40), min_size=1, max_size=8)


def towns(**sizes: int) -> Microdata:
    return Microdata(pd.DataFrame({"town": [town for town, size in sizes.items() for _ in range(size)]}))


def taken(data: Microdata, size: int, seed: int = 1, **parameters: str) -> dict[str, int]:
    sampling = StratifiedSampling(by="size", size=size, within=["town"], **parameters)
    return dict(Counter(sampling.apply(data, seed).column("town")))


# How many of each stratum


def test_proportional_shares_by_largest_remainders() -> None:
    """Exact shares 4.5, 3.15 and 1.35 of 9: the half goes up, 9 = 5 + 3 + 1."""
    assert taken(towns(a=50, b=35, c=15), 9) == {"a": 5, "b": 3, "c": 1}
    assert taken(towns(a=50, b=35, c=15), 100) == {"a": 50, "b": 35, "c": 15}


def test_equal_shares_as_far_as_there_are_so_many() -> None:
    assert taken(towns(a=50, b=35, c=2), 20, allocation="equal") == {"a": 9, "b": 9, "c": 2}
    assert taken(towns(a=50, b=35, c=2), 21, allocation="equal") == {"a": 10, "b": 9, "c": 2}
    assert taken(towns(a=5, b=5, c=5), 2, allocation="equal") == {"a": 1, "b": 1}


@given(SIZES, st.data())
def test_proportional_shares_are_within_one_of_the_exact_ones(sizes: list[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, sum(sizes)))
    shares = proportional(np.array(sizes), number, np.arange(len(sizes))).tolist()
    assert sum(shares) == number
    for share, size in zip(shares, sizes, strict=True):
        assert share <= size
        assert abs(share - Fraction(size * number, sum(sizes))) < 1


@given(SIZES, st.data())
def test_equal_shares_are_those_of_dealing_one_by_one(sizes: list[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, sum(sizes)))
    largest_first = sorted(range(len(sizes)), key=lambda place: (-sizes[place], place))
    dealt = [0] * len(sizes)
    while sum(dealt) < number:
        for place in largest_first:
            if dealt[place] < sizes[place] and sum(dealt) < number:
                dealt[place] += 1
    assert equal(np.array(sizes), number, np.arange(len(sizes))).tolist() == dealt


# Which records


@given(SIZES, st.integers(0, 5), st.data())
def test_a_stratum_gives_the_records_with_the_smallest_words(
    sizes: list[int], seed: int, data: st.DataObject
) -> None:
    labels = data.draw(st.permutations([f"s{n}" for n, size in enumerate(sizes) for _ in range(size)]))
    file = Microdata(pd.DataFrame({"town": labels}))
    number = data.draw(st.integers(1, len(file)))
    sample = StratifiedSampling(by="size", size=number, within=["town"]).apply(file, seed)
    words = Draws(seed).words(file.rows)
    assert len(sample) == number
    assert (np.diff(sample.rows) > 0).all(), "records keep their order"
    for town in set(labels):
        members = [row for row, label in enumerate(labels) if label == town]
        chosen = sorted(set(members) & set(sample.rows.tolist()))
        assert chosen == sorted(sorted(members, key=lambda row: words[row])[: len(chosen)])


def test_every_record_of_a_stratum_is_drawn_equally_often() -> None:
    file = towns(a=10, b=4)
    sampling = StratifiedSampling(by="size", size=7, within=["town"])
    counts = np.bincount(np.concatenate([sampling.apply(file, seed).rows for seed in range(2000)]))
    # Expected 2000/2 each, standard deviation √(2000·0.25) ≈ 22.4.
    assert np.abs(counts - 1000).max() < 5 * 22.4


def test_missing_values_are_a_stratum_and_several_variables_form_them_together() -> None:
    frame = pd.DataFrame({"sex": ["f", None, "m", None] * 10, "age": [1, 1, 2, 2] * 10})
    file = Microdata(frame, [Variable(name="age", scale=Scale.ORDINAL)])
    one = StratifiedSampling(percentage=50.0, within=["sex"]).mask(file, 1)
    assert one.figures["strata"].value == 3
    assert one.data.column("sex").isna().sum() == 10
    assert (
        StratifiedSampling(percentage=50.0, within=["sex", "age"]).mask(file, 1).figures["strata"].value == 4
    )


# What is reported and refused


def test_one_stratum_has_the_margin_of_a_simple_random_sample() -> None:
    figures = StratifiedSampling(by="size", size=20, within=["town"]).mask(towns(a=80), 1).figures
    assert figures["margin_of_error"].value == pytest.approx(margin_of_error(20, 80), rel=1e-15)
    assert figures["sampling_factor"].value == figures["largest_sampling_factor"].value == 0.25


def test_the_margin_of_two_strata_by_hand() -> None:
    """Strata of 60 and 40, 6 and 4 drawn: 1.96·√(0.36·0.25/6·0.9 + 0.16·0.25/4·0.9)."""
    figures = StratifiedSampling(percentage=10.0, within=["town"]).mask(towns(a=60, b=40), 1).figures
    assert figures["margin_of_error"].value == pytest.approx(1.96 * np.sqrt(0.0225), rel=1e-12)
    assert figures["records_kept"].value == 10


def test_a_stratum_that_is_not_in_the_sample_is_counted_and_leaves_no_margin() -> None:
    figures = StratifiedSampling(by="size", size=5, within=["town"]).mask(towns(a=99, b=1), 1).figures
    assert figures["strata_without_record"].value == 1
    assert figures["margin_of_error"].value is None
    assert figures["margin_of_error"].quantity.reason.text == "A stratum is not in the sample."


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ParameterError, match="named twice"):
        StratifiedSampling(percentage=50.0, within=["town", "town"])
    with pytest.raises(ParameterError, match="at least 1"):
        StratifiedSampling(percentage=50.0, within=[])
    with pytest.raises(DataError, match="12 records cannot be drawn from 10"):
        StratifiedSampling(by="size", size=12, within=["town"]).apply(towns(a=10), 1)
    with pytest.raises(DataError, match="no records to draw from"):
        StratifiedSampling(percentage=50.0, within=["town"]).apply(towns(a=10).take(np.arange(0)), 1)


def test_summary_and_advice() -> None:
    sampling = StratifiedSampling(percentage=80.0, within=["town", "sex"])
    assert sampling.summary() == "Sample 80\u202f% of records, stratified by town, sex"
    wages = Microdata(
        pd.DataFrame({"town": ["a", "b"], "wage": [1.5, 2.5]}),
        [Variable(name="wage", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)],
    )
    (note,) = StratifiedSampling(percentage=100.0, within=["town"]).mask(wages, 1).notes
    assert note.startswith("Stratified sampling is not advised for continuous variables such as wage")


def test_what_becomes_of_weights_is_said() -> None:
    frame = pd.DataFrame({"town": ["a", "b"], "w": [1.5, 2.5]})
    people = Microdata(frame, [Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS)])
    masked = StratifiedSampling(percentage=100.0, within=["town"]).mask(people, 1)
    (note,) = masked.notes
    assert note.startswith("The weights in w are kept as they are")
    assert masked.data.column("w").tolist() == [1.5, 2.5]
