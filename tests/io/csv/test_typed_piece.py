import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.not_plain import NotPlain
from sdcdesk.io.csv.options import ReadOptions
from sdcdesk.io.csv.typed_piece import TypedPieces

NEARLY_NUMBERS = st.text(alphabet="0123456789-+ .,eE", max_size=8)
FEW_DIGITS = st.from_regex(r"-?[0-9]{0,2}[.]?[0-9]{0,3}", fullmatch=True)
NUMBERS = (
    st.integers(-12, 12).map(str)
    | st.integers(-(10**20), 10**20).map(str)
    | st.decimals(-100, 100, places=2).map(str)
    | st.floats(-1e9, 1e9).map(repr)
)
WORDS = st.sampled_from(
    ["", "NA", "nan", "inf", "True", "St. X", "ä", "e", "\ufeff1", "5.", ".5", "-.5", "-0"]
)
COLUMN = st.sampled_from([FEW_DIGITS, NUMBERS, NUMBERS | st.just(""), NEARLY_NUMBERS | WORDS])


@st.composite
def tables(draw):
    """Rows of cells, each column of a kind of its own."""
    kinds = draw(st.lists(COLUMN, min_size=1, max_size=3))
    return draw(st.lists(st.tuples(*kinds), min_size=1, max_size=4))


def pieces(fields, decimal="."):
    delimiter = ";" if decimal == "," else ","
    names = tuple(f"V{place}" for place in range(fields))
    return TypedPieces(Layout(ReadOptions(delimiter=delimiter, decimal=decimal), fields, names))


def piece(rows, decimal="."):
    delimiter = ";" if decimal == "," else ","
    cells = [[cell.replace(delimiter, "_") for cell in row] for row in rows]
    return cells, "".join(delimiter.join(row) + "\n" for row in cells).encode()


@given(st.lists(tables(), min_size=1, max_size=2), st.sampled_from(".,"))
@example([[("1.5 ", "1"), ("2.50", "7")]], ".")
@example([[("5", "7.0"), ("1.5", "8")]], ".")
@example([[("1e3", "1"), ("0.5", "+007")]], ".")
@example([[(".5", "1"), ("00.5", "2")]], ".")
@example([[("1.2e-3", "1"), ("0.5", "2")]], ".")
@example([[("5.", "1"), ("5.00", "2")]], ".")
@example([[("007", ""), ("", "1.5")], [("", "2"), ("7", "x")]], ".")
@example([[("7", "1"), ("8", "")], [("+7", ""), ("007", "3")], [("", "1"), ("9", "2")]], ".")
@example([[("1",), ("+1", "1")]], ".")
@example([[("18446744073709551615", ""), ("1", "")]], ".")
@example([[("0", ""), ("18446744073709551616", ""), ("0.00", ""), ("", "")]], ",")
def test_what_is_read_stands_in_the_text_just_so(tables, decimal):
    fields = len(tables[0][0])
    typed = pieces(fields, decimal)
    for table in tables:
        cells, text = piece(table, decimal)
        try:
            columns = typed.read(text)
        except NotPlain:
            return
        for place, column in enumerate(columns):
            own = [row[place] or None for row in cells]
            numbers = isinstance(column, PlainNumbers)
            assert (column.text(decimal) if numbers else column).to_pylist() == own
            if numbers:
                number = float if column.places is not None else int
                values = [None if pd.isna(value) else value for value in column.values()]
                assert values == [cell and number(cell.replace(decimal, ".")) for cell in own]


@pytest.mark.parametrize(
    ("rows", "kinds"),
    [
        ([("1", "-20", "0"), ("9223372036854775807", "3", "1")], [int, int, int]),
        ([("1", "x"), ("2", "True")], [int, str]),
        ([("True",), ("False",)], [str]),
        ([("18446744073709551615",), ("5",)], [str]),
        ([("1", ""), ("", "x")], [int, str]),
        ([("1.5", "0.25"), ("2", "-0.75")], [float, float]),
        ([("1.5", "3.0"), ("2.0", "4.25")], [float, float]),  # as Python writes them
        ([("1.50", "3.00"), ("2.00", "4.25")], [float, float]),
        ([("1.50", ""), ("2.00", "4")], [float, int]),  # columns that differ
        ([("1.50", "4", "", "x"), ("2.00", "", "4.10", "")], [float, int, float, str]),
    ],
)
@pytest.mark.parametrize("decimal", [".", ","])
def test_plain_text_is_read_by_its_types(rows, kinds, decimal):
    rows = [tuple(cell.replace(".", decimal) for cell in row) for row in rows]
    columns = pieces(len(kinds), decimal).read(piece(rows, decimal)[1])
    found = [
        str if not isinstance(column, PlainNumbers) else int if column.places is None else float
        for column in columns
    ]
    assert found == kinds


@pytest.mark.parametrize(
    "text",
    [
        "007,1\n",
        "+7,1\n",
        " 7,1\n",
        "1e3,1\n",
        "1.5,St. X\n",  # another point than that of the number
        "0.12345678901234567,1\n",
        "1,2\n3\n",
        "1,2\n3,4,5\n",
        "1,2\n\n3,4\n",
        "1\n2\n",
    ],
)
def test_other_text_is_not_plain(text):
    with pytest.raises(NotPlain):
        pieces(2).read(text.encode())


def test_whole_numbers_take_little_memory():
    (column,) = pieces(1).read(b"1\n-100\n")
    assert column.digits.dtype == np.int8
