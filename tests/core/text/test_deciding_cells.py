"""Deciding cells: beside the longest and the shortest, those next to each limit."""

import numpy as np

from sdcdesk.core.text.deciding_cells import deciding_cells


def test_the_next_cells_on_both_sides_of_a_limit_decide_though_another_equals_it() -> None:
    values = np.array([0.01, 0.0499, 0.05, 0.0501, 0.9, np.nan])
    assert deciding_cells(values).tolist() == [0, 4]
    assert deciding_cells(values, [0.05]).tolist() == [0, 1, 3, 4]
