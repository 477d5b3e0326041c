"""Attack: everybody of a group is known to be in a hidden cell, for all others are published as 0."""

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.tables import CellSuppression, CellTable, GroupDisclosure, audited, build

PEOPLE = pd.DataFrame(
    {
        "ward": list("AAAAABBBBBBCCCCCCCDDDDDD"),
        "ill": list("yyyyy" + "yynnym" + "ynnynym" + "ynmynm"),
    }
)


def judged() -> CellTable:
    return build(Microdata(PEOPLE), rows=["ward"], columns=["ill"]).sensitive(GroupDisclosure())


def most_elsewhere(table: CellTable, ward: str, ill: str) -> float:
    """Return how many of a ward may be elsewhere, for all that the reader of the table works out."""
    cells, wards = len(table), table.dimensions[1].codes[1:]
    others = np.zeros(cells)
    others[[table.place_of([ward, one]) for one in wards if one != ill]] = 1.0
    hidden, relations = table.is_hidden, table.relations.matrix.toarray()
    bounds = [(0, None) if gone else (one, one) for gone, one in zip(hidden, table.values, strict=True)]
    found = linprog(-others, A_eq=relations, b_eq=np.zeros(len(relations)), bounds=bounds)
    return np.inf if found.status == 3 else float(-found.fun)


def test_the_attack_succeeds_where_only_the_full_cell_is_hidden() -> None:
    table = judged()
    naive = [table.place_of(codes) for codes in (("A", "y"), ("A", "Total"), ("B", "y"), ("B", "Total"))]
    hidden = table.with_sensitivity(None).with_secondary(np.isin(np.arange(len(table)), naive))
    assert most_elsewhere(hidden, "A", "y") == 0


@pytest.mark.parametrize("approach", ["optimal", "heuristic", "hypercube"])
def test_somebody_may_be_elsewhere(approach: str) -> None:
    safe = CellSuppression(approach=approach).protect(judged())
    assert audited(safe).is_passed
    assert most_elsewhere(safe, "A", "y") >= 1
