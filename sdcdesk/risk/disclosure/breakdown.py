"""Breakdown of an assessed disclosure risk: sizes of groups, cells of the matrix, single records."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.risk.disclosure.classification import ClassificationMatrix

SIZES = (1, 2, 3, 5, 10, 20, 50)
"""Smallest group of each class of sizes; the last class is open."""


@dataclass(frozen=True, slots=True)
class SizeClass:
    """Records in groups of similar size.

    Attributes
    ----------
    low, high
        Smallest and largest size; None: no end.
    before, after
        Records of the initial and of the masked file.
    """

    low: int
    high: int | None
    before: int
    after: int


def classified(assessment: Assessment) -> ClassificationMatrix:
    """Return the classification matrix of an assessed disclosure risk.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.

    Returns
    -------
    ClassificationMatrix
        Counts of the released records by both sizes of their groups.
    """
    table = assessment.table("classification")
    i, j, counts = (table[name].to_numpy(dtype=np.int64) for name in ("i", "j", "count"))
    return ClassificationMatrix(i, j, counts, n=assessment.initial_records, t=assessment.released_records)


def class_of_size(sizes: np.ndarray) -> np.ndarray:
    """Return for sizes of groups (int64) the positions of their classes in `SIZES` (int64).

    Parameters
    ----------
    sizes
        int64 (m,), from 1.

    Returns
    -------
    np.ndarray
        int64 (m,), from 0.
    """
    place: np.ndarray = np.searchsorted(SIZES, sizes, side="right") - 1
    return place


def size_class_name(place: int) -> str:
    """Return a class of sizes in words: "1", "3–4", "50+".

    Parameters
    ----------
    place
        Place of the class in `SIZES`, from 0.

    Returns
    -------
    str
        Sizes from first to last, without a noun.
    """
    low = SIZES[place]
    if place == len(SIZES) - 1:
        return f"{low}+"
    high = SIZES[place + 1] - 1
    return str(low) if low == high else f"{low}–{high}"


CLASS_NAMES = [size_class_name(at) for at in range(len(SIZES))]
"""All classes in words."""


def size_classes(assessment: Assessment) -> tuple[SizeClass, ...]:
    """Return the records of both files by the size of their group, in the classes of `SIZES`.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.

    Returns
    -------
    tuple[SizeClass, ...]
        One entry for each class, empty ones too.
    """
    table = assessment.table("group_sizes")
    place = class_of_size(table["size"].to_numpy())

    def records(name: str) -> list[int]:
        counts: list[int] = np.zeros(len(SIZES), dtype=np.int64).tolist()
        for at, count in zip(place.tolist(), table[name].tolist(), strict=True):
            counts[at] += count
        return counts

    ends = [*(low - 1 for low in SIZES[1:]), None]
    columns = (SIZES, ends, records("records_before"), records("records_after"))
    return tuple(SizeClass(*row) for row in zip(*columns, strict=True))


def rows_of_size(assessment: Assessment, low: int, high: int | None) -> np.ndarray:
    """Return the positions in the original of the released records in groups of `low`…`high` now.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.
    low
        Smallest size.
    high
        Largest size; None: no bound.

    Returns
    -------
    np.ndarray
        int64 (m,), in the order of the masked file.
    """
    now = assessment.record("f")
    rows: np.ndarray = assessment.masked.rows[(now >= low) & (now <= (high or np.inf))]
    return rows
