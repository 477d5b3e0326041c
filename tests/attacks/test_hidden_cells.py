"""Hidden cells of a published file, worked out from it alone, by another solver or by the program itself."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.tables import CellSuppression, CellTable, ControlledRounding, PPercent, audited, build
from sdcdesk.tables.files.finished import read_finished
from sdcdesk.tables.files.writing import table_bytes


def judged(seed: int, scale: float = 1.0) -> CellTable:
    """A table in which few contributors have most of some cells."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "region": rng.choice(list("NSWE"), 90),
            "size": rng.choice(list("abc"), 90),
            "sales": np.round(rng.lognormal(3, 1.5, 90), 1) * scale,
        }
    )
    table = build(Microdata(frame), rows=["region"], columns=["size"], value="sales")
    return table.sensitive(PPercent(20))


@pytest.mark.parametrize("scale", [1.0, 1e9])
def test_a_reader_of_the_file_works_out_what_the_audit_says_and_no_more(tmp_path: Path, scale: float) -> None:
    safe = CellSuppression(approach="optimal").protect(judged(1, scale))
    found = audited(safe)
    assert found.is_passed
    assert safe.is_sensitive.any()
    path = tmp_path / "table.csv"
    path.write_bytes(table_bytes(safe, path, internal=False))
    theirs = read_finished(path)
    order = [theirs.place_of(safe.codes(cell)) for cell in found.cells.tolist()]
    outside = audited(theirs)
    place = {cell: at for at, cell in enumerate(outside.cells.tolist())}
    assert set(place) == set(order)
    at = [place[cell] for cell in order]
    assert outside.low[at] == pytest.approx(found.low, abs=1e-6 * scale)
    assert outside.high[at] == pytest.approx(found.high, abs=1e-6 * scale)
    needs = found.needs
    for low, high, cell in zip(outside.low[at], outside.high[at], found.cells, strict=True):
        room = 1e-6 * scale
        assert low <= safe.values[cell] - needs.lower[cell] + room
        assert high >= safe.values[cell] + needs.upper[cell] - room


def test_a_reader_narrows_rounded_numbers_down_by_their_sums() -> None:
    rounded = ControlledRounding(base=5.0, way="nearest").protect(judged(1))
    found = audited(rounded)
    assert rounded.published is not None
    spread = rounded.published.spread
    assert spread is not None
    relations = rounded.relations.matrix.toarray()
    bounds = [
        (max(0.0, value - off), value + off) for value, off in zip(rounded.released, spread, strict=True)
    ]
    required, failed = found.needs, set()
    for at, cell in enumerate(found.cells.tolist()):
        cost = (np.arange(len(rounded)) == cell).astype(float)
        low, high = (
            sign * linprog(sign * cost, A_eq=relations, b_eq=np.zeros(len(relations)), bounds=bounds).fun
            for sign in (1, -1)
        )
        assert (found.low[at], found.high[at]) == pytest.approx((low, high), abs=1e-5)
        value = rounded.values[cell]
        if required.sensitive[cell] and (
            low > value - required.lower[cell] + 1e-5 or high < value + required.upper[cell] - 1e-5
        ):
            failed.add(cell)
    assert failed, "some contributors are much larger than the base"
    assert {one.cell for one in found.attacks} == failed


def test_one_who_is_alone_in_a_cell_hidden_to_protect_another_learns_nothing() -> None:
    frame = pd.DataFrame(
        {"region": list("NNNSWWWWEEEE"), "sales": [90.0, 2, 1, 70, 20, 22, 21, 24, 30, 31, 29, 28]}
    )
    table = build(sdc.Microdata(frame), rows=["region"], value="sales").sensitive(PPercent(10))
    north, south = table.place_of(["N"]), table.place_of(["S"])
    naive = table.with_secondary(np.arange(len(table)) == south)
    assert naive.is_hidden.sum() == 2
    found = audited(naive)
    assert found.low.tolist() == [0, 0], "outsiders know nothing"
    # Whoever has 90 of the 93 in the north knows that at most 73 of 163 are in the south, where 70 are.
    assert {(one.cell, one.known, one.part_of) for one in found.attacks} == {
        (north, (south,), south),
        (south, (), north),
    }
    assert [(one.low, one.high) for one in found.attacks if one.cell == south] == [(0, 73)]
    safe = CellSuppression().protect(table)
    assert audited(safe).is_passed
    assert safe.is_hidden.sum() > 2
