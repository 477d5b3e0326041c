"""Contributions to the cells of a table: the largest of each cell, those of one contributor put together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.stable_order import stable_order
from sdcdesk.tables.cells.dimension import Dimension

EQUAL = 1e-12
"""Relative difference of amounts, and of shares of them, that count as equal."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Largest:
    """The largest contributors of each cell.

    Attributes
    ----------
    amounts
        float64 (n, m), in falling order; 0 where there is none.
    contributors
        int64 (n, m), who they are; −1 where there is none.
    """

    amounts: np.ndarray
    contributors: np.ndarray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Contributions:
    """What each contributor adds to the cells of a table.

    A contributor is a record, or all records of a holding: in a total too they count as one. Amounts are not
    weighted: a record that stands for several is one of them for an intruder.

    Attributes
    ----------
    leaves
        For each dimension int64 (records,), the code of each record, always one without parts.
    contributors
        int64 (records,), to whom each record belongs, 0…c−1.
    amounts
        float64 (records,), from 0.
    waived
        bool (c,), who allows publication.
    rows
        int64 (records,), where the records are in the file.
    sums
        float64 (n,), what the contributions of each cell add up to, weighted; None: the value of the cell.
    are_given
        Whether only the largest amounts of each cell are known, as of a finished table, and no records.
    identified
        Finds int64 (records,), what tells each record from others, whatever order the file has them in;
        None: only their places do.
    """

    leaves: tuple[np.ndarray, ...]
    contributors: np.ndarray
    amounts: np.ndarray
    waived: np.ndarray
    rows: np.ndarray
    sums: np.ndarray | None = None
    are_given: bool = False
    identified: Callable[[], np.ndarray] | None = None
    _known: "dict[int, Largest]" = field(default_factory=dict)
    _count: "list[np.ndarray]" = field(default_factory=list)
    _identities: "list[np.ndarray]" = field(default_factory=list)

    @classmethod
    def given(cls, amounts: np.ndarray, count: np.ndarray | None) -> "Contributions":
        """Return the contributions of a table of which only the largest are known, but not of whom.

        Parameters
        ----------
        amounts
            float64 (n, m), in falling order, 0 where there is none.
        count
            int64 (n,), the contributors of each cell; None: those that are known.

        Returns
        -------
        Contributions
            Without records.
        """
        none = np.empty(0, dtype=np.int64)
        new = cls((), none, np.empty(0), np.empty(0, dtype=bool), none, are_given=True)
        new._known[amounts.shape[1]] = Largest(amounts, np.full(amounts.shape, -1, dtype=np.int64))
        new._count.append((amounts > 0).sum(axis=1) if count is None else count)
        return new

    def largest(self, dimensions: Sequence[Dimension], most: int, progress: Progress = SILENT) -> Largest:
        """Return the largest contributors of each cell.

        Parameters
        ----------
        dimensions
            Dimensions of the table.
        most
            How many, from 1; what was found once is kept.
        progress
            Receives how far the work is.

        Returns
        -------
        Largest
            Equal amounts in the order of the contributors.

        Raises
        ------
        DataError
            Fewer are known of a finished table.
        """
        known = next((found for number, found in self._known.items() if number >= most), None)
        if known is None and self.are_given:
            words = (
                "The table tells fewer of the largest contributions than the {n} that are needed; give more."
            )
            raise DataError(sentence(words, n=most), "rules")
        if known is None:
            known = self._find(dimensions, most, progress)
            self._known[most] = known
        return Largest(known.amounts[:, :most], known.contributors[:, :most])

    def count(self, dimensions: Sequence[Dimension], progress: Progress = SILENT) -> np.ndarray:
        """Return the number of contributors of each cell.

        Parameters
        ----------
        dimensions
            Dimensions of the table.
        progress
            Receives how far the work is.

        Returns
        -------
        np.ndarray
            int64 (n,); a holding counts once, also one that adds 0.
        """
        if not self._count:
            self.largest(dimensions, 2, progress)
        return self._count[0]

    @property
    def most_given(self) -> int:
        """How many of the largest amounts of each cell a finished table tells."""
        return max(self._known, default=0)

    @property
    def identities(self) -> np.ndarray:
        """int64 (records,), who each record is, in any file that has it, in whatever order."""
        if self.identified is None:
            return self.rows
        if not self._identities:
            self._identities.append(self.identified())
        return self._identities[0]

    @property
    def rows_of_contributors(self) -> np.ndarray:
        """int64 (c,), the first record of each contributor, which tells it from others in any table."""
        found = np.full(len(self.waived), np.iinfo(np.int64).max)
        np.minimum.at(found, self.contributors, self.rows)
        return found

    @property
    def unwaived(self) -> "Contributions":
        """Those of contributors who do not allow publication."""
        kept = ~self.waived[self.contributors]
        return Contributions(
            tuple(one[kept] for one in self.leaves),
            self.contributors[kept],
            self.amounts[kept],
            self.waived,
            self.rows[kept],
        )

    def of(self, dimensions: Sequence[Dimension], codes: Sequence[int]) -> np.ndarray:
        """Return which records are in a cell.

        Parameters
        ----------
        dimensions
            Dimensions of the table.
        codes
            For each dimension the place of the code of the cell.

        Returns
        -------
        np.ndarray
            int64 (m,), places of records, ascending.
        """
        inside = np.ones(len(self.amounts), dtype=bool)
        for dimension, leaves, code in zip(dimensions, self.leaves, codes, strict=True):
            below = np.zeros(len(dimension), dtype=bool)
            below[code] = True
            for place, parent in enumerate(dimension.parents[1:], start=1):
                below[place] |= below[parent]
            inside &= below[leaves]
        return np.flatnonzero(inside)

    def _find(self, dimensions: Sequence[Dimension], most: int, progress: Progress) -> Largest:
        cells = int(np.prod([len(one) for one in dimensions], dtype=np.int64))
        found = _Top(np.zeros((cells, most)), np.full((cells, most), -1, dtype=np.int64))
        count = np.zeros(cells, dtype=np.int64)
        paths = [codes_by_depth(one) for one in dimensions]
        rounds = list(product(*(range(len(levels)) for levels in paths)))
        alone = bool((np.bincount(self.contributors, minlength=1) <= 1).all())
        # Sorted once: within the cells of every margin the records of single contributors stay in order.
        order = np.lexsort((self.contributors, -self.amounts)) if alone else np.arange(len(self.amounts))
        leaves = [one[order] for one in self.leaves]
        contributors, amounts = self.contributors[order], self.amounts[order]
        for depths, _ in progress.over(rounds, "Contributions"):
            # Each record is at most once in a cell of these depths.
            cell = np.zeros(len(amounts), dtype=np.int64)
            there = np.ones(len(amounts), dtype=bool)
            for dimension, levels, own, depth in zip(dimensions, paths, leaves, depths, strict=True):
                code = levels[depth][own]
                there &= code >= 0
                cell = cell * len(dimension) + code
            places = np.flatnonzero(there)
            if not len(places):
                continue
            some = cell[places], contributors[places], amounts[places]
            own_cells, own_contributors, own_amounts = some if alone else _together(*some)
            found.fill(own_cells, own_contributors, own_amounts, count)
        if not self._count:
            self._count.append(count)
        return Largest(found.amounts, found.contributors)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Top:
    """The largest contributors of each cell, while they are found."""

    amounts: np.ndarray
    contributors: np.ndarray

    def fill(self, cell: np.ndarray, contributor: np.ndarray, amount: np.ndarray, count: np.ndarray) -> None:
        """Write the largest of some cells; within a cell amounts are in falling order."""
        order = stable_order(cell)
        cell, contributor, amount = cell[order], contributor[order], amount[order]
        starts = np.flatnonzero(run_begins(cell))
        lengths = np.diff(np.r_[starts, len(cell)])
        count[cell[starts]] = lengths
        for rank in range(self.amounts.shape[1]):
            at = starts[lengths > rank] + rank
            self.amounts[cell[at], rank] = amount[at]
            self.contributors[cell[at], rank] = contributor[at]


def _together(
    cell: np.ndarray, contributor: np.ndarray, amount: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what each contributor adds to each cell, in falling order of amounts."""
    key = cell * (int(contributor.max()) + 1) + contributor
    order = stable_order(key)
    key = key[order]
    first = np.flatnonzero(run_begins(key))
    cell, contributor = cell[order][first], contributor[order][first]
    amount = np.add.reduceat(amount[order], first)
    falling = np.lexsort((contributor, -amount))
    return cell[falling], contributor[falling], amount[falling]


def codes_by_depth(dimension: Dimension) -> list[np.ndarray]:
    """Return for each depth the code of that depth above each code.

    Parameters
    ----------
    dimension
        A tree of codes.

    Returns
    -------
    list[np.ndarray]
        int64 (codes,) for each depth, the deepest first; −1 where a code stands higher.
    """
    depths, above = dimension.depths, dimension.above
    at = np.arange(len(dimension))
    found = []
    for depth in range(int(depths.max()), -1, -1):
        found.append(np.where(depths[at] == depth, at, -1))
        at = np.where(depths[at] == depth, np.maximum(above[at], 0), at)
    return found
