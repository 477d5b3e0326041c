import errno
import os
import stat
import sys

import pytest

from sdcdesk.core.atomic import write_atomically
from sdcdesk.core.errors import WriteError
from sdcdesk.core.progress import Cancelled

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")


def write_new(file):
    file.write(b"new")


def test_writes_the_whole_and_nothing_else(tmp_path):
    target = tmp_path / "a.txt"
    write_atomically(target, write_new, overwrite=False)
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_replaces_only_when_allowed(tmp_path):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    with pytest.raises(WriteError, match=r"a\.txt exists already"):
        write_atomically(target, write_new, overwrite=False)
    assert target.read_bytes() == b"old"
    write_atomically(target, write_new, overwrite=True)
    assert target.read_bytes() == b"new"


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path):
    target = tmp_path / "a.txt"

    def write_late(file):
        file.write(b"new")
        target.write_bytes(b"of somebody else")

    with pytest.raises(WriteError, match="exists already"):
        write_atomically(target, write_late, overwrite=False)
    assert target.read_bytes() == b"of somebody else"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("raised", "expected", "message"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), WriteError, "no room for a.txt"),
        (OSError(errno.EIO, "Input/output error"), WriteError, "Input/output error"),
        (PermissionError(errno.EACCES, "denied"), WriteError, "may not be written"),
        (Cancelled(), Cancelled, ""),
        (KeyboardInterrupt(), KeyboardInterrupt, ""),
    ],
)
def test_any_failure_leaves_the_old_file_and_nothing_behind(tmp_path, raised, expected, message):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")

    def fail(file):
        file.write(b"half of")
        raise raised

    with pytest.raises(expected) as caught:
        write_atomically(target, fail, overwrite=True)
    assert message in str(caught.value)
    assert str(tmp_path) not in str(caught.value)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_names_the_folder_that_does_not_exist(tmp_path):
    with pytest.raises(WriteError, match=r"The folder nowhere for a\.txt does not exist"):
        write_atomically(tmp_path / "nowhere" / "a.txt", write_new, overwrite=False)


def test_refuses_a_folder(tmp_path):
    with pytest.raises(WriteError, match="is a folder"):
        write_atomically(tmp_path, write_new, overwrite=True)


@posix
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_what_is_no_ordinary_file_is_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(WriteError, match="not an ordinary file"):
        write_atomically(pipe, write_new, overwrite=True)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_file_that_is_replaced_hands_on_its_permissions(tmp_path):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    target.chmod(0o600)
    write_atomically(target, write_new, overwrite=True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@posix
def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "a.txt", tmp_path / "link.txt"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomically(link, write_new, overwrite=True)
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
