import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError


def test_taking_records_keeps_their_identity_and_codes(people: Microdata) -> None:
    people.coding("town")
    some = people.take(np.array([3, 1])).take(np.array([0]))
    assert some.rows.tolist() == [3]
    assert some.column("age").tolist() == [51]
    assert some.coding("town").codes.tolist() == [0]
    assert len(people) == 4


def test_a_recoding_knows_what_it_makes_of_every_initial_value(people: Microdata) -> None:
    def bands(values: pd.Series) -> pd.Series:
        return (values // 10 * 10).astype(str) + "s"

    masked = people.take(np.array([0, 3])).recode("age", bands)
    assert masked.column("age").tolist() == ["30s", "50s"]
    origin = masked.provenance("age")
    assert origin is not None
    assert origin.exact
    assert origin.fits(people.coding("age"))
    assert origin.recoded(people.coding("age")).tolist()[:2] == ["30s", "30s"]
    assert origin.recoded(people.coding("age")).isna().tolist() == [False, False, True, False]
    assert origin.recoding(people.coding("age")).codes.tolist() == [0, 0, -1, 1]
    assert people.provenance("age") is None


def test_recodings_follow_one_another_and_perturbation_is_remembered(people: Microdata) -> None:
    doubled = people.recode("age", lambda values: values * 2)
    assert doubled.column("age").tolist() == [68, 68, -9, 102], "numbers keep their missing code"
    assert doubled.column("age").dtype == "int64"
    noisy = doubled.assign({"age": pd.Series([1, 2, -9, 4])})
    again = noisy.recode("age", lambda values: values + 1)
    origin = again.provenance("age")
    assert origin is not None
    assert not origin.exact
    assert origin.recoded(people.coding("age")).tolist()[0] == 69


@pytest.mark.parametrize("coded_before", [True, False])
def test_what_a_recoding_knows_does_not_depend_on_what_was_asked_before(
    people: Microdata, *, coded_before: bool
) -> None:
    if coded_before:
        people.coding("age")
    masked = people.take(np.array([0])).recode("age", lambda values: values * 2)
    origin = masked.provenance("age")
    assert origin is not None
    assert origin.fits(people.coding("age"))
    assert origin.recoded(people.coding("age")).tolist()[3] == 102


def test_truth_values_are_recoded_as_truth_values() -> None:
    data = Microdata(pd.DataFrame({"flag": [True, False, True]}))
    twice = data.recode("flag", lambda values: ~values).recode("flag", lambda values: ~values)
    assert twice.column("flag").tolist() == [True, False, True]
    origin = twice.provenance("flag")
    assert origin is not None
    assert origin.recoded(data.coding("flag")).tolist() == [True, False, True]


def test_a_recoding_to_text_makes_missing_codes_empty_cells(people: Microdata) -> None:
    masked = people.recode("age", lambda values: values.astype(str))
    assert masked.column("age").isna().tolist() == [False, False, True, False]
    assert masked.variable("age").missing == ()


def test_fingerprints_tell_values_and_rows_apart(people: Microdata) -> None:
    assert people.fingerprint() == people.take(np.arange(4)).fingerprint()
    assert people.fingerprint() != people.take(np.array([1, 0, 2, 3])).fingerprint()
    assert people.fingerprint() != people.assign({"age": pd.Series([34, 34, -9, 52])}).fingerprint()


def test_the_words_for_a_log_hold_no_values(people: Microdata) -> None:
    assert repr(people) == "Microdata(4 records, age, town, income)"


def test_dropped_variables_are_gone(people: Microdata) -> None:
    assert people.drop(["town"]).names == ("age", "income")
    with pytest.raises(DataError, match="no variable town"):
        people.drop(["town"]).coding("town")


def test_where_nothing_is_dropped_no_values_are_copied(people: Microdata) -> None:
    kept = people.drop([])
    assert kept.names == people.names
    assert kept.frame is people.frame


def test_no_records_are_allowed() -> None:
    empty = Microdata(pd.DataFrame({"a": pd.Series([], dtype="int64"), "b": pd.Series([], dtype="str")}))
    assert len(empty.coding("a")) == 0
    assert len(empty.recode("b", lambda values: values + "!")) == 0
    assert empty.fingerprint()
