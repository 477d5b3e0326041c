"""Agreement patterns, beside looking at every pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import pattern_counts as kernel
from sdcdesk.kernels.pattern_counts import pattern_counts, patterns
from sdcdesk.kernels.value_tuples import Tuples, tuples

CODES = 4


def file(data: st.DataObject, variables: int) -> list[np.ndarray]:
    records = data.draw(st.integers(0, 9))
    codes = st.lists(st.integers(-1, CODES - 1), min_size=records, max_size=records)
    return [np.array(data.draw(codes), dtype=np.int64) for _ in range(variables)]


def by_pairs(
    first: list[np.ndarray], second: list[np.ndarray], similar: list[np.ndarray | None]
) -> list[list[int]]:
    """The pattern of every pair of records."""

    def agree(one: int, other: int, alike: np.ndarray | None) -> bool:
        return one >= 0 and other >= 0 and (one == other if alike is None else bool(alike[one, other]))

    return [
        [
            sum(
                agree(its[i], own[j], alike) << place
                for place, (its, own, alike) in enumerate(zip(first, second, similar, strict=True))
            )
            for j in range(len(second[0]))
        ]
        for i in range(len(first[0]))
    ]


def whatever(_share: float) -> None:
    """Nobody asks how far the work is."""


@given(
    data=st.data(),
    variables=st.integers(1, 4),
    sparse=st.booleans(),
)
def test_all_is_as_looking_at_every_pair_says(data: st.DataObject, variables: int, sparse: bool) -> None:
    first, second = file(data, variables), file(data, variables)
    cells = st.lists(st.booleans(), min_size=CODES**2, max_size=CODES**2)
    similar = [
        np.array(data.draw(cells)).reshape(CODES, CODES) if data.draw(st.booleans()) else None
        for _ in range(variables)
    ]
    one, other = tuples(first), tuples(second)
    with pytest.MonkeyPatch.context() as patch:
        if sparse:
            patch.setattr(kernel, "SMALL", 0)
            patch.setattr(kernel, "DENSE", 0)
        found = pattern_counts(one, other, similar, whatever)
    expected = by_pairs(first, second, similar)
    flat = [pattern for row in expected for pattern in row]
    assert found.tolist() == np.bincount(flat, minlength=1 << variables).tolist()
    i, j = np.divmod(np.arange(len(flat)), max(len(second[0]), 1))
    assert patterns(one, other, similar, one.labels[i], other.labels[j]).tolist() == flat


def test_more_values_than_a_number_has_room_for() -> None:
    rng = np.random.default_rng(3)
    first = [rng.integers(0, 2**31 - 2, 50) for _ in range(5)]
    second = [np.where(rng.random(50) < 0.5, column, rng.integers(0, 2**31 - 2, 50)) for column in first]
    found = pattern_counts(tuples(first), tuples(second), [None] * 5, whatever)
    flat = [pattern for row in by_pairs(first, second, [None] * 5) for pattern in row]
    assert found.tolist() == np.bincount(flat, minlength=32).tolist()


def test_fewer_variables_have_fewer_combinations() -> None:
    every = tuples([np.array([0, 0, 1, -1]), np.array([0, 1, 1, 1])])
    fewer = every.select([1])
    assert isinstance(fewer, Tuples)
    assert fewer.counts.tolist() == [1, 3]
    assert fewer.columns[0][fewer.labels].tolist() == [0, 1, 1, 1]
