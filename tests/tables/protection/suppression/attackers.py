"""What readers and contributors work out of a table with hidden cells, slowly, by scipy alone.

Nothing here is taken from the program but the numbers of a table and what its rules ask of each cell:
relations come from its dimensions, who adds what to a cell from its records.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import linprog

from sdcdesk.tables import MinimumFrequency
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.dimension import Dimension

SHAPES = (
    ((3,), (3,)),
    ((4,), (2,)),
    ((2,), (2,), (2,)),
    ((2, 2), (3,)),
    ((2, 2), (2, 2)),
    ((5,),),
)
"""Parts of each code on each level, of each dimension."""


def tree(name: str, *branches: int) -> Dimension:
    """A total with so many parts, each with so many parts, and so on."""
    codes, parents = ["Total"], [-1]

    def add(whole: int, below: tuple[int, ...]) -> None:
        for part in range(below[0] if below else 0):
            codes.append(f"{codes[whole] if whole else ''}{part}")
            parents.append(whole)
            add(len(codes) - 1, below[1:])

    add(0, branches)
    return Dimension(name=name, codes=tuple(codes), parents=tuple(parents))


def table_of(
    dimensions: list[Dimension], leaves: np.ndarray, amounts: np.ndarray, who: np.ndarray | None = None
) -> CellTable:
    """The table of records with leaves int64 (n, dimensions), each its own contributor if none is given."""
    who = np.arange(len(amounts)) if who is None else who
    shape = tuple(len(one) for one in dimensions)
    values, there = np.zeros(shape), np.zeros((int(who.max()) + 1, *shape), dtype=bool)
    for places, amount, one in zip(leaves.tolist(), amounts.tolist(), who.tolist(), strict=True):
        for cell in product(
            *(_with_wholes(each, place) for each, place in zip(dimensions, places, strict=True))
        ):
            values[cell] += amount
            there[(one, *cell)] = True
    contributions = Contributions(
        tuple(leaves.T.copy()),
        who,
        amounts.astype(np.float64),
        np.zeros(int(who.max()) + 1, dtype=bool),
        np.arange(len(amounts)),
    )
    count = there.sum(axis=0).ravel()
    return CellTable(dimensions, values.ravel(), count, contributions=contributions)


@st.composite
def tables(draw: st.DrawFn) -> CellTable:
    """Tables of up to three dimensions, flat or with levels, with few contributors in many cells."""
    dimensions = [tree("abc"[at], *branches) for at, branches in enumerate(draw(st.sampled_from(SHAPES)))]
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    cells = int(np.prod([len(one.leaves) for one in dimensions]))
    number = cells * draw(st.integers(1, 5))
    leaves = np.column_stack([rng.choice(one.leaves, number) for one in dimensions])
    # Some contributors have several records, in one cell or in many.
    who = np.unique(rng.integers(0, draw(st.sampled_from([2, 4, 40])) * cells, number), return_inverse=True)[
        1
    ]
    return table_of(dimensions, leaves, rng.integers(1, 60, number), who)


def sums_of(table: CellTable) -> np.ndarray:
    """A row for each sum of the table, 1 at the whole and −1 at its parts, float64 (m, n)."""
    cells = np.arange(len(table)).reshape(table.shape)
    rows = []
    for axis, dimension in enumerate(table.dimensions):
        along = np.moveaxis(cells, axis, 0).reshape(len(dimension), -1)
        for whole in range(len(dimension)):
            parts = [place for place, parent in enumerate(dimension.parents) if parent == whole]
            for line in range(along.shape[1] if parts else 0):
                row = np.zeros(len(table))
                row[along[whole, line]], row[along[parts, line]] = 1.0, -1.0
                rows.append(row)
    return np.array(rows)


class Reader:
    """Works out the smallest and the largest value of a cell, from all that is not hidden."""

    def __init__(self, table: CellTable, hidden: np.ndarray) -> None:
        sums = sums_of(table)
        self._places, self._true = np.flatnonzero(hidden), table.values[hidden]
        self._sums = sums[:, self._places]
        self._known = -sums[:, ~hidden] @ table.values[~hidden]
        self._tables: dict[int, list[np.ndarray]] = {}

    def end(self, cell: int, sign: float, parts: np.ndarray, alone: np.ndarray) -> float:
        """The smallest value (sign 1) or the largest (−1) of a cell that somebody thinks possible.

        He adds float64 (n,) to the cells, and knows the values of those, bool (n,), in which he is alone.
        """
        least, own = parts[self._places], alone[self._places]
        bounds = np.c_[np.where(own, self._true, least), np.where(own, self._true, np.inf)]
        cost = sign * (self._places == cell)
        found = linprog(cost, A_eq=self._sums, b_eq=self._known, bounds=bounds, method="highs")
        if found.status == 3:
            return -sign * np.inf
        self._tables.setdefault(cell, []).append(found.x)
        return float(sign * found.fun)

    def are_possible(
        self, cell: int, low: float, high: float, width: float, parts: np.ndarray, alone: np.ndarray
    ) -> bool:
        """Whether he thinks values possible up to both ends, and some that are so far apart."""
        at, own = self._places == cell, alone[self._places]
        seen = [
            float(table[at][0])
            for table in (self._true, *self._tables.get(cell, ()))  # all of them add up
            if (table >= parts[self._places] - 1e-9).all()
            and np.allclose(table[own], self._true[own], rtol=0, atol=1e-9)
        ]
        least, most = min(seen), max(seen)
        if least > low or most - least < width:
            least = self.end(cell, 1.0, parts, alone)
        if least <= low and (most < high or most - least < width):
            most = self.end(cell, -1.0, parts, alone)
        return least <= low and most >= high and most - least >= width


def interval(table: CellTable, hidden: np.ndarray, cell: int) -> tuple[float, float]:
    """Smallest and largest value of a cell for one who knows all that is not hidden, and no more."""
    nothing, reader = np.zeros(len(table)), Reader(table, hidden)
    return reader.end(cell, 1.0, nothing, nothing > 0), reader.end(cell, -1.0, nothing, nothing > 0)


def disclosed(table: CellTable, hidden: np.ndarray) -> list[int]:
    """Sensitive cells that an outsider or a single contributor bounds more closely than required."""
    return sorted(set(_disclosures(table, hidden, parts_of(table))))


def _disclosures(table: CellTable, hidden: np.ndarray, parts: np.ndarray) -> Iterator[int]:
    judged = table.sensitivity
    assert judged is not None
    reader = Reader(table, hidden)
    sensitive = np.flatnonzero(judged.sensitive).tolist()
    yield from (cell for cell in sensitive if not hidden[cell])
    nobody = np.zeros((1, len(table)))
    for own in np.r_[nobody, parts]:
        alone = (own == table.values) & (own > 0)
        if own.any() and not (hidden & (own > 0)).any():
            continue
        for cell in sensitive:
            needed = None if not hidden[cell] or alone[cell] else _asked(table, cell, own, parts)
            if needed is None:
                continue
            lower, upper, width = needed
            value = table.values[cell]
            room = 1e-6 * max(value, 1.0)
            low, high, apart = value - lower + room, value + upper - room, max(width, room) - room / 2
            if not reader.are_possible(cell, low, high, apart, own, alone):
                yield cell


def parts_of(table: CellTable) -> np.ndarray:
    """What each contributor adds to each cell, float64 (contributors, n)."""
    known = table.contributions
    parts = np.zeros((0, len(table)))
    if known is not None and len(known.contributors):
        parts = np.zeros((int(known.contributors.max()) + 1, len(table)))
        for cell in range(len(table)):
            records = known.of(table.dimensions, table.code_places(cell))
            np.add.at(parts[:, cell], known.contributors[records], known.amounts[records])
    return parts


def _asked(
    table: CellTable, cell: int, own: np.ndarray, parts: np.ndarray
) -> tuple[float, float, float] | None:
    """How far below and above its value, and how wide, a cell must be to one who adds some parts."""
    judged = table.sensitivity
    assert judged is not None
    asked = float(judged.lower[cell]), float(judged.upper[cell]), float(judged.sliding[cell])
    added = parts[:, cell]
    if own[cell] > 0 and own[cell] == added.max() and judged.rules:
        # The rules protect him: others are protected from him as far as they would be without him.
        others = np.sort(added[added > 0])[::-1][1:]
        found = {rule: _asked_by(rule, others) for rule in judged.rules}
        if all(one is None for one in found.values()):
            return None
        most = max((0.0, *(one or 0.0 for rule, one in found.items() if not rule.sliding)))
        apart = max((0.0, *(2 * (one or 0.0) for rule, one in found.items() if rule.sliding)))
        asked = min(asked[0], most), min(asked[1], most), min(asked[2], apart)
    return min(asked[0], table.values[cell] - own[cell]), asked[1], asked[2]


def _asked_by(rule: Any, others: np.ndarray) -> float | None:
    """What p % or the minimum frequency ask for a cell of falling amounts; None: it is not sensitive."""
    if isinstance(rule, MinimumFrequency):
        return rule.share / 100 * float(others.sum()) if len(others) < rule.least else None
    missing = rule.p / 100 * others[0] - others[2:].sum()
    return float(missing) if missing > 1e-9 or len(others) <= 2 else None


def cheapest_by_trying(table: CellTable, costs: np.ndarray) -> float:
    """The cost of the cheapest pattern that discloses nothing, by trying all; empty cells are published."""
    base = (table.is_sensitive | table.is_forced) & ~table.is_always
    free = np.flatnonzero(~base & ~table.is_always & (table.values > 0))
    chosen = (np.arange(2 ** len(free))[:, np.newaxis] >> np.arange(len(free)) & 1).astype(bool)
    patterns = np.repeat(base[np.newaxis], len(chosen), axis=0)
    patterns[:, free] = chosen
    # One hidden cell in a sum is none.
    in_sums = patterns.astype(float) @ np.abs(sums_of(table)).T
    patterns = patterns[~(in_sums == 1).any(axis=1)]
    prices, parts = patterns @ costs, parts_of(table)
    for place in np.argsort(prices, kind="stable").tolist():
        if next(_disclosures(table, patterns[place], parts), None) is None:
            return float(prices[place])
    return np.inf


def _with_wholes(dimension: Dimension, place: int) -> list[int]:
    found = [place]
    while dimension.parents[found[-1]] >= 0:
        found.append(dimension.parents[found[-1]])
    return found
