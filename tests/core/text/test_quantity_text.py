"""How quantities are written."""

import math
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.core.numbers.digits import SIGNIFICANT, decimals
from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SCORE,
    SHARE,
    Bound,
    Quantity,
    Unit,
    Why,
    undefined,
    variable_unit,
)
from sdcdesk.core.text.locale import Locale
from sdcdesk.core.text.number_text import count_text, tick_text
from sdcdesk.core.text.quantity_text import (
    column_texts,
    column_title,
    limit_number_text,
    quantity_text,
    without_sign,
)

SHARES = st.floats(0, 1, allow_subnormal=False)
NUMBERS = st.floats(-1e12, 1e12, allow_subnormal=False)
BOUNDS = st.sampled_from(list(Bound))


def number_in(text: str) -> Decimal:
    """Return the number that a reader takes from a text."""
    body = text.lstrip("≤≥≈<>\u202f").removesuffix("\u202f%").split(" ")[0]
    return Decimal(body.replace(",", "").replace("−", "-"))


def seen(text: str, limit: Decimal) -> int | None:
    """Return on which side of a limit a reader sees a number: −1, 0, 1; None where it is left open."""
    number = number_in(text)
    if text.startswith("<"):
        return -1 if number <= limit else 1 if limit <= 0 else None
    if text.startswith(">"):
        return 1 if number >= limit else -1 if limit >= 100 else None
    return (number > limit) - (number < limit)


@given(SHARES, SHARES, BOUNDS)
def test_a_share_is_seen_on_the_side_of_its_limit_where_it_is(
    value: float, limit: float, bound: Bound
) -> None:
    text = quantity_text(Quantity(value, SHARE, bound), limits=[limit]).text
    percent = Decimal(repr(limit)) * 100
    truth = (value > limit) - (value < limit)
    if truth:
        assert seen(text, percent) == truth, text


@given(st.floats(1e-6, 1), st.integers(-3, 3), BOUNDS)
def test_a_limit_in_the_last_digit_of_a_share_is_told_from_it(value: float, steps: int, bound: Bound) -> None:
    limit = min(value + steps * math.ulp(value), 1.0)
    text = quantity_text(Quantity(value, SHARE, bound), limits=[limit]).text
    written = limit_number_text(limit, SHARE)
    assert number_in(written) == Decimal(repr(limit)) * 100
    if value != limit:
        assert seen(text, Decimal(repr(limit)) * 100) == (1 if value > limit else -1), text


@pytest.mark.parametrize(
    ("value", "limit", "text"),
    [
        (0.00003, 0.00005, "0.003\u202f%"),
        (0.00006, 0.00005, "0.006\u202f%"),
        (0.99996, 0.99995, "99.996\u202f%"),
        (0.00003, 0.0001, "<\u202f0.01\u202f%"),
    ],
)
def test_less_than_the_last_digit_is_not_said_where_a_limit_lies_there(
    value: float, limit: float, text: str
) -> None:
    assert quantity_text(Quantity(value, SHARE), limits=[limit]).text == text


def test_digits_for_one_limit_do_not_round_a_number_back_over_another_one() -> None:
    # 5.05 is above 5.0462, but also above 5.0495; 5.046 would be below both.
    assert quantity_text(Quantity(0.050464, SHARE), limits=[0.050462, 0.050495]).text == "5.0464\u202f%"


@given(NUMBERS, NUMBERS, BOUNDS)
def test_a_number_is_seen_on_the_side_of_its_limit_where_it_is(
    value: float, limit: float, bound: Bound
) -> None:
    assume(abs(value) > 1e-6 and abs(value - limit) > 1e-9)
    text = quantity_text(Quantity(value, NUMBER, bound), limits=[limit]).text
    assert seen(text, Decimal(repr(limit))) == (1 if value > limit else -1), text


@given(SHARES, BOUNDS)
def test_0_and_100_percent_are_written_only_where_they_are_exact(value: float, bound: Bound) -> None:
    assume(bound is not Bound.ROUNDED)  # which is always said
    text = quantity_text(Quantity(value, SHARE, bound)).text.lstrip("≤≥\u202f")
    assert (text == "0\u202f%") == (value == 0)
    assert (text == "100\u202f%") == (value == 1)
    assert not text.startswith(("0.00\u202f", "100.0"))


@given(SHARES, st.sampled_from([Bound.AT_MOST, Bound.AT_LEAST]))
def test_bounds_round_outwards(value: float, bound: Bound) -> None:
    text = quantity_text(Quantity(value, SHARE, bound)).text
    assume(not text.startswith(("<", ">")))
    percent = Decimal(repr(value)) * 100
    assert number_in(text) >= percent if bound is Bound.AT_MOST else number_in(text) <= percent
    # Nothing lies beyond 0 % and 100 %: there the truth can only be what is written.
    beyond = value == (0 if bound is Bound.AT_MOST else 1)
    assert 0 < value < 1 or text.startswith(("≤", "≥")) != beyond


@given(NUMBERS, st.sampled_from([NUMBER, SCORE, variable_unit("years")]), BOUNDS)
def test_nothing_is_written_as_minus_zero(value: float, unit: Unit, bound: Bound) -> None:
    text = quantity_text(Quantity(value, unit, bound)).text.lstrip("≤≥\u202f")
    if text.startswith("−"):
        assert text.strip("−0. ofyears") != "", text


@given(st.lists(st.one_of(SHARES, st.none()), min_size=1), st.lists(SHARES, max_size=2))
def test_a_column_has_one_number_of_digits_and_no_unit(
    values: list[float | None], limits: list[float]
) -> None:
    cells = [
        undefined(SHARE, Why.TOO_FEW, "It is constant.") if value is None else Quantity(value, SHARE)
        for value in values
    ]
    needed = [decimals([cell], limits) for cell in cells if cell.defined]
    assume(not needed or max(needed) - min(needed) < SIGNIFICANT)
    texts = [cell.text for cell in column_texts(cells, limits=limits)]
    digits = {
        len(text.partition(".")[2])
        for text in texts
        if text not in ("–", "0", "100") and "\u202f" not in text
    }
    assert len(digits) <= 1
    assert not any("%" in text for text in texts)


@given(SHARES, SHARES)
def test_what_stands_beside_each_other_has_one_number_of_digits(first: float, second: float) -> None:
    one, other = Quantity(first, SHARE), Quantity(second, SHARE)
    texts = [quantity_text(one, beside=[other]).text, quantity_text(other, beside=[one]).text]
    decimals = {
        len(text.removesuffix("\u202f%").partition(".")[2])
        for text in texts
        if text not in ("0\u202f%", "100\u202f%") and text[0] not in "<>"
    }
    assert len(decimals) <= 1


@pytest.mark.parametrize(
    ("quantity", "limits", "text"),
    [
        (Quantity(0.020004, SHARE), [0.02], "2.0004\u202f%"),
        (Quantity(0.02, SHARE), [0.02], "2.00\u202f%"),
        (Quantity(0.00001, SHARE), [], "<\u202f0.01\u202f%"),
        (Quantity(0.99999, SHARE), [], ">\u202f99.9\u202f%"),
        (Quantity(0.0207, SHARE, Bound.AT_MOST), [], "≤\u202f2.07\u202f%"),
        (Quantity(1.0, SHARE, Bound.AT_LEAST), [], "100\u202f%"),
        (Quantity(1.0, SHARE, Bound.AT_MOST), [], "≤\u202f100\u202f%"),
        (Quantity(0.0, SHARE, Bound.AT_MOST), [], "0\u202f%"),
        (Quantity(1, RECORDS), [], "1 record"),
        (Quantity(4000, RECORDS), [], "4,000 records"),
        (Quantity(29.23, SCORE), [], "29.2 of 100"),
        (Quantity(-0.00004, NUMBER), [], "−0.00004000"),
        (Quantity(6.0, NUMBER), [], "6"),
        (Quantity(0.9999999, NUMBER), [], "1.0000"),
        (Quantity(1.2345678e17, NUMBER), [], "1.235e+17"),
        (Quantity(1.2345678e17, NUMBER), [1.2346e17], "1.23457e+17"),
        (Quantity(1e15 + 1, NUMBER), [1e15], "1,000,000,000,000,001"),
        (Quantity(-1.23449e17, NUMBER, Bound.AT_MOST), [], "≤\u202f−1.234e+17"),
        (Quantity(5.9e-17, NUMBER), [], "5.9e−17"),
        (Quantity(12.5, variable_unit("years")), [], "12.50 years"),
        (Quantity(2.25, variable_unit("years", 2)), [], "2.250 years²"),
        (undefined(NUMBER, Why.TOO_FEW, "It is constant."), [], "–"),
    ],
)
def test_texts(quantity: Quantity, limits: list[float], text: str) -> None:
    assert quantity_text(quantity, limits=limits).text == text


def test_a_screen_reader_hears_words_and_a_tooltip_has_all_digits() -> None:
    found = quantity_text(Quantity(0.0206789, SHARE, Bound.AT_MOST))
    assert found.aloud == "at most 2.07 percent"
    assert found.exact == "2.06789\u202f%"
    none = quantity_text(undefined(NUMBER, Why.TOO_FEW, "It is constant."))
    assert (none.aloud, none.exact) == ("not defined: It is constant.", "It is constant.")


def test_a_locale_has_its_own_signs() -> None:
    german = Locale(point=",", group=".", percent="\u202f%")
    assert quantity_text(Quantity(123.45, variable_unit("€")), german).text == "123,4 €"
    assert count_text(1234567, german) == "1.234.567"
    assert quantity_text(Quantity(0.0207, SHARE), german).text == "2,07\u202f%"
    assert tick_text(2500.0, 0, german) == "2.500"


def test_a_limit_is_written_as_it_was_set() -> None:
    assert limit_number_text(0.02, SHARE) == "2\u202f%"
    assert limit_number_text(0.025, SHARE) == "2.5\u202f%"
    assert limit_number_text(0.02004, SHARE, noun=False) == "2.004\u202f%"
    assert limit_number_text(5, RECORDS) == "5 records"
    assert limit_number_text(5, RECORDS, noun=False) == "5"


def test_a_limit_of_records_may_be_as_large_as_any_number() -> None:
    assert limit_number_text(1e300, RECORDS).startswith("1,000,000")


def test_units_stand_in_the_header_of_a_column() -> None:
    titles = [column_title("Right", unit) for unit in (SHARE, RECORDS, SCORE, NUMBER, None)]
    assert titles == ["Right, %", "Right", "Right, of 100", "Right", "Right"]
    assert column_title("Mean", variable_unit("years")) == "Mean, years"
    assert [cell.text for cell in column_texts([Quantity(3, RECORDS)])] == ["3"]


@given(
    st.floats(1e-7, 1, allow_subnormal=False),
    st.integers(-3, 3),
    st.sampled_from([SHARE, NUMBER, SCORE]),
    BOUNDS,
)
def test_a_number_and_its_limit_have_one_text_where_they_are_equal_and_two_where_not(
    value: float, steps: int, unit: Unit, bound: Bound
) -> None:
    limit = max(0.0, value + steps * math.ulp(value))
    quantity = Quantity(value, unit, bound)
    text, written = (
        quantity_text(quantity, limits=[limit]).text,
        limit_number_text(limit, unit, quantity=quantity),
    )
    assert (without_sign(text) == written) == (value == limit), (text, written)
    assert not written.startswith(("<", ">", "≤", "≥")), "a limit is a number, and no range"
    if value != limit:
        scale = 100 if unit is SHARE else 1
        assert seen(text, Decimal(repr(limit)) * scale) == (1 if value > limit else -1), text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1 / 15, "6.67\u202f%"),
        (0.03, "3.00\u202f%"),
        (1 / 30_000, "0.003\u202f%"),
        (0.0, "0\u202f%"),
        (1.0, "100\u202f%"),
    ],
)
def test_a_share_at_its_limit(value: float, text: str) -> None:
    quantity = Quantity(value, SHARE)
    assert (
        quantity_text(quantity, limits=[value]).text
        == limit_number_text(value, SHARE, quantity=quantity)
        == text
    )


def test_a_limit_alone_has_all_its_digits() -> None:
    assert limit_number_text(1 / 15, SHARE) == "6.666666666666667\u202f%"
    assert limit_number_text(1 / 15, SHARE, quantity=Quantity(0.06, SHARE)) == "6.666666666666667\u202f%"
