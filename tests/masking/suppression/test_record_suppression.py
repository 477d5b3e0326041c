from typing import Literal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.special import hyp2f1

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.suppression.record_suppression import RecordSuppression
from sdcdesk.risk import IndividualRisk

TABLES = hnp.arrays(np.int64, st.tuples(st.integers(1, 12), st.integers(1, 3)), elements=st.integers(-1, 2))


def microdata(table: np.ndarray) -> Microdata:
    frame = pd.DataFrame({f"k{j}": pd.Series(column).mask(column < 0) for j, column in enumerate(table.T)})
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])


def agree(one: np.ndarray, other: np.ndarray, *, wildcard: bool) -> bool:
    equal = one == other
    return bool((equal | (one < 0) | (other < 0)).all() if wildcard else equal.all())


def slowly(table: np.ndarray, k: int, *, wildcard: bool) -> list[int]:
    """Leave out one failing record after the other until none fails."""
    kept = list(range(len(table)))
    while True:
        counts = [sum(agree(table[i], table[j], wildcard=wildcard) for j in kept) for i in kept]
        failing = [i for i, count in zip(kept, counts, strict=True) if count < k]
        if not failing:
            return kept
        kept.remove(failing[0])


@given(TABLES, st.integers(2, 4), st.sampled_from(["category", "wildcard"]))
def test_the_records_kept_are_the_most_that_satisfy_k(
    table: np.ndarray, k: int, missing: Literal["category", "wildcard"]
) -> None:
    # Leaving out one at a time ends, in any order, with the largest part in which every record has k.
    if missing == "category":
        sizes = [sum(agree(one, other, wildcard=False) for other in table) for one in table]
        expected = [row for row, size in enumerate(sizes) if size >= k]
    else:
        expected = slowly(table, k, wildcard=True)
    masked = RecordSuppression(k=k, missing=missing).mask(microdata(table))
    assert masked.data.rows.tolist() == expected
    left_out = [tuple(record) for row, record in enumerate(table.tolist()) if row not in expected]
    assert masked.figures["records_left_out"].value == len(left_out)
    assert masked.figures["groups_left_out"].value == len(set(left_out))


def test_leaving_out_a_record_can_take_others_below_k() -> None:
    # The first agrees with the second only, which agrees with all; without the last, it is alone.
    table = np.array([[0, -1], [-1, 5], [1, 5], [1, 5]])
    assert len(RecordSuppression(k=3, missing="wildcard").apply(microdata(table))) == 3
    table = np.array([[0, -1], [-1, 5], [1, 5]])
    masked = RecordSuppression(k=3, missing="wildcard").mask(microdata(table))
    assert len(masked.data) == 0
    assert masked.figures["rounds"].value == 2


def test_keys_are_those_with_the_role_or_those_named() -> None:
    frame = pd.DataFrame({"sex": ["f", "f", "m"], "note": ["a", "b", "c"]})
    data = Microdata(frame, [Variable(name="sex", role=Role.KEY)])
    assert RecordSuppression(k=2).apply(data).rows.tolist() == [0, 1]
    assert len(RecordSuppression(k=2, keys=["sex", "note"]).apply(data)) == 0
    with pytest.raises(DataError, match="no variable has the role key"):
        RecordSuppression(k=2).apply(Microdata(frame))


def test_a_file_may_lose_all_its_records_and_says_so() -> None:
    data = microdata(np.array([[0], [1], [2]]))
    masked = RecordSuppression(k=2).mask(data)
    assert len(masked.data) == 0
    assert masked.notes == ("Every record was left out: the file is empty.",)
    assert RecordSuppression(k=2).mask(masked.data).notes == ()


def test_parameters_and_words() -> None:
    with pytest.raises(ParameterError, match="at least 2"):
        RecordSuppression(k=1)
    assert RecordSuppression(k=3).summary() == "Records in groups below 3 left out"
    assert RecordSuppression(k=3, keys=["sex"]).summary() == "Records in groups below 3 by sex left out"


def risk(found: int, people: float) -> float:
    p = min(found / people, 1.0)
    return float(p**found / found * hyp2f1(found, found, found + 1, 1 - p))


@given(st.data(), TABLES, st.sampled_from([0.02, 0.1, 0.3]), st.sampled_from(["category", "wildcard"]))
def test_no_record_above_a_risk_stays_and_none_is_left_out_for_nothing(
    data: st.DataObject, table: np.ndarray, limit: float, missing: Literal["category", "wildcard"]
) -> None:
    # Sums of these weights are exact, so that no risk is on the other side of the limit by rounding.
    weights = data.draw(st.lists(st.sampled_from([1.0, 2.5, 40.0]), min_size=len(table), max_size=len(table)))
    file = microdata(table)
    frame = file.frame.assign(w=weights)
    file = Microdata(frame, [*file.variables, Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS)])

    def safe(record: int, among: list[int]) -> bool:
        same = [
            other for other in among if agree(table[record], table[other], wildcard=missing == "wildcard")
        ]
        return risk(len(same), sum(weights[other] for other in same)) <= limit

    kept = list(range(len(table)))
    while not all(safe(record, kept) for record in kept):
        kept = [record for record in kept if safe(record, kept)]
    masked = RecordSuppression(by="risk", largest_risk=limit, missing=missing).mask(file)
    assert masked.data.rows.tolist() == kept
    if kept:
        measured = IndividualRisk(keys=list(frame)[:-1], missing=missing, threshold=limit)
        assert measured.assess(file, masked.data).value("records_above") == 0


def test_a_limit_of_the_risk_needs_weights_and_says_so() -> None:
    data = microdata(np.array([[0], [1]]))
    with pytest.raises(DataError, match="No variable has the role weight"):
        RecordSuppression(by="risk").check(data)
    with pytest.raises(ParameterError, match="no effect"):
        RecordSuppression(largest_risk=0.5)
    words = RecordSuppression(by="risk", largest_risk=0.25).summary()
    assert words == "Records with a risk above 25\u202f% left out"


def test_conditions_are_asked_of_the_groups_that_are_safe_by_their_risk() -> None:
    # Both the second and the third group have one illness; the third is not safe, few as its people are.
    frame = pd.DataFrame(
        {
            "town": ["A"] * 3 + ["B"] * 3 + ["C"] * 2,
            "illness": ["flu", "asthma", None, "flu", "flu", None, "flu", "flu"],
            "weight": [40.0] * 6 + [1.0] * 2,
        }
    )
    diverse = {"kind": "distinct", "variable": "illness", "l": 2}
    method = RecordSuppression(
        keys=["town"], by="risk", largest_risk=0.2, weight="weight", conditions=[diverse]
    )
    masked = method.mask(Microdata(frame))
    assert masked.data.rows.tolist() == [0, 1, 2]
    assert {name: figure.value for name, figure in masked.figures.items()} == {
        "records_left_out": 5,
        "groups_left_out": 2,
        "records_breaking": 3,
    }
    with pytest.raises(ParameterError, match="town is a key"):
        method.changed(conditions=[{**diverse, "variable": "town"}]).mask(Microdata(frame))
    with pytest.raises(ParameterError, match="at least 2 where no condition"):
        RecordSuppression(k=1)
    with pytest.raises(ParameterError, match="entry 0: must be of a kind that is 'distinct', 'entropy'"):
        RecordSuppression(conditions=[{**diverse, "kind": "diverse"}])
