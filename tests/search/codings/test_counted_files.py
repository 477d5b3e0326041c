"""Codings of a file that DuckDB counts where it is: the same as of the file in memory."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.hierarchies.proposal import propose
from tests.counting.conftest import options, written_csv, written_parquet

KEYS = ("a", "b", "c")


@pytest.mark.parametrize(
    ("written", "seed"), [(written_csv, 1), (written_csv, 4), (written_parquet, 2), (written_parquet, 3)]
)
def test_every_coding_is_the_same(written: Any, seed: int, tmp_path: Path) -> None:
    path = written(tmp_path / ("f.csv" if written is written_csv else "f.parquet"), seed)
    roles = dict.fromkeys(KEYS, "key")
    whole_file = sdc.read(path, options(path), roles=roles)
    # The headline loss is about the variables that were read.
    data = whole_file.drop([name for name in whole_file.names if name not in KEYS])
    keys = [name for name in KEYS if not data.missing(name).all()]
    hierarchies = {name: propose(data, name) for name in keys}
    asked = {"k": min(3, len(data)), "suppress": 0.3}
    expected = sdc.search.lattice(data, hierarchies, **asked)
    with sdc.counted(path, options(path), roles=roles) as file:
        for whole in (True, False):
            found = sdc.search.lattice(file, hierarchies, whole=whole, **asked)
            assert (found.optimum, set(found.tied)) == (expected.optimum, set(expected.tied))
        found = sdc.search.lattice(file, hierarchies, **asked)
        limit = Limit(measure="k_anonymity", figure="k", side="at least", value=3)
        with pytest.raises(ParameterError, match="need the records in memory"):
            sdc.search.lattice(file, hierarchies, limits=[limit], **asked)
    pd.testing.assert_frame_equal(found.nodes, expected.nodes)
    node = expected.minimal[0] if expected.minimal else expected.lattice.heights
    masked = found.recipe(node, seed=1).apply(data)
    assert len(data) - len(masked) == found.suppressed(node)


def test_combinations_are_told_once_by_every_engine(tmp_path: Path) -> None:
    path = written_csv(tmp_path / "f.csv", 5)
    data = sdc.read(path, options(path), roles={"a": "key", "b": "key"})
    codes = np.array([data.coding(name).codes for name in ("a", "b")])
    different, counts = np.unique(codes, axis=1, return_counts=True)
    expected = dict(zip(map(tuple, different.T.tolist()), counts.tolist(), strict=True))
    with sdc.counted(path, options(path), roles={"a": "key", "b": "key"}) as file:
        found: dict[tuple[int, ...], int] = {}
        for part in file.counting(("a", "b"), "category").combinations():
            found |= zip(
                zip(*(code.tolist() for code in part.codes), strict=True), part.records.tolist(), strict=True
            )
    assert found == expected
