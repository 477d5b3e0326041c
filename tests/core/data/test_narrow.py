"""Tests of narrow whole numbers: kept in few bytes, and computed with as int64."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.narrow import narrowed, widened
from sdcdesk.core.data.variable import Variable

NUMBERS = {
    "int8": [-128, 5, 127],
    "int16": [-129, 5, 127],
    "int32": [0, 40_000, 2],
    "int64": [0, 2**40, 2],
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_whole_numbers_are_kept_in_as_few_bytes_as_hold_them_and_come_back(kind: str) -> None:
    numbers = np.array(NUMBERS[kind])
    kept = narrowed(numbers)
    assert kept.dtype == kind
    pd.testing.assert_series_equal(widened(pd.Series(kept)), pd.Series(numbers))


@pytest.mark.parametrize("kind", NUMBERS)
def test_so_are_those_of_which_some_are_missing(kind: str) -> None:
    numbers = pd.array([*NUMBERS[kind], None], dtype="Int64")
    kept = narrowed(numbers)
    assert kept.dtype == kind.capitalize()
    pd.testing.assert_series_equal(widened(pd.Series(kept)), pd.Series(numbers))


@pytest.mark.parametrize(
    "values", [np.array([1.0, 2.0]), np.array([], dtype=np.int64), pd.array(["a"], dtype="str")]
)
def test_other_values_stay_as_they_are(values: np.ndarray) -> None:
    assert narrowed(values) is values
    column = pd.Series(values)
    assert widened(column) is column


def both() -> tuple[Microdata, Microdata]:
    """Return the same numbers, kept wide and kept narrow."""
    wide = pd.DataFrame({"a": [-5, 100, 100, -9], "b": pd.array([1, None, 3, 1], dtype="Int64")})
    narrow = pd.DataFrame({name: narrowed(wide[name].array.to_numpy()) for name in ["a"]})
    narrow["b"] = narrowed(wide["b"].array)
    variable = Variable(name="a", missing=(-9, 1_000))
    return Microdata(wide, [variable]), Microdata(narrow, [variable]).kept_narrow()


def test_nobody_can_tell_how_numbers_are_kept() -> None:
    wide, narrow = both()
    assert [str(kind) for kind in narrow._frame.dtypes] == ["int8", "Int8"]
    pd.testing.assert_frame_equal(narrow.frame, wide.frame)
    assert narrow.fingerprint() == wide.fingerprint()
    assert narrow.released_fingerprint() == wide.released_fingerprint()
    for name in wide.names:
        pd.testing.assert_series_equal(narrow.column(name), wide.column(name))
        pd.testing.assert_index_equal(narrow.coding(name).categories, wide.coding(name).categories)
        np.testing.assert_array_equal(narrow.coding(name).codes, wide.coding(name).codes)
        np.testing.assert_array_equal(narrow.missing(name), wide.missing(name))
        np.testing.assert_array_equal(narrow.numbers(name), wide.numbers(name))
        taken = [data.take(np.array([2, 0])).column(name) for data in (narrow, wide)]
        pd.testing.assert_series_equal(*taken)


def test_narrow_numbers_take_a_byte_a_record() -> None:
    wide, narrow = both()
    assert (narrow.size, wide.size) == (4 + 8, 32 + 36)


def test_numbers_of_a_step_are_as_it_gives_them() -> None:
    _, narrow = both()
    masked = narrow.assign({"a": pd.Series([1, 2, 3, 4], dtype="int16")})
    assert masked.column("a").dtype == "int16"
    assert str(masked.column("b").dtype) == "Int64"
    assert narrow.recode("a", lambda values: values * 1_000).column("a").tolist() == [
        -5_000,
        100_000,
        100_000,
        -9,
    ]


@pytest.mark.parametrize("kind", ["int8", "uint8", "Int16", "UInt16", "int32", "uint32"])
def test_a_recoding_computes_with_few_bytes_as_with_many(kind: str) -> None:
    numbers, wide = pd.Series([1, 100, 100], dtype=kind), pd.Series([1, 100, 100])

    def far(values: pd.Series) -> pd.Series:
        return values * 100_000_000 - 200_000_000_000

    found = [Microdata(one.to_frame("a")).recode("a", far).column("a").tolist() for one in (numbers, wide)]
    assert found[0] == found[1]
