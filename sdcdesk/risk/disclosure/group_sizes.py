"""Group sizes of both files as tables list them: one by one, in classes, pair by pair, record by record."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.column import Cells, Column, ColumnRole, Secrecy
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.disclosure.breakdown import CLASS_NAMES, class_of_size
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.released import Released
from sdcdesk.risk.keys.key_values import key_texts
from sdcdesk.risk.weights.matrix import WeightMatrix

LAST = 8
"""Sizes from here on share the last row and column of the classification matrix that people are shown."""


@dataclass(frozen=True, eq=False)
class GroupSizes:
    """Sizes of the groups of both files.

    Attributes
    ----------
    compared
        Both files, with the groups of their records.
    released
        The released records, classified by the sizes of their groups.
    """

    compared: Comparison
    released: Released

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Every size, with the groups and records of both files."""
        files = {"_before": self.compared.before, "_after": self.compared.after}
        sizes = np.unique(np.concatenate([file.sizes for file in files.values()]))
        table = pd.DataFrame({"size": sizes})
        for suffix, file in files.items():
            records = np.zeros(len(sizes), dtype=np.int64)
            records[np.searchsorted(sizes, file.sizes)] = file.records
            without = np.full(len(sizes), not file.grouped)
            table[f"groups{suffix}"] = pd.arrays.IntegerArray(records // sizes, without)
            table[f"records{suffix}"] = records
        return table

    @cached_property
    def classes(self) -> np.ndarray:
        """int64 (t,), class of the size of the group of each released record."""
        return class_of_size(self.released.f)

    def by_class(self, name: str) -> np.ndarray:
        """Return the records of each class of sizes.

        Parameters
        ----------
        name
            "records_before" or "records_after".

        Returns
        -------
        np.ndarray
            int64 (number of classes,).
        """
        place = class_of_size(self.frame["size"].to_numpy())
        return np.bincount(place, self.frame[name].to_numpy(), len(CLASS_NAMES)).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class SizeChanges:
    """The classification matrix as people look at it: sizes of `LAST` and more share a place.

    Attributes
    ----------
    matrix
        The classification matrix.
    weights
        Weights of the records, by the size of their group now and before.
    released
        The released records, classified by the sizes of their groups; None: they are not at hand.
    """

    matrix: ClassificationMatrix
    weights: WeightMatrix
    released: Released | None = None

    @property
    def now(self) -> np.ndarray:
        """int64, for each place the size now, from 0."""
        return np.repeat(np.arange(LAST), LAST)

    @property
    def before(self) -> np.ndarray:
        """int64, for each place the size before, from 0."""
        return np.tile(np.arange(LAST), LAST)

    @property
    def records(self) -> np.ndarray:
        """int64, records of each place."""
        return np.bincount(self._place, self.matrix.counts, LAST * LAST).astype(np.int64)

    @property
    def added(self) -> np.ndarray:
        """float64, what the records of each place add to DR_W."""
        matrix = self.matrix
        weight = self.weights.at(matrix.i, matrix.j) / self.weights.first
        return np.bincount(self._place, weight * matrix.counts / matrix.larger / matrix.n, LAST * LAST)

    def rows(self, at: int) -> np.ndarray:
        """Return the records of a place.

        Parameters
        ----------
        at
            The place.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """
        if self.released is None:
            return np.empty(0, dtype=np.int64)
        now, before = np.minimum(self.released.f, LAST), np.minimum(self.released.initial, LAST)
        rows: np.ndarray = self.released.masked.rows[
            (now == self.now[at] + 1) & (before == self.before[at] + 1)
        ]
        return rows

    @property
    def _place(self) -> np.ndarray:
        place: np.ndarray = (np.minimum(self.matrix.i, LAST) - 1) * LAST + np.minimum(self.matrix.j, LAST) - 1
        return place


@dataclass(frozen=True, slots=True, eq=False)
class ObservedCells:
    """Every observed cell of the classification matrix.

    Attributes
    ----------
    released
        The released records, classified by the sizes of their groups.
    frame
        A row for each cell.
    """

    released: Released
    frame: pd.DataFrame

    def rows(self, at: int) -> np.ndarray:
        """Return the records of a cell.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """
        matrix = self.released.matrix
        here = (self.released.f == matrix.i[at]) & (self.released.initial == matrix.j[at])
        rows: np.ndarray = self.released.masked.rows[here]
        return rows

    def row_title(self, at: int) -> str:
        """Return what the records of a cell are.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        str
            For those who look at them.
        """
        matrix = self.released.matrix
        return sentence(
            "in groups of {now} now and of {before} before", now=matrix.i[at], before=matrix.j[at]
        )


@dataclass(frozen=True, slots=True, eq=False)
class AtRisk:
    """Released records that add most to DR_W.

    Attributes
    ----------
    original
        The original file.
    released
        All released records.
    contribution
        float64 (m,), what each of those listed adds.
    names
        The key variables.
    chosen
        int64 (m,), which of them are listed, the strongest first.
    """

    original: Microdata = field(repr=False)
    released: Released
    contribution: np.ndarray
    names: tuple[str, ...]
    chosen: np.ndarray

    @property
    def rows(self) -> np.ndarray:
        """int64 (m,), positions in the original."""
        rows: np.ndarray = self.released.masked.rows[self.chosen]
        return rows

    def key_columns(self) -> Iterator[tuple[Column, Cells]]:
        """Yield the columns that say who they are: their number, and their key values in both files.

        Yields
        ------
        tuple[Column, Cells]
            All are values of the data.
        """
        number = Column("record", "Record", None, "Its number in the original.", "key", Secrecy.RECORD)
        yield number, self.rows + 1
        files: tuple[tuple[ColumnRole, str, Microdata, np.ndarray], ...] = (
            ("before", "Original", self.original, self.rows),
            ("after", "Masked", self.released.masked, self.chosen),
        )
        for when, over, data, places in files:
            for name in self.names:
                column = Column(f"{name} {when}", name, None, "", when, Secrecy.RECORD, over)
                yield column, key_texts(data, name, places)
