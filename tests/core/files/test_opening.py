import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from sdcdesk.core.files.opening import is_ordinary, opening, read_text
from sdcdesk.core.running.errors import ReadError


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "x.csv")
    return folder / "x.csv"


def link(target: str) -> Callable[[Path], Path]:
    def made(folder: Path) -> Path:
        (folder / "x.csv").symlink_to(target)
        return folder / "x.csv"

    return made


def listening(folder: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(folder / "x.csv"))
    return folder / "x.csv"


def through_a_file(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file" / "x.csv"


ODD = {
    "a pipe": (pipe, "is a device or a pipe"),
    "a device": (lambda _: Path("/dev/zero"), "is a device or a pipe"),
    "a link to a device": (link("/dev/zero"), "is a device or a pipe"),
    "a socket": (listening, "is a device or a pipe"),
    "a loop of links": (link("x.csv"), "cannot be read"),
    "a link to nothing": (link("nothing"), "does not exist"),
    "nothing": (lambda folder: folder / "x.csv", "does not exist"),
    "a folder": (lambda folder: folder, "is a folder"),
    "no name": (lambda _: Path(), "is a folder"),
    "a path through a file": (through_a_file, "no folder"),
    "a name of 300 signs": (lambda folder: folder / ("x" * 300), "cannot be read"),
    "a path of 6,000 signs": (lambda folder: folder.joinpath(*["y" * 200] * 30), "cannot be read"),
    "a zero byte": (lambda folder: folder / "a\0b.csv", "no name that a file can have"),
    "a name that is not text": (lambda folder: folder / os.fsdecode(b"\xff.csv"), "does not exist"),
}


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")
@pytest.mark.parametrize(("made", "words"), ODD.values(), ids=ODD.keys())
def test_what_is_no_ordinary_file_is_refused_at_once(
    made: Callable[[Path], Path], words: str, tmp_path: Path
) -> None:
    path = made(tmp_path)
    assert not is_ordinary(path)
    with pytest.raises(ReadError, match=words) as caught:
        read_text(path, field="weights")
    assert caught.value.field == "weights"
    assert caught.value.message.endswith(".")
    assert max(map(len, caught.value.message.split())) <= 80


def test_a_file_without_permission_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(ReadError, match="may not be read"), opening(tmp_path / "x.csv"):
        pass


def test_text_is_read_without_its_mark(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.csv")
    path.write_bytes("\ufeffä".encode())
    assert is_ordinary(path)
    assert read_text(path) == "ä"
    path.write_bytes(b"\xff")
    with pytest.raises(ReadError, match="not text in UTF-8"):
        read_text(path)
