import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.risk import KAnonymity

DATA = Microdata(
    pd.DataFrame({"zip": ["a", "a", "a", "b", "b", None], "sex": list("FFFMMM")}),
    [Variable(name="zip", role=Role.KEY), Variable(name="sex", role=Role.KEY)],
)


def test_records_and_groups_below_k() -> None:
    found = KAnonymity(k=3).assess(DATA, DATA)
    expected = {
        "k": 1,
        "records_below_k": 3,
        "share_below_k": 0.5,
        "groups_below_k": 2,
        "groups": 3,
    }
    assert {name: found.value(name) for name in expected} == expected
    assert found.record("f").tolist() == [3, 3, 3, 2, 2, 1]
    assert found.table("group_sizes").to_dict("list") == {
        "size": [1, 2, 3],
        "groups": [1, 1, 1],
        "records": [1, 2, 3],
    }


@pytest.mark.parametrize(("missing", "k"), [("category", 1), ("wildcard", 3)])
def test_a_missing_key_is_a_value_or_matches_all(missing: Missing, k: int) -> None:
    found = KAnonymity(missing=missing).assess(DATA, DATA)
    assert found.value("k") == k
    assert (found.value("groups") is None) == (missing == "wildcard")
    assert found.parameters["missing"] == missing
    assert found.table("group_sizes")["groups"].isna().all() == (missing == "wildcard")


def test_only_the_masked_file_counts() -> None:
    found = KAnonymity(k=2).assess(DATA, DATA.take(np.array([0, 1, 3, 4])))
    assert found.value("k") == 2
    assert found.value("records_below_k") == 0


def test_a_dropped_key_does_not_tell_records_apart() -> None:
    found = KAnonymity().assess(DATA, DATA.drop(["zip"]))
    assert found.value("k") == 3
    assert any("zip" in note for note in found.notes)


def test_an_empty_release_has_no_k() -> None:
    found = KAnonymity().assess(DATA, DATA.take(np.array([], dtype=np.int64)))
    assert found.value("k") is None
    assert found.value("share_below_k") is None
    assert found.value("records_below_k") == 0
