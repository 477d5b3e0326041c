"""Disk that is full or breaks off: a sentence says so, and no part of a file is left, whatever is told."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.progress import Progress
from sdcdesk.io import FORMATS, read
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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no limit of this kind")
@pytest.mark.parametrize("limit", [1_000, 700_000])
@pytest.mark.parametrize("ending", [".sav", ".zsav", ".dta", ".xpt"])
def test_a_disk_that_takes_nothing_for_a_while_leaves_no_shorter_file(
    ending: str, limit: int, tmp_path: Path
) -> None:
    """As a share of the network that breaks off and comes back."""
    import resource  # there is none on Windows

    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    numbers = np.random.default_rng(1).normal(size=60_000)
    data = Microdata(pd.DataFrame({"a": numbers, "b": [f"text {number}" for number in numbers]}))
    asked = 0

    def breaks_off() -> bool:
        nonlocal asked
        asked += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit if asked == 6 else usual[0], usual[1]))
        return False

    path = tmp_path / f"people{ending}"
    try:
        write(data, path, progress=Progress(cancelled=breaks_off))
    except WriteError as error:
        assert "could not be written" in error.message or "no room" in error.message
        assert not [*tmp_path.iterdir()]
    else:  # nothing was due to be written just then
        pd.testing.assert_series_equal(read(path).column("a"), data.column("a"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert asked > 6, "it came back"
