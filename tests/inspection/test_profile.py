import gc
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.inspection import inspect
from sdcdesk.inspection.profile import Distribution, distribution, profile
from sdcdesk.inspection.profile.round_numbers import roundest


def data_of(values: object, **described: object) -> Microdata:
    frame = pd.DataFrame({"x": values})
    return Microdata(frame, [Variable(name="x", **described)] if described else ())


def as_pairs(found: Distribution) -> dict[str, int]:
    return dict(zip(found.labels, found.counts.tolist(), strict=True))


finite = st.floats(allow_nan=False, allow_infinity=False)


# distributions of categories


def test_categories_come_most_frequent_first():
    found = distribution(data_of(["b", "a", "a", None, "c", "c", "c"]), "x")
    assert as_pairs(found) == {"c": 3, "a": 2, "b": 1}
    assert found.labels == ("c", "a", "b")
    assert found.edges is None


def test_an_ordinal_variable_keeps_its_order_and_its_empty_categories():
    data = data_of(["high", "low", "high"], scale=Scale.ORDINAL, categories=("low", "middle", "high"))
    assert distribution(data, "x").labels == ("low", "middle", "high")
    assert distribution(data, "x").counts.tolist() == [1, 0, 2]


def test_categories_beyond_sixty_become_others():
    values = [f"v{number:03}" for number in range(70) for _ in range(70 - number)]
    found = distribution(data_of(values), "x")
    assert len(found.labels) == 61
    assert found.others == 10
    assert distribution(data_of(values[:-55]), "x").others == 0
    assert found.labels[0] == "v000"
    assert found.labels[-1] == "10 others"
    assert found.counts[-1] == sum(range(1, 11))
    assert found.counts.sum() == len(values)


def test_others_of_an_ordinal_variable_leave_the_order_alone():
    order = tuple(f"v{number:03}" for number in range(65))
    values = [*order, *order[5:]]
    found = distribution(data_of(values, scale=Scale.ORDINAL, categories=order), "x")
    assert found.labels == (*order[5:], "5 others")
    assert found.counts[-1] == 5


def test_whole_codes_kept_as_floats_are_called_by_whole_numbers():
    assert distribution(data_of([1.0, 2.0, 2.0], scale=Scale.NOMINAL), "x").labels == ("2", "1")


def test_missing_codes_are_left_out():
    data = data_of(["a", "NA", "a"], missing=("NA",))
    assert as_pairs(distribution(data, "x")) == {"a": 2}


def test_the_same_categories_as_another():
    before = distribution(data_of(["a", "a", "b"]), "x")
    after = distribution(data_of(["b", "z", "z"]), "x", like=before)
    assert after.labels == before.labels == ("a", "b")
    assert after.counts.tolist() == [0, 1]
    assert after.outside == 2


def test_the_same_categories_with_others():
    before = distribution(data_of([f"v{number:03}" for number in range(70)]), "x")
    after = distribution(data_of(["v000", "z", "z"]), "x", like=before)
    assert after.labels == before.labels
    assert after.counts[0] == 1
    assert after.counts[-1] == 2
    assert after.outside == 0
    assert after.others == before.others == 10


def test_nothing_but_missing():
    assert distribution(data_of(pd.Series([None, None], dtype="str")), "x").labels == ()
    assert distribution(data_of([np.nan, np.nan]), "x").labels == ()


# distributions of numbers


def test_whole_numbers_have_whole_bins():
    found = distribution(data_of(list(range(98))), "x")
    assert found.labels[:2] == ("0 to 4", "5 to 9")
    assert found.edges is not None
    assert found.edges[:3].tolist() == [0, 5, 10]
    assert found.counts[0] == 5
    assert found.counts[-1] == 3


def test_few_whole_numbers_have_a_bin_each():
    found = distribution(data_of([3, 1, 1, 2]), "x")
    assert as_pairs(found) == {"1": 2, "2": 1, "3": 1}


def test_many_bins_are_as_few_objects_as_one():
    """Ten thousand columns had half a million of them, all looked through whenever garbage is collected."""

    def objects(values: list[int]) -> int:
        found, known = [distribution(data_of(values), "x")], set[int]()
        while found:
            one = found.pop()
            if id(one) not in known and not isinstance(one, type):
                known.add(id(one))
                found += gc.get_referents(one)
        return len(known)

    assert objects(list(range(98))) == objects([1])


def test_edges_are_round_decimal_fractions():
    found = distribution(data_of([0.0, 0.31, 1.0]), "x")
    assert found.edges is not None
    assert set(found.edges.tolist()) == {number / 20 for number in range(22)}


def test_the_first_bin_holds_the_smallest_number():
    """As floats, 2.219/0.0002 is below 11095."""
    found = distribution(data_of([2.219, 2.22, 2.224]), "x")
    assert found.edges is not None
    assert found.edges[0] == 2.219


def check_bins(found: Distribution, numbers: list[float]) -> None:
    assert found.edges is not None
    assert (found.edges[1:] > found.edges[:-1]).all()
    assert 1 <= len(found.labels) <= 41
    edges = found.edges.tolist()
    slow = [sum(low <= number < high for number in numbers) for low, high in pairwise(edges)]
    # The largest number may be the last edge itself.
    slow[-1] += numbers.count(edges[-1])
    assert found.counts.tolist() == slow
    assert sum(slow) == len(numbers)


@given(st.lists(finite, min_size=1, max_size=40))
@example([3.9e40, -3.7e-285])
@example([1.7976931348623155e308, 1.7976931348623157e308])
@example([1e17, 1e17 + 64])
@example([1.7976931348623157e308, -9.9e291])
def test_every_number_lies_in_its_bin(numbers):
    check_bins(distribution(data_of(np.array(numbers)), "x"), numbers)


@given(st.lists(st.floats(min_value=5e-324, allow_infinity=False), min_size=1, max_size=40))
@example([1e-306, 1e90])
def test_every_positive_number_lies_in_a_logarithmic_bin(numbers):
    check_bins(distribution(data_of(np.array(numbers)), "x", scale="logarithmic"), numbers)


def test_logarithmic_bins_have_one_ratio():
    found = distribution(data_of([10.0, 100.0, 1_000.0, 50_000.0]), "x", scale="logarithmic")
    assert found.edges is not None
    ratios = found.edges[1:] / found.edges[:-1]
    assert ratios == pytest.approx(ratios[0])


def test_a_logarithmic_scale_has_no_place_for_zero():
    found = distribution(data_of([-1.0, 0.0, 10.0]), "x", scale="logarithmic")
    assert found.counts.sum() == 1
    assert found.outside == 2
    with pytest.raises(DataError, match="no positive numbers"):
        distribution(data_of([-1.0, 0.0]), "x", scale="logarithmic")


def test_the_same_bins_as_another():
    before = distribution(data_of(list(range(100))), "x")
    after = distribution(data_of([-3, 1, 250]), "x", like=before)
    assert after.labels == before.labels
    assert after.counts[0] == 2
    assert after.counts[-1] == 1


def test_numbers_and_words_have_no_bins_in_common():
    numbers, words = data_of([1, 2, 3]), data_of(["a", "b"])
    with pytest.raises(DataError, match="no bins in common"):
        distribution(numbers, "x", like=distribution(words, "x"))
    with pytest.raises(DataError, match="no bins in common"):
        distribution(words, "x", like=distribution(numbers, "x"))


# figures


def test_figures_of_numbers():
    found = profile(data_of([1.5, 2.0, 4.0, 4.0, np.nan]), "x")
    assert (found.mean, found.median) == (2.875, 3.0)
    assert (found.smallest, found.largest) == (1.5, 4.0)
    assert (found.records, found.missing, found.different, found.alone) == (5, 1, 3, 2)
    assert found.kind == "decimal number"
    assert (found.most_frequent, found.its_records) == ("4", 2)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30))
def test_mean_and_median_are_those_of_numpy(numbers):
    found = profile(data_of(np.array(numbers)), "x")
    assert found.mean == pytest.approx(np.mean(numbers), abs=1e-9)
    assert found.median == pytest.approx(np.median(numbers))


def test_the_largest_numbers_have_a_mean_and_a_median():
    found = profile(data_of([1.7e308, 1.7e308, 1.6e308, 1.7e308]), "x")
    assert found.mean == pytest.approx(1.675e308)
    assert found.median == 1.7e308


def test_infinite_numbers_are_left_out_of_the_figures():
    found = profile(data_of([-np.inf, 1.0, 3.0, np.inf]), "x")
    assert (found.smallest, found.mean, found.largest) == (1.0, 2.0, 3.0)
    assert found.missing == 0


def test_whole_numbers_are_whole_however_they_are_kept():
    assert profile(data_of([1.0, 2.0, np.nan]), "x").kind == "whole number"
    assert profile(data_of(pd.array([1, None], dtype="Int64")), "x").kind == "whole number"


def test_codes_have_no_mean():
    found = profile(data_of([1, 2, 2], scale=Scale.NOMINAL), "x")
    assert found.mean is None
    assert found.median is None
    assert found.largest == 2


def test_nothing_but_missing_has_no_figures():
    found = profile(data_of([np.nan, np.nan]), "x")
    assert (found.mean, found.smallest, found.words) == (None, None, "no values")
    assert [remark.words for remark in found.remarks] == ["It holds no values."]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([0, 97, 3], "0 to 97"),
        ([41.834, 110_685.061], "41.83 to 110,685"),
        ([0.00012345, 5e20], "0.0001234 to 5e+20"),
        ([1.0, np.nan], "1 to 1, 1 missing"),
        (["F", "F", "F", "M"], "F 75.0\u202f%, M 25.0\u202f%"),
        (["a", "b", None], "1 missing"),
        ([f"v{number}" for number in range(400)], "400 different"),
        (["a very long category", "another one"], "2 different"),
    ],
)
def test_the_words_say_the_most_telling_figures(values, words):
    assert profile(data_of(values), "x").words == words


def test_a_logarithmic_scale_is_suggested_where_most_numbers_are_small():
    assert profile(data_of([1.0, 2.0, 3.0, 500.0]), "x").suggested_scale == "logarithmic"
    assert profile(data_of([0.0, 2.0, 3.0, 500.0]), "x").suggested_scale == "linear"
    assert profile(data_of([1.0, 300.0, 400.0, 500.0]), "x").suggested_scale == "linear"


# worth a look


def test_far_values_are_named_with_their_records():
    [found] = profile(data_of([*range(100), 60_000, 70_000]), "x").remarks
    assert found.positions.tolist() == [100, 101]
    assert found.words.startswith("2 values above 30,000 are far from the rest.")
    assert found.subject == "x above 30,000"


def test_far_values_on_both_sides():
    [found] = profile(data_of([-60_000, *range(100), 60_000]), "x").remarks
    assert found.positions.tolist() == [0, 101]
    assert "below −30,000 or above 30,000" in found.words


def test_codes_for_missing_are_suspected_with_their_records():
    [found] = profile(data_of([-999, 20, 30, 40, -999]), "x").remarks
    assert found.positions.tolist() == [0, 4]
    assert found.words.startswith("−999 stands apart from the others, which run from 20 to 40.")
    assert (found.code, type(found.code)) == (-999, int)


def test_declared_missing_codes_are_not_suspected():
    assert profile(data_of([-999, 20, 30], missing=(-999,), scale=Scale.CONTINUOUS), "x").remarks == ()


def test_words_among_numbers_are_named_with_their_records():
    [found] = profile(data_of(["12", "7", "refused", None, "3"]), "x").remarks
    assert found.positions.tolist() == [2]


def test_the_rules_are_those_of_the_inspection():
    rng = np.random.default_rng(5)
    data = data_of(np.append(rng.lognormal(7, 1, 5_000).round(2), [9999999.0]))
    [inspected] = inspect(data)
    found = profile(data, "x").remarks
    assert len(found) == len(inspected.warnings)
    assert inspected.warnings[-1].startswith(f"{len(found[-1].positions):,} records lie")


@given(finite, finite)
def test_a_round_number_lies_between(one, other):
    low, high = sorted((one, other))
    if low < high:
        assert low <= roundest(low, high) < high


def test_the_round_number_is_round():
    assert roundest(47_311.2, 55_012.9) == 50_000
    assert roundest(0.0311, 0.0342) == 0.033
