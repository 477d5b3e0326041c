"""Wrong clocks: files from long ago, from the future, or changed without another size or time.

Nothing is decided by the age of a file: results are the same bytes, a changed file is told, what was left
behind is swept or offered.
"""

import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sdcdesk.cli import main
from tests.faults.batch import Trial
from tests.faults.example import FILES, PEOPLE, project, written
from tests.faults.fault import Outcome, contents
from tests.faults.forbidden_places import COMMANDS
from tests.faults.forked import at_write, forked
from tests.faults.interrupted_runs import OLD, RESULTS, WORDS
from tests.faults.interrupted_saves import NEW
from tests.faults.interrupted_saves import OLD as KEPT
from ui.session.saving import Autosave

TIMES = {"1901": -(1 << 31), "1970": 0, "2038": (1 << 31) + 1, "2446": 15_000_000_000, "33658": 10**12}
"""Seconds since 1970; file systems that have no such time take the nearest."""

WRITES = range(5, 60)
"""Writes of a run with earlier results; before one of them some of its files stand, and others do not."""

KEY = b"higher"


def trials() -> Iterator[Trial]:
    """Return the trials for each time."""
    for name, seconds in TIMES.items():
        for kind, words in COMMANDS.items():
            yield f"{kind} with files of {name}", partial(_same_results, (*words, "--overwrite"), seconds)
        yield f"data of {name} that changed", partial(_changed_data, seconds)
        yield f"leftovers of {name}", partial(_leftovers, seconds)
        for act in (_offered, _alive):
            yield f"unsaved work of {name}, {act.__name__[1:]}", partial(_in_a_process, act, seconds)


def _lay_out(folder: Path, seconds: int | None = None, **others: bytes) -> None:
    files = {**FILES, **dict.fromkeys(RESULTS, OLD), **others}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    if seconds is not None:
        _age(folder, seconds)


def _age(folder: Path, seconds: int) -> None:
    for path in (*folder.iterdir(), folder):
        os.utime(path, (seconds, seconds))


def _same_results(words: tuple[str, ...], seconds: int, folder: Path) -> Outcome:
    now, then = folder / "now", folder / "then"
    for place, age in ((now, None), (then, seconds)):
        place.mkdir()
        _lay_out(place, age)
    (expected, said), (code, told) = (forked(partial(main, list(words)), place) for place in (now, then))
    wrong = [] if code == expected else [f"exit code {code} in place of {expected}"]
    if contents(then) != contents(now):
        wrong.append("the results hang on the age of the files")
    if told != said:
        wrong.append("other words")
    return Outcome(code, tuple(wrong), told)


def _changed_data(seconds: int, folder: Path) -> Outcome:
    """Change a value of the data, but neither their size nor their time, after a run."""
    _lay_out(folder, seconds)
    words = (*WORDS, "--out", "first.csv")
    first, _ = forked(partial(main, list(words)), folder)
    _lay_out(folder, seconds, **{"people.csv": PEOPLE.replace(KEY, KEY[::-1])})
    code, told = forked(partial(main, list(WORDS)), folder)
    wrong = [] if first in (0, 1) else [f"the first run ended with {first}"]
    if code != 2 or "people.csv" not in told:
        wrong.append(f"changed data were not told: exit code {code}")
    return Outcome(code, tuple(wrong), told)


def _leftovers(seconds: int, folder: Path) -> Outcome:
    """Kill a run between two of its files, and let the list of them grow old, or young."""
    part: set[str] = set()
    for number in WRITES:
        if 0 < len(part) < len(RESULTS):
            break
        for path in folder.iterdir():
            path.unlink()
        _lay_out(folder)
        forked(partial(_killed, number), folder)
        part = {name for name in RESULTS if (folder / name).read_bytes() != OLD}
    left = [path for path in folder.glob(".sdcdesk-*") if path.name.startswith(".sdcdesk-set-")]
    for path in left:
        os.utime(path, (seconds, seconds))
    code, told = forked(partial(main, [*COMMANDS["mask"][:-1], "other.csv"]), folder)
    wrong = [] if code == 0 else [f"exit code {code}"]
    if not left or not 0 < len(part) < len(RESULTS):
        wrong.append(f"the run was not killed between two files: {sorted(part)}")
    if any((folder / name).read_bytes() == OLD for name in RESULTS):
        wrong.append("the set was not completed")
    if list(folder.glob(".sdcdesk-*")):
        wrong.append("something is left")
    return Outcome(code, tuple(wrong), told)


def _killed(number: int) -> int:
    at_write(number, lambda: signal.raise_signal(signal.SIGKILL))
    return main(list(WORDS))


def _in_a_process(act: Callable[[int], str], seconds: int, folder: Path) -> Outcome:
    (folder / "people.csv").write_bytes(PEOPLE)
    (folder / "people.sdcdesk").write_bytes(written(project()))
    code, said = forked(partial(_told, act, seconds), folder)
    return Outcome(0, () if code == 0 else (said,), said)


def _told(act: Callable[[int], str], seconds: int) -> int:
    wrong = act(seconds)
    print(wrong)  # noqa: T201 - read by the trial
    return int(bool(wrong))


def _offered(seconds: int) -> str:
    """Have one window go long ago and another one now: the work of both is offered."""
    folder = Path("autosave")
    for work, age in ((KEPT, seconds), (NEW, None)):
        forked(partial(_kept, work), Path())
        if age is not None:
            _age(folder, age)
    found = [work.project.title for work in Autosave(folder).recovered()]
    return "" if sorted(found) == sorted((KEPT.title, NEW.title)) else f"offered {found}"


def _kept(work: object) -> int:
    Autosave(Path("autosave")).keep(work, Path("people.csv"), None)  # type: ignore[arg-type]
    return 0


def _alive(seconds: int) -> str:
    """Keep the work of a window that lives: it is not offered to another one, whatever its age."""
    folder = Path("autosave")
    living = Autosave(folder)
    living.keep(KEPT, Path("people.csv"), None)
    _age(folder, seconds)
    return "the work of a living window is offered" if Autosave(folder).recovered() else ""
