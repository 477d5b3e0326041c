"""Contributors to the cells of a system: who adds what, and who is alone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np

from sdcdesk.tables.attacks.attacker import Attacker
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import Contributions, codes_by_depth

TOP = 3
"""So many of the largest contributors of every cell are found at once, the others when they are asked for."""


@dataclass(frozen=True, eq=False, repr=False)
class Contributors:
    """What each contributor adds to the cells of one table, or of several that are published together.

    A contributor is told from others by the number of his first record. Whoever is alone in a cell of a
    table that does not tell whose the contributions are has a number of his own, from −2 downwards. Of
    such tables, and of amounts that may be negative, no parts are known.

    Attributes
    ----------
    alone
        int64 (n,), the only contributor of each cell; −1 where there are several, or it is not known who.
    largest, third
        float64 (n,), the largest part of each cell, and the third one; 0 where it is not known.
    sources
        int64 (n, 2), for each cell a table that tells of its parts, and its place there; −1 where none does.
    tables
        For each table what it tells of parts.
    places
        For each table int64 (its cells,), where they are among these cells; −1 where they are not.
    """

    alone: np.ndarray
    largest: np.ndarray
    third: np.ndarray
    sources: np.ndarray
    tables: tuple["_Parts | None", ...]
    places: tuple[np.ndarray, ...]
    _attackers: dict[int, Attacker] = field(default_factory=dict)

    @classmethod
    def of(cls, system: CellSystem) -> "Contributors":
        """Return the contributors to the cells of a system.

        Parameters
        ----------
        system
            With its tables.

        Returns
        -------
        Contributors
            Holdings are one contributor, and so are all records that are in one holding of any of the tables.
        """
        numbers = _numbers(system.tables)
        tables = tuple(_Parts.of(table, own) for table, own in zip(system.tables, numbers, strict=True))
        largest, third = np.zeros(len(system)), np.zeros(len(system))
        sources = np.full((len(system), 2), -1, dtype=np.int64)
        for number, (own, one) in enumerate(zip(system.cells, tables, strict=True)):
            if one is not None:
                new = np.flatnonzero(sources[own, 0] == -1)
                sources[own[new], 0], sources[own[new], 1] = number, new
                largest[own] = np.maximum(largest[own], one.amounts[:, 0])
                third[own] = np.maximum(third[own], one.amounts[:, TOP - 1])
        return cls(_alone(system, numbers), largest, third, sources, tables, system.cells)

    def beyond(self, cell: int, least: float) -> np.ndarray:
        """Return who adds more than some amount to a cell.

        Parameters
        ----------
        cell
            Its place.
        least
            From 0.

        Returns
        -------
        np.ndarray
            int64 (k,).
        """
        number, place = self.sources[cell].tolist()
        parts = None if self.largest[cell] <= least else self.tables[number]
        return np.empty(0, dtype=np.int64) if parts is None else parts.beyond(place, least)

    def ranked(self, cell: int, most: int) -> tuple[np.ndarray, np.ndarray]:
        """Return who adds most to a cell.

        Parameters
        ----------
        cell
            Its place.
        most
            How many are wanted.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            Numbers, int64 (k,), the largest first, and what they add, float64 (k,), above 0; none where it
            is not known.
        """
        number, place = self.sources[cell].tolist()
        parts = None if number < 0 else self.tables[number]
        if parts is None:
            return np.empty(0, dtype=np.int64), np.empty(0)
        who, amounts = parts.ranked(place, most)
        return who, amounts

    def attacker(self, who: int) -> Attacker:
        """Return what a contributor knows.

        Parameters
        ----------
        who
            His number.

        Returns
        -------
        Attacker
            With all cells to which he adds something.
        """
        if who not in self._attackers:
            largest = np.zeros(len(self.alone))
            for own, parts in zip(self.places, self.tables, strict=True):
                if parts is not None and who >= 0:
                    cells, amounts = parts.of_contributor(who)
                    here = own[cells] >= 0
                    np.maximum.at(largest, own[cells[here]], amounts[here])
            cells = np.flatnonzero(largest)
            self._attackers[who] = Attacker(who, np.flatnonzero(self.alone == who), cells, largest[cells])
        return self._attackers[who]

    @cached_property
    def everyone(self) -> Attacker:
        """One who knows of each cell its largest part, and its value where somebody is alone."""
        cells = np.flatnonzero(self.largest > 0)
        return Attacker(-1, np.flatnonzero(self.alone != -1), cells, self.largest[cells])

    @cached_property
    def but_the_largest(self) -> Attacker:
        """One who knows of each cell what the third largest of its contributors adds."""
        cells = np.flatnonzero(self.third > 0)
        return Attacker(-1, cells=cells, parts=self.third[cells])

    def first_of(self, several: Collection[int], most: int) -> list[Attacker]:
        """Return those of several contributors who add most to a table.

        Parameters
        ----------
        several
            Their numbers.
        most
            How many; more where they add the same.

        Returns
        -------
        list[Attacker]
            Not fewer, unless there are fewer.
        """
        numbers = np.fromiter(several, dtype=np.int64, count=len(several))
        if len(numbers) > most:
            sizes = np.zeros(len(numbers))
            for parts in self.tables:
                if parts is not None:
                    np.maximum(sizes, parts.totals(numbers), out=sizes)
            numbers = numbers[sizes >= np.partition(sizes, -most)[-most]]
        return [self.attacker(who) for who in numbers.tolist()]

    def restricted(self, cells: np.ndarray) -> "Contributors":
        """Return what they add to some of the cells.

        Parameters
        ----------
        cells
            int64 (k,), their places.

        Returns
        -------
        Contributors
            Of the cells in their order.
        """
        now = np.full(len(self.alone) + 1, -1, dtype=np.int64)
        now[cells] = np.arange(len(cells))
        places = tuple(now[own] for own in self.places)
        return Contributors(
            self.alone[cells],
            self.largest[cells],
            self.third[cells],
            self.sources[cells],
            self.tables,
            places,
        )


class _Parts:
    """What each contributor adds to the cells of a table.

    Parameters
    ----------
    table
        With contributions.
    known
        Those of contributors who are told apart by `numbers`.
    numbers
        int64 (c,), of the contributors.
    """

    def __init__(self, table: CellTable, known: Contributions, numbers: np.ndarray) -> None:
        self._table, self._known, self._numbers = table, known, numbers
        self._top = known.largest(table.dimensions, TOP)
        self.amounts = self._top.amounts
        self._members: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._contributors: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    @classmethod
    def of(cls, table: CellTable, numbers: np.ndarray | None) -> "_Parts | None":
        """Return the parts of a table whose contributors have some numbers; None: they are not known."""
        known = table.contributions
        if known is None or numbers is None or known.sums is not None:
            return None  # where amounts were negative, a part says nothing of the whole
        different, merged = np.unique(numbers, return_inverse=True)
        if len(different) < len(numbers):
            nobody = np.zeros(len(different), dtype=bool)
            known = Contributions(known.leaves, merged[known.contributors], known.amounts, nobody, known.rows)
            numbers = different
        return cls(table, known, numbers)

    def beyond(self, cell: int, least: float) -> np.ndarray:
        """Return the numbers of those who add more than some amount to a cell."""
        amounts, who = self._top.amounts[cell], self._top.contributors[cell]
        if amounts[-1] <= least:
            return np.asarray(self._numbers[who[amounts > least]])
        who, amounts = self._members_of(cell)
        return np.asarray(self._numbers[who[amounts > least]])

    def ranked(self, cell: int, most: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the numbers of those who add most to a cell, the largest first, and what they add."""
        who, amounts = self._members_of(cell)
        first = np.lexsort((self._numbers[who], -amounts))[:most]
        first = first[amounts[first] > 0]
        return self._numbers[who[first]], amounts[first]

    def _members_of(self, cell: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the contributors of a cell, as the table numbers them, and what each adds."""
        if cell not in self._members:
            records = self._known.of(self._table.dimensions, self._table.code_places(cell))
            members, at = np.unique(self._known.contributors[records], return_inverse=True)
            self._members[cell] = members, np.bincount(at, self._known.amounts[records])
        return self._members[cell]

    def totals(self, numbers: np.ndarray) -> np.ndarray:
        """Return what contributors add to the whole table, float64 (k,)."""
        known, sums = self._totals
        at = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
        return np.where(known[at] == numbers, sums[at], 0.0)

    def of_contributor(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the cells of a contributor, ascending, and what he adds to each, above 0."""
        if number not in self._contributors:
            self._contributors[number] = self._find(number)
        return self._contributors[number]

    def _find(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        order, numbers = self._by_number
        first, last = np.searchsorted(numbers, [number, number + 1])
        records = order[first:last]
        amounts = self._known.amounts[records]
        cells, added = [], []
        for levels in product(*self._levels):
            cell, there = np.zeros(len(records), dtype=np.int64), np.ones(len(records), dtype=bool)
            for size, codes, leaves in zip(self._table.shape, levels, self._known.leaves, strict=True):
                code = codes[leaves[records]]
                cell, there = cell * size + code, there & (code >= 0)
            cells.append(cell[there])
            added.append(amounts[there])
        found, at = np.unique(np.concatenate(cells), return_inverse=True)
        sums = np.bincount(at, np.concatenate(added), len(found))
        return found[sums > 0], sums[sums > 0]

    @cached_property
    def _totals(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers of the contributors, ascending, and what each adds to the table."""
        order = np.argsort(self._numbers)
        sums = np.bincount(self._known.contributors, self._known.amounts, len(self._numbers))
        return self._numbers[order], sums[order]

    @cached_property
    def _by_number(self) -> tuple[np.ndarray, np.ndarray]:
        """The records in the order of their contributors' numbers, and these."""
        numbers = self._numbers[self._known.contributors]
        order = np.argsort(numbers, kind="stable")
        return order, numbers[order]

    @cached_property
    def _levels(self) -> list[list[np.ndarray]]:
        return [codes_by_depth(one) for one in self._table.dimensions]


def _numbers(tables: Sequence[CellTable]) -> list[np.ndarray | None]:
    """Return for each table the numbers of its contributors, int64 (c,); None: nobody knows who they are."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    known = [
        None if table.contributions is None or table.contributions.are_given else table.contributions
        for table in tables
    ]
    first = [None if one is None else one.rows_of_contributors for one in known]
    several = [one for one in known if one is not None]
    if len(several) < 2:
        return first
    # Whose records are together in one table is one contributor in the others, too.
    records = 1 + max(int(one.rows.max(initial=-1)) for one in several)
    starts = records + np.cumsum([0, *(0 if one is None else len(one.waived) for one in known)])
    at = np.concatenate([one.rows for one in several])
    holders = [
        start + one.contributors for start, one in zip(starts[:-1], known, strict=True) if one is not None
    ]
    links = csr_array(
        (np.ones(len(at), dtype=np.int8), (at, np.concatenate(holders))), shape=(starts[-1],) * 2
    )
    count, label = connected_components(links, directed=False)
    number = np.full(count, np.iinfo(np.int64).max)
    np.minimum.at(number, label[:records], np.arange(records))
    found = number[label]
    return [
        None if one is None else found[start : start + len(one.waived)]
        for start, one in zip(starts[:-1], known, strict=True)
    ]


def _alone(system: CellSystem, numbers: Sequence[np.ndarray | None]) -> np.ndarray:
    """Return the only contributor of each cell; where none is known, each is another one."""
    found = np.full(len(system), -1, dtype=np.int64)
    others = 0
    for own, table, known in zip(system.cells, system.tables, numbers, strict=True):
        if table.frequency is None:
            continue
        single = np.flatnonzero(table.frequency == 1)
        if table.contributions is None or known is None:
            # Who they are is not known: each is taken for another one.
            found[own[single]] = -2 - others - np.arange(len(single))
            others += len(single)
            continue
        who = table.contributions.largest(table.dimensions, TOP).contributors[:, 0]
        found[own[single]] = known[who[single]]
    return _named_alike(system, found)


def _named_alike(system: CellSystem, alone: np.ndarray) -> np.ndarray:
    """Return contributors so that whoever is alone in a whole is the one who is alone in its parts."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    sums = system.relations.tocoo()
    single = alone != -1
    whole = np.zeros(system.relations.shape[0], dtype=bool)
    whole[sums.row[(sums.data > 0) & single[sums.col]]] = True
    chosen = single[sums.col] & whole[sums.row]
    at, row, number = sums.col[chosen], sums.row[chosen], len(system)
    links = csr_array((np.ones(len(at), dtype=np.int8), (at, number + row)), shape=(number + len(whole),) * 2)
    _, component = connected_components(links, directed=False)
    # A known contributor, from 0, comes before those who only have a number of their own.
    best = np.full(int(component.max(initial=-1)) + 1, np.iinfo(np.int64).min)
    np.maximum.at(best, component[:number], np.where(single, alone, np.iinfo(np.int64).min))
    return np.where(single, best[component[:number]], -1)
