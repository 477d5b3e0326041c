"""Search: all codings of six keys with hierarchies, and the best of them."""

from functools import cache

import numpy as np
import pandas as pd

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from tests.bench.work import Way, Work

KEYS = {
    "age": (100, (5, 10, 20)),
    "region": (400, (10, 50)),
    "occupation": (60, (5, 20)),
    "birthplace": (50, (5, 25)),
    "education": (16, (4,)),
    "sex": (2, ()),
}
"""Number of values of each key, and widths of the levels above; at the top it is dropped: 1,920 codings."""

Asked = tuple[Microdata, dict[str, Hierarchy]]


def stepped(size: int, widths: tuple[int, ...]) -> Hierarchy:
    """Return a hierarchy of bands of whole numbers."""
    values = np.arange(size)
    levels = [tuple(f"{width}: {band}" for band in values // width) for width in widths]
    return Hierarchy(values=tuple(map(str, values)), levels=(*levels, ("*",) * size))


@cache
def _people(records: int) -> pd.DataFrame:
    """Return people as in a census, most of them born in one place."""
    draws = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "age": np.clip(draws.normal(42, 22, records), 0, 99).astype(np.int64),
            "region": np.minimum(draws.pareto(1, records) * 15, 399).astype(np.int64),
            "occupation": draws.gamma(1.2, 10, records).astype(np.int64) % 60,
            "birthplace": np.where(draws.random(records) < 0.8, 0, draws.integers(0, 50, records)),
            "education": np.clip(draws.normal(7, 3, records), 0, 15).astype(np.int64),
            "sex": draws.integers(0, 2, records),
        }
    )


def _asked(records: int) -> Asked:
    data = Microdata(_people(records))
    for name in data.names:
        data.coding(name)
    return data, {name: stepped(*steps) for name, steps in KEYS.items()}


WORKS = (
    Work(
        "all 1,920 codings of 6 keys, k = 5",
        Way("SDCDesk", _asked, lambda asked: search.lattice(*asked, k=5, suppress=0.05, whole=True)),
    ),
    Work(
        "the best coding of 6 keys, k = 5, 5 % suppressed",
        Way("SDCDesk", _asked, lambda asked: search.lattice(*asked, k=5, suppress=0.05, whole=False)),
    ),
)
