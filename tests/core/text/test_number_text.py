from math import inf, nan

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import Quantity, variable_unit
from sdcdesk.core.text.locale import Locale
from sdcdesk.core.text.number_text import number_text, rounded_text
from sdcdesk.core.text.quantity_text import quantity_text


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (10.0, None, "10"),
        (-0.0, None, "0"),
        (12_500_500.0, None, "12,500,500"),
        (1234.5, None, "1,234.5"),
        (1 / 3, None, "0.3333333333333333"),
        (1 / 3, 2, "0.33"),
        (-0.1, None, "−0.1"),
        (1e300, None, "1e+300"),
        (nan, None, "?"),
        (inf, 3, "?"),
    ],
)
def test_numbers_are_written_as_they_were_typed(number: float, digits: int | None, text: str) -> None:
    assert number_text(number, digits=digits) == text


def test_the_signs_are_those_of_the_locale() -> None:
    assert number_text(1234.5, Locale(",", ".")) == "1.234,5"


@given(st.one_of(st.floats(-1e14, 1e14), st.integers(-(10**14), 10**14)))
def test_a_value_has_the_digits_of_a_quantity_in_its_unit(value: float) -> None:
    assume(not 0 < abs(value) <= 1e-8)
    written = quantity_text(Quantity(value, variable_unit())).text
    assert rounded_text(value) == (written.rstrip("0").rstrip(".") if "." in written else written)


def test_whole_numbers_of_python_keep_their_digits() -> None:
    assert rounded_text(2**53 + 1, Locale(",", ".")) == "9.007.199.254.740.993"
