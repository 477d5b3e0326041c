import pytest
from PySide6.QtCore import QLocale

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from ui.widgets.numbers import UNKNOWN, aloud, amount, count, decimal, ends, user_quantity_text


def test_the_locale_of_the_user_counts():
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert user_quantity_text(Quantity(0.0304, SHARE)).text == "3,04\u202f%"
    assert count(5000) == "5.000"
    assert decimal(0.5) == "0,50"


@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_what_is_no_number_is_a_dash(value):
    assert decimal(value) == UNKNOWN


def test_minus_zero_is_zero():
    assert decimal(-0.0) == "0.00"
    assert decimal(-0.0001) == "0.00"


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.0004, 1, "0.0004"),
        (1e-9, 5, "1e−9"),
        (-0.0004, 2, "−0.0004"),
        (0.06, 1, "0.1"),
        (0.05, 1, "0.05"),
        (0.0, 1, "0.0"),
    ],
)
def test_only_nothing_is_written_as_0(value, digits, text):
    assert amount(value, digits) == text


def test_ends_of_an_interval_differ_where_they_do():
    assert ends(100000.01, 100000.04, 1) == ("100,000.01", "100,000.04")
    assert ends(100000.01, 100000.01, 1) == ("100,000.0", "100,000.0")
    assert ends(float("-inf"), float("inf"), 1) == ("−∞", "∞")


def test_spoken():
    assert aloud("limit 2\u202f%") == "limit 2 percent"


def test_counts_are_grouped():
    assert count(5000) == "5,000"
