import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import TRUTA_2004, DisclosureRisk, WeightMatrix
from sdcdesk.risk.disclosure.breakdown import classified, rows_of_size, size_classes

W3 = TRUTA_2004["W3"]


@pytest.fixture(scope="module")
def assessed() -> Assessment:
    """The first sample of Truta 2004 with its weights W3."""
    ages, sexes = [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], list("MMMFFFMFMM")
    people = Microdata(pd.DataFrame({"age": ages, "sex": sexes}))
    return DisclosureRisk(keys=["age", "sex"], weights=W3).assess(people, people.take(np.arange(5)))


def test_records_are_counted_by_the_size_of_their_group(assessed: Assessment) -> None:
    classes = size_classes(assessed)
    assert [(one.low, one.high) for one in classes][:3] == [(1, 1), (2, 2), (3, 4)]
    assert classes[-1].high is None
    assert sum(one.before for one in classes) == 10
    assert sum(one.after for one in classes) == 5
    for one in classes:
        assert len(rows_of_size(assessed, one.low, one.high)) == one.after


def test_what_the_cells_add_is_the_weighted_risk(assessed: Assessment) -> None:
    found = classified(assessed).contributions(W3)
    assert found.to_dict("list") == {
        "i": [1, 1, 1],
        "j": [1, 2, 3],
        "count": [3, 1, 1],
        "weight": [6, 2, 0],
        "contribution": pytest.approx([3 / 10, 1 / 3 / 2 / 10, 0], rel=1e-15),
        "share": pytest.approx([18 / 19, 1 / 19, 0], rel=1e-15),
    }
    table = assessed.table("contributions")
    pd.testing.assert_frame_equal(found, table)
    with pytest.raises(ParameterError, match="break a rule"):
        classified(assessed).contributions(W3.changed(block=((1, 2), (0, 0))))
    with pytest.raises(DataError, match="no place"):
        classified(assessed).contributions(TRUTA_2004["W2"].changed(structure="merging"))


def test_nothing_released_adds_nothing() -> None:
    people = Microdata(pd.DataFrame({"age": [1, 2, 3]}))
    nothing = DisclosureRisk(keys=["age"]).assess(people, people.take(np.arange(0)))
    assert sum(one.after for one in size_classes(nothing)) == 0
    assert len(classified(nothing).contributions(W3)) == 0


def test_where_no_weight_falls_no_cell_has_a_share() -> None:
    pairs = Microdata(pd.DataFrame({"age": [1, 1, 2, 2]}))
    found = classified(DisclosureRisk(keys=["age"]).assess(pairs, pairs)).contributions(
        WeightMatrix.minimal()
    )
    assert found["contribution"].tolist() == [0]
    assert found["share"].isna().all()


def test_one_record_is_all_of_its_risk() -> None:
    one = Microdata(pd.DataFrame({"age": [1]}))
    alone = DisclosureRisk(keys=["age"]).assess(one, one)
    assert classified(alone).contributions(W3)["share"].tolist() == [1]
