"""Makes the lock files from pyproject.toml: exact versions, and hashes for every platform."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from stages import SetUpError, ask, print_progress

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from environment import Environment

# One version of a package for every Python from 3.11 on ("fewest"), chosen for all platforms at once.
# Nothing in the files may tell where the packages came from: each machine has its own index.
_OPTIONS = (
    "--universal",
    "--python-version=3.11",
    "--fork-strategy=fewest",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--custom-compile-command=python3 packaging/dev.py lock",
    "--quiet",
)

GROUPS = {"dev": "development.txt", "build": "build.txt"}
"""Groups of dependencies in pyproject.toml, and the lock file of each, which includes the runtime's."""


def make_lock_files(environment: Environment, arguments: Sequence[str]) -> None:
    """Write packaging/requirements: ``runtime.txt``; including it, ``development.txt`` and ``build.txt``.

    ``arguments`` go to ``uv pip compile``; without ``--upgrade`` the locked versions stay where they can.

    Raises
    ------
    SetUpError
        When uv is not installed in the environment, or finds no solution.
    """
    python = str(environment.python)
    if not ask([python, "-m", "uv", "--version"]):
        raise SetUpError(f"Making the lock needs uv: install it with `{python} -m pip install uv`.")
    compile_ = [python, "-m", "uv", "pip", "compile", *_OPTIONS, *arguments, "pyproject.toml"]
    folder = environment.lock.parent.relative_to(environment.root)
    runtime = folder / "runtime.txt"
    _compile([*compile_, f"--output-file={runtime.as_posix()}"], environment.root)
    for group, name in GROUPS.items():
        # The build system comes in by "-", standard input: uv does not read that table of pyproject.toml.
        everything = ["-", f"--group={group}", f"--constraints={runtime.as_posix()}"]
        _compile(
            [*compile_, *everything, f"--output-file={(folder / name).as_posix()}"],
            environment.root,
            "\n".join(build_requirements(environment.root)),
        )
    print_progress(f"Locked in {folder.as_posix()}: {', '.join([runtime.name, *GROUPS.values()])}.")


def build_requirements(root: Path) -> list[str]:
    """Return what pyproject.toml needs for building: installed beforehand, as builds are not isolated."""
    import tomllib  # new in Python 3.11: an older one must get as far as dev.py's message

    with (root / "pyproject.toml").open("rb") as file:
        requirements: list[str] = tomllib.load(file)["build-system"]["requires"]
    return requirements


def _compile(command: Sequence[str], root: Path, standard_input: str = "") -> None:
    finished = subprocess.run(  # noqa: S603 - the command is our own, a list, without a shell
        list(command), cwd=root, input=standard_input, encoding="utf-8", check=False
    )
    if finished.returncode != 0:
        raise SetUpError("The lock could not be made; the lines above say why.")
