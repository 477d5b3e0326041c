"""Sources of hierarchies: files, other projects, the values themselves; and the file one is written to."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QRect
from PySide6.QtWidgets import QFileDialog, QWidget

from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project_file import load
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.value_counts import ValueCounts
from ui.pages.hierarchies.build_dialog import BuildDialog
from ui.pages.hierarchies.commands import HierarchyCommands
from ui.pages.hierarchies.group_chooser import GroupChooser
from ui.plots.export import require_other_file
from ui.session.job_words import reading_words

JOB = "hierarchies of a file"
"""Kind of the job that reads a file or another project."""

T = TypeVar("T")

FILES = "CSV (*.csv *.txt *.tsv);;All files (*)"


class HierarchySources(QObject):
    """Gives the variable of the tab a hierarchy from elsewhere, and writes one into a file.

    Parameters
    ----------
    commands
        What gives it; it says what was refused, too.
    owner
        What dialogs lie over.
    """

    def __init__(self, commands: HierarchyCommands, owner: QWidget) -> None:
        super().__init__(owner)
        self._commands, self._owner, self._session = commands, owner, commands.session
        self.dialog: BuildDialog | None = None
        self.chooser: GroupChooser | None = None

    def import_csv(self) -> None:
        """Ask for a file with a hierarchy."""
        name, _ = QFileDialog.getOpenFileName(self._owner, "Import a hierarchy", "", FILES)
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        """Give the variable the hierarchy of a file."""
        words = sentence("Hierarchy of {name} from {source}", name=self._commands.variable, source=path.name)

        def take(found: Hierarchy) -> None:
            self._commands.give(found, words)

        self._read(path, Hierarchy.read, take)

    def export_csv(self) -> None:
        """Ask where the hierarchy should be written, and write it."""
        hierarchy = self._commands.hierarchy
        if hierarchy is None:
            return
        proposed = f"{self._commands.variable}_hierarchy.csv"
        name, _ = QFileDialog.getSaveFileName(self._owner, "Export the hierarchy", proposed, FILES)
        if not name:
            return
        try:
            require_other_file(Path(name), self._session.originals)
            hierarchy.write(Path(name), overwrite=True)
        except SdcError as error:
            self._commands.refused.emit(error)
            return
        self._session.done.emit(sentence("Hierarchy written to {name}", name=Path(name).name))

    def build(self, called: str, found: ValueCounts) -> None:
        """Ask how a hierarchy should be built from the values of the variable."""
        replaces = self._commands.hierarchy is not None
        window = self._owner.window()
        self.dialog = dialog = BuildDialog(called, found, self._session.jobs, window, replaces=replaces)
        dialog.finished.connect(lambda _result: setattr(self, "dialog", None))
        words = sentence("Hierarchy of {name} built", name=called)

        def give() -> None:
            if dialog.hierarchy is not None:
                self._commands.give(dialog.hierarchy, words)

        dialog.accepted.connect(give)
        dialog.open()

    def take_from_project(self, called: str, anchor: QRect) -> None:
        """Ask for another project, and take one of its hierarchies."""
        name, _ = QFileDialog.getOpenFileName(self._owner, "Take a hierarchy", "", "Projects (*.sdcdesk)")
        if name:
            self.take_from(Path(name), called, anchor)

    def take_from(self, path: Path, called: str, anchor: QRect) -> None:
        """Take a hierarchy of another project: the one that is called like the variable, or the only one.

        Parameters
        ----------
        path
            The project.
        called
            What people call the variable.
        anchor
            A rectangle of the screen, beside which is asked which of several.
        """
        self._read(
            path,
            lambda there: load(there).hierarchies,
            lambda found: self._take(found, path.name, called, anchor),
        )

    def _read(self, path: Path, read: Callable[[Path], T], take: Callable[[T], None]) -> None:
        """Read a file in the background."""
        words = reading_words(path.name)
        self._session.jobs.start(
            JOB,
            words.running,
            lambda _progress: read(path),
            take,
            self._commands.refused.emit,
            lambda: self._session.done.emit(words.stopped),
        )

    def _take(self, found: tuple[Hierarchy, ...], source: str, called: str, anchor: QRect) -> None:
        by_name = {one.name: one for one in found}
        words = sentence("Hierarchy of {name} from {source}", name=called, source=source)
        only = by_name.get(self._commands.variable) or (found[0] if len(found) == 1 else None)
        if only is not None:
            self._commands.give(only, words)
        elif found:
            asked = sentence("Which hierarchy of {source}?", source=source)
            self.chooser = chooser = GroupChooser(asked, list(by_name), self._owner, may_be_new=False)
            chooser.chosen.connect(lambda name: self._commands.give(by_name[name], words))
            chooser.destroyed.connect(lambda: setattr(self, "chooser", None))
            chooser.show_below(anchor)
        else:
            wrong = "{name} holds no hierarchy; choose another project."
            self._commands.refused.emit(ParameterError(sentence(wrong, name=short(source))))
