"""Nobody who reads a released table, or has a part in it, bounds a sensitive cell too closely."""

from typing import get_args

import pytest
from hypothesis import given, settings

from sdcdesk.core.running.errors import DataError
from sdcdesk.tables import CellSuppression, CellTable, MinimumFrequency, PPercent
from sdcdesk.tables.protection.suppression.method import Approach
from tests.tables.protection.suppression.attackers import disclosed, tables

RULES = (PPercent(15), MinimumFrequency(3))


@pytest.mark.parametrize("approach", [one for one in get_args(Approach) if one != "automatic"])
@settings(max_examples=6, deadline=None)
@given(table=tables())
def test_no_sensitive_cell_is_bounded_too_closely(approach: Approach, table: CellTable) -> None:
    judged = table.sensitive(*RULES)
    try:
        safe = CellSuppression(approach=approach).protect(judged)
    except DataError:
        # Then with all cells hidden that may be, something is still disclosed.
        assert disclosed(judged, judged.is_sensitive | (judged.values > 0))
        return
    assert disclosed(safe, safe.is_hidden) == []
    assert (safe.is_hidden | (safe.released == judged.values)).all()
    assert safe.is_hidden[judged.is_sensitive].all()
    assert not (safe.is_hidden & (safe.values == 0)).any()
