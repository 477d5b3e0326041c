import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels import key_joins
from sdcdesk.kernels.key_joins import KeyJoins


def one_by_one(table: np.ndarray, asked: np.ndarray, mass: np.ndarray) -> np.ndarray:
    """Compare every key asked for with every key of the file."""
    equal = asked[:, None, :] == table[None, :, :]
    missing = (asked < 0)[:, None, :] | (table < 0)[None, :, :]
    sums: np.ndarray = (equal | missing).all(axis=2) @ mass
    return sums


@pytest.mark.parametrize("word", [1, 4, 42])
@pytest.mark.parametrize("per_join", [-1_000, 30_000])
@given(st.data(), st.integers(1, 5))
def test_joins_equal_comparisons_of_all_pairs(
    word: int, per_join: int, data: st.DataObject, keys: int
) -> None:
    sizes = data.draw(st.lists(st.sampled_from([1, 2, 3, 9]), min_size=keys, max_size=keys))

    def drawn(rows: int) -> np.ndarray:
        columns = [data.draw(hnp.arrays(np.int32, rows, elements=st.integers(-1, s - 1))) for s in sizes]
        return np.column_stack(columns)

    table, asked = drawn(data.draw(st.integers(0, 12))), drawn(data.draw(st.integers(0, 60)))
    mass = data.draw(hnp.arrays(np.int64, len(table), elements=st.integers(-5, 5)))
    with pytest.MonkeyPatch.context() as patch:
        # A word must hold any one key.
        patch.setattr(key_joins, "WORD", max(word, *(int(size - 1).bit_length() for size in sizes)))
        patch.setattr(key_joins, "PER_JOIN", per_join)
        sums = KeyJoins(list(table.T), sizes, mass).sums(list(asked.T))
        halves = KeyJoins(list(table.T), sizes, mass / 2).sums(list(asked.T))
    assert sums.dtype == np.int64
    np.testing.assert_array_equal(sums, one_by_one(table, asked, mass))
    np.testing.assert_allclose(halves, one_by_one(table, asked, mass / 2))


@pytest.mark.parametrize("rows", [1, 50_000])
def test_many_keys_beside_few(rows: int) -> None:
    rng = np.random.default_rng(1)
    table, asked = (rng.integers(-1, 30, (size, 3)) for size in (400, rows))
    mass = np.arange(400)
    sums = KeyJoins(list(table.T), [30] * 3, mass).sums(list(asked.T))
    np.testing.assert_array_equal(sums[:300], one_by_one(table, asked[:300], mass))
    back = KeyJoins(list(asked.T), [30] * 3, np.ones(rows, dtype=np.int64)).sums(list(table.T))
    np.testing.assert_array_equal(back, one_by_one(asked, table, np.ones(rows, dtype=np.int64)))


def test_joins_are_cancelled() -> None:
    column = np.arange(5)
    with pytest.raises(Cancelled):
        KeyJoins([column], [5], column, Progress(cancelled=lambda: True)).sums([column])
