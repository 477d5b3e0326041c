"""Value labels: a hierarchy as the labels of each value, from the narrowest to the widest."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

BETWEEN = " > "
"""Stands between the labels of a value, from the narrowest to the widest; a label may begin with the sign."""


SPLIT = re.compile(r"\s>(?=\s|$)")


def label_paths(written: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the labels above each value.

    Parameters
    ----------
    written
        By value its labels from the narrowest to the widest, with `BETWEEN` between them.

    Returns
    -------
    dict[str, tuple[str, ...]]
        One label or more for each value.
    """
    return {value: tuple(label.strip() for label in SPLIT.split(labels)) for value, labels in written.items()}


def hierarchy_problem(written: Mapping[str, str]) -> str:
    """Return why labels are no hierarchy; empty where they are.

    Parameters
    ----------
    written
        As in `label_paths`.

    Returns
    -------
    str
        A clause without its full stop; it repeats no value.
    """
    paths = label_paths(written)
    if not paths:
        return "names no value; write the labels of every value"
    if len({len(path) for path in paths.values()}) > 1:
        return "gives some values more labels than others; give all of them equally many"
    if not all(label for path in paths.values() for label in path):
        return "has an empty label; write all labels"
    above: dict[tuple[int, str], tuple[str, ...]] = {}
    for path in paths.values():
        for level, label in enumerate(path):
            if above.setdefault((level, label), path[level + 1 :]) != path[level + 1 :]:
                return "puts a label under different wider ones; give it the same ones everywhere"
    return ""


def level_codes(written: Mapping[str, str], values: Sequence[str]) -> list[np.ndarray]:
    """Return the labels of values at each level between the values and the top.

    The top is the label that all values of the hierarchy share, or, where there is none, one above all
    labels.

    Parameters
    ----------
    written
        As in `label_paths`; a hierarchy.
    values
        Values (m,); one that the hierarchy lacks gets the first label.

    Returns
    -------
    list[np.ndarray]
        int64 (m,) for each level, codes from 0.
    """
    paths = label_paths(written)
    height = len(next(iter(paths.values())))
    levels = []
    for level in range(height):
        labels = sorted({path[level] for path in paths.values()})
        if level == height - 1 and len(labels) == 1:
            break
        code = {label: place for place, label in enumerate(labels)}
        levels.append(
            np.array([code[paths[value][level]] if value in paths else 0 for value in values], dtype=np.int64)
        )
    return levels
