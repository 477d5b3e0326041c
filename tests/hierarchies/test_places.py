"""Places of values in a hierarchy: numbers in any way of writing, and what a sentence says of the others."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.running.errors import DataError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import UnplacedValuesError, places, require_all

AGES = Hierarchy.from_rows({"1": "child", "2.0": "child", "4e1": "adult", "unknown": "none"})


@pytest.mark.parametrize(
    "values",
    [
        pd.Index([1, 2, 40, 3]),
        pd.Index([1.0, 2.0, 40.0, 3.5]),
        pd.Index([1, 2, 40, 3], dtype="Int64"),
        pd.Series([1, 2, 40, 41], index=[9, 8, 7, 6]),
    ],
)
def test_numbers_are_found_in_whatever_way_they_are_written(values: pd.Index | pd.Series) -> None:
    assert places(values, AGES).tolist() == [0, 1, 2, -1]


def test_large_whole_numbers_differ_by_their_last_digit() -> None:
    numbers = Hierarchy.from_rows({str(2**53): "even", str(2**53 + 1): "odd"})
    assert places(pd.Index([2**53 + 1, 2**53]), numbers).tolist() == [1, 0]


def test_texts_are_compared_sign_by_sign() -> None:
    towns = Hierarchy.from_rows({"07": "a", "7": "b"})
    assert places(pd.Index(["7", "07", "7.0", " 7"]), towns).tolist() == [1, 0, -1, -1]


def test_a_number_written_twice_must_have_the_same_labels() -> None:
    alike = Hierarchy.from_rows({"1": "child", "1.0": "child"})
    assert places(pd.Index([1]), alike).tolist() == [0]
    with pytest.raises(DataError, match="Values 1 and 2 of the hierarchy are the same number") as caught:
        places(pd.Index([1]), Hierarchy.from_rows({"1": "child", "1.0": "adult"}))
    assert caught.value.field == "hierarchy"


def test_values_that_occur_must_have_a_place_and_the_sentence_holds_none_of_them() -> None:
    values = pd.Index([1, 2, 77, 99])
    assert require_all(values, np.array([True, True, False, False]), AGES, "age").tolist() == [0, 1, -1, -1]
    with pytest.raises(UnplacedValuesError, match="2 values of age have no label") as caught:
        require_all(values, np.ones(4, dtype=bool), AGES, "age")
    assert caught.value.values == (77, 99)
    assert "77" not in caught.value.message
