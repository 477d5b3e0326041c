"""Lemmas 2.1 and 2.2 of Truta 2004 for matrices that were repaired and pushed: without any tolerance."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.risk import ClassificationMatrix, WeightMatrix
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from sdcdesk.risk.weights.repair import repaired

PAIRS = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=25)


def lemmas_hold(weights: WeightMatrix, pairs: list[tuple[int, int]], left_out: int) -> None:
    table = np.sort(np.array(pairs, dtype=np.int64).reshape(-1, 2), axis=1)
    if weights.structure == "merging":
        table = table[:, ::-1]
    matrix = ClassificationMatrix.from_sizes(table[:, 0], table[:, 1], max(len(pairs) + left_out, 1))
    minimal, weighted, maximal = (
        matrix.links_minimal(),
        matrix.links_weighted(weights),
        matrix.links_maximal(),
    )
    assert 0 <= minimal <= weighted <= maximal <= matrix.t <= matrix.n


@given(data=st.data(), pairs=PAIRS, left_out=st.integers(0, 3))
def test_repaired(
    data: st.DataObject,
    pairs: list[tuple[int, int]],
    left_out: int,
    any_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    matrix = data.draw(any_matrices)
    assume(matrix.first > 0)
    lemmas_hold(repaired(matrix), pairs, left_out)


@given(data=st.data(), pairs=PAIRS, left_out=st.integers(0, 3))
def test_pushed(
    data: st.DataObject,
    pairs: list[tuple[int, int]],
    left_out: int,
    admissible_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    matrix = data.draw(admissible_matrices)
    i, j = sorted(data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6))))
    cell = (j, i) if matrix.structure == "merging" else (i, j)
    weight = data.draw(st.floats(0, 12, exclude_min=True) | st.sampled_from([5e-324, 1e300]))
    lemmas_hold(constrained_edit(matrix, *cell, weight).matrix, pairs, left_out)
