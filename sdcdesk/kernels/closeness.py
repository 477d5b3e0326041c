"""Closeness of the values within groups to those of all records: distances, gains and what is learnt.

Counts are multiplied, not divided, as long as that is exact: n_gv·N − n_g·N_v is the *excess* of a value v in
a group g of n_g records, N_v of all N records having it. So a group like all others is at distance 0.
"""

from collections.abc import Sequence

import numpy as np

from sdcdesk.kernels.value_counts import ValueCounts

LARGEST_EXACT = 2.0**62
"""Sums up to this are whole numbers of int64; larger ones are float64."""


def equal_distances(counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
    """Return the earth mover's distance of each group where all different values are equally far apart.

    Parameters
    ----------
    counts
        Values of the groups.
    overall
        int64 (m,), how often each value occurs in all records.

    Returns
    -------
    np.ndarray
        float64 (G,), half the sum of the absolute differences of shares, 0…1.
    """
    distances: np.ndarray = _moved(counts, overall) / (counts.sizes * overall.sum())
    return distances


def levelled_distances(counts: ValueCounts, overall: np.ndarray, levels: Sequence[np.ndarray]) -> np.ndarray:
    """Return the earth mover's distance of each group where a hierarchy says how far apart values are.

    Two values are as far apart as the height of the lowest label that they share, divided by the height of
    the whole hierarchy. On a tree the distance is a sum over its branches: the mean over all levels below the
    top of the distance between the labels there, different ones being equally far apart.

    Parameters
    ----------
    counts
        Values of the groups.
    overall
        int64 (m,), how often each value occurs in all records.
    levels
        For each level above the values and below the one label at the top the label of each value, int64
        (m,) from 0; labels of a level lie within those of the next.

    Returns
    -------
    np.ndarray
        float64 (G,), 0…1.
    """
    moved = _moved(counts, overall)
    for codes in levels:
        labels = np.bincount(codes, weights=overall).astype(np.int64)
        moved = moved + _moved(counts.recoded(codes), labels)
    distances: np.ndarray = moved / (counts.sizes * overall.sum() * (len(levels) + 1))
    return distances


def ordered_distances(counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
    """Return the earth mover's distance of each group where values stand in an order.

    Two values are as far apart as their places, divided by m − 1, m values occurring at all. The distance is
    the sum of the absolute differences of cumulative shares, divided by m − 1. Between two values of a group
    its share stands still, so the differences are summed by one search in the cumulative counts of all.

    Parameters
    ----------
    counts
        Values of the groups.
    overall
        int64 (m,), how often each value occurs in all records, in the order of the values.

    Returns
    -------
    np.ndarray
        float64 (G,), 0…1; 0 where there is one value only.
    """
    # Each group by itself, so that its distance does not hang on which others are looked at with it.
    exact = counts.sizes * (float(overall.sum()) * np.count_nonzero(overall)) < LARGEST_EXACT
    if exact.all():
        return _ordered_distances(counts, overall, np.int64)
    rounded = _ordered_distances(counts, overall, np.float64)
    return np.where(exact, _ordered_distances(counts, overall, np.int64), rounded)


def _ordered_distances(
    counts: ValueCounts, overall: np.ndarray, kind: type[np.int64 | np.float64]
) -> np.ndarray:
    """Return `ordered_distances`, with sums of a kind; whole numbers that are too large are wrong."""
    present = overall > 0
    below = np.cumsum(overall[present])
    m, records = len(below), int(overall.sum())
    sums = np.concatenate([[0], np.cumsum(below.astype(kind))])
    start = (np.cumsum(present) - 1)[counts.values]
    end = np.append(start[1:], m)
    end[counts.starts[1:] - 1] = m
    cumulative = np.cumsum(counts.counts)
    cumulative -= counts.spread(cumulative[counts.starts] - counts.counts[counts.starts])
    size = counts.own_size.astype(kind)
    crossing = np.clip(
        np.searchsorted(below, cumulative * records // counts.own_size, side="right"), start, end
    )
    level = cumulative.astype(kind) * records
    moved = (2 * crossing - start - end) * level + size * (sums[start] + sums[end] - 2 * sums[crossing])
    ahead = counts.sizes.astype(kind) * sums[start[counts.starts]]
    distances: np.ndarray = (counts.total(moved) + ahead) / (
        counts.sizes.astype(kind) * records * max(m - 1, 1)
    )
    return distances


def gains(counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
    """Return for each value of each group its relative gain (q − p) / p: share q in the group, p in all.

    Parameters
    ----------
    counts
        Values of the groups.
    overall
        int64 (m,), how often each value occurs in all records.

    Returns
    -------
    np.ndarray
        float64 (C,), above −1.
    """
    found: np.ndarray = _excess(counts, overall) / (counts.own_size * overall[counts.values])
    return found


def learnt(counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
    """Return for each value of each group |log₂(q / p)|: share q in the group, p in all.

    Parameters
    ----------
    counts
        Values of the groups.
    overall
        int64 (m,), how often each value occurs in all records.

    Returns
    -------
    np.ndarray
        float64 (C,), in bits.
    """
    ratio = counts.counts * overall.sum() / (counts.own_size * overall[counts.values])
    found: np.ndarray = np.abs(np.log2(ratio))
    return found


def _excess(counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
    """Return n_gv·N − n_g·N_v for each value of each group."""
    excess: np.ndarray = counts.counts * overall.sum() - counts.own_size * overall[counts.values]
    return excess


def _moved(counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
    """Return for each group how much of its values would have to become others, times n_g·N."""
    return counts.total(np.maximum(_excess(counts, overall), 0))
