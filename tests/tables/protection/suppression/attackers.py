"""What readers and contributors work out of a table with hidden cells, slowly, by scipy alone.

Nothing here is taken from the program but the numbers of a table: relations come from its dimensions, who is
alone in a cell from its contributions.
"""

from itertools import product

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import linprog

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


def table_of(dimensions: list[Dimension], leaves: np.ndarray, amounts: np.ndarray) -> CellTable:
    """The table of records, each of its own contributor; their leaves are int64 (n, dimensions)."""
    shape = tuple(len(one) for one in dimensions)
    values, count = np.zeros(shape), np.zeros(shape, dtype=np.int64)
    for places, amount in zip(leaves.tolist(), amounts.tolist(), strict=True):
        for cell in product(
            *(_with_wholes(one, place) for one, place in zip(dimensions, places, strict=True))
        ):
            values[cell] += amount
            count[cell] += 1
    who = np.arange(len(amounts))
    contributions = Contributions(
        tuple(leaves.T.copy()), who, amounts.astype(np.float64), np.zeros(len(who), dtype=bool), who
    )
    return CellTable(dimensions, values.ravel(), count.ravel(), contributions=contributions)


@st.composite
def tables(draw: st.DrawFn) -> CellTable:
    """Tables of up to three dimensions, flat or with levels, with few contributors in many cells."""
    dimensions = [tree("abc"[at], *branches) for at, branches in enumerate(draw(st.sampled_from(SHAPES)))]
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    cells = int(np.prod([len(one.leaves) for one in dimensions]))
    number = cells * draw(st.integers(1, 5))
    leaves = np.column_stack([rng.choice(one.leaves, number) for one in dimensions])
    return table_of(dimensions, leaves, rng.integers(1, 60, number))


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


def interval(table: CellTable, unseen: np.ndarray, cell: int) -> tuple[float, float]:
    """Smallest and largest value of a cell for one who knows all others but the unseen ones."""
    sums = sums_of(table)
    places = np.flatnonzero(unseen)
    known = -sums[:, ~unseen] @ table.values[~unseen]
    cost = (places == cell).astype(float)
    ends = []
    for sign in (1.0, -1.0):
        found = linprog(sign * cost, A_eq=sums[:, places], b_eq=known, bounds=(0, None), method="highs")
        ends.append(sign * np.inf * -1 if found.status == 3 else sign * found.fun)
    return ends[0], ends[1]


def disclosed(table: CellTable, hidden: np.ndarray) -> list[int]:
    """Sensitive cells that an outsider or a single contributor bounds more closely than required."""
    judged = table.sensitivity
    assert judged is not None
    found = set()
    for who, unseen in ((-1, hidden), *_seen_by_insiders(table, hidden)):
        for cell in np.flatnonzero(judged.sensitive).tolist():
            if who >= 0 and _only_he_is_protected(table, cell, who):
                continue
            if not unseen[cell]:
                if not hidden[cell]:
                    found.add(cell)
                continue  # his own cell tells him nothing
            low, high = interval(table, unseen, cell)
            value = table.values[cell]
            room = 1e-6 * max(value, 1.0)
            below = min(judged.lower[cell], value)
            narrow = low > value - below + room or high < value + judged.upper[cell] - room
            if narrow or high - low < max(judged.sliding[cell], room) - room / 2:
                found.add(cell)
    return sorted(found)


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
    prices = patterns @ costs
    for place in np.argsort(prices, kind="stable").tolist():
        if not disclosed(table, patterns[place]):
            return float(prices[place])
    return np.inf


def _with_wholes(dimension: Dimension, place: int) -> list[int]:
    found = [place]
    while dimension.parents[found[-1]] >= 0:
        found.append(dimension.parents[found[-1]])
    return found


def _only_he_is_protected(table: CellTable, cell: int, who: int) -> bool:
    """Whether p % protects one contributor of a cell, and would not call the cell of the others sensitive."""
    assert table.contributions is not None
    assert table.sensitivity is not None
    amounts = table.contributions.amounts
    records = table.contributions.of(table.dimensions, table.code_places(cell)).tolist()
    first = min(records, key=lambda one: (-amounts[one], one))
    others = sorted((float(amounts[one]) for one in records if one != who), reverse=True)
    if first != who or len(others) < 3:
        return False
    return all(sum(others[2:]) >= rule.p / 100 * others[0] for rule in table.sensitivity.rules)


def _seen_by_insiders(table: CellTable, hidden: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """For each contributor who is alone in hidden cells, he and the cells that he does not see."""
    alone: dict[int, list[int]] = {}
    assert table.contributions is not None
    for cell in np.flatnonzero(hidden).tolist():
        records = table.contributions.of(table.dimensions, table.code_places(cell))
        if len(records) == 1:
            alone.setdefault(int(records[0]), []).append(cell)
    found = []
    for who, own in alone.items():
        unseen = hidden.copy()
        unseen[own] = False
        found.append((who, unseen))
    return found
