"""Sample uniques against counting people one by one."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.risk import DisclosureRisk


def people(keys: list[int]) -> Microdata:
    return Microdata(pd.DataFrame({"age": keys}), [Variable(name="age", role=Role.KEY, scale=Scale.ORDINAL)])


@given(st.lists(st.integers(0, 6), min_size=1, max_size=30), st.integers(0, 99))
def test_they_are_what_counting_says(keys: list[int], seed: int) -> None:
    sample = sorted(np.random.default_rng(seed).permutation(len(keys))[: (len(keys) + 1) // 2].tolist())
    data = people(keys)
    found = DisclosureRisk().assess(data, data.take(np.array(sample)))
    drawn = [keys[place] for place in sample]
    alone = [key for key in drawn if drawn.count(key) == 1]
    if not alone:
        assert found.value("unique_for_all") is None
        assert found.value("right_matches") is None
        return
    assert found.value("unique_for_all") == sum(keys.count(key) == 1 for key in alone) / len(alone)
    assert found.value("right_matches") == len(alone) / sum(keys.count(key) for key in alone)
    rows = found.figure("unique_for_all").rows
    assert rows is not None
    assert len(rows()) == sum(keys.count(key) == 1 for key in alone)


def test_the_sample_of_the_paper() -> None:
    """Truta 2004: five of ten; all are alone, three of them before, and two were two."""
    frame = pd.DataFrame({"age": [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], "sex": list("MMMFFFMFMM")})
    data = Microdata(frame)
    found = DisclosureRisk(keys=["age", "sex"]).assess(data, data.take(np.array([1, 3, 4, 5, 6])))
    assert found.value("unique_for_all") == pytest.approx(3 / 5)
    assert found.value("right_matches") == pytest.approx(5 / (1 + 1 + 1 + 2 + 3))


def test_changed_keys_have_none_and_say_so() -> None:
    data = people([1, 2, 3, 4, 5])
    found = DisclosureRisk().assess(data, data.recode("age", lambda column: column // 2))
    reason = found.figure("right_matches").quantity.reason
    assert reason is not None
    assert "Key values were changed" in reason.text
