"""Distribution of a variable: categories or bins, and the records in each."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.variable import Scale as Measurement
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.profile.bins import Scale, bin_labels, bin_places, linear_edges, logarithmic_edges
from sdcdesk.inspection.value_counts import value_counts

MOST_CATEGORIES = 60
"""Categories that are shown by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Records of a variable by category or bin; missing values are left out.

    Attributes
    ----------
    name
        The variable.
    named
        What the categories are called, in the order in which they are shown; nothing for bins.
    counts
        int64, records in each category or bin.
    edges
        float64, one more than bins: bin i holds the numbers from edges[i] up to, but not including,
        edges[i + 1]. None for categories.
    categories
        The values behind the labels; a last label more stands for all others. None for bins.
    scale
        "linear" for bins of equal width and for categories, "logarithmic" for bins of equal ratio.
    outside
        Records without a place among the labels: zero and negative numbers on a logarithmic scale, and
        values that the distribution to be like does not have.
    whole
        Whether all numbers in its bins are whole.
    others
        Categories that the last label stands for; 0: each has its own.
    """

    name: str
    named: tuple[str, ...]
    counts: np.ndarray
    edges: np.ndarray | None = None
    categories: pd.Index | None = None
    scale: Scale = "linear"
    outside: int = 0
    whole: bool = False
    others: int = 0

    @property
    def labels(self) -> tuple[str, ...]:
        """What the categories or bins are called, in the order in which they are shown.

        Those of bins are written when they are asked for: thousands of columns have hundreds of thousands.
        """
        return self.named if self.edges is None else bin_labels(self.edges, self.scale, whole=self.whole)


def distribution(
    data: Microdata, name: str, like: Distribution | None = None, scale: Scale = "linear"
) -> Distribution:
    """Count the records of a variable by category, or by bin if it is continuous.

    Categories of an ordinal variable, or declared ones, keep their order; others come most frequent
    first. Of more than 60 the most frequent are shown, and the rest are one last category.

    Parameters
    ----------
    data
        The records.
    name
        The variable.
    like
        Another distribution whose categories or bins are taken, so that both can be compared; numbers
        beyond its outermost bins are counted in these.
    scale
        Bins of equal width or of equal ratio. A variable with categories has none.

    Returns
    -------
    Distribution
        Labels and counts in the order in which they are drawn.

    Raises
    ------
    DataError
        It has no positive number, and the scale is logarithmic; or one of the two distributions is of
        numbers, and the other of words.

    Example
    -------
    >>> import pandas as pd
    >>> found = distribution(Microdata(pd.DataFrame({"sex": ["m", "f", "f"]})), "sex")
    >>> found.labels, found.counts.tolist()
    (('f', 'm'), [2, 1])
    """
    variable = data.variable(name)
    binned = variable.scale is Measurement.CONTINUOUS and holds_numbers(data.column(name))
    if like is None:
        return _binned(data, name, scale) if binned else _counted(data, variable)
    if like.edges is not None:
        if not holds_numbers(data.column(name)):
            raise _unlike(name)
        return _rebinned(data, name, like, like.edges)
    if like.categories is None or binned:
        raise _unlike(name)
    return _recounted(data, name, like, like.categories)


def _unlike(name: str) -> DataError:
    return DataError(
        sentence(
            "{name} holds numbers in one file and words in the other, which have no bins in "
            "common; recode both alike to compare them.",
            name=name,
        ),
        name,
    )


def _binned(data: Microdata, name: str, scale: Scale) -> Distribution:
    numbers, outside = _numbers_on_scale(data, name, scale)
    if not len(numbers):
        if outside:
            raise DataError(
                sentence(
                    "{name} has no positive numbers for a logarithmic scale; choose the linear one.",
                    name=name,
                ),
                name,
            )
        return Distribution(name, (), np.zeros(0, dtype=np.int64), np.zeros(0), scale=scale)
    low, high, whole = float(numbers.min()), float(numbers.max()), bool((numbers == np.floor(numbers)).all())
    edges = logarithmic_edges(low, high) if scale == "logarithmic" else linear_edges(low, high, whole=whole)
    counts = np.bincount(bin_places(numbers, edges), minlength=len(edges) - 1)
    return Distribution(name, (), counts, edges, scale=scale, outside=outside, whole=whole)


def _rebinned(data: Microdata, name: str, like: Distribution, edges: np.ndarray) -> Distribution:
    numbers, outside = _numbers_on_scale(data, name, like.scale)
    if not len(like.counts):
        return Distribution(name, (), like.counts, edges, scale=like.scale, outside=outside + len(numbers))
    counts = np.bincount(bin_places(numbers, edges), minlength=len(like.counts))
    return replace(like, name=name, counts=counts, outside=outside)


def _numbers_on_scale(data: Microdata, name: str, scale: Scale) -> tuple[np.ndarray, int]:
    """Return the numbers that are on a scale, and how many are not."""
    numbers = data.numbers(name, rounded=True)
    numbers = numbers[~np.isnan(numbers)]
    shown = numbers[numbers > 0] if scale == "logarithmic" else numbers
    return shown, len(numbers) - len(shown)


def _counted(data: Microdata, variable: Variable) -> Distribution:
    categories, counts = _categories(data, variable)
    shown = np.argsort(-counts, kind="stable")[:MOST_CATEGORIES]
    if _in_order(variable):
        shown = np.sort(shown)
    rest, labels = counts.sum() - counts[shown].sum(), [*map(variable.text, categories[shown])]
    if not rest:
        return Distribution(variable.name, tuple(labels), counts[shown], categories=categories[shown])
    others = int((counts > 0).sum() - (counts[shown] > 0).sum())
    labels.append(others_named(others))
    with_rest, shown_by_name = np.append(counts[shown], rest), categories[shown]
    return Distribution(variable.name, tuple(labels), with_rest, categories=shown_by_name, others=others)


def others_named(number: int) -> str:
    """Return what the rest of many categories is called.

    Parameters
    ----------
    number
        How many categories it stands for.

    Returns
    -------
    str
        "740 others".
    """
    return sentence("{n} other", "{n} others", "n", n=number)


def _recounted(data: Microdata, name: str, like: Distribution, on_scale: pd.Index) -> Distribution:
    categories, found = _categories(data, data.variable(name))
    places = find_places(categories, on_scale)
    counts = np.zeros(len(on_scale), dtype=np.int64)
    counts[places[places >= 0]] = found[places >= 0]
    outside = int(found[places < 0].sum())
    if len(like.counts) > len(on_scale):
        counts, outside = np.append(counts, outside), 0
    return Distribution(name, like.named, counts, categories=on_scale, outside=outside, others=like.others)


def _in_order(variable: Variable) -> bool:
    return variable.scale is Measurement.ORDINAL or bool(variable.categories)


def _categories(data: Microdata, variable: Variable) -> tuple[pd.Index, np.ndarray]:
    """Return the categories of a variable, and the records of each (int64)."""
    if not _in_order(variable):
        # Cheaper than codes, which sort all different values.
        found = value_counts(data, variable.name)
        return pd.Index(found.values), found.counts
    coding = data.coding(variable.name)
    # One more than the code, so that missing values, whose code is −1, are counted first.
    return coding.categories, np.bincount(coding.codes + 1, minlength=len(coding.categories) + 1)[1:]
