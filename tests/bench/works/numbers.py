"""Random numbers that belong to records, hierarchies of many values, and groups of sorted numbers."""

from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.progress import SILENT
from sdcdesk.hierarchies.builders import band_hierarchy, prefix_hierarchy
from sdcdesk.hierarchies.proposal import proposed
from sdcdesk.kernels.grouping import optimal_squares
from tests.bench.work import Way, Work


def _shuffled(records: int) -> np.ndarray:
    return np.random.default_rng(1).permutation(records)


def _codes(values: int) -> pd.Series:
    return pd.Series([f"P{place:07}" for place in range(values)])


def _sorted(records: int) -> np.ndarray:
    return np.sort(np.random.default_rng(4).lognormal(size=records))


def _numpy(name: str, draw: str) -> Way:
    def do(records: int) -> Any:
        return getattr(np.random.default_rng(1), draw)(records)

    return Way(name, int, do, agrees=_is_alike)


def _is_alike(ours: np.ndarray, theirs: np.ndarray) -> bool:
    """Whether the distribution is the same; the numbers are others."""
    tenths = np.linspace(0.05, 0.95, 10)
    return len(ours) == len(theirs) and np.allclose(
        np.quantile(ours, tenths), np.quantile(theirs, tenths), atol=0.5
    )


WORKS = (
    Work(
        "uniform numbers by record",
        Way("SDCDesk", _shuffled, Draws(1).uniform),
        (_numpy("numpy, random", "random"),),
    ),
    Work(
        "normal numbers by record",
        Way("SDCDesk", np.arange, Draws(1).normal),
        (_numpy("numpy, standard_normal", "standard_normal"),),
    ),
    Work(
        "a hierarchy of bands, by values",
        Way("SDCDesk", np.arange, lambda values: band_hierarchy(values, [50, 500, 5000])),
        sizes=(10_000, 100_000),
    ),
    Work(
        "a hierarchy of prefixes, by values",
        Way("SDCDesk", _codes, lambda values: prefix_hierarchy(values, [6, 4, 2])),
        sizes=(10_000, 100_000),
    ),
    Work(
        "a hierarchy proposed, by values",
        Way(
            "SDCDesk",
            _codes,
            lambda values: proposed(Variable(name="code"), values, np.ones(len(values), dtype=np.int64)),
        ),
        sizes=(10_000, 100_000),
    ),
    Work(
        "groups of sorted numbers with the least squares, k = 3",
        Way("SDCDesk", _sorted, lambda values: optimal_squares(values, 3, SILENT)),
    ),
)
