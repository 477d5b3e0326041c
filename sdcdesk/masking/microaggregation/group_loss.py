"""Group loss of microaggregation: the sizes of its groups, and SSE and SST in them."""

from collections.abc import Iterable

import numpy as np

from sdcdesk.core.numbers.contributions import NEVER_TOLD
from sdcdesk.core.numbers.quantity import GROUPS, NUMBER, RECORDS, SCORE, Quantity
from sdcdesk.masking.covariance import standard_deviation
from sdcdesk.masking.strata import NO_GROUP


def group_sizes(labels: Iterable[np.ndarray]) -> dict[str, Quantity]:
    """Return the number of groups of all groupings, and the sizes of the smallest and largest.

    Parameters
    ----------
    labels
        For each grouping the group of each record, int64 (n,); `NO_GROUP` for records in none.

    Returns
    -------
    dict[str, Quantity]
        "groups", "smallest group" and "largest group".
    """
    sizes = np.concatenate([np.bincount(groups[groups != NO_GROUP]) for groups in labels])
    return {
        "groups": Quantity(len(sizes), GROUPS),
        "smallest group": Quantity(int(sizes.min()), RECORDS),
        "largest group": Quantity(int(sizes.max()), RECORDS),
    }


def losses(values: Iterable[tuple[np.ndarray, np.ndarray]]) -> dict[str, Quantity]:
    """Return SSE, SST and the information loss of standardised variables (÷ n), if any varies.

    Parameters
    ----------
    values
        For each variable the original and the masked values, float64 (m,) each, of the records that are in
        groups.

    Returns
    -------
    dict[str, Quantity]
        "SSE", "SST" and "information loss", of 100; empty where no variable varies.
    """
    within = total = 0.0
    for original, masked in values:
        deviation = standard_deviation(original)
        if deviation > 0:
            n = len(original)
            within += float((((masked - original) / deviation) ** 2).sum()) * n / (n - 1)
            total += n
    if not total:
        return {}
    # The released file holds the sums between groups; with the share within them follow the original ones.
    found = {
        "SSE": (within, NUMBER),
        "SST": (total, NUMBER),
        "information loss": (100 * within / total, SCORE),
    }
    return {name: Quantity(value, unit, contributions=NEVER_TOLD) for name, (value, unit) in found.items()}
