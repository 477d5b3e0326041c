import shutil
import sys

import elf
import pytest

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("readelf") is None, reason="needs Linux and binutils"
)


@pytest.fixture(scope="module")
def library():
    import _ctypes
    from pathlib import Path

    return Path(_ctypes.__file__)


def test_only_programs_and_libraries_are_elf(library, tmp_path):
    (tmp_path / "text").write_text("\x7fEL")
    (tmp_path / "link").symlink_to(library)
    assert elf.is_elf(library)
    assert not elf.is_elf(tmp_path / "text")
    assert not elf.is_elf(tmp_path / "link")


def test_a_library_says_what_it_needs(library):
    assert "libc.so.6" in elf.needed(library)
    assert elf.newest_glibc([library]) >= (2, 2)


def test_what_is_needed_is_followed_to_its_end():
    needs = {"a": ["b"], "b": ["c", "a"], "d": ["e"]}
    assert elf.reached(["a"], needs) == {"a", "b", "c"}


def test_a_library_can_be_loaded_after_its_symbols_were_taken(library, tmp_path):
    copy = tmp_path / library.name
    shutil.copy(library, copy)
    elf.strip(copy)
    assert elf.is_loadable(copy)
    assert copy.stat().st_size <= library.stat().st_size
    assert [path.name for path in tmp_path.iterdir()] == [library.name]


def test_a_library_that_would_break_stays_as_it_is(library, tmp_path, monkeypatch):
    copy = tmp_path / library.name
    shutil.copy(library, copy)
    monkeypatch.setattr(elf, "is_loadable", lambda _path: False)
    elf.strip(copy)
    assert copy.read_bytes() == library.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == [library.name]
