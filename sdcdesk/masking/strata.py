"""Strata: groups of records that never reach across them."""

from collections.abc import Callable, Sequence

import numpy as np

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.kernels.counting import Codes, InMemory

NO_GROUP = -1
"""Label of a record that is in no group."""

Form = Callable[[np.ndarray, Progress], np.ndarray]
"""(positions of records, progress) → int64 group of each, 0…G−1."""


def strata_of(data: Microdata, names: Sequence[str]) -> np.ndarray:
    """Return the stratum of each record, int64: the records that agree on all these variables.

    A missing value agrees with another missing value. Without variables there is one stratum.

    Parameters
    ----------
    data
        The file before the step.
    names
        Names of variables, possibly none.

    Returns
    -------
    np.ndarray
        int64 (n,), strata 0…S−1.
    """
    if not names:
        return np.zeros(len(data), dtype=np.int64)
    codings = [data.coding(name) for name in names]
    return InMemory().groups([Codes(coding.codes, len(coding.categories)) for coding in codings]).labels


def too_small(strata: np.ndarray, k: int) -> int:
    """Return how many strata hold some of these records, but fewer than k.

    Parameters
    ----------
    strata
        int64 (m,), the strata of some records.
    k
        Records that each should hold.

    Returns
    -------
    int
        Strata with 1…k − 1 of these records.
    """
    sizes = np.bincount(strata)
    return int(((sizes > 0) & (sizes < k)).sum())


def grouped(strata: np.ndarray, records: np.ndarray, form: Form, progress: Progress) -> np.ndarray:
    """Form groups of some records, in each stratum by itself.

    Parameters
    ----------
    strata
        int64 (n,), stratum of each record of the file.
    records
        int64 (m,), positions of the records that are grouped, in the order in which `form` shall get them.
    form
        Called once for each stratum that has such records.
    progress
        Each stratum takes an equal share of it.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each record of the file, 0…G−1, and `NO_GROUP` where it has none.
    """
    labels = np.full(len(strata), NO_GROUP, dtype=np.int64)
    together = records[np.argsort(strata[records], kind="stable")]
    ends = np.flatnonzero(np.diff(strata[together])) + 1
    groups = 0
    for members, share in progress.over(np.split(together, ends)):
        found = form(members, share)
        labels[members] = groups + found
        groups += int(found.max()) + 1
    return labels
