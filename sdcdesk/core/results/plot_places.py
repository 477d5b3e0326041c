"""Places on an axis of a plot: where the values of a column stand, which marks it has, and their words."""

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, Unit
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.plot import Axis, Line, Plot
from sdcdesk.core.results.table import Table, plain_value
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import limit_number_text, quantity_text
from sdcdesk.core.text.sentence import localised, uncapitalised
from sdcdesk.core.text.ticks import axis, inside, tick_labels

Marks = list[tuple[float, str]]


class Places:
    """An axis of numbers. Shares stand in percent; a logarithmic axis has a place of its own for zero.

    Parameters
    ----------
    declared
        The axis.
    unit
        Of the numbers.
    values
        What is to be seen; numbers that are not finite have no place.
    locale
        How numbers are written.
    from_zero
        Zero is always shown.
    """

    def __init__(
        self,
        declared: Axis,
        unit: Unit | None,
        values: Iterable[float],
        locale: Locale = NEUTRAL,
        *,
        from_zero: bool = False,
    ) -> None:
        self._locale = locale
        self.unit, self._factor = unit, 100.0 if unit is not None and unit.kind == "share" else 1.0
        self._sign = locale.percent if self._factor != 1 else ""
        self._whole = unit is not None and unit.noun is not None
        self.is_log = declared.scale == "log"
        ends = [end for end in (declared.least, declared.most) if end is not None]
        seen = [value for value in (*values, *ends) if np.isfinite(value)]
        if from_zero and not self.is_log:
            seen.append(0.0)
        self.zero = 0.0
        self.low, self.high = self._log_ends(seen) if self.is_log else self._ends(seen)

    def place(self, value: float) -> float:
        """Return where a value stands.

        Parameters
        ----------
        value
            In the unit of the axis.

        Returns
        -------
        float
            In percent for shares.
        """
        return float(self.all(np.array([value]))[0])

    def all(self, values: np.ndarray) -> np.ndarray:
        """Return where values stand (float64); NaN stays NaN.

        Parameters
        ----------
        values
            float64 (n,).

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        if not self.is_log:
            return self._factor * values
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(values > 0, np.log10(values), np.where(np.isnan(values), np.nan, self.zero))

    def rounded(self) -> tuple[float, float]:
        """Return the ends of the axis, at the next round numbers where they are near.

        Returns
        -------
        tuple[float, float]
            The lower and the upper end.
        """
        if self.is_log:
            return self.low, self.high
        return axis(self.low, self.high, whole=self._whole)[1:]

    def marks(self, low: float, high: float) -> Marks:
        """Return place and words of the marks between two places.

        Parameters
        ----------
        low, high
            Ends of the part that is seen.

        Returns
        -------
        Marks
            Ascending.
        """
        if self.is_log:
            return self._log_marks(low, high)
        marks = inside(axis(low, high, whole=self._whole)[0], low, high)
        return [
            (mark, word + self._sign)
            for mark, word in zip(marks, tick_labels(marks, self._locale), strict=True)
        ]

    def _ends(self, seen: Sequence[float]) -> tuple[float, float]:
        low, high = (self._factor * end for end in (min(seen, default=0.0), max(seen, default=1.0)))
        return low, high if high > low else low + max(abs(low), 1.0) * 0.1

    def _log_ends(self, seen: Sequence[float]) -> tuple[float, float]:
        powers = [log10(value) for value in seen if value > 0] or [-2.0]
        low, high = min(powers), max(powers)
        span = max(high - low, 1.0)
        low, high = low - 0.2 * span, high + 0.1 * span
        self.zero = low - (high - low) / 6
        return (self.zero - (high - low) / 12 if any(value == 0 for value in seen) else low), high

    def _log_marks(self, low: float, high: float) -> Marks:
        marks = [(mark, self._words(10.0**mark)) for mark in decades(max(low, self.zero + 1e-9), high)]
        return [(self.zero, "0"), *marks] if low <= self.zero else marks

    def _words(self, value: float) -> str:
        shown = self._factor * value
        return tick_labels([shown, 2 * shown], self._locale)[0] + self._sign


def numbers(table: Table, column: str) -> np.ndarray:
    """Return a column of numbers (float64); what is not defined is NaN.

    Parameters
    ----------
    table, column
        The column, by its name.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    cells = table.frame[column]
    if cells.dtype == object:  # some are quantities of their own
        cells = cells.map(plain_value)
    found: np.ndarray = cells.astype("Float64").to_numpy(dtype=np.float64, na_value=np.nan)
    found[~np.isfinite(found)] = np.nan
    return found


def is_signed(table: Table, column: str) -> bool:
    """Return whether the numbers of a heat map go both ways from 0, so that its colours do, too.

    Parameters
    ----------
    table, column
        The column, by its name.

    Returns
    -------
    bool
        True of every change, so that maps of changes have the same colours, and where a number is negative.
    """
    return table.column(column).role == "change" or bool((numbers(table, column) < 0).any())


def cell_texts(
    table: Table,
    column: Column,
    rows: Sequence[int] | None = None,
    locale: Locale = NEUTRAL,
    *,
    noun: bool = True,
) -> list[str]:
    """Return cells of a plot's table as they are read out.

    Parameters
    ----------
    table, column
        The column.
    rows
        Places of rows; None: all, which takes less than one by one.
    locale
        How numbers are written.
    noun
        Whether what is counted is said.

    Returns
    -------
    list[str]
        One for each row.
    """
    if column.unit is None:
        return [localised(text, locale) for text in table.texts(column, rows)]
    return [quantity_text(cell, locale, noun=noun).text for cell in table.quantities(column, rows)]


def limit_label(line: Line, unit: Unit | None, locale: Locale = NEUTRAL) -> str:
    """Return the words of a limit.

    Parameters
    ----------
    line, unit
        The limit, and its unit.
    locale
        How numbers are written.

    Returns
    -------
    str
        "limit 25 %".
    """
    return f"{line.title} {limit_number_text(line.value, unit or NUMBER, locale)}"


def read_out(plot: Plot, table: Table, row: int, locale: Locale = NEUTRAL) -> str:
    """Return what a row of a plot says: its place in a line, then a line for each series.

    Parameters
    ----------
    plot, table, row
        The plot, and a row of its table.
    locale
        How numbers are written.

    Returns
    -------
    str
        Values stand behind a tab.
    """

    def cell(column: str) -> str:
        return cell_texts(table, table.column(column), [row], locale)[0]

    place = table.column(plot.x.column)
    first = cell(place.name)
    if place.unit is not None and place.unit.noun is None:
        first += f" {uncapitalised(place.title)}"
    if plot.label:
        first = f"{cell(plot.label)}: {first}"
    return "\n".join([first, *(f"{one.title}\t{cell(one.column)}" for one in plot.series)])


def decades(low: float, high: float) -> list[float]:
    """Return the marks of a logarithmic axis: powers of ten, in a short range 2 and 5 times them too.

    Parameters
    ----------
    low, high
        Ends of the axis, as powers of ten.

    Returns
    -------
    list[float]
        Powers of ten, ascending.
    """
    powers = range(floor(low), ceil(high) + 1)
    marks = [float(power) for power in powers if low <= power <= high]
    if len(marks) < 2:
        finer = [power + log10(digit) for power in powers for digit in (1, 2, 5)]
        marks = [mark for mark in finer if low <= mark <= high]
    step = ceil(len(marks) / 5)
    return marks[::step] if step else marks
