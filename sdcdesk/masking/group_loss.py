"""Group loss of microaggregation: the sizes of its groups, and SSE and SST in them."""

from collections.abc import Iterable

import numpy as np

from sdcdesk.masking.covariance import standard_deviation
from sdcdesk.masking.strata import NO_GROUP


def group_sizes(labels: Iterable[np.ndarray]) -> dict[str, float]:
    """Return the number of groups of all groupings, and the sizes of the smallest and largest.

    Parameters
    ----------
    labels
        For each grouping the group of each record, int64 (n,); `NO_GROUP` for records in none.

    Returns
    -------
    dict[str, float]
        "groups", "smallest group" and "largest group".
    """
    sizes = np.concatenate([np.bincount(groups[groups != NO_GROUP]) for groups in labels])
    return {"groups": len(sizes), "smallest group": int(sizes.min()), "largest group": int(sizes.max())}


def losses(values: Iterable[tuple[np.ndarray, np.ndarray]]) -> dict[str, float]:
    """Return SSE, SST and the information loss of standardised variables (÷ n), if any varies.

    Parameters
    ----------
    values
        For each variable the original and the masked values, float64 (m,) each, of the records that are in
        groups.

    Returns
    -------
    dict[str, float]
        "SSE", "SST" and the loss in percent by name; empty where no variable varies.
    """
    within = total = 0.0
    for original, masked in values:
        deviation = standard_deviation(original)
        if deviation > 0:
            n = len(original)
            within += float((((masked - original) / deviation) ** 2).sum()) * n / (n - 1)
            total += n
    return {"SSE": within, "SST": total, "information loss (%)": 100 * within / total} if total else {}
