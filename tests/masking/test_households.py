from collections import Counter

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.masking.households import find_households


@given(st.lists(st.tuples(st.one_of(st.none(), st.integers(0, 6)), st.integers(0, 3)), max_size=40))
def test_compositions_are_equal_exactly_where_all_members_are(people: list[tuple[int | None, int]]) -> None:
    homes = pd.Series([home for home, _ in people], dtype="Int64")
    kinds = np.array([kind for _, kind in people], dtype=np.int64)
    found = find_households(Microdata(pd.DataFrame({"home": homes})), "home")
    members: list[Counter[int]] = [Counter() for _ in range(len(found))]
    for household, kind in zip(found.codes.tolist(), kinds.tolist(), strict=True):
        members[household][kind] += 1
    labels = found.compositions(kinds).tolist()
    for one, first in zip(labels, members, strict=True):
        for other, second in zip(labels, members, strict=True):
            assert (one == other) == (first == second)


def test_members_and_the_first_of_them() -> None:
    homes = pd.Series([2, 1, 2, None, None, 1], dtype="Int64")
    data = Microdata(pd.DataFrame({"home": homes})).take(np.array([5, 4, 3, 2, 1, 0]))
    found = find_households(data, "home")
    assert found.codes.tolist() == [0, 2, 3, 1, 0, 1]
    assert data.rows[found.first].tolist() == [1, 0, 4, 3]
    assert found.sizes.tolist() == [2, 2, 1, 1]
