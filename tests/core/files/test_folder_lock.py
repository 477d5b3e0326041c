"""Turns at a folder: two sets of files are never mixed, with locks, without them, and between computers."""

import errno
import math
import os
import signal
import sys
import threading
import time
from functools import partial
from itertools import count
from types import SimpleNamespace

import pytest

from sdcdesk.core.files import folder_lock as turns
from sdcdesk.core.files.atomic import write_atomically, write_together
from sdcdesk.core.files.file_set import finish
from sdcdesk.core.files.folder_lock import LONGEST, MARKER, FolderLock, folder_lock
from sdcdesk.core.files.owned_file import DAY, sweep
from sdcdesk.core.files.unfinished import Unfinished
from sdcdesk.core.running.errors import WriteError
from tests.faults.forked import at_write, forked

if sys.platform != "win32":
    import fcntl

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process is forked and killed")

NAMES = ("a.txt", "b.txt", "c.txt")


def put(content, file):
    file.write(content)


@pytest.fixture
def places(tmp_path):
    return [tmp_path / name for name in NAMES]


@pytest.fixture
def without_locks(monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 0.0)


def write(places, content=b"new"):
    return write_together(dict.fromkeys(places, partial(put, content)), overwrite=True)


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def aged(path, seconds):
    then = time.time() - seconds
    os.utime(path, (then, then))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("locks", [True, False])
def test_two_sets_are_never_put_into_one_folder_at_once(tmp_path, places, locks, request):
    if not locks:
        request.getfixturevalue("without_locks")
    with folder_lock([tmp_path]):
        with pytest.raises(WriteError, match="wait until it is done, or remove"):
            write(places)
        assert list(content(tmp_path)) == [MARKER]
        write_atomically(places[0], partial(put, b"old"), overwrite=True)  # one alone waits for nobody
    write(places)
    assert content(tmp_path) == dict.fromkeys(NAMES, b"new")


def test_who_waits_is_patient_with_each_who_has_the_turn(tmp_path, places, monkeypatch):
    """Else of several commands at once one would be refused because the others take long together."""
    clock, others = [0.0], [folder_lock([tmp_path]) for _ in range(6)]
    others[0].__enter__()

    def another(_seconds):
        clock[0] += 0.6 * turns.PATIENCE
        others.pop(0).__exit__(None, None, None)
        if others:
            others[0].__enter__()

    monkeypatch.setattr(turns, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=another))
    write(places)
    assert others == []
    assert content(tmp_path) == dict.fromkeys(NAMES, b"new")


@pytest.mark.usefixtures("without_locks")
def test_sets_that_are_written_at_once_without_locks_are_never_mixed(tmp_path, places, monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", math.inf)  # on a busy machine a set takes long
    sets = [str(number).encode() for number in range(8)]
    threads = [threading.Thread(target=write, args=(places, one)) for one in sets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = content(tmp_path)
    assert found in [dict.fromkeys(NAMES, one) for one in sets]


def test_the_marker_of_a_killed_process_is_removed_at_once(tmp_path, places):
    left = 0
    for number in count(1):
        code, _ = forked(partial(_killed, places, number), tmp_path)
        left += (tmp_path / MARKER).exists()
        finish(tmp_path)
        write(places, b"next")
        assert content(tmp_path) == dict.fromkeys(NAMES, b"next")
        if not code:
            break
    assert left


def _killed(places, number):
    at_write(number, lambda: os.kill(os.getpid(), signal.SIGKILL))
    write(places)
    return 0


@pytest.mark.usefixtures("without_locks", "impatient")
def test_without_locks_an_old_marker_is_nobodys(tmp_path, places):
    marker = tmp_path / MARKER
    marker.write_bytes(b"archive\x1b[31m")
    with pytest.raises(WriteError, match=r"Another program on archive\\x1b\[31m is putting its files"):
        write(places)
    aged(marker, LONGEST + 5)
    write(places)
    assert content(tmp_path) == dict.fromkeys(NAMES, b"new")


@pytest.mark.usefixtures("without_locks")
def test_without_locks_what_nobody_changed_for_a_day_is_swept(tmp_path):
    live, left, other = (tmp_path / name for name in (".sdcdesk-1.tmp", ".sdcdesk-2.tmp", "people.csv"))
    for path in (live, left, other):
        path.touch()
    aged(left, DAY + 5)
    aged(other, DAY + 5)
    sweep(tmp_path)
    assert set(tmp_path.iterdir()) == {live, other}


@pytest.mark.usefixtures("without_locks")
def test_a_clock_that_is_wrong_here_makes_nothing_old_on_a_share(tmp_path, monkeypatch):
    live = tmp_path / ".sdcdesk-1.tmp"
    live.touch()
    monkeypatch.setattr(time, "time", lambda: 1e11)
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == [live]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_marker_is_never_followed_or_read(tmp_path, places, make):
    make(tmp_path / MARKER)
    with pytest.raises(WriteError, match=f"remove {MARKER} there"):
        write(places)
    assert [path.name for path in tmp_path.iterdir()] == [MARKER]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP])
def test_where_nothing_can_be_locked_or_linked_files_are_written_all_the_same(
    tmp_path, places, monkeypatch, number
):
    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    monkeypatch.setattr(os, "link", refuse)
    for overwrite in (False, True):
        write_together(dict.fromkeys(places, partial(put, b"new")), overwrite=overwrite)
        assert content(tmp_path) == dict.fromkeys(NAMES, b"new")
    with pytest.raises(WriteError, match="exists already"):
        write_together(dict.fromkeys(places, partial(put, b"new")), overwrite=False)


def test_a_marker_that_cannot_be_signed_leaves_nothing(tmp_path, places, monkeypatch):
    def refuse(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(turns, "_sign", refuse)
    write(places)
    assert content(tmp_path) == dict.fromkeys(NAMES, b"new")


@pytest.mark.usefixtures("without_locks", "impatient")
@pytest.mark.parametrize("placed", [0, 1, 2])
@pytest.mark.parametrize("others", [NAMES, ("b.txt", "d.txt")])
def test_who_slept_too_long_puts_no_further_file_into_its_place(
    tmp_path, places, monkeypatch, placed, others
):
    write(places, b"old")
    waiting = iter([False] * placed + [True])
    required = FolderLock.require

    def require(own):
        if next(waiting, False):
            aged(tmp_path / MARKER, LONGEST + 5)
            write([tmp_path / name for name in others], b"other")
        required(own)

    monkeypatch.setattr(FolderLock, "require", require)
    with pytest.raises(WriteError, match="while this one stood still, as when the computer sleeps"):
        write(places)
    assert content(tmp_path) == dict.fromkeys(NAMES, b"old") | dict.fromkeys(others, b"other")


@pytest.mark.usefixtures("without_locks")
def test_what_was_swept_while_its_process_slept_is_told(tmp_path, places, monkeypatch):
    place = Unfinished.place

    def asleep(file, **how):
        aged(file.path, DAY + 5)
        sweep(tmp_path)
        place(file, **how)

    monkeypatch.setattr(Unfinished, "place", asleep)
    with pytest.raises(WriteError, match=r"has removed what was written for a\.txt"):
        write(places[:1])
    assert content(tmp_path) == {}
