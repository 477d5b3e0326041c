"""Interrupted exports: a signal at each write of an export of the window, and at random moments of it.

After a kill every file is the old one or the new one, whole; whoever writes next into the folder completes
the set or takes away what is unfinished. After any other signal all files are old, or all are new, and
nothing else is left at once. Work that was not saved can be restored, always.
"""

import hashlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from sdcdesk.cli import main
from sdcdesk.core.files.owned_file import PREFIX
from tests.faults.batch import Trial
from tests.faults.example import MASK, PEOPLE, project, written
from tests.faults.fault import FOR_EVER, Outcome, contents
from tests.faults.forked import at_write, forked
from tests.faults.interrupted_runs import OLD, SIGNALS
from ui import app
from ui.dialogs.export_dialog import ExportDialog
from ui.forms.form import ModelForm
from ui.session.saving import Autosave

Results = dict[str, bytes | None]

RESULTS = ("safe.csv", "safe_report.html", "safe_figures.json")

UNSAVED = 7
"""Seed of the recipe that was not saved."""

COPIES = 500
"""How often the people are written, so that an export lasts a while."""

WRITES = 24
"""More than an export has from its beginning to the last of its files and the end of their list."""

MOMENTS = 6
"""Random moments for each signal, in shares of the time that an export takes; some come behind its end."""


def trials() -> Iterator[Trial]:
    """Return trials of a kill and of one other signal for each write, and of all for random moments."""
    chance = random.Random(9)  # noqa: S311 - no secret
    kill, *others = SIGNALS
    for number, other in zip(range(1, WRITES + 1), cycle(others), strict=False):
        for one in (other, kill):
            yield f"{one.name} at write {number}", partial(_trial, one, number, 0.0)
    for number in range(MOMENTS):
        for one in SIGNALS:
            yield f"{one.name} at moment {number}", partial(_trial, one, 0, 1.1 * chance.random())


def _trial(one: signal.Signals, number: int, share: float, folder: Path) -> Outcome:
    lay_out(folder)
    new, seconds = undisturbed(folder.parent)
    code, said = forked(partial(exported, folder, partial(_arm, one, number, share * seconds)), folder)
    wrong = [] if code in (0, -one) else [f"it ended with {code}"]
    wrong += _of_files(one, folder, new)
    again, told = forked(partial(_next, folder), folder)
    if again:
        wrong.append("unsaved work is lost, or the next run failed")
    if _unfinished(folder):
        wrong.append(f"left {_unfinished(folder)} behind the next start and the next run")
    found = results(folder)
    if found not in (_same(OLD), new):
        wrong.append("the next run left a part of the files")
    if "Traceback" in said + told:
        wrong.append("a traceback")
    return Outcome(0 if found == new else 2, tuple(wrong), said + told)


def _of_files(one: signal.Signals, folder: Path, new: Results) -> Iterator[str]:
    """Say what is wrong with what stands after a signal."""
    found = results(folder)
    torn = [name for name, content in found.items() if content not in (OLD, new[name])]
    if torn:
        yield f"neither old nor new: {torn}"
    if one is signal.SIGKILL:
        return
    if found not in (_same(OLD), new):
        yield "a part of the files"
    if _unfinished(folder):
        yield f"left {_unfinished(folder)} behind"


@cache
def undisturbed(place: Path) -> tuple[Results, float]:
    """Return the files of an export that nothing interrupts, and the seconds that it took."""
    folder = place / "undisturbed"
    folder.mkdir()
    lay_out(folder)
    code, said = forked(partial(exported, folder, lambda: None), folder)
    found = results(folder)
    assert code == 0, said
    assert not any(content == OLD for content in found.values()), said
    return found, float(said.split()[-1])


def lay_out(folder: Path) -> None:
    people = PEOPLE + PEOPLE.split(b"\n", 1)[1] * COPIES
    tree = project()
    tree["data"] |= {"size": len(people), "sha256": hashlib.sha256(people).hexdigest()}
    sound = {"people.csv": people, "people.sdcdesk": written(tree)}
    for name, content in {**sound, **_same(OLD)}.items():
        (folder / name).write_bytes(content)


def _arm(one: signal.Signals, number: int, seconds: float) -> None:
    """Have this process get a signal just before its so-many-th write from now on, or later."""

    def strike() -> None:
        os.kill(os.getpid(), one)

    if number:
        at_write(number, strike)
    else:
        timer = threading.Timer(seconds, strike)
        timer.daemon = True
        timer.start()


def exported(folder: Path, arm: Callable[[], object]) -> int:
    """Open the project in a window of its own home, change something and export it all."""

    class Exporting(app.MainWindow):
        def show(self) -> None:
            super().show()
            self.session.computed.connect(lambda: QTimer.singleShot(0, self._go_on))

        def _go_on(self) -> None:
            if self.session.is_saved:
                self.session.change_recipe("Seed", lambda recipe: recipe.changed(seed=UNSAVED))
                return
            self.files.saving.keep()
            dialog = ExportDialog(self.session, self)
            dialog.show()
            dialog.form.set_target(folder / RESULTS[0])
            for name in ("report", "figures"):
                _enter(dialog.form.others, name, True)
            _enter(dialog.form.choices, "reason", "The board said so")
            _enter(dialog.form.choices, "replace", True)
            began = time.monotonic()
            self.session.wrote.connect(lambda _: print(time.monotonic() - began))  # noqa: T201 - read by the trial
            self.session.wrote.connect(lambda _: QTimer.singleShot(0, lambda: QApplication.exit(0)))
            arm()
            dialog.filled.click()

    _at_home(folder)
    signal.alarm(round(FOR_EVER))  # a window that waits for an answer waits for ever
    app.MainWindow = Exporting  # type: ignore[misc]
    return app.main(["people.sdcdesk"])


def _enter(form: ModelForm[Any], name: str, value: object) -> None:
    if name in form.editors:  # a file that is safe needs no reason
        form.editors[name].set_value(value)
        form.editors[name].edited.emit()


def _next(folder: Path) -> int:
    """Look for unsaved work, as the next window does at its start, and write into the folder by a command."""
    _at_home(folder)
    [work] = Autosave().recovered()
    code = main([*MASK[:-1], "other.csv"])
    return 0 if work.project.recipe.seed == UNSAVED and not code else 1


def _at_home(folder: Path) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        os.environ[name] = str(folder / "home")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


def results(folder: Path) -> Results:
    found = contents(folder)
    return {name: found.get(name) for name in RESULTS}


def _same(content: bytes) -> Results:
    return dict.fromkeys(RESULTS, content)


def _unfinished(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob(f"{PREFIX}*"))
