"""Commands of the weight matrix editor: each is one change of the project, and can be undone."""

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import matrix_commands, scenario_commands, weight_commands
from sdcdesk.document.matrix_commands import MatrixChange
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.matrix_files import read_block, read_file
from sdcdesk.risk.weights.presets import preset
from sdcdesk.risk.weights.repair import repaired
from ui.forms.numbers import read_finite
from ui.look.locale import in_user_locale, user_locale
from ui.session.job_words import JobWords, reading_words
from ui.session.session import Session

REPAIR, READ = "repair weights", "read weights"
"""Kinds of jobs."""

P = ParamSpec("P")


class WeightCommands(QObject):
    """What the parts of the page do to the matrix that is edited, and which one that is.

    Attributes
    ----------
    session
        Holds the project.
    kept
        Matrices that may break rules for a while without a word.
    """

    chosen = Signal()
    """Another matrix is to be edited."""

    refused = Signal()
    """Something cannot be done."""

    moved = Signal(object)
    """Cells whose weights gave way to another one."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.kept: set[str] = set()
        self._scenario = self._wanted = ""
        self._refused: tuple[str, Project | None] = "", None

    @property
    def scenario(self) -> Scenario | None:
        """The scenario whose risk is shown; None: there is none."""
        project = self.session.project
        return scenario_commands.named(project, self._scenario) if project else None

    @property
    def name(self) -> str:
        """Name of the matrix that is edited; empty if there is none."""
        names = list(self.session.project.weights) if self.session.project else []
        likely = [self._wanted, self.scenario.weights if self.scenario else "", *names]
        return next((name for name in likely if name in names), "")

    @property
    def refusal(self) -> str:
        """What was refused last; no longer said once the project is another one, by undo for instance."""
        words, project = self._refused
        return words if project is self.session.project else ""

    def show_scenario(self, name: str) -> None:
        """Take another scenario, and edit its matrix."""
        if name != self._scenario:
            self._scenario, self._wanted = name, ""

    def choose(self, name: str) -> None:
        """Edit another matrix."""
        self.refuse("")
        if name != self._wanted:
            self._wanted = name
            self.chosen.emit()

    def refuse(self, words: str) -> None:
        """Say why something cannot be done, in one sentence; empty: forget what was said."""
        self._refused = words, self.session.project
        if words:
            self.refused.emit()

    def do(
        self, command: Callable[Concatenate[Project, P], MatrixChange], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Do one of the commands, or say why it cannot be done."""
        project = self.session.project
        if project is None:
            return
        try:
            change = command(project, *args, **kwargs)
        except SdcError as error:
            self.refuse(in_user_locale(error.message))
            return
        other, self._wanted = change.chosen != self._wanted, change.chosen
        self.refuse("")
        self.session.change(change.label, change.project)
        if other and self.session.project is project:  # else the page follows the project anyway
            self.chosen.emit()
        if change.moved:
            self.moved.emit(change.moved)
        if change.remark:
            self.session.done.emit(change.remark)

    def change(
        self, command: Callable[Concatenate[Project, str, P], MatrixChange], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Do one of the commands to the matrix that is edited."""
        self.do(command, self.name, *args, **kwargs)

    def paste(self, text: str, i: int, j: int) -> None:
        """Paste a block of numbers with its upper left corner at a cell."""
        self.kept.discard(self.name)
        if not text.strip():
            self.refuse("The clipboard holds no text: copy a table of numbers first.")
            return

        def command(project: Project, name: str) -> MatrixChange:
            try:
                return weight_commands.pasted(project, name, _numbers(text), i, j)
            except SdcError as error:
                words = sentence("Nothing was pasted. {why}", why=error.message)
                raise type(error)(words, error.field) from None

        self.change(command)

    def repair(self) -> None:
        """Give the matrix the nearest weights that follow the rules; the largest matrices take a while."""
        project, name = self.session.project, self.name
        if project is None or not name:
            return
        broken = project.weights[name]

        def take(fixed: WeightMatrix) -> None:
            now = self.session.project
            if now is not None and now.weights.get(name) == broken:
                self.do(weight_commands.repaired, name, fixed, user_locale())

        words = JobWords(
            sentence("Repairing {name}", name=name), sentence("Stopped: repairing {name}", name=name)
        )
        self._start(REPAIR, words, lambda: repaired(broken), take)

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

        self._start(READ, reading_words(path.name), lambda: read_file(path), take)

    def _start(
        self,
        kind: str,
        words: JobWords,
        work: Callable[[], WeightMatrix],
        take: Callable[[WeightMatrix], None],
    ) -> None:
        self.refuse("")
        session = self.session

        def ended(progress: Progress) -> WeightMatrix:
            matrix = work()
            progress.at(1.0)  # who stopped it meanwhile does not want it any more
            return matrix

        session.jobs.start(
            kind, words.running, ended, take, self._fail, lambda: session.done.emit(words.stopped)
        )

    def _fail(self, error: SdcError) -> None:
        self.refuse(in_user_locale(error.message))


def _numbers(text: str) -> tuple[tuple[float, ...], ...]:
    """Return the numbers of a text; a single one as the user writes it, whatever its decimal sign."""
    alone = read_finite(text) if len(text.split()) == 1 else None
    return ((alone,),) if alone is not None else read_block(text)
