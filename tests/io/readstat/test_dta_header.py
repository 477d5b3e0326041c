"""Files of Stata that the library must not be given: it would count without end, or lose text."""

import struct
from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import FileOptions, preview, read

TEXT = "long " * 500


def saved(path: Path, version: int) -> bytes:
    text = [TEXT, "b"] if version > 12 else ["a", "b"]
    pyreadstat.write_dta(pd.DataFrame({"n": [1.0, 2.0], "w": text}), str(path), version=version)
    return path.read_bytes()


@pytest.mark.parametrize("version", [8, 10, 12])
def test_an_old_file_that_says_to_have_more_records_than_bytes_is_told(version: int, tmp_path: Path) -> None:
    path = tmp_path / "people.dta"
    content = saved(path, version)
    assert read(path).column("n").tolist() == [1, 2]
    for variables, records in ((0, 2), (0, 2**31 - 1), (2, 2**31 - 1)):
        path.write_bytes(content[:4] + struct.pack("<HI", variables, records) + content[10:])
        with pytest.raises(ReadError, match=r"people\.dta is damaged"):
            read(path)
    for place, byte in ((0, 99), (0, 116), (1, 0), (1, 63)):
        path.write_bytes(content[:place] + bytes([byte]) + content[place + 1 :])
        with pytest.raises(ReadError, match=r"people\.dta is damaged"):
            read(path)


@pytest.mark.parametrize("version", [13, 14, 15])
def test_a_new_file_that_says_to_have_more_records_than_bytes_is_told(version: int, tmp_path: Path) -> None:
    path = tmp_path / "people.dta"
    content = saved(path, version)
    assert read(path).column("w").tolist() == [TEXT, "b"]
    assert preview(path, FileOptions(), 1).data.column("w").tolist() == [TEXT]
    for mark, told in ((b"<N>\2", b"<N>\xff\xff\xff\x7f"), (b"<K>\2", b"<K>\0")):
        assert content.count(mark) == 1
        at = content.index(mark)
        path.write_bytes(content[:at] + told + content[at + len(told) :])
        with pytest.raises(ReadError, match=r"people\.dta is damaged"):
            read(path)


def test_long_text_that_the_library_does_not_find_is_told_rather_than_lost(tmp_path: Path) -> None:
    path = tmp_path / "people.dta"
    content = saved(path, 15)
    # As earlier versions of haven write it: the variable in two bytes, the record in six.
    for record in (1, 2):
        right = b"\2\0\0" + record.to_bytes(5, "little")
        assert content.count(right) == 1
        content = content.replace(right, b"\2\0" + record.to_bytes(6, "little"))
    path.write_bytes(content)
    with pytest.raises(ReadError, match=r"long text \(strL\) in a form that Stata itself does not write"):
        read(path)
