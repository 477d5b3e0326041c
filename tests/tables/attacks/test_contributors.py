"""Tests of who adds what to the cells of tables, against adding up all records."""

import numpy as np
import pandas as pd
from hypothesis import given, settings

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.tables import CellTable, build
from sdcdesk.tables.attacks.contributors import Contributors
from sdcdesk.tables.cells.cell_system import CellSystem
from tests.tables.protection.suppression.attackers import parts_of, tables


@settings(max_examples=15, deadline=None)
@given(table=tables())
def test_parts_are_those_of_all_records(table: CellTable) -> None:
    found, slowly = Contributors.of(CellSystem.of(table)), parts_of(table)
    assert table.contributions is not None
    numbers = table.contributions.rows_of_contributors
    assert (found.largest == slowly.max(axis=0)).all()
    assert (found.third == np.sort(slowly, axis=0)[-3] if len(slowly) > 2 else found.third == 0).all()
    some = np.arange(len(table))[::2]
    for cells, one in ((np.arange(len(table)), found), (some, found.restricted(some))):
        for place, cell in enumerate(cells.tolist()):
            for least in (0.0, 10.0, float(np.median(slowly[:, cell])), float(slowly[:, cell].max())):
                assert set(one.beyond(place, least)) == set(numbers[slowly[:, cell] > least])
        for contributor, number in enumerate(numbers.tolist()):
            attacker = one.attacker(number)
            own = slowly[contributor, cells]
            assert attacker.cells.tolist() == np.flatnonzero(own).tolist()
            assert attacker.parts.tolist() == own[own > 0].tolist()
            alone = (own > 0) & (slowly[:, cells].sum(axis=0) == own)
            assert attacker.alone.tolist() == np.flatnonzero(alone).tolist()


def test_where_amounts_may_be_negative_a_part_says_nothing_of_the_whole() -> None:
    frame = pd.DataFrame({"region": list("NNNSSE"), "sales": [50.0, -20, 5, 30, 7, -4]})
    table = build(Microdata(frame), rows=["region"], value="sales", negative="absolute")
    found = Contributors.of(CellSystem.of(table))
    assert not found.largest.any()
    assert found.beyond(table.place_of(["N"]), 0.0).tolist() == []
    east = table.place_of(["E"])
    assert found.attacker(int(found.alone[east])).alone.tolist() == [east]


def test_the_first_of_many_are_the_largest() -> None:
    frame = pd.DataFrame({"region": list("NNNSSE"), "sales": [5.0, 20, 20, 30, 7, 4]})
    found = Contributors.of(CellSystem.of(build(Microdata(frame), rows=["region"], value="sales")))
    assert sorted(one.who for one in found.first_of({0, 1, 2, 3, 4, 5}, 1)) == [3]
    assert sorted(one.who for one in found.first_of({0, 1, 2, 3, 4, 5}, 2)) == [1, 2, 3], "ties"
    assert sorted(one.who for one in found.first_of({0, 4}, 5)) == [0, 4]
