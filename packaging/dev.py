"""Sets up SDCDesk on a fresh machine, then runs or tests it. Needs nothing but Python 3.11 or newer.

    dev.py run                  the window with the sample project; headless where there is no display
    dev.py test [ARGUMENT ...]  the tests; arguments go to pytest, paths count from the project's root
    dev.py test --faults        every fault of tests/faults, with a table of them; it takes some minutes
    dev.py check                style, types and the layers of imports
    dev.py benchmark [ARGUMENT ...]
                                BENCHMARKS.md, the speed of all work beside others, in half an hour; words
                                choose some of it, --continue goes on with a run that was cut,
                                and --guard tells what became much slower
    dev.py benchmark turns [WORD ...]
                                what the window does with a million records and ten thousand variables: fails
                                where it stands still too long; words choose pages, methods, formats
    dev.py cost NAME ...        what an operation or format takes: code lines, files, tests, lists naming it
    dev.py lock [ARGUMENT ...]  new lock files; arguments (such as --upgrade) go to uv
    dev.py messages [FILE]      the template of translations, all texts of the program; dist/sdcdesk.pot
    dev.py package [TARGET ...] what agencies install, built and checked, in dist; it takes some minutes
    dev.py package --twice      the same, built once more in another folder, and compared byte for byte
    dev.py package --root DIR   the same, and its Debian package tried in a new minimal Debian there (as root)

All of them work from any folder. The environment is .venv in the project's root, or the folder of it that
`--environment` names before the command: so another Python is tried without building .venv anew.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cost
import system_packages
from environment import Environment, State
from lock import make_lock_files
from stages import ROOT, SetUpError, call, print_progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

OLDEST_PYTHON = (3, 11)
SAMPLE = "resources/samples/billing_5000.sdcdesk"
SAFE_FILE = "sample-output/billing_5000_safe.csv"
FIGURES = "sample-output/billing_5000_figures.json"


WHOLE_SUITE = ("--numprocesses=auto", "--dist=worksteal")
"""Options of pytest where none are given: all processors work."""

TURNS = "turns"
"""First word after `benchmark` where the window is watched instead of work being measured."""

DRAWN_IN_MEMORY = {"QT_QPA_PLATFORM": "offscreen"}
"""Environment in which Qt needs no display."""

FAULTS = "--faults"
"""Option that tries all faults; the whole suite tries a few of each class."""


def python_problem(version: Sequence[int], executable: str) -> str:
    """Return what is wrong with the Python that runs this, or an empty text."""
    if tuple(version[:2]) >= OLDEST_PYTHON:
        return ""
    needed, given = (".".join(map(str, numbers)) for numbers in (OLDEST_PYTHON, version))
    return (
        f"SDCDesk needs Python {needed} or newer, and this is Python {given} ({executable}): "
        f"start dev.py with a newer one, for example `python{needed} packaging/dev.py run`."
    )


def reason_for_headless(settings: Mapping[str, str], lacking: Sequence[str]) -> str:
    """Return why the window cannot be shown, or an empty text when it can.

    ``settings`` are the environment variables, ``lacking`` the system packages that are not installed.
    """
    if not (ROOT / "ui" / "app.py").is_file():
        return "this checkout has no window yet (ui/app.py)"
    if sys.platform.startswith("linux") and not (settings.get("DISPLAY") or settings.get("WAYLAND_DISPLAY")):
        return "there is no display"
    if lacking:
        return f"the window needs system packages, `{system_packages.install_command(lacking)}`"
    return ""


def set_up(environment: Environment, libraries: Iterable[str] = ()) -> list[str]:
    """Prepare everything, and return those of the libraries' packages that only an administrator can add."""
    venv = system_packages.venv_package() if environment.state() is State.UNUSABLE else ()
    lacking = system_packages.provide([*venv, *libraries])
    if set(venv) & set(lacking):
        command = system_packages.install_command(lacking)
        raise SetUpError(f"Python cannot make virtual environments here; install what is missing: {command}")
    environment.prepare()
    return lacking


def run(environment: Environment) -> int:
    """Show the sample project in the window, or run it headless where no window can be shown."""
    lacking = set_up(environment, system_packages.OFFSCREEN + system_packages.WINDOW)
    if not (ROOT / SAMPLE).is_file():
        raise SetUpError(f"The sample project {SAMPLE} is missing from this checkout.")
    reason = reason_for_headless(os.environ, lacking)
    if reason:
        print_progress(f"No window, because {reason}. Running the sample project without it.")
        return run_headless(environment)
    return call([str(environment.python), "-m", "ui.app", SAMPLE])


def run_headless(environment: Environment) -> int:
    """Mask the sample on the command line and say in words what came out."""
    safe_file, figures = ROOT / SAFE_FILE, ROOT / FIGURES
    safe_file.parent.mkdir(exist_ok=True)
    for old in (safe_file, figures):
        old.unlink(missing_ok=True)  # what is found afterwards is then new
    command = [str(environment.python), "-m", "sdcdesk", "run", SAMPLE, "--out", SAFE_FILE, "--json", FIGURES]
    code = call(command)
    print_progress(outcome(code, safe_file, figures))
    return code


def outcome(code: int, safe_file: Path, figures: Path) -> str:
    """Return in plain words what the exit code of ``sdcdesk run`` means for its two files."""
    if code == 0:
        return f"The safe file is {safe_file}\nThe figures of risk and information loss are in {figures}"
    # A crash of Python ends with 1 as well, but leaves no figures.
    if code == 1 and figures.is_file():
        return (
            "The sample project ran, but its result is unsafe under the project's thresholds: do not release "
            f"{safe_file}\nThe figures in {figures} say which threshold is not met."
        )
    if code == 3:
        return "The run was cancelled."
    return f"The sample project could not be run (exit code {code}); the lines above say why."


def test(environment: Environment, arguments: Sequence[str]) -> int:
    """Run the tests, all of them on all processors; Qt draws into memory, so that no display is needed."""
    _set_up_offscreen(environment)
    if list(arguments) == [FAULTS]:
        arguments = (*WHOLE_SUITE, FAULTS, "tests/faults")
    pytest = [str(environment.python), "-m", "pytest", *(arguments or WHOLE_SUITE)]
    return call(pytest, DRAWN_IN_MEMORY)


def benchmark(environment: Environment, arguments: Sequence[str]) -> int:
    """Measure how fast all work is, or some of it, or how long the window stands still."""
    if list(arguments[:1]) == [TURNS]:
        _set_up_offscreen(environment)
        what = ["tests.bench.turns", *arguments[1:]]
    else:
        set_up(environment)
        what = ["tests.bench", *arguments]
    return call([str(environment.python), "-m", *what], DRAWN_IN_MEMORY)


def _set_up_offscreen(environment: Environment) -> None:
    """Prepare the environment, and refuse where a window cannot even be drawn in memory."""
    lacking = set_up(environment, system_packages.OFFSCREEN + system_packages.WINDOW)
    if set(lacking) & set(system_packages.OFFSCREEN):
        command = system_packages.install_command(lacking)
        raise SetUpError(f"The tests of the window need system packages: {command}")


def check(environment: Environment) -> int:
    """Run every static check, even when an earlier one fails."""
    set_up(environment)
    python = str(environment.python)
    checks = {
        "ruff check": [python, "-m", "ruff", "check"],
        "ruff format": [python, "-m", "ruff", "format", "--check"],
        "mypy": [python, "-m", "mypy"],
        "lint-imports": [str(environment.script("lint-imports")), "--no-logo"],
    }
    failed = []
    for name, command in checks.items():
        print_progress(f"== {name}")
        if call(command) != 0:
            failed.append(name)
    print_progress(f"Failed: {', '.join(failed)}." if failed else "All checks passed.")
    return 1 if failed else 0


def print_costs(names: Sequence[str]) -> int:
    """Print what each operation or format takes; nothing is set up for it."""
    if not names:
        raise SetUpError("Name an operation or format, for example `dev.py cost rank_swapping`.")
    sys.stdout.write("\n\n".join(cost.cost(name).text() for name in names) + "\n")
    return 0


def messages(environment: Environment, arguments: Sequence[str]) -> int:
    """Write the template of translations into a file, or into dist."""
    set_up(environment)
    files = [str(Path(file).absolute()) for file in arguments]
    return call([str(environment.python), str(ROOT / "packaging" / "messages.py"), *files])


def package(arguments: Sequence[str]) -> int:
    """Build what agencies install, and check it; each brings the environment of builds with it."""
    parser = argparse.ArgumentParser(prog="dev.py package")
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--root", metavar="DIR")
    chosen = parser.parse_intermixed_args(arguments)
    build, check = ([sys.executable, str(ROOT / "packaging" / name)] for name in ("build.py", "check.py"))
    twice = ["--twice"] if chosen.twice else []
    root = ["--root", str(Path(chosen.root).absolute())] if chosen.root else []
    return call([*build, *chosen.targets]) or call([*check, *twice, *root, *chosen.targets])


def main(arguments: Sequence[str]) -> int:
    """Carry out one command and return its exit code."""
    problem = python_problem(sys.version_info[:3], sys.executable)
    if problem:
        print_progress(problem)
        return 2
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--environment", default=".venv", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument(
        "command", choices=["run", "test", "benchmark", "check", "cost", "lock", "messages", "package"]
    )
    parser.add_argument(
        "passed_on",
        nargs=argparse.REMAINDER,
        metavar="ARGUMENT",
        help="for test, benchmark, cost, lock, messages and package",
    )
    chosen = parser.parse_args(arguments)
    if chosen.passed_on and chosen.command in ("run", "check"):
        parser.error(f"{chosen.command} takes no arguments")
    if len(chosen.passed_on) > 1 and chosen.command == "messages":
        parser.error("messages takes one file")
    environment = Environment(ROOT, chosen.environment)
    try:
        return _carried_out(chosen.command, environment, chosen.passed_on)
    except (SetUpError, OSError) as error:
        print_progress(str(error))
        return 2
    except KeyboardInterrupt:
        print_progress("\nInterrupted. The next start sees to what is unfinished.")
        return 130


def _carried_out(command: str, environment: Environment, passed_on: Sequence[str]) -> int:
    if command == "run":
        return run(environment)
    if command == "test":
        return test(environment, passed_on)
    if command == "benchmark":
        return benchmark(environment, passed_on)
    if command == "check":
        return check(environment)
    if command == "cost":
        return print_costs(passed_on)
    if command == "messages":
        return messages(environment, passed_on)
    if command == "package":
        return package(passed_on)
    make_lock_files(environment, passed_on)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
