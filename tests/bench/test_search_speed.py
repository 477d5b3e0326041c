"""Search of codings: processor time beside one factorize of a million codes, and how it grows.

The bars: all 12,960 nodes of Adult within 1 s (ARX: 4.5), the optimum at 2 to 10 % suppression within 0.3 s
(ARX: 0.5 to 1.0), a million records with 6 keys and 1,920 nodes within 5 s and 1 GB (ARX: 2.5 to 39 s for
the optimum alone, and 4.1 GB). ARX is not measured here: these are figures of it from elsewhere. Machines
differ, so read all in factorizes of the same run: Adult took 15 and its optimum 3 to 7, a million records
of a census 70 and their optimum 25, and a million of which hardly two agree, as all values are equally
frequent, 195 and 30.

The time grows less than the records do, as fewer of them are different, and as the nodes do: six levels of
five keys in place of two take thirty times as long, for 240 times the nodes.
"""

import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from tests.bench.works.search import KEYS as CENSUS
from tests.bench.works.search import Asked, stepped

measured = pytest.mark.benchmark(group="codings, k = 5", timer=time.process_time, warmup=False)

SUPPRESSED = [0, 0.02, 0.05, 0.1]

LOSSES = ["loss", "loss_geometric"]

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


def tagged(frame: dict[str, np.ndarray], keys: dict[str, tuple[int, tuple[int, ...]]]) -> Asked:
    """Return records whose values are coded, and the hierarchies of their keys."""
    data = Microdata(pd.DataFrame(frame))
    for name in frame:
        data.coding(name)
    return data, {name: stepped(*keys[name]) for name in frame}


def drawn(records: int, keys: int) -> Asked:
    """Return records with the first keys, few values of each being frequent."""
    draws = np.random.default_rng(1)
    frame = {
        name: np.minimum(draws.gamma(2, size / 6, records).astype(np.int64), size - 1)
        for name, (size, _) in list(KEYS.items())[:keys]
    }
    return tagged(frame, KEYS)


def census(records: int, *, even: bool = False) -> Asked:
    """Return records as in a census, most of them born in one place; or with all values equally frequent."""
    draws = np.random.default_rng(5)
    frame = {name: draws.integers(0, size, records) for name, (size, _) in CENSUS.items()}
    if not even:
        frame["age"] = np.clip(draws.normal(42, 22, records), 0, 99).astype(np.int64)
        frame["region"] = np.minimum(draws.pareto(1, records) * 15, 399).astype(np.int64)
        frame["education"] = np.clip(draws.normal(7, 3, records), 0, 15).astype(np.int64)
        frame["occupation"] = (draws.gamma(1.2, 10, records).astype(np.int64) + 2 * frame["education"]) % 60
        frame["birthplace"] = np.where(draws.random(records) < 0.8, 0, frame["birthplace"])
    return tagged(frame, CENSUS)


@pytest.fixture(scope="module")
def adult(shared_data: Path) -> Asked:
    frame = pd.read_csv(shared_data / "adult" / "adult.csv", sep=";")
    data = Microdata(frame)
    for name in frame:
        data.coding(name)
    return data, {
        name: Hierarchy.read(shared_data / "adult" / f"adult_hierarchy_{name}.csv") for name in frame
    }


@measured
def test_one_factorize_of_a_million_codes(benchmark: BenchmarkFixture) -> None:
    codes = np.random.default_rng(1).integers(0, 1_000_000, 1_000_000)
    benchmark.pedantic(pd.factorize, (codes,), rounds=7)


@measured
@pytest.mark.shared_data
def test_all_codings_of_adult(benchmark: BenchmarkFixture, adult: Asked) -> None:
    benchmark.pedantic(search.lattice, adult, {"k": 5, "whole": True}, rounds=5)


@measured
@pytest.mark.shared_data
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("suppress", SUPPRESSED)
def test_the_optimum_of_adult(benchmark: BenchmarkFixture, adult: Asked, suppress: float, loss: str) -> None:
    asked = {"k": 5, "suppress": suppress, "loss": loss, "whole": False}
    benchmark.pedantic(search.lattice, adult, asked, rounds=5)


@measured
@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("whole", [True, False])
def test_a_million_records(benchmark: BenchmarkFixture, whole: bool, even: bool) -> None:
    asked = {"k": 5, "suppress": 0.05, "whole": whole}
    benchmark.pedantic(search.lattice, census(1_000_000, even=even), asked, rounds=1)


@measured
@pytest.mark.parametrize("records", [1_000, 10_000, 100_000, 1_000_000])
def test_all_codings_by_records(benchmark: BenchmarkFixture, records: int) -> None:
    benchmark.pedantic(search.lattice, drawn(records, 6), {"k": 5, "whole": True}, rounds=1)


@measured
@pytest.mark.parametrize("keys", [3, 5, 7, 9])
def test_all_codings_by_keys(benchmark: BenchmarkFixture, keys: int) -> None:
    data, hierarchies = drawn(30_000, keys)
    benchmark.extra_info["nodes"] = search.Lattice.from_mapping(hierarchies).size
    benchmark.pedantic(search.lattice, (data, hierarchies), {"k": 5, "whole": True}, rounds=3)


@measured
@pytest.mark.parametrize("levels", [2, 3, 4, 5, 6])
def test_all_codings_by_nodes(benchmark: BenchmarkFixture, levels: int) -> None:
    draws = np.random.default_rng(1)
    hierarchy = stepped(32, (2, 4, 8, 16)[6 - levels :])
    frame = {f"key{key}": np.minimum(draws.gamma(2, 5, 30_000).astype(int), 31) for key in range(5)}
    benchmark.extra_info["nodes"] = levels**5
    asked = Microdata(pd.DataFrame(frame)), dict.fromkeys(frame, hierarchy)
    benchmark.pedantic(search.lattice, asked, {"k": 5, "whole": True}, rounds=3)


@measured
def test_a_lattice_of_a_million_millions(benchmark: BenchmarkFixture) -> None:
    draws = np.random.default_rng(1)
    hierarchy = stepped(512, tuple(2**level for level in range(1, 9)))
    names = [f"key{key}" for key in range(12)]
    data = Microdata(pd.DataFrame({name: draws.integers(0, 512, 5_000) for name in names}))
    asked = {"k": 3, "suppress": 0.1, "visits": 500}
    benchmark.pedantic(search.lattice, (data, dict.fromkeys(names, hierarchy)), asked, rounds=1)
