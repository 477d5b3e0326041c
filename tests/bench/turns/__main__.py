"""Watches the turns of the window, and says what is above its limit: `python -m tests.bench.turns`."""

import argparse
import gc
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QApplication

from tests.bench.turns.journey import Journey, shown_window
from tests.bench.turns.report import Report
from tests.bench.turns.shapes import SHAPES, Shape
from ui.app import SHARE
from ui.shell.garbage_collector import GarbageCollector


def main() -> int:
    """Watch, print what was found, and return 1 where something is above its limit."""
    parser = argparse.ArgumentParser(prog="dev.py benchmark turns", description=__doc__)
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="do only what one of them is part of: a page, method, format"
    )
    parser.add_argument("--shape", choices=[shape.name for shape in SHAPES], action="append")
    chosen = parser.parse_args()
    QStandardPaths.setTestModeEnabled(True)
    application = QApplication([])
    sys.setswitchinterval(SHARE)
    above = 0
    for shape in SHAPES:
        if not chosen.shape or shape.name in chosen.shape:
            report = watched(shape, chosen.words)
            sys.stdout.write(report.page())
            above += len(report.above)
    application.quit()
    return 1 if above else 0


def watched(shape: Shape, words: Iterable[str]) -> Report:
    """Return what was found with files of a shape."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as name, shown_window(Path(name)) as window:
        project = shape.save(Path(name))
        garbage = GarbageCollector()
        gc.collect()
        garbage.start()
        journey = Journey(window, project, [*words], lambda what: sys.stderr.write(f"{shape.name}: {what}\n"))
        journey.go()
        garbage.stop()
    return Report(shape, [*journey.watch.turns.values()], journey.watch.jobs)


if __name__ == "__main__":
    sys.exit(main())
