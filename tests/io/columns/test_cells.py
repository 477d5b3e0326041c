import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.io.columns.cells import BEHIND, MOST_SIGNS, Cells

WHOLE = re.compile(r"(0|-?[1-9][0-9]*)?")

NEARLY_WHOLE = st.text(alphabet="0123456789-+ .,e/:", max_size=MOST_SIGNS + 2)
WHOLE_NUMBERS = st.integers(-(10**17), 10**17).map(str)


def cells_of(texts):
    """Cells with a comma behind each, and others' bytes behind the last."""
    words = [text.encode() for text in texts]
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    begins = np.cumsum(lengths + 1) - lengths - 1
    content = b"".join(word + b"," for word in words) + b"7" * BEHIND
    return Cells(np.frombuffer(content, dtype=np.uint8), begins, lengths)


@given(st.lists(st.one_of(NEARLY_WHOLE, WHOLE_NUMBERS, st.just("")), max_size=4))
def test_whole_numbers_are_those_whose_text_follows_from_them(texts):
    found = cells_of(texts).whole_numbers()
    plain = all(WHOLE.fullmatch(text) and len(text) <= MOST_SIGNS for text in texts)
    assert (found is not None) == plain
    if found is not None:
        assert found.to_pylist() == [int(text) if text else None for text in texts]
        assert ["" if one is None else str(one) for one in found.to_pylist()] == texts


@given(st.lists(st.text(max_size=20), max_size=5))
def test_text_is_as_it_stands(texts):
    assert cells_of(texts).text().to_pylist() == [text or None for text in texts]
