import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.locale import Locale
from sdcdesk.core.text.printable import LONGEST
from sdcdesk.core.text.sentence import (
    Against,
    Percentage,
    Sentence,
    capital,
    counted,
    joined,
    joined_by_and,
    joined_by_or,
    localised,
    numerals,
    plain,
    sentence,
    uncapitalised,
)

GERMAN = Locale(",", ".")


def test_a_sentence_is_its_neutral_text_and_is_written_anew_for_a_reader() -> None:
    found = sentence("{n} of {all} values changed by {x}.", n=1234, all=np.int64(5000), x=1234.5)
    assert found == "1,234 of 5,000 values changed by 1,234.5."
    assert found.written(GERMAN) == "1.234 of 5.000 values changed by 1.234,5."


@pytest.mark.parametrize(
    ("argument", "neutral", "german"),
    [
        (Quantity(0.0304, SHARE), "3.04\u202f%", "3,04\u202f%"),
        (Quantity(1234, RECORDS), "1,234 records", "1.234 records"),
        (Percentage(2.5), "2.5\u202f%", "2,5\u202f%"),
        ("zip 1,234.5", "zip 1,234.5", "zip 1,234.5"),
        (counted(1, "value"), "1 value", "1 value"),
        (joined(numerals([0.5, 2000])), "0.5, 2,000", "0,5, 2.000"),
    ],
)
def test_arguments_are_written_in_the_locale_and_names_stay(
    argument: object, neutral: str, german: str
) -> None:
    found = sentence("It is {it}.", it=argument)
    assert (found, localised(found, GERMAN)) == (f"It is {neutral}.", f"It is {german}.")


def test_parts_of_a_sentence_keep_their_numbers() -> None:
    found = joined(["Step 2", sentence("{n} records are {left}", n=4000, left="{left}")], ": ")
    assert found == "Step 2: 4,000 records are {left}"
    assert localised(sentence("{n} records.", n=4000).removesuffix("."), GERMAN) == "4.000 records"


def test_a_sentence_gets_a_capital_wherever_its_first_word_stands() -> None:
    assert localised(capital(sentence("must be {n}.", n=2000)), GERMAN) == "Must be 2.000."
    nested = sentence("{message}.", message=sentence("must be {n}", n=2000))
    assert localised(capital(nested), GERMAN) == "Must be 2.000."
    assert capital("age") == "Age"


@pytest.mark.parametrize("text", ["k 1 record → 6 records", "β is 3, more than 2"])
def test_a_symbol_at_the_start_of_a_sentence_stays_as_it_is(text: str) -> None:
    assert capital(text) == text
    assert localised(capital(sentence("{change}, within the limit", change=text)), GERMAN).startswith(text)
    assert capital("a group of 3") == "A group of 3"


@pytest.mark.parametrize(
    ("title", "within"),
    [
        ("Share of records", "share of records"),
        ("A group", "a group"),
        ("IL1s", "IL1s"),
        ("R²", "R²"),
        ("", ""),
    ],
)
def test_a_title_within_a_line_begins_small_unless_it_is_a_symbol(title: str, within: str) -> None:
    assert uncapitalised(title) == within


def test_a_sentence_is_copied_with_what_it_says() -> None:
    found = sentence("{n} record.", "{n} records.", "n", n=2000)
    for again in (copy.deepcopy(found), pickle.loads(pickle.dumps(found)), plain(found)):  # noqa: S301
        assert isinstance(again, Sentence)
        assert localised(again, GERMAN) == "2.000 records."


@given(st.text(st.characters(categories=["L", "Zs"]), min_size=LONGEST + 1, max_size=300))
def test_no_error_repeats_the_whole_of_a_long_name(name: str) -> None:
    for error in (
        DataError(f"There is no variable {name}; choose another.", name),
        DataError(sentence("{name}: {n} values are negative.", name=name, n=3), "variables"),
        DataError(joined(["Step 1", sentence("{name} is text.", name=name)], ": ")),
    ):
        assert name not in error.message
        assert len(error.message) < LONGEST + 60
        assert name not in localised(error.message, GERMAN)


def test_things_are_listed_with_and_or_or() -> None:
    assert (joined_by_and(["age"]), joined_by_and(["age", "sex"])) == ("age", "age and sex")
    assert joined_by_and(["age", "sex", "income"]) == "age, sex and income"
    assert joined_by_and(["1, 2", "3, 4", "5, 6"], "; ") == "1, 2; 3, 4 and 5, 6"
    assert localised(joined_by_or([*numerals([1.5, 2]), "none"]), GERMAN) == "1,5, 2 or none"


def test_a_sentence_keeps_only_what_its_braces_take() -> None:
    found = sentence("{n} record is alone.", "{n} records are alone.", "n", n=2, k=3)
    assert dict(found.arguments) == {"n": 2}


def test_a_quantity_against_its_limit_is_told_from_it_unless_they_are_equal() -> None:
    def told(value: float, limit: float) -> str:
        quantity = Quantity(value, SHARE)
        return sentence(
            "{value} of {limit}",
            value=Against(quantity, limit),
            limit=Against(quantity, limit, writes_limit=True),
        )

    assert told(1 / 15, 1 / 15) == "6.67\u202f% of 6.67\u202f%"
    assert told(0.066683, 0.06668) == "6.67\u202f% of 6.668\u202f%"
