from itertools import pairwise

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.io.columns.numerals import SAFE_DIGITS, as_numbers
from sdcdesk.io.columns.spelling import canonical, spelling
from sdcdesk.io.columns.text_columns import in_one_piece

numeral = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(-(10**6), 10**6, allow_nan=False, places=3).map(str),
    st.from_regex(r"\A ?-?(0|[1-9][0-9]{0,3})?\.[0-9]{0,3} ?\Z"),
    st.from_regex(r"\A-?[0-9]\.?[0-9]{0,18}[eE][+-][0-9]{1,2}\Z"),
    st.from_regex(r"\A-?0?\.0{0,6}[0-9]{10,17}\Z"),
    st.sampled_from(
        [" ", "-0", "-0.0", "-.5", "-5.", ".5", "-0.50", " -5", "-5 ", "7.0", "1e-05", "100000.0"]
    ),
)
word = st.text(" \t\"'+-.,eE0123456789\u00a0\u0661\u00bd\u2212x", min_size=1, max_size=6)


def pieces(values, cuts):
    """A column in chunks that begin and end anywhere, some of them slices."""
    whole = pa.array(["77.7", *values, "8"], pa.string()).slice(1, len(values))
    bounds = [0, *sorted(cut % (len(values) + 1) for cut in cuts), len(values)]
    chunks = [whole.slice(start, end - start) for start, end in pairwise(bounds)]
    return pa.chunked_array(chunks, type=pa.string())


def usual(numbers, decimal):
    found = pd.array(numbers) if not isinstance(numbers, np.ndarray) else numbers
    return [
        None if value is None else value.replace(".", decimal)
        for value in canonical(pa.array(found, from_pandas=True)).to_pylist()
    ]


cells = st.none() | numeral | word


@given(st.lists(cells, min_size=1, max_size=8), st.lists(st.integers(0, 8), max_size=3))
@example(["-.5", "0.25"], [])
@example(["-5.", "-0.0", "-5"], [1])
@example([None, "0.50", None, " 1"], [1, 2])
@example(["0.00009", "0.0001"], [])
@example(["-", "1"], [1])
@example(["-1", "0"], [1])
@pytest.mark.parametrize("decimal", [".", ","])
def test_cells_come_back_as_they_were(decimal, values, cuts):
    """The slow way: a cell is kept where it differs from its number when that is written."""
    values = [value and value.replace(".", "\0").replace(",", ".").replace("\0", decimal) for value in values]
    text = pieces(values, cuts)
    for exact in (True, False):
        numbers = as_numbers(text, decimal, exact=exact)
        if numbers is None:
            continue
        held = numbers.to_numpy() if isinstance(numbers.dtype, np.dtype) else numbers.array
        found = spelling(text, held, decimal, exact=exact)
        kept = dict(zip(found.rows.tolist(), found.texts.to_pylist(), strict=True))
        written = usual(held, decimal)
        assert [kept.get(row, cell) for row, cell in enumerate(written)] == values
        short = {row: cell for row, cell in kept.items() if len(cell) <= SAFE_DIGITS}
        assert not any(cell == written[row] for row, cell in short.items())


@given(st.lists(st.none() | word, max_size=8), st.lists(st.integers(0, 8), max_size=3))
def test_pieces_become_one(values, cuts):
    found = in_one_piece(pieces(values, cuts))
    assert found.type == pa.large_string()
    assert found.to_pylist() == values


@given(st.integers(0, 200), st.sampled_from(["x", "19-5", "2001-05-09", "--", "1-", "5"]))
def test_a_late_word_is_found_behind_the_first_cells(before, last):
    numbers = as_numbers(pieces([*["12"] * before, last], [before // 2]))
    assert (numbers is not None) == (last == "5")


@given(
    st.lists(st.from_regex(r"\A-?(0|[1-9][0-9]{0,2})?\.0{0,8}[0-9]{8,20}([eE][+-][0-9]{1,2})?\Z"), min_size=1)
)
@example(["0.099999999999999999999"])
@example(["-0.012345678901234567"])
@example(["0.1000000000000000055511151231257827"])
@example(["1.2345678901234567e-05"])
@example(["1.23456789012345678e-5"])
@example(["0.00012345678901234567"])
@example(["0.000123456789012345678"])
def test_digits_are_counted_as_they_are_written(values):
    """A number may have 17 digits from its first that is no zero to its last that is none."""
    mantissas = [value.lower().partition("e")[0] for value in values]
    digits = [mantissa.replace("-", "").replace(".", "").strip("0") for mantissa in mantissas]
    assert (as_numbers(pa.chunked_array([values])) is None) == any(len(digit) > 17 for digit in digits)
