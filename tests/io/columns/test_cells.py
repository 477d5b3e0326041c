import re

import numpy as np
import pandas as pd
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.io.columns.cells import AROUND, MOST_SIGNS, Cells
from sdcdesk.io.columns.numerals import SAFE_DIGITS

WHOLE = re.compile(r"(0|-?[1-9][0-9]*)?")
DECIMAL = re.compile(r"(-?(0|[1-9][0-9]*)([.][0-9]+)?)?")

NEARLY_NUMBERS = st.text(alphabet="0123456789-+ .,e/:", max_size=MOST_SIGNS + 2)
WHOLE_NUMBERS = st.integers(-(10**17), 10**17).map(str)
DECIMALS = st.decimals(-(10**9), 10**9, places=4).map(str) | st.floats(-1e9, 1e9).map(repr)


def cells_of(texts):
    """Cells with a comma around each, and others' bytes around all."""
    words = [text.encode() for text in texts]
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    content = b"7" * AROUND + b"".join(word + b"," for word in words) + b"7" * AROUND
    return Cells(
        np.frombuffer(content, dtype=np.uint8), AROUND + np.cumsum(lengths + 1) - lengths - 1, lengths
    )


def signs(text):
    return len(text.removeprefix("-"))


def digits(text):
    return sum(sign in "0123456789" for sign in text)


def cells_in(text):
    return [cell or None for cell in text]


@given(st.lists(NEARLY_NUMBERS | WHOLE_NUMBERS | st.just(""), max_size=4))
@example(["1234567812345678", "-12345678", ""])
@example(["-"])
def test_whole_numbers_are_those_whose_text_follows_from_them(texts):
    found = cells_of(texts).whole_numbers()
    assert (found is not None) == all(WHOLE.fullmatch(text) and signs(text) <= MOST_SIGNS for text in texts)
    if found is not None:
        assert found.text(".").to_pylist() == cells_in(texts)
        assert [None if pd.isna(one) else one for one in found.values()] == [
            int(text) if text else None for text in texts
        ]


@given(st.lists(NEARLY_NUMBERS | WHOLE_NUMBERS | DECIMALS | st.just(""), max_size=4), st.sampled_from(".,"))
@example(["0.5", "-0.25", "7", "", "123456789.012345"], ".")
@example([".5"], ".")
@example(["5."], ".")
@example(["1.2.3"], ".")
@example(["123456789.1234.6"], ".")
@example(["1234567890123456"], ".")
@example(["-0.0"], ".")
def test_decimals_are_those_whose_text_follows_from_them(texts, sign):
    texts = [text.replace(".", sign) for text in texts]
    plain = [text.replace(sign, ".") if sign in text else text.replace(".", "x") for text in texts]
    found = cells_of(texts).decimals(sign)
    assert (found is not None) == all(
        DECIMAL.fullmatch(text)
        and signs(text) <= MOST_SIGNS
        and digits(text) <= SAFE_DIGITS
        and (not text.startswith("-") or float(text) != 0)
        for text in plain
    )
    if found is not None:
        assert found.text(sign).to_pylist() == cells_in(texts)
        assert [None if pd.isna(one) else float(one) for one in found.values()] == [
            float(text) if text else None for text in plain
        ]


@given(st.lists(st.text(max_size=20), max_size=5))
def test_text_is_as_it_stands(texts):
    assert cells_of(texts).text().to_pylist() == cells_in(texts)
