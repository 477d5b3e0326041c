import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sdcdesk.core.files.atomic import write_atomically, write_together
from sdcdesk.core.files.owned_file import sweep
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.progress import Cancelled

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


@posix
def test_says_of_a_folder_that_takes_no_files_that_it_takes_none(tmp_path, monkeypatch):
    def opened(*_):  # as the system answers in /proc
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    monkeypatch.setattr(os, "open", opened)
    with pytest.raises(
        WriteError, match=rf"{tmp_path.name} takes no new files such as a\.txt; choose another"
    ):
        write_atomically(tmp_path / "a.txt", write_new, overwrite=False)


@posix
def test_says_of_a_name_that_it_is_too_long(tmp_path):
    name = "n" * 300
    with pytest.raises(WriteError, match=r"name or the path of n+… is too long for this system") as found:
        write_atomically(tmp_path / name, write_new, overwrite=False)
    assert name not in str(found.value)


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


@posix
def test_a_loop_of_links_is_never_replaced(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(WriteError, match="not an ordinary file"):
        write_atomically(loop, write_new, overwrite=True)
    assert loop.is_symlink()


@posix
def test_only_its_user_may_read_an_unfinished_file(tmp_path):
    seen = []

    def look(file):
        file.write(b"new")
        seen.extend(stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir())

    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a.txt", look, overwrite=False)
        write_atomically(tmp_path / "b.txt", write_new, overwrite=False, private=True)
    finally:
        os.umask(before)
    assert seen == [0o600]
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640, "as any new file"
    assert stat.S_IMODE((tmp_path / "b.txt").stat().st_mode) == 0o600


def test_a_name_may_be_as_long_as_names_can_be(tmp_path):
    target = tmp_path / ("x" * 255)
    write_atomically(target, write_new, overwrite=False)
    assert target.read_bytes() == b"new"


def test_files_appear_together_when_all_are_complete(tmp_path):
    files = {tmp_path / name: write_new for name in ("a.txt", "b.txt")}
    places = []
    write_together(files, overwrite=False, ready=lambda: places.extend(path.exists() for path in files))
    assert places == [False, False]
    assert sorted(tmp_path.iterdir()) == list(files)


@pytest.mark.parametrize("problem", [WriteError("no"), Cancelled(), KeyboardInterrupt()])
def test_what_fails_before_the_first_has_its_place_leaves_nothing(tmp_path, problem):
    def ready():
        raise problem

    files = {tmp_path / name: write_new for name in ("a.txt", "b.txt")}
    with pytest.raises(type(problem)):
        write_together(files, overwrite=False, ready=ready)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize("failing", [0, 1, 2])
def test_where_one_cannot_have_its_place_none_has(tmp_path, monkeypatch, links, overwrite, failing):
    """A program has one of the files open, which the system says only at its renaming."""
    files = [tmp_path / f"{number}.txt" for number in range(3)]
    if overwrite:
        for path in files[:2]:
            path.write_bytes(b"old")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    linked, replaced = os.link, Path.replace

    def link(path, target, **others):
        if target == files[failing]:
            raise PermissionError(errno.EACCES, "in use")
        if not links:
            raise PermissionError(errno.EPERM, "no links")
        return linked(path, target, **others)

    def replace(path, target):
        if target == files[failing] and path.read_bytes() == b"new":
            raise PermissionError(errno.EACCES, "in use")
        return replaced(path, target)

    monkeypatch.setattr("os.link", link)
    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(WriteError, match=f"{failing}.txt may not be written"):
        write_together(dict.fromkeys(files, write_new), overwrite=overwrite)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_waits_until_all_files_stand(tmp_path, monkeypatch, number):
    came = []
    files = {tmp_path / name: write_new for name in ("a.txt", "b.txt", "c.txt")}
    replaced = Path.replace

    def ask(path, target):
        os.kill(os.getpid(), number)
        return replaced(path, target)

    before = signal.signal(number, lambda *_: came.append([path.exists() for path in files]))
    try:
        monkeypatch.setattr(Path, "replace", ask)
        write_together(files, overwrite=True)
    finally:
        signal.signal(number, before)
    assert came
    assert all(standing == [True, True, True] for standing in came)


WRITES = """
import sys
from pathlib import Path
from sdcdesk.core.files.atomic import write_together

def wait(file):
    file.write(b"half")
    file.flush()
    print("half", flush=True)
    sys.stdin.read()

write_together({Path(name): wait for name in sys.argv[1:]}, overwrite=True)
"""


@posix
def test_what_a_killed_process_left_is_swept_and_nothing_else(tmp_path):
    theirs = [tmp_path / name for name in (".a.txt.1234.tmp", ".sdcdesk-notes", "x.tmp")]
    for path in theirs:
        path.write_bytes(b"of somebody else")
    (tmp_path / ".sdcdesk-folder.tmp").mkdir()
    (tmp_path / ".sdcdesk-link.tmp").symlink_to(theirs[0])
    os.mkfifo(tmp_path / ".sdcdesk-pipe.tmp")
    before = set(tmp_path.iterdir())
    command = [sys.executable, "-c", WRITES, str(tmp_path / "a.txt")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as killed, subprocess.Popen(command, **pipes) as living:  # noqa: S603
        assert killed.stdout.readline() == living.stdout.readline() == b"half\n"
        killed.kill()
        killed.wait()
        assert len(set(tmp_path.iterdir()) - before) == 2
        write_atomically(tmp_path / "b.txt", write_new, overwrite=False)
        [unfinished] = set(tmp_path.iterdir()) - before - {tmp_path / "b.txt"}
        assert unfinished.read_bytes() == b"half", "its process lives"
        living.communicate()
        assert living.returncode == 0
    assert set(tmp_path.iterdir()) - before == {tmp_path / "a.txt", tmp_path / "b.txt"}
    assert (tmp_path / "a.txt").read_bytes() == b"half"


def test_new_files_are_written_while_others_sweep_the_folder(tmp_path):
    done, sweeps = threading.Event(), []

    def sweep_on() -> None:
        while not done.is_set():
            sweeps.append(sweep(tmp_path))

    others = [threading.Thread(target=sweep_on) for _ in range(2)]
    for other in others:
        other.start()
    try:
        for number in range(60):
            files = {tmp_path / f"{part}{number}.txt": lambda file: file.write(b"whole") for part in "ab"}
            write_together(files, overwrite=False)
    finally:
        done.set()
        for other in others:
            other.join()
    assert len(list(tmp_path.iterdir())) == 120
    assert len(sweeps) > 60, "whoever writes waits for nobody who sweeps"


def test_of_many_who_write_a_new_file_at_once_one_succeeds(tmp_path):
    target, won, lost = tmp_path / "a.txt", [], []
    together = threading.Barrier(8)

    def write(number):
        def put(file):
            file.write(b"%d" % number)
            together.wait()

        try:
            write_atomically(target, put, overwrite=False)
            won.append(number)
        except WriteError:
            lost.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(won), len(lost)) == (1, 7)
    assert target.read_bytes() == b"%d" % won[0]
    assert list(tmp_path.iterdir()) == [target]


def test_a_write_protected_file_is_never_replaced(tmp_path):
    places = [tmp_path / name for name in ("a.txt", "b.txt")]
    places[1].write_bytes(b"kept")
    places[1].chmod(0o444)
    with pytest.raises(WriteError, match=r"b\.txt is write-protected; take that away"):
        write_together(dict.fromkeys(places, lambda file: file.write(b"new")), overwrite=True)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"kept"]
