from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import strategies as st

from sdcdesk.risk import Structure, WeightMatrix

Block = list[list[float]]


def _orders(structure: Structure, m: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """All (cell, cell that must not weigh more), as the papers write them."""
    orders = []
    for i, j in product(range(m), repeat=2):
        if structure != "merging" and i <= j:
            orders += [((i, j), (i - 1, j)), ((i, j), (i + 1, j + 1)), ((i, j), (i, j + 1))]
        if structure != "sampling" and i >= j:
            orders += [((i, j), (i + 1, j)), ((i, j), (i, j + 1)) if j < i else ((i, j), (i + 1, j + 1))]
    inside = range(m)
    return [(high, low) for high, low in orders if low[0] in inside and low[1] in inside]


@st.composite
def _weight_matrices(draw: st.DrawFn) -> WeightMatrix:
    structure: Structure = draw(st.sampled_from(["sampling", "merging", "general"]))
    m = draw(st.integers(1, 5))
    weight = st.sampled_from([0.0, 0.4, 1.0, 2 / 7, 3.0, 1e-300, 1e300]) | st.floats(0, 10)
    block = [[draw(weight) for _ in range(m)] for _ in range(m)]
    for i, j in product(range(m), repeat=2):
        if (structure == "sampling" and i > j) or (structure == "merging" and i < j):
            block[i][j] = 0.0
    changed = True
    while changed:
        changed = False
        for (a, b), (c, d) in _orders(structure, m):
            if block[a][b] < block[c][d]:
                block[a][b], changed = block[c][d], True
    block[0][0] = block[0][0] or 1.0
    tail = draw(st.sampled_from([0.0, 0.5, 0.9999999, 1.0]) | st.floats(0, 1))
    return WeightMatrix(structure=structure, block=block, tail=tail)


@pytest.fixture(scope="session")
def admissible_matrices() -> st.SearchStrategy[WeightMatrix]:
    """Random weight matrices that follow the rules of their structure."""
    return _weight_matrices()


@pytest.fixture(scope="session")
def dense_weights() -> Callable[[WeightMatrix, int, int], Block]:
    """The whole t × n matrix, cell by cell from the definition of the tail."""

    def dense(matrix: WeightMatrix, t: int, n: int) -> Block:
        m, q, w = matrix.size, matrix.tail, matrix.block
        result = [[0.0] * n for _ in range(t)]
        for i, j in product(range(1, t + 1), range(1, n + 1)):
            if (i > j and matrix.structure == "sampling") or (i < j and matrix.structure == "merging"):
                continue
            if max(i, j) <= m:
                result[i - 1][j - 1] = w[i - 1][j - 1]
            elif i <= j:
                result[i - 1][j - 1] = w[max(1, m - (j - i)) - 1][m - 1] * q ** (j - m)
            else:
                result[i - 1][j - 1] = w[m - 1][min(j, m) - 1] * q ** (i - m)
        return result

    return dense
