import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.swap_partners import swap_partners

SEVERAL = st.integers(0, 3)


def slowly(
    askers: list[int], line: list[int], strata: list[int], kinds: list[int], most: int | None
) -> list[list[int]]:
    free, pairs = set(line), []
    for asker in askers:
        if len(pairs) == most:
            break
        fit = [
            other
            for other in line
            if other in free and strata[other] == strata[asker] and kinds[other] != kinds[asker]
        ]
        if asker in free and fit:
            free -= {asker, fit[0]}
            pairs.append([asker, fit[0]])
    return pairs


@given(st.data(), st.lists(st.tuples(SEVERAL, SEVERAL), min_size=1, max_size=40), st.integers(0, 20))
def test_the_first_free_one_of_another_kind_is_taken(
    given_: st.DataObject, records: list[tuple[int, int]], most: int
) -> None:
    strata, kinds = map(list, zip(*records, strict=True))
    line = given_.draw(st.permutations(range(len(records))))[: given_.draw(st.integers(1, 40))]
    askers = given_.draw(st.permutations(line))[: given_.draw(st.integers(0, 40))]
    for limit in (None, most):
        found = swap_partners(
            *(np.array(one, dtype=np.int64) for one in (askers, line, strata, kinds)), limit
        )
        assert found.tolist() == slowly(askers, line, strata, kinds, limit)


def test_nobody_asks() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert swap_partners(none, none, none, none).shape == (0, 2)


def test_it_stops_where_the_user_asked_to() -> None:
    records = np.arange(10)
    with pytest.raises(Cancelled):
        swap_partners(records, records, records * 0, records, progress=Progress(cancelled=lambda: True))
