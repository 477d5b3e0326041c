"""Samples of files of statistics programs: the same in however many pieces the file is read."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.declared_missing import LetteredMissing
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.io import read, write
from sdcdesk.io.readstat import sampled_pieces
from sdcdesk.io.sampled_records import sampled_places
from tests.io.memory import grown

SAS = Path(__file__).with_name("people.sas7bdat")
COUNT = 60


def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "why": [-101 if place % 7 == 3 else place for place in range(COUNT)],
            "word": pd.Series(["a", None, "ccc"] * (COUNT // 3), dtype="str"),
            "late": pd.Series([pd.NA] * (COUNT - 1) + [5], dtype="Int64"),
        }
    )
    letters = (LetteredMissing(code=-101, letter="a"),)
    return Microdata(frame, [Variable(name="why", missing=(-101,), lettered_missing=letters)])


@pytest.mark.parametrize("at_once", [1, 7, COUNT - 1, COUNT, COUNT + 1])
@pytest.mark.parametrize("extension", [".sav", ".zsav", ".dta", ".xpt", ".sas7bdat"])
def test_pieces_of_any_length_give_the_same_sample(
    extension: str, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampled_pieces, "PIECES", COUNT)
    monkeypatch.setattr(sampled_pieces, "LEAST", at_once)
    path = SAS
    if extension != SAS.suffix:
        path = tmp_path / f"people{extension}"
        data = people()
        write(data if extension == ".dta" else data.describe(Variable(name="why")), path)
    whole = read(path)
    size = max(len(whole) // 4, 1)
    drawn = read(path, sample=size, sample_seed=9)
    expected = whole.frame.iloc[sampled_places(len(whole), size, 9)].reset_index(drop=True)
    pd.testing.assert_frame_equal(drawn.frame, expected, check_dtype=False)
    assert drawn.sample is not None
    assert drawn.sample.records == len(whole)
    assert [one.lettered_missing for one in drawn.variables] == [
        one.lettered_missing for one in whole.variables
    ]


def test_memory_holds_a_part_of_the_file_at_a_time(tmp_path: Path) -> None:
    small, large = tmp_path / "small.dta", tmp_path / "large.dta"
    for path, count in ((small, 1_000), (large, 400_000)):
        write(Microdata(pd.DataFrame({f"v{at}": np.arange(count) / 8 for at in range(10)})), path)
    work = "from sdcdesk.io import read\ndef work(path): return read(path, sample=500, sample_seed=1)"
    assert grown(work, small, large) < large.stat().st_size / 2
