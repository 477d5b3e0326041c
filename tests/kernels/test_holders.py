"""Records for which a predicate holds, by sorted variables and by asking each."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import holders as kernel
from sdcdesk.kernels.holders import Condition, Holders

CODES = st.lists(st.tuples(*[st.integers(-1, 4)] * 3), max_size=40)
ENDS = st.tuples(st.integers(0, 4), st.integers(0, 5))


@given(
    records=CODES,
    ends=st.dictionaries(st.integers(0, 2), ENDS, min_size=1),
    looked_at=st.sampled_from([1, 3, 4096]),
)
def test_the_same_records_as_asking_each(
    records: list[tuple[int, int, int]], ends: dict[int, tuple[int, int]], looked_at: int
) -> None:
    columns = [np.array([record[at] for record in records], dtype=np.int64) for at in range(3)]
    predicate = [Condition(at, low, high) for at, (low, high) in ends.items()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "LOOKED_AT", looked_at)
        pieces = list(Holders(columns).holding(predicate))
    found = sorted(place for piece in pieces for place in piece.tolist())
    assert found == [
        place
        for place, record in enumerate(records)
        if all(low <= record[at] <= high for at, (low, high) in ends.items())
    ]
