"""Day in data files: the same run gives the same bytes, and none tells the time at which it was made."""

import re
from pathlib import Path
from zipfile import ZipFile

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.writing_day import EPOCH
from sdcdesk.io import FORMATS, read, write

DATA = Microdata(pd.DataFrame({"age": [1, 2], "town": ["a", "b"]}))

MOMENTS = {
    ".sav": (b"03 Feb 2100:00:00", 1),
    ".zsav": (b"03 Feb 2100:00:00", 1),
    ".dta": (b"<timestamp>\x1103 Feb 2021 00:00</timestamp>", 1),
    ".xpt": (b"03FEB21:00:00:00", 4),
    ".xlsx": (b"2021-02-03T00:00:00Z", 2),
}
"""How a day stands in a file, and how often; others hold none."""


def content(path: Path) -> bytes:
    if path.suffix != ".xlsx":
        return path.read_bytes()
    with ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


@pytest.mark.parametrize("extension", [one for form in FORMATS for one in form.written_extensions])
def test_files_bear_the_day_that_is_asked_for_and_no_other(
    extension: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name, epoch in (("one", 1612350000), ("two", 1612396799)):  # at noon, and before midnight
        monkeypatch.setenv(EPOCH, str(epoch))
        write(DATA, tmp_path / f"{name}{extension}")
        found.append(content(tmp_path / f"{name}{extension}"))
    assert found[0] == found[1]
    moment, count = MOMENTS.get(extension, (b"", 0))
    assert not count or found[0].count(moment) == count
    assert not re.search(rb"\d\d:\d\d:\d\d", found[0].replace(b"00:00:00", b"")), "no other moment"
    pd.testing.assert_frame_equal(read(tmp_path / f"one{extension}").frame, DATA.frame)
