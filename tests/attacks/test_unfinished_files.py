"""Attack: who may look into the folders of a computer reads a file while it is written, or after a kill."""

import stat
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Progress
from sdcdesk.io import FORMATS, Format
from sdcdesk.io.writing import write

WRITTEN = [form for form in FORMATS if form.can_write]


@pytest.mark.parametrize("ending", [*(form.extensions[0] for form in WRITTEN), ".zsav"])
def test_an_unfinished_file_is_its_users_alone_and_stands_nowhere_else(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, temporary, target = (tmp_path / name for name in ("started", "temporary", "target"))
    for folder in (started, temporary, target):
        folder.mkdir()
    monkeypatch.chdir(started)
    monkeypatch.setenv("TMPDIR", str(temporary))
    open_to_others: set[str] = set()
    seen: list[float] = []

    def look(share: float, _message: str) -> None:
        seen.append(share)
        for path in tmp_path.rglob("*"):
            closed = path.parent == target and not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
            if path.is_file() and not (closed or sys.platform == "win32"):
                open_to_others.add(path.parent.name)

    data = Microdata(pd.DataFrame({"a": np.arange(20_000), "b": ["x"] * 20_000}))
    path = target / f"people{ending}"
    write(data, path, progress=Progress(look))
    assert seen
    assert not open_to_others
    wanted = {path, *FORMATS.to_write(path).companions(data.variables, path)}
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
def test_a_file_is_written_where_the_program_was_started_in_a_folder_that_is_closed(
    form: Format, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    started.mkdir()
    monkeypatch.chdir(started)
    started.rmdir()  # so that not even the owner of all files can write there
    path = tmp_path / f"people{form.extensions[0]}"
    write(Microdata(pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})), path)
    assert path.stat().st_size
