"""Starting: what the command and the window take until they are there."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench.work import Way, Work

ROOT = Path(__file__).parents[3]

SHOWN = """
from ui import app

def shown(*_):
    app.QApplication.processEvents()
    return 0

app.QApplication.exec = shown
raise SystemExit(app.main([]))
"""
"""The window is painted once instead of waiting for its user."""

AT_ONCE = (0,)


def _python(*words: str) -> Callable[[object], None]:
    def start(_: object) -> None:
        home = {
            name: str(Path.cwd()) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        }
        surroundings = os.environ | home | {"QT_QPA_PLATFORM": "offscreen"}
        subprocess.run([sys.executable, *words], cwd=ROOT, env=surroundings, check=True, capture_output=True)  # noqa: S603 - our own program

    return start


def _nothing(_: int) -> None:
    """Nothing is needed."""


LIBRARIES = "import numpy, pandas, pyarrow, pydantic, PySide6.QtWidgets"

WORKS = (
    Work(
        "the command with --help",
        Way("SDCDesk", _nothing, _python("-m", "sdcdesk", "--help")),
        least=Way("Python alone", _nothing, _python("-c", "")),
        sizes=AT_ONCE,
    ),
    Work(
        "the window until it is painted",
        Way("SDCDesk", _nothing, _python("-c", SHOWN)),
        least=Way("its libraries alone", _nothing, _python("-c", LIBRARIES)),
        sizes=AT_ONCE,
    ),
)
