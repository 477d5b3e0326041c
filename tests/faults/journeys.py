"""Journeys: all that the command line and the window do from a file to its release, and what they touch.

No socket is made and no program started; what is written stands in the user's folder, where the results were
asked for, or where the window keeps its settings and unsaved work; values of a person are in none of it. That
is heard from Python's audit and, where the system lists its calls, from the system, which misses no library.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from sdcdesk.cli import main
from tests.faults.batch import Trial
from tests.faults.example import ASSESS, FILES, INSPECT, MASK, RUN, SECRETS, project, written
from tests.faults.fault import Outcome
from tests.faults.forked import writes
from tests.faults.system_calls import forbidden, listed
from tests.faults.system_calls import written as written_by_calls

FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.posix_spawn", "os.system", "os.fork", "webbrowser.")

CALLS = "system-calls.txt"
"""File that lists the system calls of a journey."""

ROOT = Path(__file__).resolve().parents[2]

KEPT = (
    "home/.config/SDCDesk/",
    "home/.local/share/SDCDesk/autosave/",
    "home/.local/share/SDCDesk/problems",
    "story/",
)
"""Where the window keeps settings, unsaved work and problems on this system, and where its story plays."""

SAFE = ("--identifier", "id,name", "--confidential", "income", "--keys", "age,sex,zip", "--text", "zip")

COMMANDS = (
    ("methods",),
    ("measures",),
    ("explain", "microaggregation"),
    (*INSPECT, "--json", "inspected.json"),
    (*ASSESS[:-1], "assessed.json"),
    (*MASK[:-1], "masked.parquet", "--method", 'tail_coding:{"variable": "income", "top": 4000}', *SAFE),
    (*RUN, "--release-anyway", "The board said so"),
    ("assess", "people.csv", "--masked", "masked.parquet", "--keys", "sex"),
    ("inspect", "gone.csv"),
)
RESULTS = (
    "people.sdcdesk",
    "inspected.json",
    "assessed.json",
    "masked.parquet",
    "safe.csv",
    "report.html",
    "figures.json",
)


class Watch:
    """What this process does, and may not do.

    Attributes
    ----------
    on
        Whether it is watched; there is no other way to end what watches.
    written
        Paths that it wrote, made, renamed or removed.
    forbidden
        Events that may not be, which fail.
    """

    def __init__(self) -> None:
        self.written: set[str] = set()
        self.forbidden: list[str] = []
        self.on = True
        sys.addaudithook(self._see)

    def _see(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on:
            return
        if event.startswith(FORBIDDEN):
            self.forbidden.append(f"{event} {arguments}")
            raise PermissionError(event)
        if writes(event, arguments) and isinstance(arguments[0], str | bytes | os.PathLike):
            self.written.add(str(Path(os.fsdecode(arguments[0])).absolute()))

    def told(self) -> str:
        """Return all of it as one line of JSON."""
        links = list(map(_link, Path("/proc/self/fd").iterdir()))
        open_sockets = [link for link in links if link.startswith("socket:")]
        return json.dumps({"written": sorted(self.written), "forbidden": self.forbidden + open_sockets})


class Watched:
    """Watches tests, and not what runs them.

    Parameters
    ----------
    watch
        Is on during each test.
    """

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        self._watch.on = True
        try:
            return (yield)
        finally:
            self._watch.on = False


def trials() -> Iterator[Trial]:
    """Return the journeys."""
    for name in JOURNEYS:
        yield name, partial(_trial, name)


def _trial(name: str, folder: Path) -> Outcome:
    sound = project()
    sound["recipe"]["steps"][1]["method"]["parameters"]["mapping"] = {"none": "low", "primary": "low"}
    before = {**FILES, "people.sdcdesk": written(sound)}
    for file, content in before.items():
        (folder / file).write_bytes(content)
    for file in ("home", "temporary"):
        (folder / file).mkdir()
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
    surroundings |= {"HOME": str(folder / "home"), "TMPDIR": str(folder / "temporary")}
    surroundings |= {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    log = folder / CALLS
    ended = subprocess.run(  # noqa: S603 - ours
        [*listed(log), sys.executable, "-m", "tests.faults.journeys", name],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
    )
    return Outcome(ended.returncode, tuple(_wrong(name, folder, set(before), ended)), ended.stderr)


def _wrong(
    name: str, folder: Path, before: set[str], ended: subprocess.CompletedProcess[str]
) -> Iterator[str]:
    """Say what is wrong with what a journey did."""
    if ended.returncode:
        yield f"it ended with {ended.returncode}"
    *lines, seen = ended.stdout.splitlines() or [""]
    if not seen.startswith('{"written"'):
        yield f"no account of what it did: {ended.stdout[-1000:]} {ended.stderr[-1000:]}"
        return
    account, log = json.loads(seen), folder / CALLS
    yield from (f"did {event}" for event in (*account["forbidden"], *forbidden(log)))
    for path in sorted({*map(Path, account["written"]), *written_by_calls(log, folder)}):
        # Whoever runs the tests of the story looks once whether files can be made there.
        looked = name == "story" and folder / "temporary" in (path, path.parent)
        if not _expected(path, folder) and not looked:
            yield f"wrote {path}"
    log.unlink(missing_ok=True)
    left = [path for path in folder.rglob("*") if path.is_file() and path.name not in before]
    yield from (f"left {path}" for path in left if not _expected(path, folder))
    if name != "story":  # it has data of its own
        told = {path.name: path.read_text(encoding="utf-8", errors="replace") for path in left}
        told |= {"standard output": "\n".join(lines), "standard error": ended.stderr}
        told.pop("inspected.json", None)  # smallest and largest values are what it is for
        yield from (f"{place} holds {one}" for place, text in told.items() for one in SECRETS if one in text)


def _expected(path: Path, folder: Path) -> bool:
    """Return whether a path is one where something may be written and stay."""
    if str(path) == os.devnull:
        return True
    if not path.is_relative_to(folder):
        return False
    name = path.relative_to(folder).as_posix()
    unfinished = path.name.startswith(".sdcdesk-") and path.suffix == ".tmp" and path.parent == folder
    above = any(kept.startswith(f"{name}/") for kept in KEPT)
    return unfinished or above or name in RESULTS or name.startswith(KEPT)


def _commands(_: Watch) -> int:
    """Take the whole way on the command line; return 0 where all commands end as they should."""
    codes = [main(list(words)) for words in COMMANDS]
    print(f"exit codes {codes}")  # noqa: T201 - read where the trial fails
    return int(any(code not in (0, 1) for code in codes[:-1]) or codes[-1] != 2)


def _window(_: Watch) -> int:
    """Open the project, change it, keep it, save it and close the window."""
    from PySide6.QtCore import QTimer

    import ui.app
    from ui.shell.main_window import MainWindow

    class Visited(MainWindow):
        def show(self) -> None:
            super().show()
            self.session.computed.connect(lambda: QTimer.singleShot(0, self._visit))

        def _visit(self) -> None:
            if self.session.is_saved:
                self.session.change_recipe("Seed", lambda recipe: recipe.changed(seed=7))
                self.files.saving.keep()
                return
            self.files.saving.save(Path("people.sdcdesk").absolute())
            self.close()

    ui.app.MainWindow = Visited  # type: ignore[misc]
    return ui.app.main(["people.sdcdesk"])


def _story(watch: Watch) -> int:
    """Take the whole way through the window, as its own test does."""
    temporary = f"--basetemp={Path('story').absolute()}"
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", temporary]
    os.chdir(ROOT)
    watch.on = False
    return int(pytest.main([*options, "tests/stories/test_window.py"], plugins=[Watched(watch)]))


def _link(entry: Path) -> str:
    try:
        return str(entry.readlink())
    except OSError:  # the one through which the folder is listed
        return ""


JOURNEYS: dict[str, Callable[[Watch], int]] = {"commands": _commands, "story": _story, "window": _window}
"""By name: all commands, the window from its start to its end, and its whole story."""


def _watched(name: str) -> int:
    watch = Watch()
    code = JOURNEYS[name](watch)
    watch.on = False
    print(f"\n{watch.told()}", flush=True)  # noqa: T201 - read by the trial
    return code


if __name__ == "__main__":
    sys.exit(_watched(sys.argv[1]))
