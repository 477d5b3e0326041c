from collections.abc import Callable
from itertools import pairwise, product

import pytest
from hypothesis import strategies as st

from sdcdesk.risk import Structure, WeightMatrix

Cell = tuple[int, int]
Pairs = list[tuple[Cell, Cell]]


def _pairs(structure: Structure, m: int) -> Pairs:
    """All (cell, neighbour that must not weigh more) in the words of the papers, cells from 1."""
    found: Pairs = []
    for s in range(1, m + 1):
        chains: list[list[Cell]] = []
        if structure != "merging":
            chains.append([(s, j) for j in range(s, m + 1)])
            chains.append([(i, s) for i in range(s, 0, -1)])
            chains.append([(i, i + s - 1) for i in range(1, m - s + 2)])
        if structure != "sampling":
            chains.append([(i, s) for i in range(s, m + 1)])
            chains.append([(s, j) for j in range(1, s + 1)])
            chains.append([(j + s - 1, j) for j in range(1, m - s + 2)])
        for chain in chains:
            found += pairwise(chain)
    return found


@pytest.fixture(scope="session")
def paper_pairs() -> Callable[[Structure, int], Pairs]:
    """All (cell, neighbour that must not weigh more) in the words of the papers, cells from 1."""
    return _pairs


@pytest.fixture(scope="session")
def places() -> Callable[[Structure, int], list[Cell]]:
    """The cells that a structure has a place for, from 1."""

    def found(structure: Structure, m: int) -> list[Cell]:
        signs = {"sampling": (0, 1), "merging": (0, -1), "general": (-1, 0, 1)}[structure]
        cells = product(range(1, m + 1), repeat=2)
        return [(i, j) for i, j in cells if (j > i) - (j < i) in signs]

    return found


@st.composite
def _any_matrices(draw: st.DrawFn, most: int = 4) -> WeightMatrix:
    structure: Structure = draw(st.sampled_from(["sampling", "merging", "general"]))
    m = draw(st.integers(1, most))
    # Few different numbers, so that ties and pools of several weights are common.
    weight = draw(st.sampled_from([st.integers(-1, 4).map(float), st.floats(-3, 10), st.floats(0, 1e-300)]))
    block = draw(st.lists(st.lists(weight, min_size=m, max_size=m), min_size=m, max_size=m))
    tail = draw(st.sampled_from([0.0, 0.5, 1.0]))
    return WeightMatrix(structure=structure, block=block, tail=tail, title="typed")


@pytest.fixture(scope="session")
def any_matrices() -> st.SearchStrategy[WeightMatrix]:
    """Random matrices of finite numbers that follow no rules, in cells without a place neither."""
    return _any_matrices()
