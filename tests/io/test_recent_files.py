"""Recent files: the same content is read once, and nothing else is taken for it."""

from pathlib import Path

import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io.csv.options import ReadOptions
from sdcdesk.io.reading import read_file
from sdcdesk.io.recent_files import RecentFiles


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_the_same_content_is_read_once_wherever_it_lies(tmp_path: Path) -> None:
    recent = RecentFiles()
    first = recent.read(written(tmp_path / "a.csv", "age\n1\n2\n"))
    assert recent.read(tmp_path / "a.csv") is first
    assert recent.read(written(tmp_path / "b.csv", "age\n1\n2\n")) is first
    assert first.sha256 == read_file(tmp_path / "a.csv").sha256


def test_other_content_and_other_ways_of_reading_are_read(tmp_path: Path) -> None:
    recent, path = RecentFiles(), tmp_path / "a.csv"
    first = recent.read(written(path, "age;zip\n1;007\n"))
    assert recent.read(path, ReadOptions(delimiter=",")).data.names == ("age;zip",)
    assert recent.read(written(path, "age;zip\n2;007\n")).data.column("age").tolist() == [2]
    assert recent.read(written(path, "age;zip\n1;007\n")) is first


def test_a_file_of_which_nothing_is_known_is_not_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be too large for the memory, which only reading it finds out."""
    recent = RecentFiles()
    first = recent.read(written(tmp_path / "a.csv", "age\n1\n2\n"))
    monkeypatch.setattr("sdcdesk.io.recent_files.hashed", lambda *_: pytest.fail("hashed"))
    assert recent.read(written(tmp_path / "b.csv", "age\n10\n20\n")) is not first


def test_few_files_and_little_memory_are_kept(tmp_path: Path) -> None:
    recent = RecentFiles(most_files=2)
    paths = [written(tmp_path / f"{n}.csv", f"age\n{n}\n") for n in range(3)]
    first, second, _ = [recent.read(path) for path in paths]
    assert len(recent) == 2
    assert recent.read(paths[1]) is second
    assert recent.read(paths[0]) is not first
    recent.forget()
    assert len(recent) == 0
    small = RecentFiles(most_bytes=2)
    for path in paths:
        small.read(path)
    assert len(small) == 2, "a byte each"
    small.read(written(tmp_path / "large.csv", "age\n1\n2\n3\n"))
    assert len(small) == 2, "too large to be kept, and drives nothing out"


def test_files_that_cannot_be_read_and_cancelling(tmp_path: Path) -> None:
    recent = RecentFiles()
    with pytest.raises(ReadError, match="does not exist"):
        recent.read(tmp_path / "gone.csv")
    path = written(tmp_path / "a.csv", "age\n1\n")
    with pytest.raises(Cancelled):
        recent.read(path, progress=Progress(cancelled=lambda: True))
    assert len(recent) == 0
