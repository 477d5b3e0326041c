"""What is otherwise on Windows, tried with a system that refuses what Windows refuses."""

import errno
import os
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest

from sdcdesk.core.files import atomic, owned_file, unfinished
from sdcdesk.core.files import folder_lock as turn
from sdcdesk.core.files.atomic import same_file, write_atomically, write_together
from sdcdesk.core.running.errors import WriteError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux says which files are open")

SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "samples" / "billing_5000.csv"


def is_open(path):
    """Return whether this process has a file open, by whatever name."""
    if not Path(path).exists():
        return False
    return any(samestat(number, Path(path)) for number in Path("/proc/self/fd").iterdir())


def samestat(number, path):
    try:
        return os.path.samestat(os.fstat(int(number.name)), path.stat())
    except OSError:  # what listed the folder
        return False


@pytest.fixture
def windows(monkeypatch):
    """Files that are open, and those that may not be written to, are not renamed, replaced or removed."""
    replaced, unlinked, locked = Path.replace, Path.unlink, set()

    def refuse(*paths):
        if any(is_open(path) for path in paths):
            raise PermissionError(errno.EACCES, "used by another process")

    def replace(path, target):
        refuse(path, target)
        return replaced(path, target)

    def unlink(path, missing_ok=False):
        refuse(path)
        if path.exists() and not path.stat().st_mode & 0o200:
            raise PermissionError(errno.EACCES, "read-only")
        return unlinked(path, missing_ok)

    def locking(number, _mode, size):
        status = os.fstat(number)
        assert (os.lseek(number, 0, os.SEEK_CUR) > status.st_size, size) == (True, 1), "bytes of the file"
        locked.add(status.st_ino)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(Path, "unlink", unlink)
    for module in (atomic, owned_file, turn, unfinished):
        monkeypatch.setattr(module, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(owned_file, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2), raising=False)
    return locked


def put(file):
    file.write(b"new")


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_set_takes_its_places(windows, tmp_path, overwrite):
    files = {tmp_path / name: put for name in ("a.txt", "b.txt", "c.txt")}
    if overwrite:
        for path in files:
            path.write_bytes(b"old")
    write_together(files, overwrite=overwrite)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == dict.fromkeys(files, b"new")
    assert windows, "unfinished files were locked"


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("failing", [0, 1, 2])
def test_a_file_that_a_program_has_open_is_named_and_all_stay(tmp_path, failing):
    files = {tmp_path / name: put for name in ("a.txt", "b.txt", "c.txt")}
    for path in files:
        path.write_bytes(b"old")
    name = list(files)[failing]
    with name.open("rb"), pytest.raises(WriteError, match=f"{name.name} may not be .* has the file open"):
        write_together(files, overwrite=True)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == dict.fromkeys(files, b"old")


@pytest.mark.usefixtures("windows")
def test_a_read_only_file_leaves_nothing_behind(tmp_path):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    target.chmod(0o444)
    with pytest.raises(WriteError, match="is write-protected"):
        write_atomically(target, put, overwrite=True)
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("name", ["CON", "nul", "Aux.csv", "com1.tar.gz", "LPT9 .txt", "a.csv.", "b "])
def test_names_of_devices_are_refused(tmp_path, name):
    with pytest.raises(WriteError, match="a name that Windows keeps for itself; choose another name"):
        write_atomically(tmp_path / name, put, overwrite=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("name", ["console.csv", "nullable.csv", "com10.csv", "my con.csv"])
def test_names_like_those_of_devices_are_none(tmp_path, name):
    write_atomically(tmp_path / name, put, overwrite=True)
    assert (tmp_path / name).read_bytes() == b"new"


@pytest.mark.usefixtures("windows")
def test_a_path_that_is_too_long_is_told(tmp_path, monkeypatch):
    def opened(*_):
        raise FileNotFoundError(errno.ENOENT, "The system cannot find the path specified")

    monkeypatch.setattr(unfinished.os, "open", opened)
    with pytest.raises(WriteError, match=r"path of a\.txt is too long for this system"):
        write_atomically(tmp_path / "a.txt", put, overwrite=True)


def test_the_case_of_a_drive_or_name_tells_no_files_apart(monkeypatch):
    monkeypatch.setattr(atomic, "Path", PureWindowsPath)
    monkeypatch.setattr(atomic.os.path, "realpath", str)
    gone = SimpleNamespace(samefile=lambda _: (_ for _ in ()).throw(FileNotFoundError()))
    for other, same in (("c:\\DATA\\People.csv", True), ("d:\\data\\people.csv", False)):
        first = SimpleNamespace(samefile=gone.samefile, __str__=lambda _: "")
        assert same_file_of("C:\\data\\people.csv", other, first) is same


def same_file_of(path, other, gone):
    class Absent(str):
        samefile = staticmethod(gone.samefile)

    return same_file(Absent(path), Absent(other))


LACKING = """
import importlib.metadata, os, pathlib, shutil, signal, subprocess, sys, types
import numpy, pandas, pandas.io.common, platformdirs, pyarrow.csv, pyarrow.parquet, pydantic, scipy.stats

def unavailable(*_):
    raise AssertionError("POSIX only")

for name in ("SIGHUP", "SIGALRM", "SIGUSR1", "SIGKILL"):
    delattr(signal, name)
for name in ("O_NOFOLLOW", "O_NONBLOCK", "getuid", "geteuid", "fork", "set_blocking", "fchmod", "mkfifo"):
    delattr(os, name)
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
msvcrt = types.ModuleType("msvcrt")
msvcrt.LK_NBLCK, msvcrt.locking = 2, lambda *_: None
sys.modules["msvcrt"] = msvcrt
sys.platform = "win32"

from sdcdesk.cli import main
sys.exit(main())
"""
"""Runs a command where the system lacks what is POSIX only."""


def test_commands_work_where_all_that_is_only_posix_lacks(tmp_path):
    method = 'rounding:{"variables": ["Age"], "base": 5}'
    words = ["mask", SAMPLE, "--method", method, "--seed", "1", "--out", tmp_path / "out.csv"]
    command = [sys.executable, "-c", LACKING, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]
