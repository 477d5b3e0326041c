"""Forbidden places: folders and files that may not be read, written or entered.

Whoever may do everything becomes somebody who may not.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sdcdesk.cli import main
from tests.faults.batch import Trial
from tests.faults.example import ASSESS, FILES, INSPECT, MASK, RUN
from tests.faults.fault import Fault, Outcome, contents, lay_out, tried
from tests.faults.forked import forked

NOBODY = 65534

COMMANDS = {
    "inspect": (*INSPECT, "--json", "figures.json"),
    "assess": (*ASSESS[:-1], "figures.json"),
    "mask": MASK,
    "run": (*RUN, "--release-anyway", "The board said so"),
}


def _modes(**modes: int) -> Callable[[Path], object]:
    """Return what gives the folder, or files in it, these permissions."""

    def give(folder: Path) -> None:
        for name, mode in modes.items():
            (folder if name == "folder" else folder / name.replace("__", ".")).chmod(mode)

    return give


PLACES: dict[str, Callable[[Path], object]] = {
    "a folder that may not be written": _modes(folder=0o555),
    "a folder that may only be entered": _modes(folder=0o111),
    "a folder that may only be listed": _modes(folder=0o444),
    "data that may not be read": _modes(people__csv=0o000),
    "a project that may not be read": _modes(people__sdcdesk=0o000),
    "weights that may not be read": _modes(weights__csv=0o000),
}


def trials() -> Iterator[Trial]:
    """Return a trial for each command in each place, with results that are new and that stand already."""
    with tempfile.TemporaryDirectory() as place:  # whoever may not read our files must not need them any more
        for words in COMMANDS.values():
            os.chdir(place)
            lay_out(Fault("none", words), Path(place))
            tried(Fault("none", (*words, "--overwrite")), Path(place))
        os.chdir("/")
    for kind, words in COMMANDS.items():
        for name, make in PLACES.items():
            yield f"{kind} in {name}", partial(_trial, words, make, {})
            old = dict.fromkeys((word for word in words if word in RESULTS), b"old")
            yield f"{kind} again in {name}", partial(_trial, (*words, "--overwrite"), make, old)


RESULTS = ("safe.csv", "report.html", "figures.json")


def _trial(
    words: tuple[str, ...], make: Callable[[Path], object], old: dict[str, bytes], folder: Path
) -> Outcome:
    place = folder / "place"
    place.mkdir()
    for name, content in {**FILES, **old}.items():
        (place / name).write_bytes(content)
    before = contents(place)
    if os.getuid() == 0:
        for path in (*place.iterdir(), place):
            os.chown(path, NOBODY, NOBODY)
        for path in (folder, folder.parent):
            path.chmod(0o755)
    make(place)
    code, said = forked(partial(_as_nobody, words, place), folder)
    place.chmod(0o755)
    for path in place.iterdir():
        path.chmod(0o644)
    wrong = []
    if code not in (0, 1, 2):
        wrong.append(f"exit code {code}")
    if code == 2 and contents(place) != before:
        wrong.append(f"exit code 2, and {sorted(contents(place))} are there")
    if "Traceback" in said:
        wrong.append("a traceback")
    return Outcome(code, tuple(wrong), said)


def _as_nobody(words: tuple[str, ...], place: Path) -> int:
    if os.getuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    if os.access(place, os.X_OK):
        os.chdir(place)
        return main(list(words))
    names = {*FILES, *RESULTS}
    return main([str(place / word) if word in names else word for word in words])
