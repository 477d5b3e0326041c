"""Tests that the order of the records says nothing about which cells are hidden."""

import numpy as np
import pytest

from sdcdesk.tables import CellSuppression, PPercent
from tests.tables.protection.suppression.attackers import table_of, tree


@pytest.mark.parametrize("approach", ["optimal", "heuristic", "hierarchical", "hypercube"])
def test_the_same_records_in_another_order_have_the_same_pattern(approach: str) -> None:
    rng = np.random.default_rng(7)
    dimensions = [tree("r", 2, 2), tree("s", 3)]
    leaves = np.column_stack([rng.choice(one.leaves, 60) for one in dimensions])
    amounts = rng.permutation(np.arange(1, 61)) ** 2
    patterns = []
    for order in (np.arange(60), rng.permutation(60), rng.permutation(60)):
        table = table_of(dimensions, leaves[order], amounts[order]).sensitive(PPercent(15))
        patterns.append(CellSuppression(approach=approach).protect(table).is_hidden)
    assert patterns[0].any()
    assert all((one == patterns[0]).all() for one in patterns)
