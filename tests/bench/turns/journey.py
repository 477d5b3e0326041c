"""Journey through the window: everything that its catalogues hold and its pages show, one after the other."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from sdcdesk.core.data.variable import Scale
from sdcdesk.core.files.problems import ProblemLog
from sdcdesk.io.formats import FORMATS
from sdcdesk.masking import METHODS, Microaggregation
from tests.bench.turns.gestures import controls, gestures, key
from tests.bench.turns.watch import Watch
from ui.dialogs.export_dialog import ExportDialog
from ui.pages.page import Page
from ui.pages.stages import STAGES
from ui.session.saving import Autosave
from ui.session.settings import Settings
from ui.shell.main_window import MainWindow

MOST = 60
"""Controls of one page or dialog."""

ELSEWHERE = ("quit", "close", "open_sample", "open_example", "assess_released")
"""Actions that leave the project."""


@contextmanager
def shown_window(folder: Path) -> Iterator[MainWindow]:
    """Yield the real window, which keeps what it knows in a folder and asks for no file.

    Parameters
    ----------
    folder
        Its settings, unsaved work and problems.

    Yields
    ------
    MainWindow
        With nothing open.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sdcdesk.core.files.user_folder.user_data_path", lambda *_, **__: folder)
        for chooser in ("getOpenFileName", "getSaveFileName"):
            patch.setattr(QFileDialog, chooser, lambda *_, **__: ("", ""))
        store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        problems = ProblemLog("sdcdesk-gui", folder=folder / "problems")
        window = MainWindow(Settings(store), Autosave(folder / "autosave"), problems)
        window.resize(1440, 900)
        window.show()
        yield window
        window.files.saving.discard()
        window.jobs.close()
        window.deleteLater()


class Journey:
    """Does in a window what can be done there.

    Parameters
    ----------
    window
        The real one.
    project
        What is opened.
    words
        Only what one of them is part of is done, but for the opening; none: everything.
    say
        Is told what is done.
    """

    def __init__(
        self, window: MainWindow, project: Path, words: Sequence[str], say: Callable[[str], object]
    ) -> None:
        self._window, self._project, self._words, self._say = window, project, words, say
        self.watch = Watch(window, self._touch)
        self._seen: dict[str, set[str]] = {}

    def go(self) -> None:
        """Go through everything."""
        with self.watch.watching():
            self._watched("open the project", self._open)
            for name, do in self._first_looks():
                self._gesture(name, do)
            self._watched("add a step", self._add_step)
            for name, do in self._first_looks():
                self._gesture(f"{name}, masked", do)
                if self._is_wanted(name):
                    self._touch(self._page, name)
            for stage in STAGES:
                self._gesture(f"{stage.title}, again", partial(self._window.show_stage, stage.key))
                for scheme in ("dark", "light"):
                    change = self._window.commands[f"scheme_{scheme}"].trigger
                    self._gesture(f"{stage.title}, {scheme}", change)
            for part in (self._window.panel, self._window.top):
                self._touch(part, type(part).__name__)
            for name, do in (*self._actions(), *self._methods()):
                self._gesture(name, do)
            self._export()

    def _watched(self, name: str, do: Callable[[], object]) -> None:
        self.watch.gesture(name, do)
        self._say(f"{name}: {self.watch.turns[name].longest:.0f} ms")

    def _is_wanted(self, name: str) -> bool:
        return not self._words or any(word.lower() in name.lower() for word in self._words)

    def _gesture(self, name: str, do: Callable[[], object]) -> None:
        """Do something that is wanted, and take back what it has changed."""
        if not self._is_wanted(name):
            return
        session, before = self._window.session, self._window.session.project
        self._watched(name, do)
        if session.project is not before and session.path == self._project and session.project is not None:
            self._watched(f"{name}, undone", session.undo)
        if session.path != self._project:
            self._watched("open the project again", self._open)

    def _open(self) -> None:
        self._open_file(self._project)

    def _open_file(self, path: Path) -> None:
        """Open the project or a data file, and ask nothing of what was not saved."""
        session = self._window.session
        if session.project is not None:
            session.saved(self._project, session.project)
        self._window.files.open(path)

    @property
    def _page(self) -> QWidget:
        page = self._window.stages.current_page()
        assert page is not None
        return page

    def _first_looks(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield the tabs of all stages, and what brings them to the front."""
        for stage in STAGES:
            yield stage.title, partial(self._window.show_stage, stage.key)
            tabs = self._window.stages.page(stage.key).header.tabs
            for title in [tabs.tabText(place) for place in range(1, tabs.count())]:
                yield f"{stage.title}, {title}", partial(self._window.show_stage, stage.key, title)

    def _add_step(self) -> None:
        data = self._window.session.data
        assert data is not None
        name = next(one.name for one in reversed(data.variables) if one.scale is Scale.CONTINUOUS)
        self._window.session.add_step(Microaggregation(variables=[name], k=3))

    def _actions(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield all actions that can be done and do not leave the project."""
        yield "keep unsaved work", self._window.files.saving.keep
        for action in [*self._window.commands]:
            if isValid(action) and action.isEnabled() and action.objectName() not in ELSEWHERE:
                yield f"{action.text()} ({self._window.commands.menu(action)})", action.trigger
        yield "import", partial(self._open_file, self._project.with_suffix(".csv"))

    def _methods(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield the dialogs of all masking methods."""
        page = self._window.stages.page("masking")
        for method in METHODS:
            yield f"add {method.title}", partial(page.add_step, method)

    def _touch(self, root: QWidget, name: str) -> None:
        """Use each control of a page or dialog that no other of its kind had; one made anew is the same."""
        dialog = root.window() is not self._window
        seen = self._seen.setdefault(root.windowTitle() if dialog else "", set())
        place = None if dialog else self._window.stages.place
        for _ in range(MOST):
            control = self._next_control(root, seen) if isValid(root) else None
            if control is None:
                return
            seen.add(key(control))
            for done, do in gestures(control):
                words = f"{name}: {key(control)[:40]}, {done}"
                if dialog:
                    self._watched(words, do)
                else:
                    self._on_page(words, do, place)

    def _next_control(self, root: QWidget, seen: set[str]) -> QWidget | None:
        tabs = root.header.tabs if isinstance(root, Page) else None  # which are pages of their own
        return next((one for one in controls(root) if key(one) not in seen and one is not tabs), None)

    def _on_page(self, name: str, do: Callable[[], object], place: tuple[str, str] | None) -> None:
        """Do something on a page, undo what it has changed, and come back."""
        session, before = self._window.session, self._window.session.project
        self._watched(name, do)
        for _ in range(3):
            if session.project is before or session.path != self._project:
                break
            self._watched(f"{name}, undone", session.undo)
        if session.path != self._project or session.data is None:
            self._watched("open the project again", self._open)
        if place is not None and self._window.stages.place != place:
            self._window.show_stage(*place)

    def _export(self) -> None:
        """Write a file in each format."""
        for form in FORMATS.writable:
            self._gesture(f"export as {form.title}", partial(self._write, form.written_extensions[0]))

    def _write(self, ending: str) -> None:
        dialog = ExportDialog(self._window.session, self._window)
        dialog.form.set_target(self._project.with_name(f"safe{ending}"))
        dialog.open()
        dialog.act()
