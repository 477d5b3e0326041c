"""The virtual environment of the checkout: built from the lock file, and trusted only when whole.

A stamp is written into the environment as its very last part. While work is under way the stamp says
so; an environment whose set-up was interrupted is therefore recognised, and built anew.
"""

from __future__ import annotations

import enum
import hashlib
import importlib.util
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from stages import SetUpError, ask, run_stage

STAMP = "sdcdesk-stamp.txt"
UNFINISHED = "unfinished\n"

# Printed by the environment's Python, and compared with the one that runs dev.py.
_IDENTITY = (
    "import sys, sysconfig;print(sys.implementation.name, *sys.version_info[:2], sysconfig.get_platform())"
)


class State(enum.Enum):
    """What an environment needs before it can be used."""

    WHOLE = "nothing"
    OUTDATED = "its packages brought into line with the lock file"
    UNUSABLE = "building anew"


class Environment:
    """An environment of one checkout, whose folder is ``root``: by default ``.venv``, for development.

    Parameters
    ----------
    root
        Folder of the checkout.
    folder
        Where in it the environment lies.
    lock
        Its lock file in packaging/requirements.
    with_project
        Whether the checkout itself is installed in it.
    """

    def __init__(
        self, root: Path, folder: str = ".venv", lock: str = "development.txt", *, with_project: bool = True
    ) -> None:
        self.root = root
        self.folder = root / folder
        self.lock = root / "packaging" / "requirements" / lock
        self.with_project = with_project

    @property
    def python(self) -> Path:
        """The environment's own Python."""
        return self.script("python")

    def script(self, name: str) -> Path:
        """Return the path of a command that is installed in the environment."""
        return self.folder / "Scripts" / f"{name}.exe" if os.name == "nt" else self.folder / "bin" / name

    def wanted_stamp(self) -> str:
        """Return the stamp of a whole environment: place and Python, then what is installed."""
        # pyproject.toml counts too: the installed commands and the version come from it.
        contents = hashlib.sha256(self.lock.read_bytes() + (self.root / "pyproject.toml").read_bytes())
        return f"{self._home()}\n{contents.hexdigest()}\n"

    def state(self) -> State:
        """Return what the environment needs."""
        stamp = self._stamp()
        if stamp == UNFINISHED or ask([str(self.python), "-c", _IDENTITY]).strip() != _own_identity():
            return State.UNUSABLE
        if stamp == self.wanted_stamp():
            return State.WHOLE
        # Without a stamp somebody made it by hand. One that was moved still points to its old place.
        return State.OUTDATED if not stamp or stamp.startswith(f"{self._home()}\n") else State.UNUSABLE

    def prepare(self) -> None:
        """Build the environment or bring it into line; do nothing when it is whole.

        Raises
        ------
        SetUpError
            When a stage fails; the environment then stays marked as unfinished.
        """
        state = self.state()
        if state is State.WHOLE:
            return
        stamp = self.wanted_stamp()
        if state is State.UNUSABLE:
            self._create()
        self._mark(UNFINISHED)
        self._install()
        self._mark(stamp)

    def _home(self) -> str:
        return f"{_own_identity()} {self.root}"

    def _stamp(self) -> str:
        try:
            return (self.folder / STAMP).read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""

    def _mark(self, text: str) -> None:
        (self.folder / STAMP).write_text(text, encoding="utf-8")

    def _create(self) -> None:
        if Path(sys.prefix).resolve() == self.folder.resolve():
            raise SetUpError(
                f"The environment {self.folder} has to be built anew, and the Python that runs dev.py is "
                "inside it: start dev.py with a Python outside it."
            )
        if importlib.util.find_spec("ensurepip") is None:
            raise SetUpError(
                "This Python cannot make virtual environments (its module ensurepip is missing): "
                "install a complete Python."
            )
        self._empty()
        title = "Creating the environment {} (Python {}.{}.{})".format(
            self.folder.relative_to(self.root), *sys.version_info[:3]
        )
        if not run_stage(title, [sys.executable, "-m", "venv", str(self.folder)]):
            raise SetUpError("The environment could not be created; the lines above say why.")

    def _empty(self) -> None:
        """Remove everything but the stamp, which says meanwhile that the environment is unfinished."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._mark(UNFINISHED)
        for entry in self.folder.iterdir():
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            elif entry.name != STAMP:
                entry.unlink()

    def _install(self) -> None:
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        # Ready-made wheels only: compiling one of these packages takes a tool chain and half an hour.
        # Python compiles what is imported, once; pip would compile everything.
        wheels = ["--no-compile", "--only-binary", ":all:"]
        locked = ["--require-hashes", *wheels, "--requirement", str(self.lock)]
        project = ["--no-deps", "--no-build-isolation", "--editable", str(self.root)]
        stages = [("Installing the locked packages (the first time this downloads a few hundred MB)", locked)]
        if self.with_project:
            stages.append(("Installing SDCDesk itself", project))
        for title, arguments in stages:
            if not run_stage(title, pip + arguments):
                raise SetUpError("The environment is not complete; the lines above say why.")


def _own_identity() -> str:
    version = "{} {}".format(*sys.version_info[:2])
    return f"{sys.implementation.name} {version} {sysconfig.get_platform()}"
