"""Adult: 30,162 records, nine keys with the hierarchies of other programs, all 12,960 codings."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from tests.search.codings.slow_lattice import slow_node

pytestmark = pytest.mark.shared_data


@pytest.fixture(scope="module")
def frame(shared_data: Path) -> pd.DataFrame:
    return pd.read_csv(shared_data / "adult" / "adult.csv", sep=";")


@pytest.fixture(scope="module")
def hierarchies(shared_data: Path, frame: pd.DataFrame) -> dict[str, sdc.Hierarchy]:
    folder = shared_data / "adult"
    return {name: sdc.Hierarchy.read(folder / f"adult_hierarchy_{name}.csv") for name in frame}


@pytest.fixture(scope="module")
def found(frame: pd.DataFrame, hierarchies: dict[str, sdc.Hierarchy]) -> sdc.search.Codings:
    return sdc.search.lattice(sdc.Microdata(frame), hierarchies, k=5, suppress=1.0)


def test_figures_of_nodes_are_those_of_a_slow_count(
    found: sdc.search.Codings, frame: pd.DataFrame, hierarchies: dict[str, sdc.Hierarchy]
) -> None:
    assert found.lattice.size == len(found.levels) == 12_960
    texts, draws = frame.astype("str"), np.random.default_rng(5)
    for place in [0, 12_959, *draws.integers(0, 12_960, 10).tolist()]:
        node = tuple(found.levels[place].tolist())
        slow = slow_node(texts, hierarchies, node, 5, [1.0] * 9)
        assert found.suppressed(node) == slow["suppressed"]
        assert (found.smallest_group(node) or 0) == slow["smallest_group"]
        assert found.loss(node) == pytest.approx(slow["loss"], abs=1e-11)
        for name in ("loss_geometric", "precision", "entropy", "discernibility", "class_size"):
            assert found.loss(node, name) == pytest.approx(slow[name], abs=1e-11)


def test_records_left_out_never_become_more_where_a_key_is_coarsened(found: sdc.search.Codings) -> None:
    suppressed = found.figures.suppressed.reshape(found.lattice.shape)
    assert all((np.diff(suppressed, axis=key) <= 0).all() for key in range(suppressed.ndim))


def test_the_optimum_keeps_the_granularity_that_is_known_of_it(found: sdc.search.Codings) -> None:
    best = found.optimum
    assert best is not None
    assert round(1 - found.loss(best), 3) == 0.772  # of the whole lattice, by another program
    assert found.losses["loss"].min() == found.loss(best)


@pytest.mark.parametrize("loss", ["loss", "loss_geometric"])
@pytest.mark.parametrize("suppress", [0, 0.02, 0.1])
def test_the_optimum_is_that_of_all_codings(
    found: sdc.search.Codings,
    frame: pd.DataFrame,
    hierarchies: dict[str, sdc.Hierarchy],
    suppress: float,
    loss: str,
) -> None:
    data = sdc.Microdata(frame)
    some = sdc.search.lattice(data, hierarchies, k=5, suppress=suppress, loss=loss, whole=False)
    safe = found.figures.suppressed <= int(suppress * len(data))
    least = np.where(safe, found.losses[loss], np.inf).min()
    assert some.complete
    assert some.optimum is not None
    assert some.loss(some.optimum) == pytest.approx(least, abs=1e-12)
    assert len(some.levels) < 12_960 / 2
