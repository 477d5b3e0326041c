"""Margins of a population: from published tables of some keys each to people of every combination."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sdcdesk.core.data.coding import MISSING, Coding, find_places
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.iterative_fitting import LARGEST_TABLE, fitted, marginal_table

AGREE = 1e-9
"""Sums of margins that shall be equal may differ by so much of them, which is rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class PublishedMargin:
    """One published table.

    Attributes
    ----------
    axes
        Places of its keys among all keys, ascending.
    title
        Their names.
    sums
        float64, people of each cell; cells that the file does not name hold nobody.
    """

    axes: tuple[int, ...]
    title: str
    sums: np.ndarray


def fitted_counts(
    keys: Mapping[str, Coding],
    people: np.ndarray,
    file: str,
    sample: Mapping[str, Coding] | None,
    progress: Progress,
) -> tuple[dict[str, Coding], np.ndarray]:
    """Fit numbers of people to all margins at once, from a uniform start or from that of a sample.

    Parameters
    ----------
    keys
        Values of each key in every row, missing where the row adds up over it.
    people
        float64 (m,), people of each row.
    file
        Name of the file.
    sample
        Values of each key in the records of a sample, from whose numbers the fitting starts; None: from a
        uniform table.
    progress
        Asked whether to stop.

    Returns
    -------
    dict[str, Coding], np.ndarray
        Every combination of key values that can have people, and estimates of how many, float64 (p,).

    Raises
    ------
    DataError
        Margins contradict each other, leave a key out, name a cell twice or have too many combinations; or no
        table has them all.
    """
    names, shape = list(keys), tuple(len(key.categories) for key in keys.values())
    if np.prod(shape, dtype=np.float64) > LARGEST_TABLE:
        words = (
            "The margins in {file} have more than {most} combinations of key values; choose fewer keys, or "
            "coarser ones."
        )
        raise DataError(sentence(words, file=file, most=LARGEST_TABLE), "population")
    margins = _published(keys, people, shape, file)
    covered = {axis for margin in margins for axis in margin.axes}
    if lacking := [name for axis, name in enumerate(names) if axis not in covered]:
        words = "No margin in {file} tells people apart by {names}; add one."
        raise DataError(sentence(words, file=file, names=", ".join(lacking)), "population")
    _require_agreement(margins, names)
    table, converged = fitted(
        shape,
        [(margin.axes, margin.sums) for margin in margins],
        progress=progress,
        start=None if sample is None else _counted(keys, sample, shape),
    )
    if not converged:
        words = (
            "No table has all the margins in {file}: their empty cells contradict each other; correct them."
        )
        if sample is not None:
            words = (
                "No table has all the margins in {file} and people only where the released file has records; "
                "start from a uniform table."
            )
        raise DataError(sentence(words, file=file), "population" if sample is None else "start")
    places = np.nonzero(table)
    codings = {
        name: Coding(codes.astype(np.int32), keys[name].categories)
        for name, codes in zip(names, places, strict=True)
    }
    return codings, table[places]


def _counted(keys: Mapping[str, Coding], sample: Mapping[str, Coding], shape: tuple[int, ...]) -> np.ndarray:
    """Return how many records of a sample are in each cell; one that lacks a value is in none."""
    places = []
    for name, key in keys.items():
        place = np.append(
            find_places(sample[name].categories, key.categories), -1
        )  # the last for what is missing
        places.append(place[sample[name].codes])
    whole = np.logical_and.reduce([place >= 0 for place in places])
    cells = np.ravel_multi_index(tuple(place[whole] for place in places), shape)
    return np.bincount(cells, minlength=int(np.prod(shape))).astype(np.float64).reshape(shape)


def _published(
    keys: Mapping[str, Coding], people: np.ndarray, shape: tuple[int, ...], file: str
) -> list[PublishedMargin]:
    """Return the margins: rows that have values in the same keys are one table."""
    names, codes = list(keys), np.column_stack([key.codes for key in keys.values()])
    patterns = (codes != MISSING) @ (1 << np.arange(len(names)))
    margins = []
    for pattern in np.unique(patterns).tolist():
        axes = tuple(axis for axis in range(len(names)) if pattern >> axis & 1)
        rows, sizes = patterns == pattern, tuple(shape[axis] for axis in axes)
        title = " × ".join(names[axis] for axis in axes) or "of all people"
        cells = tuple(codes[rows][:, list(axes)].T)
        if len(np.unique(codes[rows], axis=0)) < np.count_nonzero(rows):
            words = "The margin {title} in {file} names a cell twice; name each once."
            raise DataError(sentence(words, title=title, file=file), "population")
        sums = np.zeros(sizes)
        sums[cells] = people[rows] if axes else people[rows][0]
        margins.append(PublishedMargin(axes, title, sums))
    return margins


def _require_agreement(margins: Sequence[PublishedMargin], names: Sequence[str]) -> None:
    """Refuse margins with other totals, or with other sums over the keys that they share."""
    for one, other in combinations(margins, 2):
        first, second = float(one.sums.sum()), float(other.sums.sum())
        if not math.isclose(first, second, rel_tol=AGREE):
            words = (
                "The margin {one} counts {first} people and the margin {other} {second}; correct one of them."
            )
            raise DataError(
                sentence(words, one=one.title, first=first, other=other.title, second=second), "population"
            )
        shared = [axis for axis in one.axes if axis in other.axes]
        mine, theirs = (
            marginal_table(each.sums, tuple(each.axes.index(axis) for axis in shared))
            for each in (one, other)
        )
        if not np.allclose(mine, theirs, rtol=AGREE, atol=AGREE * first):
            raise DataError(
                sentence(
                    "The margins {one} and {other} count different people by {names}; correct one of them.",
                    one=one.title,
                    other=other.title,
                    names=" × ".join(names[axis] for axis in shared),
                ),
                "population",
            )
