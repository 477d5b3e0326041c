"""Repair: a pattern made elsewhere is completed until nothing is disclosed, and keeps what it hides."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError
from sdcdesk.tables import CellTable, ControlledRounding, MinimumFrequency, PPercent, audited
from sdcdesk.tables.protection.suppression.repair import repair
from tests.tables.attacks.test_intervals import hiding
from tests.tables.protection.suppression.attackers import disclosed, table_of, tables, tree


@settings(max_examples=6, deadline=None)
@given(table=tables(), seed=st.integers(0, 2**32))
def test_what_is_repaired_discloses_nothing(table: CellTable, seed: int) -> None:
    judged = table.sensitive(PPercent(15), MinimumFrequency(3))
    chosen = np.random.default_rng(seed).random(len(table)) < 0.2
    made = hiding(judged, judged.is_sensitive | (chosen & (table.values > 0)))
    try:
        [safe] = repair(made)
    except DataError:
        assert disclosed(judged, judged.is_sensitive | (judged.values > 0))
        return
    assert disclosed(safe, safe.is_hidden) == []
    assert audited(safe).is_passed
    assert safe.is_hidden[made.is_hidden].all(), "nothing that was hidden is shown"
    if not disclosed(made, made.is_hidden):
        assert np.array_equal(safe.is_hidden, made.is_hidden), "a safe pattern stays"


@pytest.mark.parametrize("base", [2.0, 10.0, 40.0])
def test_rounded_numbers_stay_rounded(base: float) -> None:
    leaves = np.array([[1, 1], [1, 2], [1, 2], [2, 1], [2, 1], [2, 2], [3, 1], [3, 2], [3, 2], [3, 1]])
    amounts = np.array([41.0, 23, 1, 57, 33, 19, 27, 11, 36, 51])
    table = table_of([tree("a", 3), tree("b", 2)], leaves, amounts).sensitive(PPercent(30))
    rounded = ControlledRounding(base=base, way="nearest").protect(table)
    before = audited(rounded)
    [safe] = repair(rounded)
    shown = ~safe.is_hidden
    assert (safe.released[shown] == rounded.released[shown]).all(), "no original number is published"
    assert audited(safe).is_passed
    assert safe.is_hidden[[one.cell for one in before.attacks]].all()
    assert safe.is_hidden.any() == (not before.is_passed)
    assert safe.published is not None
    assert safe.published.protection == ControlledRounding(base=base, way="nearest")
    assert audited(safe).provisos == before.provisos != (), "rounding tells as much beside hidden cells"


def test_what_cannot_be_protected_is_named() -> None:
    table = table_of([tree("a", 2)], np.array([[1], [2], [2], [2]]), np.array([40.0, 9, 8, 7]))
    judged = table.with_hand(always=[0, 2]).sensitive(MinimumFrequency(3))
    with pytest.raises(DataError, match=r"^0 cannot be protected"):
        repair(hiding(judged, judged.is_sensitive))
