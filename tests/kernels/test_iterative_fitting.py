import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.iterative_fitting import fitted, marginal_table


def test_independent_margins_give_products() -> None:
    rows, columns = np.array([30.0, 70.0]), np.array([20.0, 30.0, 50.0])
    table, converged = fitted((2, 3), [((0,), rows), ((1,), columns)])
    assert converged
    assert table == pytest.approx(np.outer(rows, columns) / 100)


@given(hnp.arrays(np.float64, (3, 2, 4), elements=st.integers(0, 9).map(float)))
def test_margins_of_a_table_are_met_and_leave_no_interaction_of_all_axes(truth: np.ndarray) -> None:
    margins = [(axes, marginal_table(truth, axes)) for axes in ((0, 1), (1, 2))]
    table, converged = fitted(truth.shape, margins)
    assert converged
    for axes, sums in margins:
        assert marginal_table(table, axes) == pytest.approx(sums, rel=1e-9, abs=0)
    # Of these two margins the solution is known: independence of 0 and 2 within each category of 1.
    middle = truth.sum(axis=(0, 2))
    wanted = np.einsum("ij,jk->ijk", margins[0][1], margins[1][1])
    known = np.divide(
        wanted, middle[None, :, None], out=np.zeros_like(wanted), where=middle[None, :, None] > 0
    )
    assert table == pytest.approx(known, rel=1e-9, abs=0)


def by_whole_tables(shape: tuple[int, ...], margins: list, rounds: int) -> np.ndarray:
    """Scale every cell of the table to each margin in turn."""
    table = np.ones(shape)
    for _ in range(rounds):
        for axes, wanted in margins:
            others = tuple(axis for axis in range(len(shape)) if axis not in axes)
            found, goal = table.sum(axis=others, keepdims=True), np.expand_dims(wanted, others)
            table = table * np.where(found > 0, goal / np.where(found > 0, found, 1), 0)
    return table


@pytest.mark.parametrize("records", [4, 30, 200])
def test_tables_with_few_cells_that_can_be_filled_are_fitted_as_whole_ones(records: int) -> None:
    rng, shape = np.random.default_rng(records), (9, 7, 8, 3)
    truth = np.zeros(shape)
    np.add.at(truth, tuple(rng.integers(0, size, records) for size in shape), 1.0)
    margins = [(axes, marginal_table(truth, axes)) for axes in ((0, 1), (0, 2), (1, 2), (1, 3))]
    table, _ = fitted(shape, margins, tolerance=0.0, most=40)
    assert table == pytest.approx(by_whole_tables(shape, margins, 40), rel=1e-9, abs=1e-12)


def test_the_share_that_is_done_rises() -> None:
    heard: list[float] = []
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 5, (6, 5, 4)).astype(float)
    margins = [(axes, marginal_table(truth, axes)) for axes in ((0, 1), (0, 2), (1, 2))]

    def listener(share: float, _words: str) -> None:
        heard.append(share)

    assert fitted(truth.shape, margins, progress=Progress(listener=listener))[1]
    assert heard == sorted(heard)
    assert heard[0] < 0.2
    assert heard[-1] > 0.7


def test_margins_that_no_table_has_are_told() -> None:
    first, second = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.0, 1.0], [1.0, 0.0]])
    _, converged = fitted((2, 2), [((0, 1), first), ((0, 1), second)], most=50)
    assert not converged


def test_it_stops_where_the_user_asks_to() -> None:
    with pytest.raises(Cancelled):
        fitted((2,), [((0,), np.array([1.0, 2.0]))], progress=Progress(cancelled=lambda: True))


def test_a_start_keeps_its_odds_ratios_and_its_zeros() -> None:
    start = np.array([[4.0, 1.0, 0.0], [1.0, 4.0, 2.0]])
    rows, columns = np.array([30.0, 70.0]), np.array([20.0, 30.0, 50.0])
    table, converged = fitted((2, 3), [((0,), rows), ((1,), columns)], start=start)
    assert converged
    assert table.sum(axis=1) == pytest.approx(rows)
    assert table.sum(axis=0) == pytest.approx(columns)
    assert table[0, 2] == 0
    odds = table[0, 0] * table[1, 1] / (table[0, 1] * table[1, 0])
    assert odds == pytest.approx(16.0)
    assert start[0, 0] == 4.0, "the start stays as it is"


def test_a_start_without_anybody_where_a_margin_has_some_is_told_at_once() -> None:
    _, converged = fitted((2,), [((0,), np.array([1.0, 2.0]))], start=np.array([1.0, 0.0]))
    assert not converged
