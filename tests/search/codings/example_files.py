"""Example files with hierarchies, drawn at random."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy

Example = tuple[Microdata, pd.DataFrame, dict[str, Hierarchy]]
"""A file, its values as text, and the hierarchies of its keys."""


def drawn_hierarchy(draws: np.random.Generator, values: list[str]) -> Hierarchy:
    """Return levels of random width, the labels in a random order; the top may be more than one label."""
    levels, groups = [], draws.permutation(len(values))
    for level in range(int(draws.integers(1, 4))):
        width = int(draws.integers(1, 4))
        groups = groups // width
        levels.append(tuple(f"{level}-{group}" for group in groups))
    return Hierarchy(values=tuple(values), levels=tuple(levels))


def drawn_file(seed: int) -> Example:
    """Return a small file of one to four keys, texts and numbers, with missing values in some."""
    draws = np.random.default_rng(seed)
    records = int(draws.integers(1, 60))
    columns, hierarchies = {}, {}
    for key in range(int(draws.integers(1, 5))):
        size = int(draws.integers(1, 12))
        numbers = bool(draws.integers(0, 2))
        values = [str(value) if numbers else f"v{value}" for value in draws.permutation(size)]
        # Not every value of the hierarchy occurs.
        occurring = values[: int(draws.integers(1, size + 1))]
        column = pd.Series(draws.choice(occurring, records), dtype="str")
        if draws.integers(0, 2):
            column = column.mask(draws.random(records) < 0.2)
        columns[f"key{key}"] = column.astype("Int64") if numbers else column
        hierarchies[f"key{key}"] = drawn_hierarchy(draws, values)
    frame = pd.DataFrame(columns)
    texts = pd.DataFrame({name: column.astype("str") for name, column in columns.items()})
    return Microdata(frame), texts.where(frame.notna()), hierarchies
