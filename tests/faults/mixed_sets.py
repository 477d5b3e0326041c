"""Mixed sets: several runs of different recipes at once into the same files, from command lines and a window.

All files that stand in the end are those of one of them: never a report beside another one's masked file.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

from sdcdesk.cli import main
from sdcdesk.core.files import folder_lock as turn
from tests.faults.batch import Trial
from tests.faults.example import FILES, RUN, project, written
from tests.faults.fault import Outcome, contents
from tests.faults.forked import Forked, at_write, forked, patient
from tests.faults.interrupted_exports import RESULTS, exported, lay_out, results, undisturbed

WRITES = 32
"""More than a run has."""

TIMES = 3

SEEDS = (1, 2)
REASON = ("--overwrite", "--release-anyway", "The board said so")


def trials() -> Iterator[Trial]:
    """Return a trial with another run before each write of a run, and some with a window beside runs."""
    for number in range(1, WRITES + 1):
        yield f"another run before write {number}", partial(_overtaken, number)
    for number in range(TIMES):
        yield f"a window and runs {number}", partial(_with_a_window, number)


def _run(seed: int) -> int:
    return main([RUN[0], f"{seed}.sdcdesk", *RUN[2:], *REASON])


def _lay_out(folder: Path) -> None:
    for name, content in {**FILES, **{f"{seed}.sdcdesk": _project(seed) for seed in SEEDS}}.items():
        (folder / name).write_bytes(content)


def _project(seed: int) -> bytes:
    tree = project()
    tree["recipe"]["seed"] = seed
    return written(tree)


@cache
def _alone(place: Path, seed: int) -> dict[str, bytes | None]:
    folder = place / f"alone-{seed}"
    folder.mkdir()
    _lay_out(folder)
    forked(partial(_run, seed), folder)
    return contents(folder)


def _overtaken(number: int, folder: Path) -> Outcome:
    """Let the second run go its whole way, or as far as it comes, while the first is about to write."""
    first, second = (_alone(folder.parent, seed) for seed in SEEDS)
    _lay_out(folder)
    code, said = forked(partial(_first, number, folder), folder)
    found, wrong = contents(folder), []
    if found not in (first, second):
        wrong.append(f"a mixture, or {sorted(set(found) - set(first))} left")
    if code not in (0, 1):
        wrong.append(f"exit code {code}")
    if "Traceback" in said:
        wrong.append("a traceback")
    return Outcome(2 if "wait until" in said else 0, tuple(wrong), said)


def _first(number: int, folder: Path) -> int:
    at_write(number, lambda: print(forked(_second, folder)[1]))  # noqa: T201 - read by the trial
    return _run(SEEDS[0])


def _second() -> int:
    turn.PATIENCE = 0.1  # the first cannot go on before the second has given up
    return _run(SEEDS[1])


@cache
def _by_command(place: Path) -> dict[str, bytes | None]:
    folder = place / "by-command"
    folder.mkdir()
    lay_out(folder)
    forked(_run_beside, folder)
    return results(folder)


def _run_beside() -> int:
    asked = zip(("--out", "--report", "--json"), RESULTS, strict=True)
    return main([*RUN[:2], *(word for pair in asked for word in pair), *REASON])


def _with_a_window(number: int, folder: Path) -> Outcome:
    """Export from a window, whose recipe is another one by now, while command lines write the same files."""
    of_window, of_command = undisturbed(folder.parent)[0], _by_command(folder.parent)
    lay_out(folder)
    works: list[Callable[[], int]] = [partial(exported, folder, lambda: None), *[_run_beside] * (number + 1)]
    ended = [one.ended() for one in [Forked(partial(patient, work), folder) for work in works]]
    said = "".join(told for _, told in ended)
    wrong = [f"exit code {code}" for code, _ in ended if code not in (0, 1)]
    found = results(folder)
    if found not in (of_window, of_command):
        wrong.append("a mixture")
    if list(folder.glob(".sdcdesk-*")):
        wrong.append("something is left")
    if "Traceback" in said:
        wrong.append("a traceback")
    return Outcome(0 if found == of_window else 2, tuple(wrong), said)
