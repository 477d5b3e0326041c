import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.set_differences import differ_by_few, rank

ALL = np.ones(100, dtype=bool)
PLACES = np.arange(100)


def span(begin: int, end: int) -> np.ndarray:
    return np.isin(PLACES, np.arange(begin, end))


@pytest.mark.parametrize(
    ("asked", "answered", "told"),
    [
        (span(0, 50), [], False),
        (span(0, 9), [], True),
        (span(0, 91), [], True),
        (span(0, 0), [], True),
        (ALL, [], False),
        (span(0, 51), [span(0, 50)], True),
        (span(0, 49), [span(0, 50)], True),
        (span(0, 40), [span(0, 50)], False),
        (span(0, 50), [span(0, 50)], False),
        # Shifted by one: two differences of one record each.
        (span(1, 51), [span(0, 50)], True),
    ],
)
def test_pairs_of_sets(asked: np.ndarray, answered: list[np.ndarray], told: bool) -> None:
    assert differ_by_few(asked, [ALL, *answered], 10) is told


def test_a_tracker_of_three_sets_is_found() -> None:
    # a + b − c counts records 20 to 21 alone, though each pair differs by ten or more.
    a, b, c = span(0, 22), span(20, 42), span(0, 42)
    assert not differ_by_few(b, [ALL, a], 10)
    assert differ_by_few(c, [ALL, a, b], 10)


@given(st.integers(0, 2**32), st.integers(2, 5))
def test_what_is_let_through_holds_no_small_combination(seed: int, sets: int) -> None:
    rng = np.random.default_rng(seed)
    cells = rng.integers(1, 5, 6)
    answered: list[np.ndarray] = [np.ones(cells.sum(), dtype=bool)]
    kept = [np.ones(6)]
    for _ in range(sets):
        of_cells = rng.integers(0, 2, 6)
        asked = np.repeat(of_cells, cells).astype(bool)
        if not differ_by_few(asked, answered, 4):
            answered.append(asked)
            kept.append(of_cells)
    for factors in itertools.product(range(-2, 3), repeat=len(kept)):
        combined = np.array(factors) @ np.array(kept)
        counted = cells[combined != 0].sum()
        assert counted == 0 or counted >= 4


@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 9))
def test_the_rank_is_that_of_the_matrix(seed: int, rows: int, columns: int) -> None:
    matrix = np.random.default_rng(seed).integers(0, 2, (rows, columns))
    before = matrix.copy()
    assert rank(matrix) == np.linalg.matrix_rank(matrix)
    np.testing.assert_array_equal(matrix, before)
