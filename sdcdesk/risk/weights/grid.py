"""Grid of a weight matrix: the cells that an editor shows, and one row and column for all larger groups."""

from enum import Enum
from math import isfinite

import numpy as np

from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import capital, sentence
from sdcdesk.risk.weights.admissibility import occurs
from sdcdesk.risk.weights.editing import broken_cells
from sdcdesk.risk.weights.intervals import Interval, interval
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.text import Cell, allowed_text, cell_text, column_title, row_title

LEAST = 8
"""Group sizes that are shown where a matrix has no more."""

HIDDEN = "…"
"""What stands for larger groups whose weights do not follow from those that are shown."""


class Kind(Enum):
    """What a cell is."""

    WEIGHT = "weight"
    TAIL = "tail"
    IMPOSSIBLE = "impossible"


class WeightGrid:
    """The cells of the sizes 1…last, and those of size last + 1, which stand for all larger groups.

    Parameters
    ----------
    matrix
        The weights.
    last
        Group sizes to show; 0: all that the matrix has, at least `LEAST`.
    read_only
        Whether the weights are only looked at.

    Attributes
    ----------
    top
        The largest weight that is shown.
    hides
        Whether larger groups than those shown have weights that do not follow from the tail.
    broken
        Cells whose weights break a rule.
    """

    def __init__(self, matrix: WeightMatrix, last: int = 0, *, read_only: bool = False) -> None:
        self.matrix, self.read_only = matrix, read_only
        self.last = last or max(LEAST, matrix.size)
        self.broken = frozenset(broken_cells(matrix))
        self.hides = self.last < matrix.size and not _follow(matrix, self.last)
        self._values = _values(matrix, self.last)
        self.top = max((value for row in self._values for value in row if isfinite(value)), default=0.0)
        self._block: WeightMatrix | None = None
        self._intervals: dict[Cell, Interval] = {}

    @property
    def block(self) -> WeightMatrix:
        """The matrix with a block that holds all sizes that are shown."""
        if self._block is None:
            self._block = self.matrix.enlarged(self.last)
        return self._block

    def interval(self, i: int, j: int) -> Interval:
        """Return which weights fit in a cell.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.

        Returns
        -------
        Interval
            Kept for later questions about the same cell.
        """
        if (i, j) not in self._intervals:
            self._intervals[i, j] = interval(self.block, i, j)
        return self._intervals[i, j]

    def kind(self, i: int, j: int) -> Kind:
        """Return what a cell is.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.

        Returns
        -------
        Kind
            A weight, a cell of the tail, or a cell without a place.
        """
        if not occurs(self.matrix.structure, np.asarray(i), np.asarray(j)):
            # A weight that was pasted where none has a place is shown, so that it can be taken away.
            return Kind.WEIGHT if (i, j) in self.broken else Kind.IMPOSSIBLE
        return Kind.TAIL if max(i, j) > self.last else Kind.WEIGHT

    def editable(self, i: int, j: int) -> bool:
        """Return whether the weight of a cell can be changed; larger groups follow the tail.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.

        Returns
        -------
        bool
            False in a grid that is only looked at.
        """
        return not self.read_only and self.kind(i, j) is Kind.WEIGHT

    def weight(self, i: int, j: int) -> float:
        """Return the weight of a cell.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.

        Returns
        -------
        float
            As it stands in the matrix, or what the tail gives.
        """
        return self._values[i - 1][j - 1]

    def share(self, i: int, j: int) -> float:
        """Return a weight as a share of the largest one, 0 where it is not shown.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.

        Returns
        -------
        float
            0…1.
        """
        weight = self.weight(i, j)
        hidden = self.hides and self.kind(i, j) is Kind.TAIL
        return 0.0 if hidden or not isfinite(weight) or self.top <= 0 else max(weight, 0.0) / self.top

    def fixed(self, i: int, j: int) -> bool:
        """Return whether the neighbours leave a weight no choice; a zero is not marked as such.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.

        Returns
        -------
        bool
            True where only the present weight fits.
        """
        marked = self.editable(i, j) and not self.broken and self.weight(i, j) != 0
        return marked and self.interval(i, j).fixed

    def text(self, i: int, j: int, locale: Locale = NEUTRAL) -> str:
        """Return the weight of a cell as it is written there.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            Empty where nothing can stand; "≤ 2" where the weights of the tail shrink.
        """
        kind, weight = self.kind(i, j), self.weight(i, j)
        if kind is Kind.IMPOSSIBLE:
            return ""
        if kind is Kind.TAIL and self.hides:
            return HIDDEN
        # A tail that shrinks does so with every further person.
        shrinks = kind is Kind.TAIL and 0 < self.matrix.tail < 1 and weight > 0
        return f"{'≤ ' if shrinks else ''}{number_text(weight, locale)}"

    def meaning(self, i: int, j: int, locale: Locale = NEUTRAL) -> str:
        """Return whom a cell is about, what such records weigh, and which weights fit.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            A sentence for tooltips and screen readers.
        """
        kind = self.kind(i, j)
        if kind is Kind.IMPOSSIBLE:
            return sentence("Cannot happen with the structure {structure}", structure=self.matrix.structure)
        if kind is Kind.TAIL:
            if self.hides:
                return sentence(
                    "Sizes {first} to {last} have weights of their own: show more sizes to see them",
                    first=str(self.last + 1),
                    last=str(self.matrix.size),
                )
            words = "Larger groups: {text}. Set by the choice above the grid"
            return sentence(words, text=self.text(i, j, locale))
        words = "{cell}: weight {text}"
        if not self.read_only:
            words = "{cell}: weight {text}. Allowed: {weights}"
            if self.broken:
                words = (
                    "{cell}: weight {text}, which breaks a rule"
                    if (i, j) in self.broken
                    else "{cell}: weight {text}"
                )
        return sentence(
            words,
            cell=capital(cell_text(i, j)),
            text=self.text(i, j, locale),
            weights=allowed_text(self.interval(i, j), locale) if "{weights}" in words else "",
        )

    def table(self, locale: Locale = NEUTRAL) -> list[list[str]]:
        """Return everything that is shown as rows of text, the titles first.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        list[list[str]]
            Rows of equal length.
        """
        sizes = range(1, self.last + 2)
        rows = [[row_title(i, self.last), *(self.text(i, j, locale) for j in sizes)] for i in sizes]
        return [["", *(column_title(j, self.last) for j in sizes)], *rows]


def _values(matrix: WeightMatrix, last: int) -> list[list[float]]:
    """Return the weights of sizes 1…last and of the next one."""
    sizes = list(range(1, last + 2))
    values: list[list[float]] = matrix.at([[size] for size in sizes], [sizes]).tolist()
    # As typed, also where the structure has no place for a weight.
    for row, typed in zip(values, matrix.block, strict=False):
        row[: len(typed)] = typed[: last + 1]
    return values


def _follow(matrix: WeightMatrix, last: int) -> bool:
    """Return whether the weights of sizes above `last` are what the tail would make of the others."""
    cut = tuple(row[:last] for row in matrix.block[:last])
    return matrix.changed(block=cut).enlarged(matrix.size).block == matrix.block
