"""Full disk: a sentence says so, and no part of a file is left, whatever the library of the format tells."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import WriteError
from sdcdesk.io import FORMATS
from sdcdesk.io.writing import write

ENDINGS = [*(form.extensions[0] for form in FORMATS if form.can_write), ".zsav"]


@pytest.fixture(params=[0, 1_000, 40_000])
def limited(request: pytest.FixtureRequest) -> Iterator[None]:
    """No file of this process may be larger."""
    if sys.platform == "win32":
        pytest.skip("Windows knows no such limit")
    import resource  # there is none on Windows

    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (request.param, usual[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.usefixtures("limited")
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_full_disk_is_told_and_nothing_is_left(ending: str, tmp_path: Path) -> None:
    numbers = np.random.default_rng(1).normal(size=20_000)
    data = Microdata(pd.DataFrame({"a": numbers, "b": [f"text {number}" for number in numbers]}))
    with pytest.raises(WriteError, match=f"no room for people{ending}"):
        write(data, tmp_path / f"people{ending}")
    assert not [*tmp_path.iterdir()]
