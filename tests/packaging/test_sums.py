import hashlib
import subprocess

import pytest
import sums


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "sdcdesk").write_text("program")
    (tmp_path / "lib" / "é.txt").write_text("text")
    return tmp_path


def test_every_file_is_listed_once_in_order_with_its_hash_but_the_list_itself(folder):
    for _ in range(2):
        sums.write_sums(folder)
        assert (folder / sums.NAME).read_text(encoding="utf-8").splitlines() == [
            f"{hashlib.sha256(b'text').hexdigest()}  lib/é.txt",
            f"{hashlib.sha256(b'program').hexdigest()}  sdcdesk",
        ]


def test_the_list_of_hashes_is_read_by_sha256sum(folder):
    sums.write_sums(folder)
    check = ["sha256sum", "--quiet", "--strict", "--check", sums.NAME]
    assert subprocess.run(check, cwd=folder, check=False).returncode == 0  # noqa: S603
    (folder / "lib" / "é.txt").write_text("changed")
    changed = subprocess.run(check, cwd=folder, check=False, capture_output=True)  # noqa: S603
    assert changed.returncode == 1
