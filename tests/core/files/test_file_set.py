import json
import os
import signal
import sys
from functools import partial
from itertools import count

import pytest

from sdcdesk.core.files.atomic import write_atomically, write_together
from sdcdesk.core.files.file_set import finish
from sdcdesk.core.running.errors import WriteError
from tests.faults.forked import at_write, forked

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process is forked and killed")

NAMES = ("a.txt", "b.txt", "c.txt")


def put(file):
    file.write(b"new")


def kill():
    os.kill(os.getpid(), signal.SIGKILL)


def run(places, overwrite, number):
    """Write all files, and be killed before the process changes a folder for the so-many-th time."""
    at_write(number, kill)
    write_together(dict.fromkeys(places, put), overwrite=overwrite)
    return 0


def finished(folder, number):
    at_write(number, kill)
    return len(finish(folder))


def content(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def laid_out(folder, *, old, folders):
    places = [folder / str(number % folders) / name for number, name in enumerate(NAMES)]
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
    for place in places[:old]:
        place.write_bytes(b"old")
    return places, content(folder)


@pytest.mark.parametrize("folders", [1, 2])
@pytest.mark.parametrize("old", [0, 2])
def test_a_set_is_whole_after_a_kill_at_any_point(tmp_path, old, folders):
    parts = 0
    for number in count(1):
        folder = tmp_path / str(number)
        places, before = laid_out(folder, old=old, folders=folders)
        code, _ = forked(partial(run, places, old > 0, number), tmp_path)
        after = {str(place.relative_to(folder)): b"new" for place in places}
        stands = content(folder)
        assert all(stands.get(name) in (before.get(name), b"new") for name in after), "each is old or new"
        told = [sentence for one in range(folders) for sentence in finish(folder / str(one))]
        for one in range(folders):
            write_atomically(folder / str(one) / "next", put, overwrite=False)
            (folder / str(one) / "next").unlink()
        assert content(folder) in (before, after), number
        torn = {name: stands.get(name) for name in after} not in ({**dict.fromkeys(after), **before}, after)
        assert len(told) == torn
        parts += torn
        if not code:
            assert content(folder) == after
            break
    assert parts >= 2, "there were kills between two places"


FIRST = {}
"""By layout, before which change a process is killed that has put the first file only in its place."""


def killed_after_the_first(folder, **layout):
    """Return the places of a set of which a kill left the first one only."""
    known = tuple(layout.items())
    for number in count(FIRST.get(known, 1)):
        places, _ = laid_out(folder / str(number), **layout)
        forked(partial(run, places, True, number), folder)
        if [place.exists() and place.read_bytes() == b"new" for place in places] == [True, False, False]:
            FIRST[known] = number
            return folder / str(number), places
    raise AssertionError


def test_whoever_writes_next_is_told_what_followed(tmp_path):
    folder, places = killed_after_the_first(tmp_path, old=0, folders=1)
    [told] = write_atomically(folder / "0" / "next", put, overwrite=False)
    assert told.endswith("b.txt, c.txt followed now.")
    assert all(place.read_bytes() == b"new" for place in places)
    assert write_atomically(folder / "0" / "next", put, overwrite=True) == ()


@pytest.mark.parametrize("folders", [1, 2])
def test_whoever_completes_a_set_may_be_killed_too(tmp_path, folders):
    for number in range(1, 12):
        folder, places = killed_after_the_first(tmp_path / str(number), old=2, folders=folders)
        code, _ = forked(partial(finished, folder / "0", number), tmp_path)
        for one in range(folders):
            finish(folder / str(one))
            write_atomically(folder / str(one) / "next", put, overwrite=False)
            (folder / str(one) / "next").unlink()
        assert content(folder) == {str(place.relative_to(folder)): b"new" for place in places}
        if code == 1:
            return
    raise AssertionError


def test_permissions_are_those_of_a_set_that_nobody_killed(tmp_path):
    folder, places = killed_after_the_first(tmp_path, old=2, folders=1)
    [told] = finish(folder / "0")
    assert told.endswith("only a part of its files in their places; b.txt, c.txt followed now.")
    umask = os.umask(0)
    os.umask(umask)
    modes = [place.stat().st_mode & 0o777 for place in places]
    assert modes == [0o666 & ~umask, 0o666 & ~umask, 0o666 & ~umask]


@pytest.mark.parametrize("changed", [0, 1, 2])
def test_what_somebody_changed_since_stays(tmp_path, changed):
    folder, places = killed_after_the_first(tmp_path, old=2, folders=1)
    places[changed].write_bytes(b"of somebody else")
    before = {place: place.read_bytes() for place in places if place.exists()}
    told = finish(folder / "0")
    write_atomically(folder / "0" / "next", put, overwrite=False)
    assert {path: path.read_bytes() for path in (folder / "0").iterdir()} == {
        **before,
        folder / "0" / "next": b"new",
    }
    left = "A command that was killed has left a.txt without b.txt, c.txt"
    assert told == ([f"{left}, which cannot follow any more; make them again."] if changed else [])


FORGED = {
    "folder": "/",
    "unfinished": ".sdcdesk-1.tmp",
    "target": "a",
    "file": [1],
    "before": None,
    "mode": 0,
}


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"{",
        b"[]",
        b'{"members": [{"folder": 1}], "lists": []}',
        json.dumps({"members": [], "lists": ["/etc/passwd"]}).encode(),
        json.dumps({"members": [FORGED | {"unfinished": "x"}], "lists": []}).encode(),
        json.dumps({"members": [FORGED | {"unfinished": "../.sdcdesk-1.tmp"}], "lists": []}).encode(),
        json.dumps({"members": [FORGED | {"target": "../a"}], "lists": []}).encode(),
    ],
)
def test_a_list_that_is_torn_or_forged_is_swept_and_moves_nothing(tmp_path, written):
    listed, other = tmp_path / ".sdcdesk-set-1.tmp", tmp_path / ".sdcdesk-set-notes"
    for path in (listed, other):
        path.write_bytes(written)
    assert finish(tmp_path) == []
    assert list(tmp_path.iterdir()) == [other]


def test_where_the_disk_has_no_room_for_the_list_nothing_is_left(tmp_path):
    """What was not written is tried again when a file is closed, and fails again."""
    places, before = laid_out(tmp_path / "full", old=2, folders=2)
    code, said = forked(partial(run_on_a_full_disk, places), tmp_path)
    assert (code, content(tmp_path / "full")) == (0, before), said


def run_on_a_full_disk(places):
    resource = pytest.importorskip("resource")
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # enough for each file
    with pytest.raises(WriteError):
        write_together(dict.fromkeys(places, put), overwrite=True)
    return 0
