"""Group loss of microaggregation: the sizes of its groups, and SSE and SST in them."""

from collections.abc import Iterable

import numpy as np

from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL, NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import GROUPS, NUMBER, RECORDS, SCORE, Quantity
from sdcdesk.core.results.findings import Declared
from sdcdesk.masking.covariance import standard_deviation
from sdcdesk.masking.strata import NO_GROUP

GROUPS_FORMED = Declared("groups", "Groups", GROUPS, "Groups that were formed, of all sets of variables.")

SMALLEST_GROUP = Declared(
    "smallest_group", "Smallest group", RECORDS, "Records of the smallest group.", better="more"
)

LARGEST_GROUP = Declared("largest_group", "Largest group", RECORDS, "Records of the largest group.")

SSE = Declared(
    "sse",
    "SSE",
    NUMBER,
    "Sum of the squared differences of masked and original values, over all grouped values of the continuous "
    "variables, each standardised.",
)

SST = Declared("sst", "SST", NUMBER, "The same from the mean of each variable.")

INFORMATION_LOSS = Declared(
    "information_loss",
    "Information loss",
    SCORE,
    "SSE/SST, of 100. It is not defined, and left out, if all variables are constant.",
    better="less",
)


def group_sizes(labels: Iterable[np.ndarray]) -> dict[Declared, Quantity]:
    """Return the number of groups of all groupings, and the sizes of the smallest and largest.

    Parameters
    ----------
    labels
        For each grouping the group of each record, int64 (n,); `NO_GROUP` for records in none.

    Returns
    -------
    dict[Declared, Quantity]
        By the declaration of each.
    """
    sizes = np.concatenate([np.bincount(groups[groups != NO_GROUP]) for groups in labels])
    return {
        GROUPS_FORMED: Quantity(len(sizes), GROUPS),
        SMALLEST_GROUP: Quantity(int(sizes.min()), RECORDS, contributions=KNOWN_TO_ALL),
        LARGEST_GROUP: Quantity(int(sizes.max()), RECORDS, contributions=KNOWN_TO_ALL),
    }


def losses(values: Iterable[tuple[np.ndarray, np.ndarray]]) -> dict[Declared, Quantity]:
    """Return SSE, SST and the information loss of standardised variables (÷ n), if any varies.

    Parameters
    ----------
    values
        For each variable the original and the masked values, float64 (m,) each, of the records that are in
        groups.

    Returns
    -------
    dict[Declared, Quantity]
        By the declaration of each; empty where no variable varies.
    """
    within = total = 0.0
    for original, masked in values:
        deviation = standard_deviation(original)
        if deviation > 0:
            n = len(original)
            gaps = masked - original
            gaps /= deviation
            gaps *= gaps
            within += float(gaps.sum()) * n / (n - 1)
            total += n
    if not total:
        return {}
    # The released file holds the sums between groups; with the share within them follow the original ones.
    found = {SSE: within, SST: total, INFORMATION_LOSS: 100 * within / total}
    return {one: Quantity(value, one.unit, contributions=NEVER_PUBLISHED) for one, value in found.items()}
