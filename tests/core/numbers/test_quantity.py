"""Quantities."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Reason,
    Unit,
    Why,
    count_unit,
    number,
    share,
    undefined,
    variable_unit,
)

REASON = Reason(Why.TOO_FEW, "The variable is constant.")


def test_a_quantity_has_a_value_or_a_reason_never_both_nor_none() -> None:
    with pytest.raises(ValueError, match="either"):
        Quantity(1.0, NUMBER, reason=REASON)
    with pytest.raises(ValueError, match="either"):
        Quantity(None, NUMBER)
    assert Quantity(0, RECORDS).defined
    assert not undefined(RECORDS, Why.TOO_FEW, "Too few.").defined


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, True, "1"])
@pytest.mark.parametrize("unit", [NUMBER, SHARE, RECORDS])
def test_what_is_no_finite_number_is_a_defect(value: float, unit: Unit) -> None:
    with pytest.raises(ValueError, match="finite"):
        Quantity(value, unit)


def test_counts_are_whole_numbers_of_python_whatever_they_were() -> None:
    for value in (np.int64(3), np.float64(3.0), 3.0):
        found = Quantity(value, RECORDS).value
        assert found == 3
        assert type(found) is int
    with pytest.raises(ValueError, match="whole"):
        Quantity(2.5, RECORDS)


def test_shares_lie_between_0_and_1_but_for_the_last_digits_of_sums() -> None:
    assert Quantity(1 + 1e-15, SHARE).value == 1.0
    assert Quantity(-1e-15, SHARE).value == 0.0
    for value in (1.001, -0.001):
        with pytest.raises(ValueError, match="between"):
            Quantity(value, SHARE)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_share_keeps_its_counts(part: int, more: int) -> None:
    found = share(part, part + more, empty="Nothing is released.")
    if part + more == 0:
        assert found.reason == Reason(Why.NO_RECORDS, "Nothing is released.")
    else:
        assert (found.part, found.whole) == (part, part + more)
        assert found.value == part / (part + more)


def test_a_number_that_is_not_finite_becomes_its_reason() -> None:
    assert number(math.nan, NUMBER, REASON).reason == REASON
    assert number(0.5, NUMBER, REASON, Bound.ESTIMATE) == Quantity(0.5, NUMBER, Bound.ESTIMATE)


def test_units_have_names_for_programs() -> None:
    names = [
        unit.name for unit in (SHARE, RECORDS, variable_unit("years", 2), variable_unit(), count_unit("key"))
    ]
    assert names == ["share", "records", "years²", "", "keys"]


def test_json_has_the_value_or_the_code_of_the_reason() -> None:
    assert share(1, 4, Bound.AT_MOST, empty="").to_json() == {
        "value": 0.25,
        "unit": "share",
        "bound": "at most",
        "part": 1,
        "whole": 4,
    }
    written = Quantity(None, NUMBER, reason=REASON).to_json()
    assert written["value"] is None
    assert written["reason"] == "too few"
    assert Quantity(0.5, SHARE, interval=(0.4, 0.6)).to_json()["interval"] == [0.4, 0.6]
