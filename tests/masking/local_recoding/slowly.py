"""Local recoding checked cell by cell: what a label stands for, what it loses, and who shares all labels."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.hierarchies.hierarchy import Hierarchy

Hierarchies = Mapping[str, Hierarchy]

Cell = str | float | None


def cells(data: Microdata, name: str) -> list[Cell]:
    missing = data.missing(name)
    return [None if gone else value for value, gone in zip(data.column(name), missing, strict=True)]


def smallest_group(data: Microdata, names: Sequence[str]) -> int:
    """The smallest group of equal keys; a missing value is equal to another one only."""
    return min(Counter(zip(*(cells(data, name) for name in names), strict=True)).values())


def below(label: Cell, name: str, original: Microdata, hierarchies: Hierarchies) -> set[str]:
    """The values of a key that a released label stands for, as text, of all rows of its hierarchy."""
    if name in hierarchies:
        return {value for value, above in hierarchies[name].rows.items() if label in (value, *above)}
    values = {text(value) for value in cells(original, name) if value is not None}
    if label in values or original.variable(name).scale is Scale.NOMINAL:
        return values & {str(label)}
    return {value for value in values if in_range(float(value), str(label))}


def in_range(number: float, label: str) -> bool:
    """Whether a number is "17 to 25", "[17, 25.5)", "under 25", "17 and over" or "any value"."""
    ends = [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", label)]
    if label.startswith("["):
        return ends[0] <= number < ends[1]
    if len(ends) == 2:
        return ends[0] <= number <= ends[1]
    return label == "any value" or (number < ends[0] if label.startswith("under ") else number >= ends[0])


def text(value: Cell) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def rows(name: str, original: Microdata, hierarchies: Hierarchies) -> int:
    """D: the rows of the hierarchy, or the different values."""
    if name in hierarchies:
        return len(hierarchies[name].values)
    return len({value for value in cells(original, name) if value is not None})


def loss(before: Cell, label: Cell, name: str, original: Microdata, hierarchies: Hierarchies) -> float:
    if label is None:
        return 0.0 if before is None else 1.0
    most = rows(name, original, hierarchies)
    return (len(below(label, name, original, hierarchies)) - 1) / (most - 1) if most > 1 else 0.0


def every_label_holds_its_value(
    original: Microdata, masked: Microdata, names: Sequence[str], hierarchies: Hierarchies
) -> bool:
    """Whether each released cell is missing, or stands for the value before; missing ones stay missing."""
    return all(
        label is None or (before is not None and text(before) in below(label, name, original, hierarchies))
        for name in names
        for before, label in zip(cells(original, name), released(masked, name), strict=True)
    )


def released(masked: Microdata, name: str) -> list[Cell]:
    """Released cells as text, also of a key that was left as it is."""
    return [None if value is None else text(value) for value in cells(masked, name)]


def granularity(original: Microdata, masked: Microdata, name: str, hierarchies: Hierarchies) -> float:
    """1 − the mean of the losses of the cells; missing values that stay missing lose nothing."""
    pairs = Counter(zip(cells(original, name), released(masked, name), strict=True))
    lost = sum(number * loss(*pair, name, original, hierarchies) for pair, number in pairs.items())
    return 1 - lost / len(original)


def can_be_cut(values: Sequence[Cell], hierarchy: Hierarchy | None, k: int, *, ordered: bool) -> bool:
    """Whether a class could be cut by one key into parts of at least k records, equal values together."""
    different = {value for value in values if value is not None}
    parts: list[Counter[object]] = []
    if None in values and different:
        # A blank stands for the missing value and the widest labels; without a hierarchy these are values.
        above = {value: hierarchy.rows[text(value)][-1] if hierarchy else value for value in different}
        parts.append(Counter(value is None if ordered else above.get(value) for value in values))
    elif len(different) > 1 and ordered:
        for boundary, _ in pairwise(sorted(different)):
            parts.append(Counter(value <= boundary for value in values))
    elif len(different) > 1 and hierarchy is not None:
        above = [(text(value), *hierarchy.rows[text(value)]) for value in values]
        level = next(
            (one for one, labels in enumerate(zip(*above, strict=True)) if len({*labels}) == 1), None
        )
        narrower = len(above[0]) - 1 if level is None else level - 1
        parts.append(Counter(labels[narrower] for labels in above))
    elif len(different) > 1:
        parts.append(Counter(values))
    return any(len(sizes) > 1 and min(sizes.values()) >= k for sizes in parts)


def groups_of(data: Microdata, names: Sequence[str]) -> list[list[int]]:
    """The records of each group of equal keys."""
    found: dict[tuple[Cell, ...], list[int]] = {}
    for place, keys in enumerate(zip(*(cells(data, name) for name in names), strict=True)):
        found.setdefault(keys, []).append(place)
    return list(found.values())


def frame_of(data: Microdata, names: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame({name: released(data, name) for name in names})
