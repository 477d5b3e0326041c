from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.classification_tree import BinnedVariable, grown_tree


def impurity(second: np.ndarray) -> float:
    records, of_second = len(second), int(second.sum())
    return of_second * (records - of_second) / records if records else 0.0


def best_fall(variable: BinnedVariable, second: np.ndarray, smallest: int) -> float:
    """Try every way to put bins on two sides."""
    best = 0.0
    bins = range(variable.bins)
    sides = (
        [bins[:cut] for cut in bins] if variable.ordered else [c for n in bins for c in combinations(bins, n)]
    )
    for side in sides:
        left = np.isin(variable.codes, list(side))
        if min(left.sum(), (~left).sum()) >= smallest:
            best = max(best, impurity(second) - impurity(second[left]) - impurity(second[~left]))
    return best


@given(st.integers(0, 2**32), st.integers(2, 30), st.integers(1, 5), st.booleans(), st.integers(1, 4))
def test_the_first_split_is_the_best_of_all(
    seed: int,
    records: int,
    bins: int,
    ordered: bool,
    smallest: int,
) -> None:
    rng = np.random.default_rng(seed)
    second = rng.integers(0, 2, records).astype(bool)
    variables = [BinnedVariable(rng.integers(0, bins, records), bins, ordered) for _ in range(2)]
    tree = grown_tree(variables, second, 1, smallest)
    best = [best_fall(variable, second, smallest) for variable in variables]
    assert tree.gains.sum() == pytest.approx(max(best), abs=1e-6)
    assert np.bincount(tree.leaves).min() >= min(smallest, records)
    left = sum(impurity(second[tree.leaves == leaf]) for leaf in range(len(tree.shares)))
    assert left == pytest.approx(impurity(second) - tree.gains.sum(), abs=1e-6)


def test_a_tree_finds_what_two_variables_tell_together() -> None:
    first, other = np.tile([0, 1], 40), np.repeat([0, 0, 1, 1], 20)
    second = (first == 1) & (other == 1)
    variables = [BinnedVariable(codes, 2, True) for codes in (first, other)]
    tree = grown_tree(variables, second, 2, 1)
    assert np.array_equal(tree.shares[tree.leaves], second)
    assert grown_tree(variables, second, 0, 1).shares.tolist() == [0.25]


def test_leaves_of_one_level_are_split_by_different_variables() -> None:
    first, other, third = (np.tile(np.repeat([0, 1], 2**n), 2 ** (5 - n)) for n in range(3))
    second = np.where(first == 1, other == 1, third == 1)
    variables = [BinnedVariable(codes, 2, True) for codes in (first, other, third)]
    tree = grown_tree(variables, second, 3, 1)
    assert np.array_equal(tree.shares[tree.leaves], second)


def test_no_variables_and_no_records_have_one_leaf() -> None:
    assert grown_tree([], np.zeros(0, bool), 3, 1).shares.tolist() == [0.0]
