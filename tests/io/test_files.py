import hashlib
import os

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.io import read_file, write
from sdcdesk.io.files import BLOCK, BytesRead, SameBytes
from tests.io.memory import grown


@pytest.fixture
def content():
    return np.random.default_rng(3).bytes(5 * BLOCK + 17)


@pytest.fixture
def path(tmp_path, content):
    made = tmp_path / "a.bin"
    made.write_bytes(content)
    return made


def test_any_part_is_read_as_it_stands_and_hashed_before(path, content):
    read = BytesRead()
    with path.open("rb") as file:
        same = SameBytes(file, read, SILENT)
        assert (read.sha256, read.size) == (hashlib.sha256(content).hexdigest(), len(content))
        end = len(content)
        for start, size in ((0, 4), (BLOCK - 1, 2), (BLOCK, 3 * BLOCK), (end - 3, 9), (7, 4 * BLOCK)):
            assert same.seek(start) == same.tell() == start
            assert same.read(size) == content[start : start + size]
        assert same.seek(-8, os.SEEK_END) == len(content) - 8
        assert same.seek(3, os.SEEK_CUR) == len(content) - 5
        assert same.read() == content[-5:]
        assert same.read(1) == b""


def test_an_empty_file_has_nothing(tmp_path):
    (tmp_path / "empty").touch()
    read = BytesRead()
    with (tmp_path / "empty").open("rb") as file:
        assert SameBytes(file, read, SILENT).read() == b""
    assert read.sha256 == hashlib.sha256().hexdigest()


READING = """
from sdcdesk.core.running.progress import SILENT
from sdcdesk.io.files import BLOCK, BytesRead, SameBytes

def work(path):
    with path.open("rb") as file:
        same = SameBytes(file, BytesRead(), SILENT)
        while same.read(BLOCK):
            pass
"""


def test_memory_holds_few_of_the_bytes(tmp_path):
    small, large = tmp_path / "small", tmp_path / "large"
    for path, blocks in ((small, 1), (large, 200)):
        with path.open("wb") as file:
            file.truncate(blocks * BLOCK)
    assert grown(READING, small, large) < 6 * BLOCK


def test_hashing_is_cancelled(path):
    with path.open("rb") as file, pytest.raises(Cancelled):
        SameBytes(file, BytesRead(), Progress(cancelled=lambda: True))


@pytest.mark.parametrize("change", ["other bytes", "shorter"])
def test_bytes_that_changed_since_are_never_returned(path, content, change):
    with path.open("rb") as file:
        same = SameBytes(file, BytesRead(), SILENT)
        path.write_bytes(content[:-1] if change == "shorter" else content[:-1] + b"?")
        for start, size in ((5 * BLOCK, 3), (4 * BLOCK, -1), (4 * BLOCK + 5, 5 * BLOCK)):
            same.seek(start)
            with pytest.raises(ReadError, match=r"a\.bin was changed by another program while it was read"):
                same.read(size)
        same.seek(BLOCK)
        assert same.read(3 * BLOCK) == content[BLOCK : 4 * BLOCK]


def test_a_parquet_file_that_changes_while_it_is_read_is_refused(tmp_path, monkeypatch):
    path, opened = tmp_path / "a.parquet", pq.ParquetFile
    numbers = pd.DataFrame({"a": np.random.default_rng(1).normal(size=200_000)})
    write(Microdata(numbers), path)
    assert read_file(path).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()

    def change(source):
        found = opened(source)
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
        return found

    monkeypatch.setattr(pq, "ParquetFile", change)
    with pytest.raises(ReadError, match=r"a\.parquet was changed by another program while it was read"):
        read_file(path)


def test_reading_a_part_is_cancelled(path):
    asked = []
    with path.open("rb") as file:
        same = SameBytes(file, BytesRead(), Progress(cancelled=lambda: bool(asked)))
        asked.append(True)
        with pytest.raises(Cancelled):
            same.read(BLOCK)
