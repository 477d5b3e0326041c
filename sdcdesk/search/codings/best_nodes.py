"""Best nodes of a lattice: those of least loss, the minimal ones, and those that no other one beats."""

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins
from sdcdesk.search.codings.coding_losses import TIED


def tied_nodes(losses: np.ndarray, levels: np.ndarray, safe: np.ndarray) -> np.ndarray:
    """Return the nodes of least loss.

    Parameters
    ----------
    losses
        float64 (N,); NaN, where it is not defined, is worst.
    levels
        int64 (N, d), the nodes.
    safe
        bool (N,), which of them meet what is asked for.

    Returns
    -------
    np.ndarray
        int64 (t,), their positions; the first has the smallest sum of levels, then the smallest levels from
        the first key on. None where no node is safe.
    """
    places = np.flatnonzero(safe)
    if not len(places):
        return places
    found = np.where(np.isnan(losses[places]), np.inf, losses[places])
    least = found.min()
    if np.isfinite(least):
        places = places[found <= least + TIED * max(1.0, abs(least))]
    tied = levels[places]
    order = np.lexsort([*tied.T[::-1], tied.sum(axis=1)])
    best: np.ndarray = places[order]
    return best


def minimal_nodes(safe: np.ndarray) -> np.ndarray:
    """Return which nodes are safe while no finer one is.

    Parameters
    ----------
    safe
        bool (levels of each key, …), which nodes of the lattice are safe.

    Returns
    -------
    np.ndarray
        bool (levels of each key, …).
    """
    below = safe.copy()
    for axis in range(safe.ndim):
        np.logical_or.accumulate(below, axis=axis, out=below)
    finer = np.zeros_like(safe)
    for axis in range(safe.ndim):
        later = tuple(slice(1, None) if one == axis else slice(None) for one in range(safe.ndim))
        earlier = tuple(slice(None, -1) if one == axis else slice(None) for one in range(safe.ndim))
        finer[later] |= below[earlier]
    found: np.ndarray = safe & ~finer
    return found


def minimal_of_some(levels: np.ndarray, unsafe: np.ndarray) -> np.ndarray:
    """Return the nodes of which all finer ones are known to be unsafe, where only some nodes are known.

    Parameters
    ----------
    levels
        int64 (N, d), the nodes that are known.
    unsafe
        bool (N,), which of them are unsafe, and with them all finer ones.

    Returns
    -------
    np.ndarray
        bool (N,); False also where it is not known.
    """
    known, found = levels[unsafe], ~unsafe
    for place in np.flatnonzero(found):
        for key in np.flatnonzero(levels[place]):
            finer = levels[place].copy()
            finer[key] -= 1
            if not (known >= finer).all(axis=1).any():
                found[place] = False
                break
    return found


def pareto_nodes(losses: np.ndarray, left_out: np.ndarray, safe: np.ndarray) -> np.ndarray:
    """Return the nodes than which no other one loses less without leaving out more records, or the reverse.

    Parameters
    ----------
    losses
        float64 (N,); NaN is worst.
    left_out
        int64 (N,), records left out.
    safe
        bool (N,), which nodes meet what is asked for.

    Returns
    -------
    np.ndarray
        int64 (p,), positions, ascending by records left out; of equal ones all.
    """
    places = np.flatnonzero(safe & ~np.isnan(losses))
    if not len(places):
        return places
    order = places[np.lexsort([losses[places], left_out[places]])]
    found, gone = losses[order], left_out[order]
    # The least loss of all that leave out fewer, and the least among those that leave out as many.
    new = run_begins(gone)
    first = np.flatnonzero(new)
    least = np.minimum.accumulate(found[first])
    before = np.concatenate([[np.inf], least[:-1]])
    own = np.cumsum(new) - 1
    scale = TIED * np.maximum(1.0, np.abs(found))
    front = (found <= found[first][own] + scale) & (found < before[own] - scale)
    best: np.ndarray = order[front]
    return best
