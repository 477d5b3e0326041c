"""Weighted k-anonymity against an obvious second implementation, record by record."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.masking import Rounding, SimpleRandomSampling
from sdcdesk.risk import WeightedAnonymity

Row = tuple[str | None, str | None, float]

ROWS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", None]),
        st.sampled_from(["x", "y", None]),
        st.sampled_from([1.0, 1.5, 2.0, 9.0, 40.0]),
    ),
    min_size=1,
    max_size=12,
)


def microdata(rows: list[Row]) -> Microdata:
    frame = pd.DataFrame(rows, columns=["zip", "sex", "w"]).astype({"zip": object, "sex": object})
    weight = Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    return Microdata(
        frame, [Variable(name="zip", role=Role.KEY), Variable(name="sex", role=Role.KEY), weight]
    )


@given(ROWS, st.sampled_from(["category", "wildcard"]), st.integers(2, 50))
def test_people_are_added_up_record_by_record(rows: list[Row], missing: Missing, k: int) -> None:
    def fit(one: Row, other: Row) -> bool:
        return all(
            a == b or (missing == "wildcard" and None in (a, b))
            for a, b in zip(one[:2], other[:2], strict=True)
        )

    alike = [[other for other in rows if fit(one, other)] for one in rows]
    people = [sum(weight for *_, weight in some) for some in alike]
    data = microdata(rows)
    found = WeightedAnonymity(k=k, missing=missing).assess(data, data)
    few = [number < k for number in people]
    assert found.value("smallest_people") == pytest.approx(min(people))
    assert found.value("records_below_people") == sum(few)
    assert found.value("share_below_people") == pytest.approx(sum(few) / len(rows))
    assert found.value("records_below_k") == sum(len(some) < k for some in alike)
    assert found.record("people").tolist() == pytest.approx(people)
    assert found.figure("records_below_people").rows().tolist() == [at for at, one in enumerate(few) if one]
    patterns = {tuple(value is None for value in row) for row in rows}
    if missing == "category" or len(patterns) == 1:
        groups = {row[:2] for row, one in zip(rows, few, strict=True) if one}
        assert found.value("groups_below_people") == len(groups)
    else:
        assert found.figure("groups_below_people").quantity.reason is not None


def test_weights_are_those_of_the_original_whatever_was_masked() -> None:
    data = microdata([("a", "x", 4.0), ("a", "x", 6.0), ("b", "y", 9.0)])
    rounded = Rounding(variables=["w"], base=100.0).apply(data)
    measure = WeightedAnonymity(k=10)
    assert measure.assess(data, rounded).record("people").tolist() == [10.0, 10.0, 9.0]
    sample = SimpleRandomSampling(by="size", size=2).apply(data, seed=1)
    assert measure.assess(data, sample).value("records_below_people") >= 1


def test_a_sum_that_is_k_but_for_rounding_is_not_below_it() -> None:
    data = microdata([("a", "x", 1.2)] * 20)  # the floats add up to 23.999999999999993
    assert WeightedAnonymity(k=24).assess(data, data).value("records_below_people") == 0
    assert WeightedAnonymity(k=25).assess(data, data).value("records_below_people") == 20


def test_without_weights_nothing_is_said() -> None:
    data = microdata([("a", "x", 4.0)]).drop(["w"])
    with pytest.raises(DataError, match="role weight"):
        WeightedAnonymity().assess(data, data)
