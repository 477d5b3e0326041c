import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import ValueSuppression
from tests.masking.by_variable import number_of

FRAME = pd.DataFrame(
    {"age": [30, 91, 95, 40], "job": ["smith", "pilot", None, "pilot"], "n": [1, 2, 3, 2**60]}
)
DATA = Microdata(FRAME, [Variable(name="n", scale=Scale.CONTINUOUS, missing=(2,))])


def where(relation: str, *values: object, variable: str = "age") -> dict[str, object]:
    return {"comparisons": [{"variable": variable, "relation": relation, "values": list(values)}]}


def test_cells_of_records_that_match_become_empty() -> None:
    masked = ValueSuppression(variables=["job", "n"], where=where("at least", 90)).mask(DATA)
    assert masked.data.column("job").fillna("").tolist() == ["smith", "", "", "pilot"]
    assert masked.data.column("n").tolist() == [1, 2, pd.NA, 2**60], "whole, and the code stays"
    assert {name: figure.value for name, figure in masked.figures.items()} == {
        "cells_blanked": 2,
        "records_with_blanks": 2,
        "records_matching": 2,
    }
    assert [number_of(masked, "cells_blanked", name) for name in ("job", "n")] == [1, 1]
    assert masked.notes == ()
    assert masked.data.provenance("age") is None


def test_a_variable_can_be_compared_with_itself() -> None:
    masked = ValueSuppression(variables=["age"], where=where("more than", 90)).apply(DATA)
    assert masked.column("age").isna().tolist() == [False, True, True, False]


def test_a_condition_that_no_record_matches_is_noted() -> None:
    masked = ValueSuppression(variables=["job"], where=where("is", 7)).mask(DATA)
    assert masked.data.fingerprint() == DATA.fingerprint()
    assert masked.notes == ("No record matches the condition.",)
    none = DATA.take(np.array([], dtype=np.int64))
    assert ValueSuppression(variables=["job"], where=where("is", 7)).mask(none).notes == ()


def test_a_condition_on_a_variable_that_is_not_there_is_refused_before_masking() -> None:
    method = ValueSuppression(variables=["job"], where=where("is", 7, variable="gone"))
    with pytest.raises(DataError, match="no variable gone"):
        method.check(DATA)


def test_words_name_variables_and_no_values() -> None:
    assert ValueSuppression(variables=["job"], where=where("is", 91)).summary() == "job blanked by age"
    many = ValueSuppression(variables=["x" * 50, "y" * 50], where=where("is", 91))
    assert many.summary() == "2 variables blanked by a condition"
