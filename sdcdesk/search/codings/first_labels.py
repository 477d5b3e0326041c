"""First labels of each level of a hierarchy, with the records that have them."""

from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.hierarchy_counts import hierarchy_counts
from sdcdesk.inspection.value_counts import value_counts


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
    for level, counts in enumerate(hierarchy_counts(value_counts(data, name), hierarchy).records):
        labels = hierarchy.labels(level)
        first = tuple(zip(labels[:most], counts[:most].tolist(), strict=True))
        found.append(FirstLabels(hierarchy.level_title(level), first, len(labels)))
    return tuple(found)
