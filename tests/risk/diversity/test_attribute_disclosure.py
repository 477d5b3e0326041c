"""Attribute disclosure against a second implementation that looks at pairs of records, and its edges."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import Why
from sdcdesk.risk import AttributeDisclosure, KAnonymity
from tests.risk.diversity.small_files import (
    CONFIDENTIAL,
    MISSING,
    Row,
    people,
    rows_of_people,
    size_around,
    values_around,
)
from tests.worked.truta_2006 import patients


def largest_share(rows: list[Row], at: int, column: int, missing: str) -> Fraction:
    around = values_around(rows, at, column, missing)
    return Fraction(max(around.values()), around.total())


@given(rows_of_people, st.sampled_from(MISSING), st.integers(2, 4))
def test_values_that_are_known_or_guessed(rows: list[Row], missing: str, k: int) -> None:
    data = people(rows)
    found = AttributeDisclosure(missing=missing, k=k).assess(data, data)
    if all(row[2] is row[3] is None for row in rows):
        assert all(figure.value is None for figure in found.figures.values())
        return
    shares = {
        name: {
            at: largest_share(rows, at, column, missing)
            for at in range(len(rows))
            if rows[at][column] is not None
        }
        for name, column in CONFIDENTIAL.items()
    }
    single = sorted({at for own in shares.values() for at, share in own.items() if share == 1})
    large = [at for at in single if size_around(rows, at, missing) >= k]
    assert found.figure("share_single_value").quantity.part == len(single)
    assert found.figure("share_single_value").rows().tolist() == single
    assert found.value("records_sharing_value") == len(large)
    assert found.figure("records_sharing_value").rows().tolist() == large
    guessed = {name: sum(own.values()) / len(own) for name, own in shares.items() if own}
    assert found.value("share_guessed") == pytest.approx(float(max(guessed.values())), rel=1e-12)
    right = max(sum(own.values()) for own in shares.values())
    assert found.value("right_guesses") == pytest.approx(float(right), rel=1e-12)
    table = found.table("variables").set_index("variable")
    for name, column in CONFIDENTIAL.items():
        if name in guessed:
            often = values_around([("", "", *row[2:]) for row in rows], 0, column, missing)
            assert table["guessed"][name] == pytest.approx(float(guessed[name]), rel=1e-12)
            assert table["blindly"][name] == max(often.values()) / often.total()
            assert table["guessed"][name] >= table["blindly"][name] or missing == "wildcard"
    for at, share in enumerate(found.record("largest_share")):
        own = [float(each[at]) for each in shares.values() if at in each]
        assert share == max(own) if own else np.isnan(share)


@given(rows_of_people, st.sampled_from(MISSING))
def test_k_anonymity_counts_the_same_records(rows: list[Row], missing: str) -> None:
    data = people(rows)
    one = AttributeDisclosure(missing=missing, k=2).assess(data, data).figure("records_sharing_value")
    other = KAnonymity(missing=missing, k=2).assess(data, data).figure("records_sharing_value")
    if one.value is not None:
        assert one.value == other.value
        assert one.rows().tolist() == other.rows().tolist()


def test_patients_of_table_1() -> None:
    """Attribute disclosure without identity disclosure: the two men of 20 have the same illness."""
    data = patients()
    found = AttributeDisclosure(k=2).assess(data, data)
    assert found.value("records_sharing_value") == 2
    assert found.figure("records_sharing_value").rows().tolist() == [3, 4]
    assert found.value("share_single_value") == 1 / 3
    # 2 for certain, and one of two in both other groups.
    assert found.value("right_guesses") == 4
    assert (found.figure("share_guessed").quantity.part, found.value("share_guessed")) == (4, 4 / 6)
    assert found.value("share_guessed_blindly") == 2 / 6
    groups = found.tables["groups"]
    assert groups.frame[["key_Age", "size", "value"]].values.tolist() == [[20, 2, "Diabetes"]]
    assert groups.rows(0).tolist() == [3, 4]
    # Of six, four are guessed with a chance of one half.
    shares = found.tables["shares"]
    assert shares.frame["records"].tolist() == [0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2]
    assert shares.rows(10).tolist() == [3, 4]
    three = AttributeDisclosure(k=3).assess(data, data)
    assert three.value("records_sharing_value") == 0


def test_a_missing_value_hides_nobody_else() -> None:
    data = people([("p", "x", "flu", 1.0), ("p", "x", None, 1.0), ("p", "x", "flu", 2.0)])
    found = AttributeDisclosure(variables=["illness"], k=3).assess(data, data)
    assert found.figure("records_sharing_value").rows().tolist() == [0, 2]
    assert found.value("share_guessed") == 1


def test_the_most_right_guesses_may_be_of_a_variable_with_a_smaller_share() -> None:
    data = people([("p", "x", "flu", None), ("p", "x", "flu", 1.0), ("p", "x", "gout", None)])
    found = AttributeDisclosure().assess(data, data)
    assert (found.value("share_guessed"), found.value("right_guesses")) == (1, 2)
    assert found.figure("share_guessed").computation[0][1] == "income"
    assert found.figure("right_guesses").computation[0][1] == "illness"


@pytest.mark.parametrize(
    ("missing", "title"),
    [("category", "Groups with one value"), ("wildcard", "Different keys with one value")],
)
def test_records_that_do_not_form_groups_are_listed_by_different_keys(missing: str, title: str) -> None:
    data = people([("p", "x", "flu", None), ("p", None, "flu", None)])
    assert AttributeDisclosure(missing=missing).assess(data, data).tables["groups"].title == title


def test_records_form_groups_where_no_key_value_is_missing() -> None:
    data = people([("p", "x", "flu", None), ("p", "x", "flu", None)])
    category, wildcard = (
        AttributeDisclosure(missing=missing).assess(data, data).tables["groups"]
        for missing in ("category", "wildcard")
    )
    assert wildcard.title == category.title
    assert wildcard.frame.equals(category.frame)


def test_nothing_is_learnt_of_what_is_missing() -> None:
    data = people([("p", "x", None, None), ("p", "x", None, None)])
    reason = AttributeDisclosure().assess(data, data).figure("share_guessed").quantity.reason
    assert reason is not None
    assert reason.code is Why.NOT_APPLICABLE
