"""Nested variables: tables whose variables are recodings of one another, as districts and regions.

Cells of two tables are the same where they have the same codes of the same variables. But a reader knows that
districts make up regions, also where these are a variable of their own, and adds them up. So the coarser
variable gets the name of the finer one, and tables of sums, which nobody publishes, tie both together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.cells.sensitivity import Sensitivity

CHANCE = 1e-4
"""Variables that would nest by chance with more than this probability tell a reader nothing."""

MOST = 200_000
"""Cells of all tables of sums; more are not looked at."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Nested:
    """Tables that one variable or another ties together, as one system.

    Attributes
    ----------
    tables
        The tables in their order, with dimensions that have the names of the finest variables.
    sums
        Tables of sums between them, of which nobody publishes a cell; none: nothing ties them together.
    apart
        Places of two tables that are tied together only in a system of their own.
    is_too_large
        Whether there are too many sums to look at; then nothing is tied together.
    """

    tables: tuple[CellTable, ...]
    sums: tuple[CellTable, ...]
    apart: tuple[tuple[int, int], ...] = ()
    is_too_large: bool = False

    @property
    def system(self) -> tuple[CellTable, ...]:
        """The tables, and after them those of sums."""
        return (*self.tables, *self.sums)


def nested(tables: Sequence[CellTable]) -> Nested:
    """Return tables of the same numbers as one system, also where variables are recodings of others.

    Parameters
    ----------
    tables
        At least one, built from the same file, of the same numbers, with what is published of them. Those of
        other records than the widest are not tied to others.

    Returns
    -------
    Nested
        The same tables, and no sums, where no variable is a recoding of one that another table has.
    """
    widest = max(tables, key=_number_of_records)
    alike = [place for place, table in enumerate(tables) if _has_records_of(table, widest)]
    variables = _variables([tables[place] for place in alike])
    heads = _heads(variables)
    if all(name == head for name, head in heads.items()):
        return Nested(tuple(tables), ())
    renamed = [_renamed(table, heads) for table in tables]
    sums, apart, parts = [], [], dict[str, str]()
    for first, second in permutations(alike, 2):
        ties = _ties(tables[first], tables[second], heads, variables)
        if not ties:
            continue
        # A code whose parts have two names would be two codes.
        if any(parts.setdefault(coarser, finer) != finer for finer, coarser in ties.items()):
            apart.append((first, second))
            continue
        sums.append(_sums(renamed[first], renamed[second], [heads[one] for one in ties]))
    if sum(len(one) for one in sums) > MOST:
        return Nested(tuple(tables), (), is_too_large=True)
    return Nested(tuple(renamed), _known_to_nobody(renamed, sums), tuple(apart))


def _number_of_records(table: CellTable) -> int:
    known = table.contributions
    return 0 if known is None else len(known.rows)


def _has_records_of(table: CellTable, other: CellTable) -> bool:
    """Return whether two tables are known to be of the same records."""
    one, two = table.contributions, other.contributions
    if one is None or two is None or one.are_given or two.are_given:
        return False
    return np.array_equal(one.rows, two.rows)


def _variables(tables: Sequence[CellTable]) -> dict[str, np.ndarray]:
    """Return the number of the code of every record in each variable of tables of the same records."""
    found: dict[str, np.ndarray] = {}
    for table in tables:
        known = table.contributions
        leaves = () if known is None else known.leaves
        for dimension, codes in zip(table.dimensions, leaves, strict=True):
            found.setdefault(dimension.name, np.unique(codes, return_inverse=True)[1])
    return found


def _heads(variables: dict[str, np.ndarray]) -> dict[str, str]:
    """Return by variable the finest one of which it is a recoding; itself where there is none."""
    heads: dict[str, str] = {}
    for name in sorted(variables, key=lambda one: (-int(variables[one].max(initial=0)), one)):
        finer = (one for one in dict.fromkeys(heads.values()) if _nests(variables[one], variables[name]))
        heads[name] = next(finer, name)
    return heads


def _nests(finer: np.ndarray, coarser: np.ndarray) -> bool:
    """Return whether records that are equal in one variable are in the other one, and not by chance."""
    if not len(finer):
        return False
    first = np.zeros(int(finer.max()) + 1, dtype=np.int64)
    first[finer] = coarser
    shares = np.bincount(coarser) / len(coarser)
    chance = float(shares @ shares) ** (len(finer) - len(first))
    return bool((first[finer] == coarser).all()) and chance < CHANCE


def _renamed(table: CellTable, heads: dict[str, str]) -> CellTable:
    """Return a table under the names of the finest variables, each at most once."""
    taken = {one.name for one in table.dimensions}
    dimensions = []
    for dimension in table.dimensions:
        head = heads.get(dimension.name, dimension.name)
        if head not in taken:
            taken.add(head)
            # No code of the finer variable begins so, unless it is meant to deceive.
            codes = [f"{dimension.name} = {code}" for code in dimension.codes[1:]]
            dimension = dimension.changed(name=head, codes=(dimension.codes[0], *codes))
        dimensions.append(dimension)
    return table.recoded(dimensions)


def _ties(
    first: CellTable, second: CellTable, heads: dict[str, str], variables: dict[str, np.ndarray]
) -> dict[str, str]:
    """Return by variable of one table the recoding of it that the other one has instead."""
    found = {}
    own, others = ([one.name for one in table.dimensions] for table in (first, second))
    for finer in own:
        for coarser in others:
            if coarser in own or finer in others or heads.get(finer) != heads.get(coarser):
                continue
            # Of two that are the same one is the recoding.
            same = variables[finer].max() == variables[coarser].max() and finer > coarser
            if finer not in found and not same and _nests(variables[finer], variables[coarser]):
                found[finer] = coarser
    return found


def _sums(first: CellTable, second: CellTable, tied: Sequence[str]) -> CellTable:
    """Return the sums of one table over what the other one does not have, with its recodings as subtotals."""
    known, others = first.contributions, second.contributions
    if known is None or others is None:
        raise AssertionError("only tables of records are tied together")
    places = {one.name: at for at, one in enumerate(second.dimensions)}
    values: np.ndarray = first.values.reshape(first.shape)
    dimensions, axis = [], 0
    for dimension, leaves in zip(first.dimensions, known.leaves, strict=True):
        if dimension.name not in places:
            values = values.take(0, axis)
            continue
        if dimension.name in tied:
            at = places[dimension.name]
            made, values = _with_subtotals(
                dimension, leaves, second.dimensions[at], others.leaves[at], values, axis
            )
            dimension = made
        dimensions.append(dimension)
        axis += 1
    return CellTable(
        dimensions,
        values.ravel(),
        title=first.title,
        kind=first.kind,
        subject=first.subject,
        within=first.within,
        tolerance=first.tolerance,
    )


def _with_subtotals(
    finer: Dimension, leaves: np.ndarray, coarser: Dimension, above: np.ndarray, values: np.ndarray, axis: int
) -> tuple[Dimension, np.ndarray]:
    """Return the codes of a dimension below those of its recoding, and values with these subtotals."""
    inner = finer.leaves
    labels = np.unique(above)
    parents = np.zeros(len(finer), dtype=np.int64)
    parents[leaves] = 1 + np.searchsorted(labels, above)
    made = Dimension(
        name=finer.name,
        title=finer.title,
        codes=(
            finer.codes[0],
            *(coarser.codes[one] for one in labels.tolist()),
            *(finer.codes[one] for one in inner.tolist()),
        ),
        parents=(-1, *[0] * len(labels), *parents[inner].tolist()),
    )
    parts = np.moveaxis(values.take(inner, axis), axis, 0)
    subtotals = np.zeros((len(labels) + 1, *parts.shape[1:]))
    np.add.at(subtotals, parents[inner], parts)
    whole = np.moveaxis(values.take([0], axis), axis, 0)
    return made, np.moveaxis(np.concatenate([whole, subtotals[1:], parts]), 0, axis)


def _known_to_nobody(tables: Sequence[CellTable], sums: Sequence[CellTable]) -> tuple[CellTable, ...]:
    """Return tables of sums of which nobody publishes a cell; what the others have is theirs to decide."""
    system = CellSystem.of(*tables, *sums)
    shared = np.zeros(len(system), dtype=bool)
    for cells in system.cells[: len(tables)]:
        shared[cells] = True
    found = []
    for cells, table in zip(system.cells[len(tables) :], sums, strict=True):
        nothing = np.zeros(len(table))
        table = table.with_sensitivity(Sensitivity(nothing > 0, nothing, nothing, nothing))
        # Chosen by hand, so that a protection of all of them leaves these cells as they are.
        table = table.with_hand(np.flatnonzero(~shared[cells]).tolist())
        found.append(table.with_released(Released(np.full(len(table), np.nan), nothing > 0)))
    return tuple(found)
