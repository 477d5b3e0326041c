import re
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.io.columns.numerals import as_numbers, number

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)?(\.[0-9]*)?([eE][-+]?[0-9]+)?")


def converted(values, decimal="."):
    return as_numbers(pa.chunked_array([values], type=pa.string()), decimal)


def slowly(values):
    """The rules of `as_numbers`, one value after the other: the numbers with None where missing, or None."""
    words = [None if value is None or not value.strip(" ") else value.strip(" ") for value in values]
    present = [word for word in words if word is not None]
    if not present or not all(is_number(word) for word in present):
        return None
    if all(re.fullmatch("-?[0-9]+", word) and word != "-0" for word in present):
        whole = [None if word is None else int(word) for word in words]
        if all(-(2**63) <= value < 2**63 for value in whole if value is not None):
            return whole
    if any(is_lossy(word) for word in present):
        return None
    return [None if word is None else float(word) for word in words]


def is_number(word):
    if not NUMBER.fullmatch(word) or not re.search("[0-9]", re.split("[eE]", word)[0]):
        return False
    exponent = re.search("[eE](.*)", word)
    return exponent is None or exponent.group(1)[0] in "+-" or "." in word


def is_lossy(word):
    value = float(word)
    mantissa = re.split("[eE]", word)[0]
    digits = mantissa.replace("-", "").replace(".", "").strip("0")
    vanished = value == 0 and digits
    too_large = not re.search("[.eE]", word) and abs(value) >= 2**53
    return np.isinf(value) or vanished or too_large or len(digits) > 17


numeral = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.floats(allow_nan=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False, places=4).map(str),
    st.floats(allow_nan=False).map(lambda value: f"{value:.17e}"),
    st.text("0123456789.-+eE ", min_size=1, max_size=22),
    st.sampled_from(["0012", "+5", "-0", "-00", "12E4", "1.2E4", "1e+05", ".5", "5.", "9007199254740993"]),
)


@given(st.lists(st.none() | numeral, max_size=6))
@example(["9223372036854775807", "-9223372036854775808"])
@example(["9223372036854775808"])
@example(["0.12345678901234567", "1.5e-05"])
@example([".123456789012345678"])
@example(["1e-999", "1"])
@example(["0e-999", "0.0"])
@example(["9007199254740992", "0.5"])
@example([" 5", "  ", None])
@example(["+5"])
@example([None, "+5", "1e+05"])
def test_like_one_value_after_the_other(values):
    expected, found = slowly(values), converted(values)
    if expected is None:
        assert found is None
        return
    assert [None if pd.isna(value) else value for value in found.tolist()] == expected
    whole = all(isinstance(value, int) for value in expected if value is not None)
    dtype = ("Int64" if None in expected else "int64") if whole else "float64"
    assert found.dtype == dtype
    signs = [np.signbit(value) for value in found.dropna().tolist()]
    assert signs == [np.signbit(value) for value in expected if value is not None]


@given(st.lists(st.none() | numeral, min_size=1, max_size=3), st.sampled_from(["27", "-0.5", "1e+05"]))
@example(["007", "-123456789012345"], "27")
@example(["-0"], "27")
@example(["0"], "27")
@example(["x"], "27")
def test_long_columns_are_like_short_ones(values, usual):
    """They are looked at as a whole, and not byte by byte."""
    values = [usual] * 1_000 + values
    found, expected = converted(values), slowly(values)
    assert (found is None) == (expected is None)
    if found is not None:
        assert [None if pd.isna(value) else value for value in found.tolist()] == expected


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1))
def test_whole_numbers_come_back(values):
    found = converted([str(value) for value in values])
    assert found.dtype == "int64"
    assert found.tolist() == values


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_decimal_numbers_come_back(values):
    found = converted([*map(repr, values), "0.5"])
    assert found.to_numpy().tobytes() == np.array([*values, 0.5]).tobytes()


@pytest.mark.parametrize(
    "word", ["inf", "-inf", "nan", "NaN", "NA", "0x10", "1_000", "TRUE", "½", "\u0661", "1 000"]
)
def test_what_only_some_programs_take_for_a_number_stays_text(word):
    assert converted(["1", word]) is None


def test_decimal_comma():
    assert converted(["1,5", "-0,25", "3"], decimal=",").tolist() == [1.5, -0.25, 3.0]
    assert converted(["1.5", "2"], decimal=",") is None
    assert converted(["1.234,5"], decimal=",") is None
    assert converted(["1,5"]) is None


def test_pieces_of_a_column():
    text = pa.chunked_array([["x", "1"], [], [None, None], ["2.5", "3", "x"]], type=pa.string()).slice(1, 5)
    found = as_numbers(text)
    assert found.isna().tolist() == [False, True, True, False, False]
    assert found.dropna().tolist() == [1.0, 2.5, 3.0]


def test_a_piece_without_values_beside_exponents():
    pieces = [pa.array([None, None], pa.string()), pa.array(["1e-05", "0.25"])]
    assert as_numbers(pa.chunked_array(pieces)).dropna().tolist() == [1e-05, 0.25]


def test_no_value_is_no_number():
    assert converted([None, None]) is None
    assert converted([" ", None]) is None
    assert converted([]) is None


def test_a_single_word():
    assert number("-9") == -9
    assert number(" 9,5", ",") == 9.5
    assert number(".") is None
    assert number("0099") is None
    assert number("") is None


def test_digits_beyond_a_double_stay_text():
    written = ["0.1234567890123456789", "0.5"]
    assert Decimal(float(written[0])) != Decimal(written[0])
    assert converted(written) is None
