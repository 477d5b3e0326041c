"""Search of codings: how it grows with records, keys and nodes, beside one factorize of a million codes.

All codings of nine keys with 12,960 nodes and 30,000 records take some fifteen factorizes, the optimum alone
some five; a million records with six keys and 1,920 nodes some fifty.
"""

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy

GROUP = "codings, k = 5"

KEYS = {
    "age": (100, (5, 10, 20)),
    "country": (41, (10,)),
    "education": (16, (4, 8)),
    "occupation": (14, (5,)),
    "marital": (7, (3,)),
    "work": (7, (2,)),
    "race": (5, ()),
    "sex": (2, ()),
    "salary": (2, ()),
}
"""Number of values of each key, and widths of the levels above; at the top it is dropped."""


def stepped(size: int, widths: tuple[int, ...]) -> Hierarchy:
    """Return a hierarchy of bands of whole numbers."""
    values = np.arange(size)
    levels = [tuple(f"{width}: {band}" for band in values // width) for width in widths]
    return Hierarchy(values=tuple(map(str, values)), levels=(*levels, ("*",) * size))


def drawn(records: int, keys: int) -> tuple[Microdata, dict[str, Hierarchy]]:
    """Return records with the first keys, few values of each being frequent."""
    draws = np.random.default_rng(1)
    some = dict(list(KEYS.items())[:keys])
    frame = {
        name: np.minimum(draws.gamma(2, size / 6, records).astype(np.int64), size - 1)
        for name, (size, _) in some.items()
    }
    data = Microdata(pd.DataFrame(frame))
    for name in frame:
        data.coding(name)
    return data, {name: stepped(size, widths) for name, (size, widths) in some.items()}


@pytest.mark.benchmark(group=GROUP)
def test_one_factorize_of_a_million_codes(benchmark: BenchmarkFixture) -> None:
    codes = np.random.default_rng(1).integers(0, 1_000_000, 1_000_000)
    benchmark(lambda: pd.factorize(codes))


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("keys", [3, 6, 9])
@pytest.mark.parametrize("records", [1_000, 30_000])
def test_all_codings(benchmark: BenchmarkFixture, records: int, keys: int) -> None:
    data, hierarchies = drawn(records, keys)
    benchmark.extra_info["nodes"] = search.Lattice.from_mapping(hierarchies).size
    benchmark.pedantic(search.lattice, (data, hierarchies), {"k": 5, "whole": True}, rounds=3)


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("suppress", [0, 0.02, 0.05, 0.1])
def test_the_optimum(benchmark: BenchmarkFixture, suppress: float) -> None:
    data, hierarchies = drawn(30_000, 9)
    asked = {"k": 5, "suppress": suppress, "whole": False}
    benchmark.pedantic(search.lattice, (data, hierarchies), asked, rounds=3)


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("whole", [True, False])
def test_a_million_records(benchmark: BenchmarkFixture, whole: bool) -> None:
    data, hierarchies = drawn(1_000_000, 6)
    asked = {"k": 5, "suppress": 0.05, "whole": whole}
    benchmark.pedantic(search.lattice, (data, hierarchies), asked, rounds=1)


@pytest.mark.benchmark(group=GROUP)
def test_a_lattice_of_a_million_millions(benchmark: BenchmarkFixture) -> None:
    draws = np.random.default_rng(1)
    hierarchy = stepped(512, tuple(2**level for level in range(1, 9)))
    names = [f"key{key}" for key in range(12)]
    data = Microdata(pd.DataFrame({name: draws.integers(0, 512, 5_000) for name in names}))
    asked = {"k": 3, "suppress": 0.1, "visits": 500}
    benchmark.pedantic(search.lattice, (data, dict.fromkeys(names, hierarchy)), asked, rounds=1)
