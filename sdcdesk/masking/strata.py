"""Strata: groups of records that never reach across them."""

from collections.abc import Callable, Sequence

import numpy as np

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.kernels.counting import group_records
from sdcdesk.kernels.stable_order import stable_order

NO_GROUP = -1
"""Label of a record that is in no group."""

Form = Callable[[np.ndarray, Progress], np.ndarray]
"""(positions of records, progress) → int64 group of each, 0…G−1."""


def find_strata(data: DescribedFrame, names: Sequence[str]) -> np.ndarray:
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
    return group_records(key_codes(data, names)).labels


BETWEEN, NO_VALUE = " × ", "(missing)"
"""Between the values that name a stratum, and in place of a missing one."""


def stratum_names(data: DescribedFrame, names: Sequence[str], strata: np.ndarray | None = None) -> list[str]:
    """Return the name of each stratum: its values as text, with " × " between them.

    Parameters
    ----------
    data, names
        As `find_strata` takes them; at least one name.
    strata
        int64 (n,), what that returned; computed where not given.

    Returns
    -------
    list[str]
        One for each stratum.

    Raises
    ------
    DataError
        Two strata would have one name, because values hold the sign or the words of the names.
    """
    strata = find_strata(data, names) if strata is None else strata
    first = np.unique(strata, return_index=True)[1]
    parts = []
    for name in names:
        coding = data.coding(name)
        words = [*as_text(coding.values), NO_VALUE]  # the code of a missing value counts from the end
        parts.append([words[code] for code in coding.codes[first].tolist()])
    found = [BETWEEN.join(values) for values in zip(*parts, strict=True)]
    if len(set(found)) < len(found):
        raise DataError(
            "Two strata would have one name, for a value holds the sign × or is (missing); recode it first.",
            "within",
        )
    return found


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
    parts = [records]
    if strata.any():
        together = records[stable_order(strata[records])]
        parts = np.split(together, np.flatnonzero(np.diff(strata[together])) + 1)
    groups = 0
    for members, share in progress.over(parts):
        found = form(members, share)
        labels[members] = groups + found
        groups += int(found.max()) + 1
    return labels
