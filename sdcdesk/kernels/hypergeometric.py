"""Hypergeometric and binomial probabilities of the drawn records of a group, without factorials.

Differences of logarithms of factorials lose nine digits at a million records. Here the ratios of neighbouring
probabilities, which are fractions of whole numbers, are multiplied up in both directions from the most
probable value, and the products are divided by their sum.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

CELLS = 16_384
"""Probabilities that are computed at a time: few enough to stay in the processor's cache."""

LEFT_OUT = 44.0
"""At most 2e^−44, or 2·10^−19, of the probability lies outside a span."""


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Where the probability of each group lies.

    Attributes
    ----------
    mode
        int64, a most probable number of drawn records, or one next to it.
    first, last
        int64, the smallest and the largest number of drawn records that count.
    """

    mode: np.ndarray
    first: np.ndarray
    last: np.ndarray

    def take(self, rows: np.ndarray | slice) -> "Spans":
        """Return the spans of some groups.

        Parameters
        ----------
        rows
            int64 (m,) or bool (n,), or a slice: the groups.

        Returns
        -------
        Spans
            One row for each of them, in that order.
        """
        return Spans(self.mode[rows], self.first[rows], self.last[rows])

    def parts(self) -> Iterator[slice]:
        """Walk through groups of ascending size; the table of each part has about `CELLS` cells.

        Yields
        ------
        slice
            Neighbouring rows that are worked through at a time.
        """
        # A table is as wide as its widest row.
        width, start = np.maximum.accumulate(self.last - self.first + 1), 0
        while start < len(width):
            cells = np.arange(1, len(width) - start + 1) * width[start:]
            stop = start + max(int(np.searchsorted(cells, CELLS, side="right")), 1)
            yield slice(start, stop)
            start = stop

    @property
    def start(self) -> np.ndarray:
        """int64, the number of drawn records that the first column of a table belongs to."""
        start: np.ndarray = self.mode - self.left
        return start

    @property
    def left(self) -> int:
        """Columns of a table before that of the mode."""
        return int((self.mode - self.first).max(initial=0))

    @property
    def right(self) -> int:
        """Columns of a table behind that of the mode."""
        return int((self.last - self.mode).max(initial=0))

    @property
    def width(self) -> int:
        """Columns of a table that holds all spans."""
        return self.left + 1 + self.right


def spans(population: int, marked: np.ndarray, draws: int, *, independent: bool = False) -> Spans:
    """Return the numbers of marked records that a sample can hold, but for a probability of 2·10^−19.

    Bernstein's bound for sums of independent draws, which holds for draws without replacement too
    (Hoeffding, Probability inequalities for sums of bounded random variables, 1963, section 6). A sample of
    t records out of a group of a holds as many marked ones as a sample of a out of t; the smaller of
    the two variances counts.

    Parameters
    ----------
    population
        Records that are drawn from, N ≥ 1.
    marked
        int64 (groups,), sizes of the groups, 1…N.
    draws
        Records drawn without replacement, 0…N.
    independent
        Wide enough for `binomial` too.

    Returns
    -------
    Spans
        One row for each group.
    """
    share = draws / population
    variance = marked * share * (1 - share)
    if not independent:
        part = marked / population
        variance = np.minimum(variance, draws * part * (1 - part))
    third = LEFT_OUT / 3
    # From the mode or its neighbour, which are within 2 of the mean.
    reach = np.ceil(third + np.sqrt(third**2 + 2 * LEFT_OUT * variance)).astype(np.int64) + 2
    lowest, highest = np.maximum(0, marked - (population - draws)), np.minimum(marked, draws)
    mode = ((marked + 1) * ((draws + 1) / (population + 2))).astype(np.int64)
    mode = np.clip(mode, lowest, highest)
    if independent:
        lowest, highest = np.zeros_like(marked), marked
    return Spans(mode, np.maximum(mode - reach, lowest), np.minimum(mode + reach, highest))


def hypergeometric(population: int, marked: np.ndarray, draws: int, within: Spans) -> np.ndarray:
    """Return the probabilities of the numbers of marked records in a sample without replacement.

    Parameters
    ----------
    population, draws
        As in `spans`.
    marked
        int64 (groups,), sizes of the groups.
    within
        Spans of these groups.

    Returns
    -------
    np.ndarray
        float64 (groups, width). Column k belongs to `within.start` + k drawn records; 0 where that cannot
        occur.
    """
    mode, group = _column(within.mode), _column(marked)
    others = _column(population - marked - draws) + mode
    steps = np.arange(within.right, dtype=np.float64)
    up = (group - mode) - steps
    up *= (draws - mode) - steps
    down = (mode + 1) + steps
    down *= (others + 1) + steps
    up /= down
    steps = np.arange(within.left, dtype=np.float64)
    down = mode - steps
    down *= others - steps
    denominators = (group - mode + 1) + steps
    denominators *= (draws - mode + 1) + steps
    down /= denominators
    return _multiplied(up, down)


def binomial(trials: np.ndarray, share: float, within: Spans) -> np.ndarray:
    """Return the probabilities of the numbers of successes in independent trials; see `hypergeometric`.

    Parameters
    ----------
    trials
        int64 (groups,).
    share
        Probability of a success, 0 < share < 1.
    within
        Spans whose modes are possible numbers of successes.

    Returns
    -------
    np.ndarray
        float64 (groups, width); columns as in `hypergeometric`.
    """
    odds, group = share / (1 - share), _column(trials)
    x = _column(within.mode) + np.arange(within.right)
    up = (group - x) * odds / (x + 1)
    x = _column(within.mode) - np.arange(within.left)
    down = x / ((group - x + 1) * odds)
    return _multiplied(up, down)


def _column(values: np.ndarray) -> np.ndarray:
    """Return one row for each value; as floats, for products of two counts may leave int64."""
    column: np.ndarray = values.astype(np.float64)[:, None]
    return column


def _multiplied(up: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return the probabilities from the ratios of neighbours, away from the mode.

    The ratio at the end of the support is 0, so that all products beyond it are 0.
    """
    rows, left = down.shape
    table = np.ones((rows, left + 1 + up.shape[1]))
    np.cumprod(down, axis=1, out=table[:, :left][:, ::-1])
    np.cumprod(up, axis=1, out=table[:, left + 1 :])
    table /= table.sum(axis=1, keepdims=True)
    return table
