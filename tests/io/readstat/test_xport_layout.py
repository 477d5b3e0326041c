"""Transport files of SAS: letters of missing values, and more tables than one."""

from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import FileOptions, preview, read
from sdcdesk.io.readstat.options import StatisticsOptions

ONE, HALF = bytes.fromhex("4110000000000000"), bytes.fromhex("4080000000000000")
"""1 and 0.5 as the mainframes of IBM wrote them."""


def saved(path: Path, version: int, name: str = "people") -> bytes:
    frame = pd.DataFrame({"w": ["x", "y", "z"], "n": [1.0, 0.5, None], "m": [2.0, 3.0, 4.0]})
    pyreadstat.write_xport(frame, str(path), table_name=name, file_format_version=version)
    return path.read_bytes()


def lettered(content: bytes) -> bytes:
    """Return a file whose 1 is missing as .A, and whose 0.5 as ._."""
    assert content.count(ONE) == content.count(HALF) == 1
    return content.replace(ONE, b"A".ljust(8, b"\0")).replace(HALF, b"_".ljust(8, b"\0"))


@pytest.mark.parametrize("version", [5, 8])
def test_missing_values_with_letters_become_codes(version: int, tmp_path: Path) -> None:
    path = tmp_path / "people.xpt"
    path.write_bytes(lettered(saved(path, version)))
    found = read(path)
    name = next(one for one in found.names if one.lower() == "n")
    codes = {one.letter: one.code for one in found.variable(name).lettered_missing}
    assert sorted(codes) == ["_", "a"]
    assert found.column(name).tolist() == [codes["a"], codes["_"], pd.NA]
    assert found.variable(name).missing == (codes["a"], codes["_"])
    other = next(one for one in found.names if one.lower() == "m")
    assert found.column(other).tolist() == [2, 3, 4]
    first = preview(path, FileOptions(), 1).data
    assert first.column(name).tolist() == [codes["a"]]
    some = read(path, StatisticsOptions(columns=(other, name)))
    assert some.column(name).tolist() == found.column(name).tolist()
    assert read(path, StatisticsOptions(columns=(other,))).column(other).tolist() == [2, 3, 4]


@pytest.mark.parametrize("version", [5, 8])
def test_a_second_table_is_told_rather_than_read_as_records_of_the_first(
    version: int, tmp_path: Path
) -> None:
    path = tmp_path / "people.xpt"
    first, second = saved(path, version), saved(path, version, "houses")
    path.write_bytes(first + second[second.index(b"HEADER RECORD*******MEMB") :])
    with pytest.raises(ReadError, match="holds several tables, of which only one can be read"):
        read(path)
    with pytest.raises(ReadError, match="several tables"):
        preview(path, FileOptions(), 1)


def test_text_that_looks_like_the_beginning_of_a_table_is_text(tmp_path: Path) -> None:
    path = tmp_path / "people.xpt"
    words = ["HEADER RECORD*******MEMBER", "x"]
    pyreadstat.write_xport(pd.DataFrame({"n": [1.0, 2.0], "w": words}), str(path))
    assert read(path).column("w").tolist() == words


@pytest.mark.parametrize("version", [5, 8])
def test_a_file_that_ends_within_a_record_is_told(version: int, tmp_path: Path) -> None:
    """It does not say how many records it has, so that the others would be missing without a word."""
    path = tmp_path / "people.xpt"
    frame = pd.DataFrame({"w": ["word"] * 500, "n": [1.5] * 500, "m": [2.25] * 500})
    pyreadstat.write_xport(frame, str(path), file_format_version=version)
    content = path.read_bytes()
    record, start = 4 + 8 + 8, len(content) - 500 * (4 + 8 + 8)
    assert start % 80 == len(content) % 80 == 0, "what is written fills its lines"
    for end in (len(content) - 1, len(content) - record, start + 160 + 7, start + 30):
        path.write_bytes(content[:end])
        for ask in (read, lambda path: preview(path, FileOptions(), 3)):
            with pytest.raises(ReadError, match=r"people\.xpt is damaged"):
                ask(path)
    frame = pd.DataFrame({"w": ["word and more"] * 500, "n": [1.5] * 500})
    pyreadstat.write_xport(frame, str(path), file_format_version=version)
    content = path.read_bytes()
    assert len(read(path)) == 500
    path.write_bytes(content[: len(content) - 800 + 80])
    with pytest.raises(ReadError, match=r"people\.xpt is damaged"):
        read(path)


@pytest.mark.parametrize("version", [5, 8])
def test_a_record_that_is_longer_than_the_file_is_damage(version: int, tmp_path: Path) -> None:
    path = tmp_path / "people.xpt"
    content = bytearray(saved(path, version))
    described = content.index(b"HEADER RECORD*******NAM") + 80  # 140 bytes a variable, behind that line
    content[described + 140 + 84 : described + 140 + 88] = (541_342_464).to_bytes(4, "big")
    path.write_bytes(content)
    with pytest.raises(ReadError, match=r"people\.xpt is damaged"):
        read(path)


@pytest.mark.parametrize("count", [b"0000000000", b"9999999999", b"-000000001"])
def test_more_variables_than_the_file_has_room_for_are_damage(count: bytes, tmp_path: Path) -> None:
    path = tmp_path / "people.xpt"
    content = bytearray(saved(path, 8))
    line = content.index(b"HEADER RECORD*******NAM")
    content[line + 48 : line + 58] = count
    path.write_bytes(content)
    with pytest.raises(ReadError, match=r"people\.xpt is damaged"):
        read(path)
