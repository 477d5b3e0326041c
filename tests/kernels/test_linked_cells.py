"""Linked cells, against vectors of 0 and 1 as equations (6) and (7) of Duke-Williams and others say."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sdcdesk.kernels.linked_cells as kernel
from sdcdesk.kernels.linked_cells import CountedTable, Sole, linked_cells

SIZES = (2, 3, 2)
TABLES = ((0, 1), (1,), (0, 1, 2), (2, 1))
"""Variables of the tables."""

RECORDS = st.lists(
    st.tuples(st.integers(0, 3), *(st.one_of(st.integers(0, size - 1), st.just(-1)) for size in SIZES)),
    min_size=0,
    max_size=25,
)


def vector(record: tuple[int, ...], table: tuple[int, ...]) -> list[int]:
    """Return Z of one record for one table: a number for each cell, all 0 where it is outside."""
    places = tuple(record[1 + at] for at in table)
    return [int(cell == places) for cell in product(*(range(SIZES[at]) for at in table))]


def disclosing(total: list[int], table: tuple[int, ...], threshold: int, sole: Sole) -> list[bool]:
    """Return which cells of an area's table count as those of a single person."""
    cells = list(product(*(range(SIZES[at]) for at in table)))
    lines: list[list[int]] = []
    if sole == "table":
        lines = [list(range(len(cells)))]
    if sole == "line":
        for axis in range(len(table)):
            rest = [cell[:axis] + cell[axis + 1 :] for cell in cells]
            lines += [[at for at, one in enumerate(rest) if one == other] for other in set(rest)]
    found = [0 < number <= threshold for number in total]
    for line in lines:
        filled = [at for at in line if total[at]]
        if len(filled) == 1:
            found[filled[0]] = True
    return found


def dense(
    records: list[tuple[int, ...]], keys: list[int], threshold: int, sole: Sole
) -> list[tuple[int, int, bool, bool, int]]:
    """Return unique, tested, matched, in_targets and in_some_target of each record."""
    found = []
    for record in records:
        area = [other for other in records if other[0] == record[0]]
        alone: dict[int, bool] = {}
        for place, table in enumerate(TABLES):
            own = vector(record, table)
            total = [sum(column) for column in zip(*(vector(one, table) for one in area), strict=True)]
            if sum(own):
                alone[place] = disclosing(total, table, threshold, sole)[own.index(1)]
        key = [is_alone for place, is_alone in alone.items() if place in keys]
        target = [is_alone for place, is_alone in alone.items() if place not in keys]
        matched = bool(key) and all(key)
        found.append((sum(alone.values()), len(alone), matched, all(target), sum(target)))
    return found


def assert_is_dense(records: list[tuple[int, ...]], keys: list[int], threshold: int, sole: Sole) -> None:
    columns = np.array(records, dtype=np.int8).reshape(-1, 1 + len(SIZES)).T
    tables = [
        CountedTable(tuple(columns[1 + at] for at in table), tuple(SIZES[at] for at in table))
        for table in TABLES
    ]
    cells = linked_cells(columns[0].astype(np.int64), 4, tables, keys, threshold, sole)
    found = zip(
        cells.unique, cells.tested, cells.matched, cells.in_targets, cells.in_some_target, strict=True
    )
    assert [tuple(map(int, one)) for one in found] == [
        tuple(map(int, one)) for one in dense(records, keys, threshold, sole)
    ]


@given(
    records=RECORDS,
    keys=st.sets(st.integers(0, 3), min_size=1).map(sorted),
    threshold=st.integers(1, 3),
    sole=st.sampled_from(["none", "table", "line"]),
    chunk=st.sampled_from([1, 4, 131_072]),
    spare=st.sampled_from([-10_000, 65_536]),
)
def test_every_record_is_found_as_by_vectors(
    records: list[tuple[int, ...]], keys: list[int], threshold: int, sole: Sole, chunk: int, spare: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "CHUNK", chunk)  # areas in several pieces
        patch.setattr(kernel, "SPARE", spare)  # only cells that are filled, or all
        assert_is_dense(records, keys, threshold, sole)


def test_a_table_with_more_cells_than_numbers() -> None:
    rng = np.random.default_rng(4)
    rows = np.repeat(rng.integers(0, 1000, (60, 9)), [1, 2, 3] * 20, axis=0)
    wide = CountedTable(tuple(rows.T), (1000,) * 9)
    areas = np.zeros(len(rows), dtype=np.int64)
    for sole in ("none", "table", "line"):
        cells = linked_cells(areas, 1, [wide], [0], sole=sole)  # type: ignore[arg-type]
        _, place, number = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        single = number[place.ravel()] == 1
        # Random rows of nine numbers have no line in common, so that each is the only one of its lines.
        expected = np.ones(len(rows), dtype=bool) if sole == "line" else single
        assert np.array_equal(cells.matched, expected)


def test_no_records_and_no_tables() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert not len(linked_cells(nothing, 0, [CountedTable((nothing,), (1,))], [0]).matched)
    assert not linked_cells(np.zeros(3, dtype=np.int64), 1, [], []).matched.any()


def test_it_can_be_stopped_between_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "CHUNK", 1)
    told: list[float] = []

    def stop(share: float) -> None:
        told.append(share)
        if share >= 0.5:
            raise InterruptedError

    areas = np.arange(4)
    with pytest.raises(InterruptedError):
        linked_cells(areas, 4, [CountedTable((areas,), (4,))], [0], step=stop)
    assert told == [0, 0.25, 0.5]
