"""Repair of a weight matrix: the nearest one that follows the rules."""

import numpy as np

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.risk.weights.isotonic import falling
from sdcdesk.risk.weights.matrix import NAMED, WeightMatrix
from sdcdesk.risk.weights.order import OrderedGrid, lowered


def repaired(matrix: WeightMatrix) -> WeightMatrix:
    """Return the nearest admissible matrix of the same structure.

    Parameters
    ----------
    matrix
        Any weights that are finite. What stands where the structure has no place becomes 0.

    Returns
    -------
    WeightMatrix
        Of all matrices that follow the rules, the one whose weights differ least from the given ones: the
        sum of squared differences, over the cells that the structure has a place for, is smallest. It is
        admissible bit for bit. Weights that need not change keep their number; weights that are pooled share
        their mean, without its last digits where these are rounding (3, not 2.9999999999996). A matrix that
        is admissible already is returned as it is.

    Raises
    ------
    ParameterError
        A weight is not finite, or w_11 would be 0.

    Notes
    -----
    Isotonic regression, then max(0, ·), which is the projection on both. The solution is direct, so that
    its accuracy does not depend on a tolerance: each weight is true to about 1e−12 of the largest one. A
    block of 50 × 50 takes a few milliseconds; one of 1,000 × 1,000 that is out of order everywhere, seconds.

    Examples
    --------
    >>> repaired(WeightMatrix(structure="sampling", block=[[6, 2], [0, 3]], tail=0)).block
    ((6.0, 2.0), (0.0, 3.0))
    >>> repaired(WeightMatrix(structure="sampling", block=[[6, 4], [0, 3]], tail=0)).block
    ((6.0, 3.5), (0.0, 3.5))
    """
    if matrix.admissible:
        return matrix
    block = matrix.array
    _require_finite(block)
    grid = OrderedGrid.from_structure(matrix.structure, matrix.size)
    weights = np.maximum(_nearest(grid.laid_out(block, 0.0), grid.filled), 0.0)
    # Means are rounded, each by itself; where two then stand in the wrong order, the smaller one holds.
    repaired = grid.block(lowered(np.where(grid.filled, weights, np.inf)))
    if repaired[0, 0] <= 0:
        raise ParameterError(
            "The nearest matrix that follows the rules would give records that are unique in both files no "
            "weight, w(1, 1) = 0; type a weight of more than 0 there first.",
            "weights",
        )
    return matrix.changed(block=repaired.tolist())


def _nearest(weights: np.ndarray, filled: np.ndarray) -> np.ndarray:
    # Sums of the largest numbers would overflow. Scaled by a power of 2, no digit is lost.
    exponent = int(np.frexp(np.abs(weights).max())[1])
    scaled = np.ldexp(weights, -exponent)
    found = falling(scaled, filled)
    moved = filled & (found != scaled)
    means, pool = np.unique(np.ldexp(found[moved], exponent), return_inverse=True)
    nearest = weights.copy()
    nearest[moved] = np.array([_short(mean) for mean in means.tolist()])[pool] if len(means) else []
    return nearest


def _short(mean: float) -> float:
    """Return a mean without its last digits where nothing but rounding seems to stand in them."""
    short = rough(mean, 12)
    return short if short == rough(mean, 10) else mean


def _require_finite(block: np.ndarray) -> None:
    broken = (np.argwhere(~np.isfinite(block)) + 1).tolist()
    if broken:
        raise ParameterError(
            sentence(
                "The weights cannot be repaired while some are not finite numbers ({cells}); type numbers "
                "there first.",
                cells=listed([f"w({i}, {j})" for i, j in broken[:NAMED]], len(broken)),
            ),
            "weights",
        )
