"""Tables of findings: a data frame whose columns say what they hold, and whom they may be shown to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.digits import column_digits
from sdcdesk.core.numbers.quantity import Bound, Quantity, Reason, Unit, Why
from sdcdesk.core.numbers.small_counts import SmallCounts
from sdcdesk.core.results.column import NAMING, Column, Secrecy, names_in
from sdcdesk.core.text.deciding_cells import deciding_cells
from sdcdesk.core.text.sentence import SILENT, Sentence, sentence, uncapitalised
from sdcdesk.core.text.value_text import value_text

_ORDERS = {
    (True, True): ("Highest {title} first", "Highest {title} first; files carry all rows"),
    (True, False): ("Lowest {title} first", "Lowest {title} first; files carry all rows"),
    (False, True): ("From Z to A by {title}", "From Z to A by {title}; files carry all rows"),
    (False, False): ("From A to Z by {title}", "From A to Z by {title}; files carry all rows"),
}
"""By whether a column holds numbers and is sorted downwards: where all rows are shown, and where not."""

NOT_DEFINED = Reason(Why.NOT_APPLICABLE, "Not defined here.")
"""Reason of an empty cell of numbers where the table gives no other."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of findings.

    Attributes
    ----------
    name
        For look-ups and JSON; never translated.
    title
        A noun phrase.
    about
        What it shows, in a sentence or two.
    columns
        What is shown, in order. The frame may hold more, which look-ups in Python still find.
    frame
        The rows; an empty cell of numbers is not defined. A cell may be a `Quantity` of its own, where bounds
        or reasons differ from row to row.
    empty
        What was looked at and not found, where there are no rows.
    rows
        For a row's position in the frame, the positions (int64) in the initial file of the records that it
        counts; None: its rows count no records that could be shown.
    row_title
        For a row's position, what these records are, in a few words ("alone in both files").
    known
        For a row's position, variables that others know and a scenario can be made of, none where they do
        not; None: its rows stand for no variables.
    capped
        Rows that people are shown at first; files carry all.
    follows
        Name of a figure of the same measure that could be computed from the rows: where that one counts too
        few records for a document, the table is left out too.
    cumulative
        Of rows of which each counts records that others count too, as those above rising thresholds: the
        position of the row that a figure tells in any case; None: rows count different records.
    small_counts
        Counts of records that its shares were added up from; None: they tell none.
    solves
        Whether its rows are equations enough to solve these counts, so that it is left out where they are too
        small.
    masking
        Variables of which the rows tell how they were masked: each of those that it names or, where rows
        name none or are joint, all rows together.
    joint
        Whether each row follows from all these variables, though it names one of them.
    crossed
        Columns that name rows together, where the sum of the rows that share a name is known from elsewhere.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    frame: pd.DataFrame = field(repr=False)
    about: Sentence = SILENT
    empty: str = "There are no rows."
    rows: Callable[[int], np.ndarray] | None = field(default=None, repr=False, compare=False)
    row_title: Callable[[int], str] | None = field(default=None, repr=False, compare=False)
    known: Callable[[int], tuple[str, ...]] | None = field(default=None, repr=False, compare=False)
    capped: int = 200
    follows: str = ""
    cumulative: int | None = None
    small_counts: SmallCounts | None = field(default=None, repr=False, compare=False)
    solves: bool = False
    masking: frozenset[str] = frozenset()
    joint: bool = False
    crossed: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.frame)

    @property
    def undefined(self) -> dict[str, Reason]:
        """Why cells of numbers are not defined, by column, where more is to be said than this."""
        return {one.name: one.undefined for one in self.columns if one.undefined is not None}

    def with_quantities(self, change: Callable[[Quantity], Quantity], columns: Iterable[Column]) -> Self:
        """Return the table with other quantities in some columns.

        Parameters
        ----------
        change
            Gives the new quantity for an old one.
        columns
            Columns of the table; one without cells stays as it is.

        Returns
        -------
        Self
            The same object where no column changes.
        """
        cells = {
            one.name: pd.Series(list(map(change, self.quantities(one))), self.frame.index, dtype=object)
            for one in columns
            if one.name in self.frame
        }
        return replace(self, frame=self.frame.assign(**cells)) if cells else self

    def names_of_rows(self, variables: frozenset[str]) -> list[frozenset[object]]:
        """Return which variables each row names.

        Parameters
        ----------
        variables
            Variables that are looked for.

        Returns
        -------
        list[frozenset[object]]
            One set for each row, empty where it names none of them.
        """
        found = [frozenset[object]()] * len(self)
        for column in self.columns:
            if column.name in NAMING and column.unit is None:
                cells = self.frame[column.name].tolist()
                found = [names | names_in(cell) & variables for names, cell in zip(found, cells, strict=True)]
        return found

    def with_secrecy(self, secrecy: Secrecy) -> Self:
        """Return the table with another secrecy of all its columns.

        Parameters
        ----------
        secrecy
            Whom they may be shown to.

        Returns
        -------
        Self
            The same rows.
        """
        return replace(self, columns=tuple(replace(one, secrecy=secrecy) for one in self.columns))

    def column(self, name: str) -> Column:
        """Return a column by its name; raises `KeyError`.

        Parameters
        ----------
        name
            Name of a shown column.

        Returns
        -------
        Column
            Title, unit, meaning, role and secrecy.
        """
        return {column.name: column for column in self.columns}[name]

    def order_text(self, sorted_by: int, *, descending: bool, seen: int) -> str:
        """Return in which order rows are shown, and that files carry those that are not.

        Parameters
        ----------
        sorted_by
            Place of the column that they are sorted by; −1: as they stand.
        descending
            Whether the highest come first.
        seen
            Rows that are shown.

        Returns
        -------
        str
            "Highest share first; files carry all rows"; empty where nothing is to be said.
        """
        if sorted_by < 0:
            return "Files carry all rows" if seen < len(self) else ""
        column = self.columns[sorted_by]
        title = uncapitalised(column.title)
        shown, files_too = _ORDERS[column.unit is not None, descending]
        return sentence(files_too if seen < len(self) else shown, title=title)

    def row_text(self, position: int) -> str:
        """Return what a row of the frame stands for, for those who look at its records.

        Parameters
        ----------
        position
            Its place in the frame.

        Returns
        -------
        str
            Its title, or that of the table.
        """
        return self.row_title(position) if self.row_title else uncapitalised(self.title)

    def quantities(self, column: Column, rows: Sequence[int] | None = None) -> list[Quantity]:
        """Return the cells of a column of numbers, of some rows or of all.

        Parameters
        ----------
        column
            One of this table's.
        rows
            Positions in the frame; None: all.

        Returns
        -------
        list[Quantity]
            One for each row; empty cells carry the reason why they are not defined.

        Raises
        ------
        ValueError
            The column holds text.
        """
        if column.unit is None:
            raise ValueError(sentence("{name} holds text", name=column.name))
        reason = column.undefined or NOT_DEFINED
        cells = self.frame[column.name]
        values = (cells if rows is None else cells.iloc[list(rows)]).tolist()
        return [_quantity(value, column, column.unit, reason) for value in values]

    def digits(self, column: Column) -> int | None:
        """Return how many digits after the point the cells of a column have, however many rows are shown.

        Parameters
        ----------
        column
            One of this table's, of numbers.

        Returns
        -------
        int or None
            None: each cell has its own.
        """
        values = self.numbers(column).to_numpy(dtype=np.float64, na_value=np.nan)
        bounds = self._bounds(column)
        places = deciding_cells(values, column.limits)
        if bounds is not None and column.limits:
            # Bounds round outwards, so that the nearest to a limit of each kind decides.
            kinds = (np.where(bounds == bound, values, np.nan) for bound in Bound)
            places = np.unique(np.concatenate([deciding_cells(kind, column.limits) for kind in kinds]))
        return column_digits(self.quantities(column, places.tolist()), column.limits)

    def numbers(self, column: Column) -> pd.Series:
        """Return the raw values of a column of numbers, of cells that are quantities of their own, too.

        Parameters
        ----------
        column
            One of this table's, of numbers.

        Returns
        -------
        pd.Series
            One for each row; what is not defined is missing.
        """
        values = self.frame[column.name].reset_index(drop=True)
        return pd.to_numeric(values.map(plain_value)) if values.dtype == object else values

    def _bounds(self, column: Column) -> np.ndarray | None:
        """Return the bounds of cells that are quantities of their own; None: all have that of the column."""
        cells = self.frame[column.name]
        if cells.dtype != object:
            return None
        own = (each.bound if isinstance(each, Quantity) else column.bound for each in cells)
        return np.array([str(bound) for bound in own])

    def texts(self, column: Column, rows: Sequence[int] | None = None) -> list[str]:
        """Return the cells of a column of text.

        Parameters
        ----------
        column
            One of this table's.
        rows
            Positions in the frame; None: all.

        Returns
        -------
        list[str]
            One for each row; missing values are empty.
        """
        cells = self.frame[column.name]
        values = (cells if rows is None else cells.iloc[list(rows)]).tolist()
        # A sentence stays one, so that its reader has it in his locale.
        texts = (value if isinstance(value, str) else value_text(value) for value in values)
        return [
            "" if value is None or value is pd.NA or value != value else text
            for value, text in zip(values, texts, strict=True)
        ]

    def labelled_frame(self) -> pd.DataFrame:
        """Return the frame with the units of its columns as attributes of the frame.

        Returns
        -------
        pd.DataFrame
            A shallow copy; `attrs` holds "title", and "units" by column. Quantities are their values.
        """
        frame = self.frame.copy(deep=False)
        units = {column.name: column.unit for column in self.columns if column.unit is not None}
        for name in filter(lambda name: pd.api.types.is_object_dtype(frame[name]), frame):
            if any(isinstance(cell, Quantity) for cell in frame[name]):
                plain = frame[name].map(plain_value).convert_dtypes()
                whole = name in units and units[name].noun is not None
                frame[name] = (
                    plain if whole else plain.astype("Float64").to_numpy(np.float64, na_value=np.nan)
                )
        frame.attrs = {"title": self.title, "units": {name: unit.name for name, unit in units.items()}}
        return frame

    def order(self, column: Column, *, ascending: bool) -> np.ndarray:
        """Return the rows in the order of a column's raw values, in their own where these are equal.

        Parameters
        ----------
        column
            The column that they are sorted by; text goes by its letters, large or small.
        ascending
            Whether the smallest comes first; what is not defined comes last always.

        Returns
        -------
        np.ndarray
            Positions, int64 (n,).
        """
        frame = self.frame[column.name].reset_index(drop=True)
        values = frame if column.unit is None else self.numbers(column)
        if values.dtype == object or isinstance(values.dtype, pd.StringDtype):
            values = values.astype("str").str.casefold().where(values.notna())
        order = values.sort_values(ascending=ascending, kind="stable", na_position="last")
        return order.index.to_numpy(dtype=np.int64)

    def exact_rows(self, order: np.ndarray | None = None) -> Iterator[list[str]]:
        """Yield all rows with all digits, as programs read them, after the titles of the columns.

        Parameters
        ----------
        order
            Positions (int64) of the rows; as they stand where not given.

        Yields
        ------
        list[str]
            The titles first, then one row at a time; missing values are empty.
        """
        yield [" ".join(filter(None, (column.over, column.title))) for column in self.columns]
        frame = self.frame if order is None else self.frame.iloc[order]
        for row in zip(*(frame[column.name].tolist() for column in self.columns), strict=True):
            yield [_exact(plain_value(value)) for value in row]


def rows_to_json(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as plain JSON values, its index left out.

    Parameters
    ----------
    frame
        Any frame; names of columns become text.

    Returns
    -------
    list[dict[str, Any]]
        One dictionary for each row, by column.
    """
    columns = [str(name) for name in frame.columns]
    rows = zip(*(frame[name].tolist() for name in frame.columns), strict=True)
    return [{name: plain_value(value) for name, value in zip(columns, row, strict=True)} for row in rows]


def plain_value(value: Any) -> Any:
    """Return a cell as JSON can hold it: not defined, and not finite, become null.

    Parameters
    ----------
    value
        A cell of a frame.

    Returns
    -------
    Any
        Number, text, truth value, list, or None.
    """
    if isinstance(value, Quantity):
        value = value.value
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or value is pd.NA or (isinstance(value, float) and not np.isfinite(value)):
        return None
    return list(value) if isinstance(value, tuple) else value


def _quantity(value: Any, column: Column, unit: Unit, reason: Reason) -> Quantity:
    if isinstance(value, Quantity):
        return value
    value = plain_value(value)
    return Quantity(None, unit, reason=reason) if value is None else Quantity(value, unit, column.bound)


def _exact(value: Any) -> str:
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)
