import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.io.columns import column_batch
from sdcdesk.io.columns.column_batch import ColumnBatch, one_after_the_other
from sdcdesk.io.columns.numerals import as_numbers

KINDS = (
    st.sampled_from(["7", "12", "-3", "0", "9007199254740993"]),
    st.sampled_from(["2.50", "2.5", "1.", ".5", "0.1234567890123456", "100.0"]),
    st.sampled_from(["1.0E5", "1e+05", "12E4", "1e-999", "1e400", "-1.5e-07"]),
    st.sampled_from(["007", "00.5", "+5", "-0", "0", "0.0", "-0.0"]),
    st.sampled_from(["2020-01-05", "1-2", "-", ".", "e", "1.2.3", "NA", "red", "\N{ARABIC-INDIC DIGIT ONE}"]),
    st.sampled_from([" 5", "5 ", "  ", " 2.5", "9223372036854775808", "9223372036854775807"]),
    st.text("0123456789.-+eE ", min_size=1, max_size=20),
)


@st.composite
def tables(draw):
    records, columns = draw(st.integers(1, 4)), draw(st.integers(2, 6))
    cells = [st.none() | draw(st.sampled_from(KINDS)) for _ in range(columns)]
    return [[draw(cell) for _ in range(records)] for cell in cells]


def numbers(columns, words=(), decimal=".", *, exact=True):
    text = one_after_the_other([pa.chunked_array([column], pa.string()) for column in columns])
    return ColumnBatch(text, text, len(columns)).without(words).numbers(decimal, exact=exact)


@given(tables(), st.booleans(), st.sampled_from([(), ("NA", "-")]), st.sampled_from(".,"))
@example([["1", None], ["0.5", "2.50"], ["2.5", "2.50"]], True, (), ".")
@example([["007", "7"], ["-0", "1"], ["9223372036854775808", "1"]], False, (), ".")
@example([["1,5", "NA"], ["9007199254740993", "NA"]], True, ("NA", "-"), ",")
def test_columns_together_are_what_each_is_alone(columns, exact, words, decimal):
    columns = [[cell and cell.replace(".", decimal) for cell in column] for column in columns]
    together = numbers(columns, words, decimal, exact=exact)
    for column, found in zip(columns, together, strict=True):
        [alone] = numbers([column], words, decimal, exact=exact)
        assert (found is None) == (alone is None)
        if alone is not None:
            pd.testing.assert_series_equal(pd.Series(found.values), pd.Series(alone.values))
            zeros = [np.signbit(np.asarray(each.values, dtype=float)).tolist() for each in (found, alone)]
            assert zeros[0] == zeros[1]
            assert found.spelled.rows.tolist() == alone.spelled.rows.tolist()
            assert found.spelled.texts.to_pylist() == alone.spelled.texts.to_pylist()


def test_thousands_of_columns_are_converted_a_few_times(monkeypatch):
    asked = []
    monkeypatch.setattr(
        column_batch, "as_numbers", lambda *given, **how: asked.append(1) or as_numbers(*given, **how)
    )
    columns = [["1", "20"], ["2.50", None], ["0481", "7"], ["red", "2"], ["2020-01-05", "1999-12-31"]] * 400
    found = numbers(columns)
    assert [each is not None for each in found] == [True, True, False, False, False] * 400
    assert len(asked) == 2


@pytest.mark.parametrize("word", ["1e400", "0.12345678901234567890"])
def test_a_column_that_loses_something_does_not_keep_others_from_being_numbers(word):
    columns = [["1.5", "2"]] * 9
    columns[4] = [word, "2"]
    assert [each is not None for each in numbers(columns)] == [True] * 4 + [False] + [True] * 4
