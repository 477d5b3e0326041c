"""Possible values of cells that nobody here knows: they add up, however large the published ones are."""

import numpy as np
import pytest

from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.possible_values import possible_values
from sdcdesk.tables.cells.relations import Relations


@pytest.mark.parametrize("size", [1.0, 1e-6, 1e6])
def test_they_add_up_to_the_digits_of_arithmetic(size: float) -> None:
    dimensions = [Dimension.flat("a", "vwxyz"), Dimension.flat("b", "pqrs")]
    relations = Relations.of(dimensions).matrix
    for seed in range(12):
        draws = np.random.default_rng(seed)
        inner = draws.choice([1e9 + 0.25, 7.0, 0.5, 123456.75], (5, 4)) * size
        columns = np.vstack([inner.sum(axis=0), inner])
        values = np.column_stack([columns.sum(axis=1), columns]).ravel()
        hidden = draws.random(len(values)) < 0.5
        nobody = np.full(len(values), False)
        found = possible_values(relations, values, hidden, nobody, np.zeros(len(values)))
        assert found is not None
        assert (found[~hidden] == values[~hidden]).all()
        assert (found >= 0).all()
        assert np.abs(relations @ found).max() <= 1e-14 * values.max()


def test_numbers_of_sizes_too_different_for_the_solver_are_no_defect() -> None:
    """It gives up on these tables where it looks for the last digits."""
    relations = Relations.of([Dimension.flat("a", "vwxy"), Dimension.flat("b", "pqr")]).matrix
    for seed in (0, 1, 5):
        draws = np.random.default_rng(seed)
        inner = draws.choice([1e9 + 0.25, 7.0, 0.5, 123456.75], (4, 3)) * 1e3
        columns = np.vstack([inner.sum(axis=0), inner])
        values = np.column_stack([columns.sum(axis=1), columns]).ravel()
        hidden = draws.random(len(values)) < 0.8
        nobody = np.full(len(values), False)
        found = possible_values(relations, values, hidden, nobody, np.zeros(len(values)))
        assert found is not None
        assert (found[~hidden] == values[~hidden]).all()
        assert np.abs(relations @ found).max() <= 1e-9 * values.max()
