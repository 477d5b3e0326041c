import os
import tarfile

import pytest
from archive import make_archive
from commit import Commit, same_permissions

EPOCH = 1_700_000_000


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "sdcdesk-1"
    (made / "lib").mkdir(parents=True)
    (made / "sdcdesk").write_text("program")
    (made / "sdcdesk").chmod(0o700)
    (made / "lib" / "é.txt").write_text("text")
    return made


def test_two_archives_of_the_same_files_have_the_same_bytes(folder, tmp_path):
    same_permissions(folder, EPOCH)
    make_archive(folder, tmp_path / "one.tar.xz", EPOCH)
    (folder / "sdcdesk").chmod(0o711)
    (folder / "lib" / "é.txt").chmod(0o600)
    os.utime(folder / "sdcdesk")
    same_permissions(folder, EPOCH)
    make_archive(folder, tmp_path / "two.tar.xz", EPOCH)
    assert (tmp_path / "one.tar.xz").read_bytes() == (tmp_path / "two.tar.xz").read_bytes()


def test_files_come_out_as_they_went_in(folder, tmp_path):
    same_permissions(folder, EPOCH)
    make_archive(folder, tmp_path / "one.tar.xz", EPOCH)
    with tarfile.open(tmp_path / "one.tar.xz") as archive:
        modes = {entry.name: (entry.mode, entry.mtime, entry.uid) for entry in archive}
    assert modes == {
        "sdcdesk-1": (0o755, EPOCH, 0),
        "sdcdesk-1/lib": (0o755, EPOCH, 0),
        "sdcdesk-1/lib/é.txt": (0o644, EPOCH, 0),
        "sdcdesk-1/sdcdesk": (0o755, EPOCH, 0),
    }


def test_entries_are_sorted_and_belong_to_nobody_here(folder, tmp_path):
    (folder / "a").write_text("first")
    make_archive(folder, tmp_path / "one.tar.xz", EPOCH)
    with tarfile.open(tmp_path / "one.tar.xz", "r:xz") as archive:
        entries = archive.getmembers()
    assert [entry.name for entry in entries] == sorted(entry.name for entry in entries)
    assert {(entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime) for entry in entries} == {
        (0, 0, "", "", EPOCH)
    }


def test_the_settings_of_a_build_come_from_its_commit_alone():
    commit = Commit("0" * 40, EPOCH, "1.2.3")
    assert commit.date == "2023-11-14"
    assert commit.settings["SOURCE_DATE_EPOCH"] == str(EPOCH)
    assert '"commit": "0000000000' in commit.stamp()
