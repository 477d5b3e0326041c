"""Counts of labels: how many records have each label of a hierarchy, level by level."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import places


@dataclass(frozen=True, slots=True)
class FirstLabels:
    """The first labels of one level.

    Attributes
    ----------
    title
        What the level is called.
    labels
        The first of its labels, each with the number of records that have it.
    whole
        How many labels it has.
    """

    title: str
    labels: tuple[tuple[str, int], ...]
    whole: int


def first_labels(data: Microdata, name: str, hierarchy: Hierarchy, most: int) -> tuple[FirstLabels, ...]:
    """Return the first labels of each level with their records.

    Parameters
    ----------
    data
        The file.
    name
        The variable.
    hierarchy
        Its hierarchy.
    most
        How many labels of a level.

    Returns
    -------
    tuple[FirstLabels, ...]
        Level 0 first.
    """
    found = []
    for level, counts in enumerate(label_counts(data, name, hierarchy)):
        labels = hierarchy.labels(level)
        first = tuple(zip(labels[:most], counts[:most].tolist(), strict=True))
        found.append(FirstLabels(hierarchy.level_title(level), first, len(labels)))
    return tuple(found)


def label_counts(data: Microdata, name: str, hierarchy: Hierarchy) -> tuple[np.ndarray, ...]:
    """Return how many records have each label.

    Parameters
    ----------
    data
        The file.
    name
        The variable.
    hierarchy
        Its hierarchy; records with a value that it lacks, or none, are not counted.

    Returns
    -------
    tuple[np.ndarray, ...]
        For each level, 0 first, int64 (labels,) in the order of `Hierarchy.labels`.
    """
    coding = data.coding(name)
    records = np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories))
    found = places(coding.categories, hierarchy)
    placed = found >= 0
    values = np.bincount(found[placed], records[placed], len(hierarchy.values))
    levels = range(hierarchy.height + 1)
    counts = (np.bincount(hierarchy.codes(level), values, len(hierarchy.labels(level))) for level in levels)
    return tuple(count.astype(np.int64) for count in counts)
