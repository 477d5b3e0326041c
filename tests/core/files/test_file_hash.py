"""Hashes of files: of the very bytes, whatever their number."""

import hashlib
from pathlib import Path

import pytest

from sdcdesk.core.files.file_hash import BLOCK, hashed
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Cancelled, Progress


@pytest.mark.parametrize("size", [0, 1, BLOCK, BLOCK + 1])
def test_size_and_hash_are_those_of_the_bytes(tmp_path: Path, size: int) -> None:
    content = b"\xff" * size
    path = tmp_path / "data"
    path.write_bytes(content)
    assert hashed(path) == (size, hashlib.sha256(content).hexdigest())


def test_hashing_can_be_stopped(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(b"x")
    with pytest.raises(Cancelled):
        hashed(path, Progress(cancelled=lambda: True))


def test_a_folder_has_no_hash(tmp_path: Path) -> None:
    with pytest.raises(ReadError):
        hashed(tmp_path)
