"""Commands of the weight matrix editor: each is one change of the project, and can be undone."""

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.errors import SdcError
from sdcdesk.document import matrix_commands
from sdcdesk.document.matrix_commands import MatrixChange
from sdcdesk.document.project import Project
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.matrix_files import read_block, read_file
from sdcdesk.risk.weights.presets import preset
from sdcdesk.risk.weights.repair import repaired
from ui.forms.numbers import read_finite
from ui.look.locale import user_locale
from ui.session.session import Session

REPAIR, READ = "repair weights", "read weights"
"""Kinds of jobs."""

P = ParamSpec("P")


class WeightCommands(QObject):
    """Changes the matrices of the project, and says which one is edited then."""

    chosen = Signal(str)
    """Another matrix is to be edited, by its name."""

    refused = Signal(str)
    """Something cannot be done, in one sentence."""

    moved = Signal(object)
    """Cells whose weights gave way to another one."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def do(
        self, command: Callable[Concatenate[Project, P], MatrixChange], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Do one of `matrix_commands`, or say why it cannot be done."""
        project = self._session.project
        if project is None:
            return
        try:
            change = command(project, *args, **kwargs)
        except SdcError as error:
            self.refused.emit(error.message)
            return
        self.chosen.emit(change.chosen)
        self._session.change(change.label, change.project)
        if change.moved:
            self.moved.emit(change.moved)
        if change.remark:
            self._session.done.emit(change.remark)

    def paste(self, name: str, text: str, i: int, j: int) -> None:
        """Paste a block of numbers with its upper left corner at a cell."""
        if not text.strip():
            self.refused.emit("The clipboard holds no text: copy a table of numbers first.")
            return

        def command(project: Project) -> MatrixChange:
            try:
                return matrix_commands.pasted(project, name, _numbers(text), i, j)
            except SdcError as error:
                raise type(error)(f"Nothing was pasted. {error.message}", error.field) from None

        self.do(command)

    def repair(self, name: str) -> None:
        """Give a matrix the nearest weights that follow the rules; the largest matrices take a while."""
        project = self._session.project
        if project is None or name not in project.weights:
            return
        broken = project.weights[name]

        def take(fixed: WeightMatrix) -> None:
            now = self._session.project
            if now is not None and now.weights.get(name) == broken:
                self.do(matrix_commands.repaired, name, fixed, user_locale())

        self._session.jobs.start(
            REPAIR,
            f"Repairing {name}",
            lambda _progress: repaired(broken),
            take,
            lambda error: self.refused.emit(error.message),
        )

    def add_preset(self, name: str) -> None:
        """Take a preset into the project; one that is there already is chosen."""
        matrix = preset(name)
        if matrix is not None:
            self.do(matrix_commands.added, name, matrix, "Add weights")

    def load(self, matrix: WeightMatrix) -> None:
        """Take a printed matrix into the project, under its title; one that is there already is chosen."""
        self.do(matrix_commands.added, matrix.title, matrix, "Load")

    def import_file(self, path: Path) -> None:
        """Take a matrix from a CSV file into the project."""

        def take(matrix: WeightMatrix) -> None:
            self.do(matrix_commands.added, matrix.title or path.stem, matrix, "Import weights")

        self._session.jobs.start(
            READ,
            f"Reading {path.name}",
            lambda _progress: read_file(path),
            take,
            lambda error: self.refused.emit(error.message),
        )


def _numbers(text: str) -> tuple[tuple[float, ...], ...]:
    """Return the numbers of a text; a single one as the user writes it, whatever its decimal sign."""
    alone = read_finite(text) if len(text.split()) == 1 else None
    return ((alone,),) if alone is not None else read_block(text)
