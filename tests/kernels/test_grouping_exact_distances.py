"""Ranks of distances, against fractions that nothing rounds."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.grouping.exact_distances import ExactDistances

NUMBERS = st.one_of(
    st.integers(-3, 3).map(float),
    st.integers(-30, 30).map(lambda tenths: tenths / 10),
    st.integers(-(10**15), 10**15).map(float),
    st.integers(0, 9).map(lambda cents: 10_000 + cents / 100),
)


def slow_ranks(columns: np.ndarray, records: list[int], point: list[Fraction]) -> list[int]:
    rows = [[Fraction(repr(value)) for value in row] for row in columns.tolist()]
    variances = []
    for column in zip(*rows, strict=True):
        mean = sum(column) / len(column)
        variances.append(sum((value - mean) ** 2 for value in column))
    distances = [
        sum((a - b) ** 2 / v for a, b, v in zip(rows[one], point, variances, strict=True) if v)
        for one in records
    ]
    return [sorted(set(distances)).index(distance) for distance in distances]


@given(st.data())
def test_ranks_are_those_of_fractions(data: st.DataObject) -> None:
    d = data.draw(st.integers(1, 3))
    kinds = [data.draw(st.sampled_from([NUMBERS, st.integers(0, 2).map(float)])) for _ in range(d)]
    rows = data.draw(st.lists(st.tuples(*kinds), min_size=3, max_size=12))
    columns = np.array(rows)
    exact = ExactDistances.from_columns(columns, np.arange(len(rows)))
    if exact is None:  # too many digits in one column
        return
    records = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=8, unique=True))
    point = data.draw(st.integers(0, len(rows) - 1))
    fractions = [[Fraction(repr(value)) for value in row] for row in columns.tolist()]
    found = exact.ranks(np.array(records), point).tolist()
    assert found == slow_ranks(columns, records, fractions[point])
    gone = data.draw(st.integers(0, len(rows) - 1))
    exact.take(np.array([gone]))
    left = [row for place, row in enumerate(fractions) if place != gone]
    mean = [sum(column) / len(left) for column in zip(*left, strict=True)]
    assert exact.ranks(np.array(records), None).tolist() == slow_ranks(columns, records, mean)
