"""Bars of categories, and of others that they were put into."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, Coding, find_places, joined
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.inspection.profile import Distribution, others_named
from sdcdesk.kernels.counting import pair_counts
from sdcdesk.records.value_changes.bars import ValueChange, alike, named_categories, shared_bars

MOST_PARTS = 120
"""Bars of the finer file; beyond, each place has one."""


def places_in(fine: Microdata, coarse: Microdata, name: str) -> np.ndarray | None:
    """Return the coarse category of each fine one, −1 where no record tells.

    None: they have several, or nothing says which records belong together.

    Parameters
    ----------
    fine
        The file with more categories.
    coarse
        The file with fewer.
    name
        The variable.

    Returns
    -------
    np.ndarray or None
        int64 (fine categories,).
    """
    if fine.pairing.is_known != coarse.pairing.is_known:
        return None
    records = 1 + max((int(data.rows.max()) for data in (fine, coarse) if len(data)), default=-1)
    position = np.full(records, -1)
    position[coarse.rows] = np.arange(len(coarse))
    position = position[fine.rows]
    both = position >= 0
    first, second = fine.coding(name), coarse.coding(name)
    one, other = first.codes[both], second.codes[position[both]]
    present = (one >= 0) & (other >= 0)
    one, other, _ = pair_counts(one[present].astype(np.int64), other[present].astype(np.int64))
    if len(np.unique(one)) < len(one):
        return None
    places = np.full(len(first.categories), -1)
    places[one] = other
    return places


def nested(fine: Microdata, places: np.ndarray, coarse: Microdata, distribution: Distribution) -> ValueChange:
    """Return the bars where every fine category lies in one coarse category.

    Parameters
    ----------
    fine
        The file with more categories.
    places
        int64 (fine categories,), the coarse one of each, or −1.
    coarse
        The file with fewer.
    distribution
        The distribution of the coarse ones.

    Returns
    -------
    ValueChange
        `before` holds the fine categories, `after` the coarse ones.
    """
    categories, labels = named_categories(distribution), list(distribution.labels)
    coding = fine.coding(distribution.name)
    # A category whose records were all left out keeps its name, or is among the others.
    own = find_places(coding.categories, categories)
    coarser = np.append(find_places(coarse.coding(distribution.name).categories, categories), MISSING)
    place = np.where(places >= 0, coarser[places], own)
    place[place < 0] = len(categories)
    counts = _counts(coding)
    used = np.flatnonzero(counts)
    others = distribution.others
    if (place[used] == len(labels)).any():
        others = int(np.count_nonzero(place[used] == len(labels)))
        labels.append(others_named(others))
    outer = np.zeros(len(labels), dtype=np.int64)
    outer[: len(distribution.counts)] = distribution.counts
    order = used[np.argsort(place[used], kind="stable")]
    if len(order) > MOST_PARTS:
        sums = _sums(place[used], counts[used], len(labels))
        return alike(labels, sums, outer, named=True, others=others)
    texts = [*map(fine.variable(distribution.name).text, coding.categories.take(order).tolist())]
    inner = shared_bars(place[order], texts, counts[order])
    wide = shared_bars(np.arange(len(labels)), labels, outer)
    return ValueChange(inner, wide, named=True, others=others)


def all_categories(
    before: Microdata, after: Microdata, one: Distribution, other: Distribution
) -> ValueChange:
    """Return the bars of categories that do not lie in one another: those of both files.

    Parameters
    ----------
    before
        A file.
    after
        The other file.
    one
        Distribution in the first.
    other
        Distribution in the second.

    Returns
    -------
    ValueChange
        Both with the same labels; those that neither shows by name are the others.
    """
    first, second = named_categories(one), named_categories(other)
    together = joined(first, second[find_places(second, first) < 0])
    described = before.variable(one.name), after.variable(one.name)
    own = [*map(described[0].text, first.tolist())]
    labels = [*own, *map(described[1].text, together[len(own) :].tolist())]
    sums, rest = [], pd.Index([])
    for data in (before, after):
        coding = data.coding(one.name)
        place = find_places(coding.categories, together)
        counts = _counts(coding)
        sums.append(_sums(np.where(place < 0, len(together), place), counts, len(labels) + 1))
        rest = rest.union(coding.categories[(place < 0) & (counts > 0)], sort=False)
    used = len(labels) + bool(len(rest))
    names = [*labels, others_named(len(rest))][:used]
    return alike(names, sums[0][:used], sums[1][:used], named=True, others=len(rest))


def _counts(coding: Coding) -> np.ndarray:
    """Return the records of each category."""
    return np.bincount(coding.codes + 1, minlength=len(coding.categories) + 1)[1:]


def _sums(places: np.ndarray, counts: np.ndarray, size: int) -> np.ndarray:
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, places, counts)
    return sums
