"""Groups by fewer keys, against a slow count of each combination by itself."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.masking import LocalSuppression
from sdcdesk.risk import KAnonymity

KEYS = ["a", "b", "c", "d"]
VALUES = st.sampled_from([0, 1, 2, None])


def size(frame: pd.DataFrame, at: int, names: tuple[str, ...], missing: str) -> int:
    """Count slowly who agrees with a record."""

    def agree(one: object, other: object) -> bool:
        if pd.isna(one) or pd.isna(other):
            return missing == "wildcard" or (pd.isna(one) and pd.isna(other))
        return one == other

    return sum(all(agree(frame[name][at], frame[name][row]) for name in names) for row in range(len(frame)))


@settings(max_examples=25)
@given(
    st.lists(st.tuples(VALUES, VALUES, VALUES, VALUES), min_size=1, max_size=12),
    st.integers(1, 10),
    st.integers(2, 4),
    st.sampled_from(["category", "wildcard"]),
)
def test_every_combination_is_that_of_a_slow_count(people: list, most: int, k: int, missing: str) -> None:
    data = Microdata(pd.DataFrame(people, columns=KEYS).astype("Int64"))
    found = KAnonymity(keys=KEYS, k=k, missing=missing, subsets=most).assess(data, data)
    table = found.table("combinations")
    wanted = {some for number in range(1, min(most, 3) + 1) for some in combinations(KEYS, number)}
    assert {tuple(names.split(", ")) for names in table["variables"]} == wanted
    assert table["records"].is_monotonic_decreasing
    few = np.zeros(len(data), dtype=bool)
    rows = found.tables["combinations"].rows
    assert rows is not None
    for at, row in enumerate(table.itertuples()):
        sizes = [size(data.frame, n, tuple(row.variables.split(", ")), missing) for n in range(len(data))]
        below = np.array(sizes) < k
        assert (row.smallest, row.records) == (min(sizes), below.sum())
        assert row.share == pytest.approx(below.mean())
        assert rows(at).tolist() == np.flatnonzero(below).tolist()
        few |= below
    [section] = [one for one in found.sections if one.name == "combinations"]
    assert section.about.startswith(f"{few.sum()} released record")


def test_it_is_asked_for_and_can_be_stopped() -> None:
    data = Microdata(pd.DataFrame({name: [1, 2, 2] for name in KEYS}))
    assert "combinations" not in KAnonymity(keys=KEYS).assess(data, data).tables
    with pytest.raises(Cancelled):
        KAnonymity(keys=KEYS, subsets=2).assess(data, data, Progress(cancelled=lambda: True))
    alone = KAnonymity(keys=["a"], subsets=2).assess(data, data)
    assert len(alone.table("combinations")) == 0
    nobody = data.take(np.zeros(0, dtype=np.int64))
    assert KAnonymity(keys=KEYS, subsets=1).assess(data, nobody).table("combinations")["records"].sum() == 0


def test_local_suppression_of_few_keys_at_once_leaves_none_below_k() -> None:
    rng = np.random.default_rng(2)
    data = Microdata(pd.DataFrame({name: rng.integers(0, 7, 150) for name in KEYS}))
    measure = KAnonymity(keys=KEYS, missing="wildcard", subsets=2, k=5)
    assert measure.assess(data, data).table("combinations")["records"].max() > 0
    masked = LocalSuppression(keys=KEYS, k=5, together=2).apply(data)
    assert measure.assess(data, masked).table("combinations")["records"].max() == 0
