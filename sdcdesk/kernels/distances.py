"""Distances between two matrices of the same shape."""

from dataclasses import dataclass, replace
from decimal import Context

import numpy as np

CHUNK = 8_192
"""Cells that are compared at a time: few enough that intermediate results stay in the cache."""

DIGITS = 14
"""Digits of a mean: a cell takes part in fewer than 64 roundings, which may spoil the two behind them.

Without those, values that all moved by 10 % have a mean variation of 0.1, to which a limit may be equal.
"""


_ROUNDING = Context(prec=DIGITS)


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Sums over the cells of two matrices; the discrepancies of parts of a matrix add up to its own.

    Attributes
    ----------
    squares, absolutes
        Σ(m − m′)² and Σ|m − m′|.
    variations
        Σ|m − m′|/|m| over the cells with m ≠ 0.
    cells
        Cells that are defined in both matrices.
    zeros
        Those of them with m = 0.
    undefined
        Cells that are NaN in one of the matrices.
    """

    squares: float = 0.0
    absolutes: float = 0.0
    variations: float = 0.0
    cells: int = 0
    zeros: int = 0
    undefined: int = 0

    def __add__(self, other: "Discrepancy") -> "Discrepancy":
        """Return the discrepancy of both parts together."""
        return Discrepancy(
            self.squares + other.squares,
            self.absolutes + other.absolutes,
            self.variations + other.variations,
            self.cells + other.cells,
            self.zeros + other.zeros,
            self.undefined + other.undefined,
        )

    def weighted(self, weight: float) -> "Discrepancy":
        """Return the discrepancy with each cell counted by a weight; their number stays.

        Parameters
        ----------
        weight
            How much each cell counts.

        Returns
        -------
        Discrepancy
            With sums times the weight.
        """
        return replace(
            self,
            squares=self.squares * weight,
            absolutes=self.absolutes * weight,
            variations=self.variations * weight,
        )

    @property
    def mean_square_error(self) -> float:
        """Mean of (m − m′)², to 14 digits; NaN without cells."""
        return _ratio(self.squares, self.cells)

    @property
    def mean_absolute_error(self) -> float:
        """Mean of |m − m′|, to 14 digits; NaN without cells."""
        return _ratio(self.absolutes, self.cells)

    @property
    def mean_variation(self) -> float:
        """Mean of |m − m′|/|m| over the cells with m ≠ 0, to 14 digits; NaN without such cells."""
        return _ratio(self.variations, self.cells - self.zeros)

    @property
    def utility(self) -> float:
        """1 / mean square error; NaN where that is 0 or not defined."""
        return _ratio(1.0, self.mean_square_error)


def discrepancy(before: np.ndarray, after: np.ndarray) -> Discrepancy:
    """Compare two arrays of cells.

    Parameters
    ----------
    before, after
        float64 (cells,), m and m′; NaN where a cell is not defined. A difference too large for float64 is
        infinite.

    Returns
    -------
    Discrepancy
        Sums over the cells that are defined in both, and how many these are.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        pieces = [
            _piece(before[start : start + CHUNK], after[start : start + CHUNK])
            for start in range(0, len(before), CHUNK)
        ]
        # In pairs, as within a piece: one after the other, errors of rounding would grow with their number.
        return Discrepancy(*(sum_of.item() for sum_of in map(np.sum, zip(*pieces, strict=True))))


def _piece(before: np.ndarray, after: np.ndarray) -> tuple[float, float, float, int, int, int]:
    gaps = np.abs(after - before)
    undefined = int(np.count_nonzero(np.isnan(gaps)))
    if undefined:
        defined = ~np.isnan(gaps)
        gaps, before = gaps[defined], before[defined]
    size = np.abs(before)
    cells, varying = len(size), int(np.count_nonzero(size))
    variations = gaps / size if varying == cells else gaps[size > 0] / size[size > 0]
    sums = (float(np.square(gaps).sum()), float(gaps.sum()), float(variations.sum()))
    return *sums, cells, cells - varying, undefined


def _ratio(total: float, count: float) -> float:
    return float(_ROUNDING.create_decimal_from_float(total / count)) if count else np.nan
