"""Coding: values are compared and appended by all their digits, whatever the types of their columns."""

import pandas as pd
import pytest

from sdcdesk.core.data.coding import LARGEST_EXACT, find_places, joined

WHOLE = pd.Index([LARGEST_EXACT, LARGEST_EXACT + 1])
"""Whole numbers that float64 does not tell apart."""


@pytest.mark.parametrize("kind", ["int64", "uint64"])
def test_whole_numbers_are_found_among_decimal_ones_by_all_digits(kind: str) -> None:
    decimal = pd.Index([0.5, float(LARGEST_EXACT)])
    assert find_places(WHOLE.astype(kind), decimal).tolist() == [1, -1]
    assert find_places(decimal, WHOLE.astype(kind)).tolist() == [-1, 0]


def test_whole_numbers_are_appended_to_decimal_ones_with_all_digits() -> None:
    decimal = pd.Index([0.5])
    assert joined(WHOLE, decimal).tolist() == [LARGEST_EXACT, LARGEST_EXACT + 1, 0.5]
    assert joined(decimal, WHOLE).tolist() == [0.5, LARGEST_EXACT, LARGEST_EXACT + 1]
