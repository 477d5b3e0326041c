"""k for each number of keys against an obvious count of every combination of values."""

from collections import Counter
from itertools import combinations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.risk import KAnonymity, KByCombination

KEYS = ("a", "b", "c")

Row = tuple[str | None, str | None, str | None]

ROWS = st.lists(st.tuples(*[st.sampled_from(["p", "q", None])] * 3), min_size=1, max_size=14)


def people(rows: list[Row]) -> Microdata:
    return Microdata(pd.DataFrame(rows, columns=KEYS).astype(object))


@given(ROWS, st.lists(st.integers(1, 6), min_size=1, max_size=4))
def test_every_combination_of_values_is_counted(rows: list[Row], sizes: list[int]) -> None:
    data = people(rows)
    found = KByCombination(keys=KEYS, sizes=sizes).assess(data, data)
    below: set[int] = set()
    groups, unsafe = 0, 0
    listed = {}
    for number, k in enumerate(sizes, start=1):
        for places in combinations(range(3), number):
            counts = Counter(tuple(row[place] for place in places) for row in rows)
            small = {at for at, row in enumerate(rows) if counts[tuple(row[place] for place in places)] < k}
            below |= small
            if k > 1:
                keys = ", ".join(KEYS[place] for place in places)
                listed[keys] = (number, k, min(counts.values()), len(small), len(small) / len(rows))
            unsafe += bool(small)
            groups += sum(count < k for count in counts.values())
    assert set(found.figure("records_below_own_k").rows().tolist()) == below
    assert found.value("records_below_own_k") == len(below)
    assert found.value("share_below_own_k") == pytest.approx(len(below) / len(rows))
    assert found.value("combinations_below_own_k") == unsafe
    assert found.value("groups_below_own_k") == groups
    table = found.table("combinations").set_index("variables")
    columns = ["number", "k", "smallest", "records", "share"]
    assert {keys: tuple(row) for keys, row in zip(table.index, table[columns].to_numpy(), strict=True)} == {
        keys: pytest.approx(row) for keys, row in listed.items()
    }
    assert table["records"].is_monotonic_decreasing


@given(ROWS, st.integers(2, 5), st.sampled_from(["category", "wildcard"]))
def test_a_size_for_all_keys_alone_is_k_anonymity(rows: list[Row], k: int, missing: str) -> None:
    data = people(rows)
    found = KByCombination(keys=KEYS, sizes=[1, 1, k], missing=missing).assess(data, data)
    other = KAnonymity(keys=KEYS, k=k, missing=missing).assess(data, data)
    assert found.value("records_below_own_k") == other.value("records_below_k")
    assert found.value("groups_below_own_k") == other.value("groups_below_k")
    assert found.table("combinations")["smallest"].tolist() == [other.value("k")]


def test_numbers_for_more_keys_than_there_are_ask_nothing() -> None:
    data = people([("p", "p", "q")] * 4)
    found = KByCombination(keys=KEYS, sizes=[2, 2, 2, 9]).assess(data, data)
    assert found.value("records_below_own_k") == 0
    assert any("ask nothing" in str(note.text) for note in found.sections[0].notes)
    with pytest.raises(ParameterError):
        KByCombination(sizes=[])
