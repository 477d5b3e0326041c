"""Filtered tables: what a reader subtracts who has tables of all records and of some of them.

A table of the records of a filter is a part of the table without it: whatever the filter leaves out is the
difference of both. So each table of which others leave records out gets a table of differences beside it,
with a dimension that says by which of them a record is kept. Nobody publishes it, but its sums tie the others
together, and all are audited as one system.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.tables.building.table_plan import TablePlan
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.cells.sensitivity import Judge, Sensitivity

FILTER = "filter {number}"
"""Name of the dimension that says which tables keep a record."""

MOST = 20_000
"""Cells of all tables of differences of a family; more are not looked at unless somebody asks."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Filtered:
    """A table as it is published, and how it was built.

    Attributes
    ----------
    table
        With what is published of it.
    plan
        Its variables and its filter.
    rules
        Which judge it, and what is left when it is subtracted.
    title
        What people call it.
    """

    table: CellTable
    plan: TablePlan
    rules: tuple[Judge, ...]
    title: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Family:
    """Tables of the same numbers, some of which leave records out that others have.

    Attributes
    ----------
    members
        Their places among those that were looked at, ascending.
    tables
        The members in this order, as tables of one subject, and after them the tables of differences.
    is_too_large
        Whether there are too many differences to look at; then `tables` is empty.
    """

    members: tuple[int, ...]
    tables: tuple[CellTable, ...]
    is_too_large: bool = False


def families(
    filtered: Sequence[Filtered], data: Microdata, most: int = MOST, progress: Progress = SILENT
) -> list[Family]:
    """Return the tables that can be subtracted from one another because their filters nest.

    Parameters
    ----------
    filtered
        Tables of the same numbers, built from `data`.
    data
        The records.
    most
        Cells of all tables of differences of a family that are looked at.
    progress
        Receives how far the work is.

    Returns
    -------
    list[Family]
        In each, any two tables have the same records, or one all of those of the other, or they have none in
        common; tables of which none leaves out what another one has are in no family. A table stands in
        several families where the filters of others cross.

    Raises
    ------
    DataError
        A table was not built from records.
    """
    masks: list[np.ndarray] = []
    groups: list[list[int]] = []  # tables of the same records
    for place, one in enumerate(filtered):
        mask = _records(one.table, len(data))
        at = next((at for at, other in enumerate(masks) if np.array_equal(mask, other)), len(masks))
        if at == len(masks):
            masks.append(mask)
            groups.append([])
        groups[at].append(place)
    found = []
    for tree, share in progress.over(_trees(masks), "Filters"):
        members = sorted(place for node in tree for place in groups[node])
        linked = _Linked(filtered, data, masks, groups, tree)
        if linked.size > most:
            found.append(Family(tuple(members), (), is_too_large=True))
        else:
            found.append(Family(tuple(members), linked.tables(members, share)))
    return found


def _records(table: CellTable, number: int) -> np.ndarray:
    known = table.contributions
    if known is None or known.are_given:
        words = "Differences are found from the contributions of both tables; build them from microdata."
        raise DataError(sentence(words), "tables")
    mask = np.zeros(number, dtype=bool)
    mask[known.rows] = True
    return mask


def _trees(masks: Sequence[np.ndarray]) -> list[list[int]]:
    """Return families of sets of records that nest or have nothing in common, the widest of each first."""
    inside = [[bool((one <= other).all()) for other in masks] for one in masks]
    order = sorted(range(len(masks)), key=lambda one: (-int(masks[one].sum()), one))
    found = []
    for root in order:
        if any(inside[root][other] for other in order if other != root):
            continue
        below = [one for one in order if one != root and inside[one][root]]
        while below:
            own: list[int] = [root]
            crossing: list[int] = []
            for one in below:
                fits = all(inside[one][other] or not (masks[one] & masks[other]).any() for other in own)
                (own if fits else crossing).append(one)
            found.append(own)
            below = crossing
    return found


class _Linked:
    """Makes the tables of one family."""

    def __init__(
        self,
        filtered: Sequence[Filtered],
        data: Microdata,
        masks: Sequence[np.ndarray],
        groups: Sequence[Sequence[int]],
        tree: Sequence[int],
    ) -> None:
        self._filtered, self._data, self._masks, self._groups = filtered, data, masks, groups
        self._parts: dict[int, list[int]] = {node: [] for node in tree}
        self._within: dict[int, dict[str, str]] = {tree[0]: {}}
        self._names: dict[int, str] = {}
        self._codes: dict[int, str] = {}
        used = [one.plan.total for one in filtered]
        for number, node in enumerate(tree):
            self._names[node] = _free(FILTER.format(number=number + 1), data.names)
            titles = joined_by_and([short(filtered[place].title) for place in groups[node]])
            self._codes[node] = _free(sentence("in {tables}", tables=titles), [*used, *self._codes.values()])
            if number:
                # The narrowest that holds it: they stand in falling order of size.
                above = [one for one in tree[:number] if (masks[node] <= masks[one]).all()][-1]
                self._within[node] = {**self._within[above], self._names[above]: self._codes[node]}
                self._parts[above].append(node)

    @property
    def size(self) -> int:
        """How many cells the tables of differences have."""
        return sum(
            len(self._filtered[place].table) * (len(parts) + 2)
            for node, parts in self._parts.items()
            if parts
            for place in self._wider(node)
        )

    def tables(self, members: Sequence[int], progress: Progress) -> tuple[CellTable, ...]:
        """Return the members, as tables of one subject, and the tables of differences."""
        node_of = {place: node for node in self._parts for place in self._groups[node]}
        root = next(iter(self._parts))
        first = self._filtered[self._groups[root][0]]
        shared, subject = first.plan.within, FILTER + first.table.subject
        own = [
            self._filtered[place].table.linked(subject, {**shared, **self._within[node_of[place]]})
            for place in members
        ]
        wider = [(node, place) for node, parts in self._parts.items() if parts for place in self._wider(node)]
        apart = []
        for (node, place), share in progress.over(wider, "Differences"):
            built, empty = self._differences(node, place, share)
            apart.append((built.linked(subject, {**shared, **self._within[node]}), empty))
        return (*own, *_hidden_but_known(own, apart))

    def _wider(self, node: int) -> list[int]:
        """Return the tables of some records that have different dimensions."""
        by_names: dict[frozenset[str], int] = {}
        for place in self._groups[node]:
            names = frozenset(self._filtered[place].plan.dimension_names)
            by_names.setdefault(names, place)
        return list(by_names.values())

    def _rest(self, node: int) -> str:
        titles = [
            short(self._filtered[place].title) for part in self._parts[node] for place in self._groups[part]
        ]
        used = [self._filtered[place].plan.total for place in self._groups[node]]
        return _free(
            sentence("not in {tables}", tables=joined_by_and(titles)), [*used, *self._codes.values()]
        )

    def _differences(self, node: int, place: int, progress: Progress) -> tuple[CellTable, np.ndarray]:
        """Return the table of differences of one table, and which of its cells are known to be empty."""
        one, parts, name = self._filtered[place], self._parts[node], self._names[node]
        codes = [*(self._codes[part] for part in parts), self._rest(node)]
        which = np.full(len(self._data), len(parts))
        for at, part in enumerate(parts):
            which[self._masks[part]] = at
        column = pd.Series(pd.Categorical.from_codes(which, categories=pd.Index(codes)))
        wider = self._data.appended({name: column}, [Variable(name=name, scale=Scale.NOMINAL)])
        built = one.plan.changed(columns=(*one.plan.columns, name)).build(wider, progress)
        rules = dict.fromkeys(
            rule
            for part in self._with_parts(node)
            for own in self._groups[part]
            for rule in self._filtered[own].rules
        )
        built = built.called("", short(one.title), one.table.unit)
        if rules:
            built = built.sensitive(*rules)
        return built, self._empty(node, one, built)

    def _with_parts(self, node: int) -> list[int]:
        return [node, *(one for part in self._parts[node] for one in self._with_parts(part))]

    def _empty(self, node: int, one: Filtered, built: CellTable) -> np.ndarray:
        """Return the cells of which the filters tell that nobody is in them, bool (cells,)."""
        grid, last = np.zeros(built.shape, dtype=bool), built.dimensions[-1]
        for part in self._parts[node]:
            other = self._filtered[self._groups[part][0]].plan
            stricter = {
                name: wanted for name, wanted in other.where.items() if one.plan.where.get(name) != wanted
            }
            every = np.ones(built.shape[:-1], dtype=bool)
            none = np.zeros(built.shape[:-1], dtype=bool)
            for name, wanted in stricter.items():
                axis = next((at for at, own in enumerate(built.dimensions) if own.name == name), None)
                if axis is None:
                    every[:] = False
                    continue
                shape = [1] * every.ndim
                shape[axis] = -1
                inner, outer = _kept(built.dimensions[axis], wanted)
                every &= inner.reshape(shape)
                none |= outer.reshape(shape)
            code = last.places.get(self._codes[part])
            for at in range(1, len(last)):
                grid[..., at] |= none if at == code else every
        # Who lacks a value that a filter asks for is left out, too.
        return np.asarray(grid.ravel() & (built.values == 0))


def _kept(dimension: Dimension, wanted: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the codes all of whose parts a filter keeps, and those of which it keeps none, bool (codes,)."""
    every, none = np.ones(len(dimension), dtype=bool), np.ones(len(dimension), dtype=bool)
    for leaf in dimension.leaves.tolist():
        keeps = dimension.codes[leaf] in wanted
        above = [leaf, *dimension.path(dimension.codes[leaf])]
        (none if keeps else every)[above] = False
    return every, none


def _hidden_but_known(
    own: Sequence[CellTable], apart: Sequence[tuple[CellTable, np.ndarray]]
) -> list[CellTable]:
    """Return tables of differences of which nobody publishes a cell, judged where no other table has them."""
    system = CellSystem.of(*own, *(table for table, _ in apart))
    shared = np.zeros(len(system), dtype=bool)
    for cells in system.cells[: len(own)]:
        shared[cells] = True
    found = []
    for cells, (table, empty) in zip(system.cells[len(own) :], apart, strict=True):
        said, open_cells = table.sensitivity, shared[cells] | empty
        if said is not None:
            # What another table has, its own rules judge.
            judged = ~open_cells & ~_is_whole(empty.reshape(table.shape))
            lower, upper, sliding = (
                np.where(judged, one, 0.0) for one in (said.lower, said.upper, said.sliding)
            )
            sensitive = said.sensitive & judged
            table = table.with_sensitivity(
                Sensitivity(sensitive, lower, upper, sliding, said.rules, said.reasons)
            )
        # Chosen by hand, so that a protection of all of them leaves these cells as they are.
        table = table.with_hand(np.flatnonzero(~open_cells).tolist(), np.flatnonzero(empty).tolist())
        values, nothing = np.where(empty, 0.0, np.nan), np.zeros(len(table), dtype=bool)
        found.append(table.with_released(Released(values, nothing)))
    return found


def _is_whole(empty: np.ndarray) -> np.ndarray:
    """Return the cells that hold all that is in them and in those beside them, bool (cells,)."""
    found = np.zeros(empty.shape, dtype=bool)
    held = ~empty[..., 1:]
    found[..., 1:] = held & (held.sum(axis=-1, keepdims=True) == 1)
    return found.ravel()


def _free(name: str, used: Sequence[str]) -> str:
    while name in used:
        name += "'"
    return name
