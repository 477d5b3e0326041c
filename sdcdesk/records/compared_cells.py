"""Compared cells: the values of both files side by side, as they are read, and what is to be said of them."""

from dataclasses import dataclass

from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import count_text
from sdcdesk.records.record_column import MOST_DIGITS, RecordColumn, count_digits, record_column
from sdcdesk.records.side_by_side import LEFT_OUT, SideBySide

FRACTION = 2
"""Digits after the point of masked numbers that were whole."""


@dataclass(slots=True)
class Cell:
    """What a cell says, and how it looks.

    Attributes
    ----------
    text
        What it says; empty where a file has no value.
    right
        Whether it stands at the right.
    missing, changed
        Whether it holds a missing value, and whether the masked value reads differently.
    band
        Whether the record's group is shaded.
    out
        Whether the record is not in the masked file.
    small
        Whether the record's group is smaller than wanted.
    """

    text: str = ""
    right: bool = False
    missing: bool = False
    changed: bool = False
    band: bool = False
    out: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ComparedCells:
    """Cells in the columns of the original, of the masked file, and of the sizes of the groups.

    Attributes
    ----------
    both
        The files.
    k
        Groups of fewer records are told.
    locale
        How numbers are written.
    """

    both: SideBySide
    k: int
    locale: Locale = NEUTRAL

    def is_group(self, column: int) -> bool:
        """Return whether a column holds the sizes of the groups.

        Parameters
        ----------
        column
            From 0, those of the original first.

        Returns
        -------
        bool
            It is the last.
        """
        return column == 2 * len(self.both.names)

    def position(self, place: int, column: int) -> int:
        """Return where the record of a cell stands in its file.

        Parameters
        ----------
        place
            Place of the record in the common order.
        column
            See `is_group`.

        Returns
        -------
        int
            `LEFT_OUT` where the masked file lacks it.
        """
        initial = int(self.both.order[place])
        return initial if column < len(self.both.names) else int(self.both.position[initial])

    def prepared(self, column: int) -> RecordColumn | None:
        """Return a variable of one of the files, ready to be read.

        Parameters
        ----------
        column
            See `is_group`.

        Returns
        -------
        RecordColumn or None
            None: the masked file lacks it, or these are the sizes of the groups.
        """
        both = self.both
        if self.is_group(column):
            return None
        name = both.names[column % len(both.names)]
        if column < len(both.names):
            return record_column(both.original, name, MOST_DIGITS, self.locale)
        if name not in both.masked:
            return None
        # Means of whole numbers, or of cents, need no more digits than tell that they are means.
        usual = min(count_digits(both.original.narrow_column(name)) or 0, MOST_DIGITS)
        return record_column(both.masked, name, max(usual, FRACTION), self.locale)

    def cell(self, place: int, column: int, values: RecordColumn | None, *, shaded: bool) -> Cell:
        """Return what a cell says, and how it looks.

        Parameters
        ----------
        place, column
            See `position`.
        values
            What `prepared` has returned for the column.
        shaded
            Whether every second group is.

        Returns
        -------
        Cell
            Empty where the file has no such variable.
        """
        both, position = self.both, self.position(place, column)
        found = Cell(band=shaded and bool(both.band[place]))
        if position == LEFT_OUT:
            found.out = True
        elif self.is_group(column):
            size = self._size(position)
            found.small, found.right = size < self.k, True
            found.text = f"{'! ' if found.small else ''}{count_text(size, self.locale)}"
        elif values is not None:
            found.text, found.right = values.text(position), values.right
            found.missing = values.missing(position)
            masked = column >= len(both.names)
            changed = both.changed.get(both.names[column % len(both.names)]) if masked else None
            found.changed = changed is not None and bool(changed[position])
        return found

    def group_text(self, position: int) -> str:
        """Return how many records share the keys of a masked record.

        Parameters
        ----------
        position
            In the masked file.

        Returns
        -------
        str
            "2 records share these keys, fewer than the 3 wanted".
        """
        return self.both.shared_text(self._size(position), self.k, self.locale)

    def _size(self, position: int) -> int:
        return 0 if self.both.sizes is None else int(self.both.sizes[position])
