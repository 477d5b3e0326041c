from math import inf, nan

import pytest

from sdcdesk.core.shown import Locale, number_shown


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
    assert number_shown(number, digits=digits) == text


def test_the_signs_are_those_of_the_locale() -> None:
    assert number_shown(1234.5, Locale(",", ".")) == "1.234,5"
