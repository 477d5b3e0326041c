"""Log-linear fits against closed forms and against what defines them."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.log_linear import BLOCK, LogLinearFit, connected_axes, log_linear_fit

TABLES = hnp.arrays(np.int64, (3, 2, 4), elements=st.integers(0, 6)).filter(lambda table: table.sum() > 0)


def fit(table: np.ndarray, terms: list[tuple[int, ...]]) -> LogLinearFit:
    places = list(np.indices(table.shape).reshape(table.ndim, -1))
    return log_linear_fit(places, table.shape, table.ravel(), terms)


def expected(table: np.ndarray, terms: list[tuple[int, ...]]) -> np.ndarray:
    places = list(np.indices(table.shape).reshape(table.ndim, -1))
    return fit(table, terms).at(places).reshape(table.shape)


@given(TABLES)
def test_main_effects_are_independence(table: np.ndarray) -> None:
    n = table.sum()
    one, two, three = (table.sum(axis=axes) for axes in ((1, 2), (0, 2), (0, 1)))
    assert expected(table, []) == pytest.approx(np.einsum("i,j,k->ijk", one, two, three) / n**2)


@given(TABLES)
def test_a_chain_of_interactions_has_a_closed_form(table: np.ndarray) -> None:
    middle = table.sum(axis=(0, 2))
    wanted = np.einsum("ij,jk->ijk", table.sum(axis=2), table.sum(axis=0))
    known = np.divide(wanted, middle[None, :, None], out=np.zeros(table.shape), where=wanted > 0)
    assert expected(table, [(0, 1), (1, 2)]) == pytest.approx(known, rel=1e-6)


@given(TABLES)
def test_tied_axes_are_independent_of_the_others(table: np.ndarray) -> None:
    known = np.einsum("ik,j->ijk", table.sum(axis=1), table.sum(axis=(0, 2))) / table.sum()
    assert expected(table, [(0, 2)]) == pytest.approx(known)


@given(hnp.arrays(np.int64, (2, 3, 2), elements=st.integers(1, 9)))
def test_all_two_way_interactions_keep_their_margins_and_leave_no_third(table: np.ndarray) -> None:
    found = fit(table, list(combinations(range(3), 2)))
    assert found.converged
    shown = expected(table, list(combinations(range(3), 2)))
    for axis in range(3):
        assert shown.sum(axis=axis) == pytest.approx(table.sum(axis=axis), rel=1e-6)
    # The odds ratios of axes 0 and 1 are the same in both halves.
    logarithms = np.log(shown)
    odds = np.diff(np.diff(logarithms, axis=0), axis=1)
    assert odds[..., 0] == pytest.approx(odds[..., 1], abs=1e-5)


@settings(max_examples=20)
@given(TABLES, st.sampled_from([[], [(0, 1)], [(0, 2), (1, 2)], [(0, 1, 2)]]))
def test_blocks_hold_every_cell_that_is_not_zero(table: np.ndarray, terms: list[tuple[int, ...]]) -> None:
    found = fit(table, terms)
    cells = np.concatenate(list(found.blocks()))
    shown = expected(table, terms).ravel()
    assert np.sort(cells) == pytest.approx(np.sort(shown[shown > 0]))
    assert found.cells == len(cells)


def test_large_tables_come_in_pieces() -> None:
    size = BLOCK * 3 // 2
    places = [np.arange(size), np.arange(size) % 5]
    found = log_linear_fit(places, (size, 5), np.ones(size, dtype=np.int64), [])
    blocks = list(found.blocks())
    assert len(blocks) > 5
    assert sum(map(len, blocks)) == size * 5 == found.cells
    assert sum(block.sum() for block in blocks) == pytest.approx(size)


def test_parts_are_what_paths_of_terms_tie_together() -> None:
    assert connected_axes(5, []) == [(0,), (1,), (2,), (3,), (4,)]
    assert connected_axes(5, [(0, 3), (1, 2), (2, 3)]) == [(0, 1, 2, 3), (4,)]


def test_it_stops_where_the_user_asks_to() -> None:
    places = [np.array([0, 1]), np.array([0, 1])]
    with pytest.raises(Cancelled):
        log_linear_fit(places, (2, 2), np.ones(2), [], Progress(cancelled=lambda: True))
