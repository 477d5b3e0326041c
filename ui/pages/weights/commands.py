"""Commands that edit weight matrices: each is one change of the project, and can be undone."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.document.project import Project
from sdcdesk.risk import Structure, WeightMatrix
from sdcdesk.risk.weights.editing import dropped, moved_between, with_block, with_structure
from sdcdesk.risk.weights.matrix_files import read_block, read_file
from sdcdesk.risk.weights.repair import repaired
from ui.pages.weights.cell_edit import Edit, read_weight
from ui.pages.weights.change_words import cells_text, edit_text, weights_text
from ui.pages.weights.scaling import Scaling
from ui.release import matrix_commands, scenario_commands
from ui.release.matrix_presets import preset
from ui.session.session import Session
from ui.widgets.numbers import count

REPAIR, READ = "repair weights", "read weights"
"""Kinds of jobs."""


class WeightCommands(QObject):
    """Changes the matrix that is edited, adds others, and says which one is edited then."""

    chosen = Signal(str)
    """Another matrix is to be edited, by its name."""

    refused = Signal(str)
    """Something cannot be done, in one sentence."""

    moved = Signal(object)
    """Cells whose weights gave way to another one."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    # Weights

    def edit(self, name: str, edit: Edit) -> None:
        """Change one weight, and those that it pushes."""
        words = edit_text(name, edit.i, edit.j, edit.weight, edit.moved)
        self._change(name, words, lambda _matrix: edit.matrix)
        self.moved.emit(edit.moved)

    def give_structure(self, name: str, structure: Structure) -> None:
        """Change what can occur; weights without a place are dropped."""
        project = self._session.project
        if project is None or name not in project.weights:
            return
        lost = dropped(project.weights[name], structure)
        self._change(name, f"Structure of {name}: {structure}", lambda old: with_structure(old, structure))
        if lost:
            self._session.done.emit(
                f"Dropped {weights_text(lost)} that cannot occur with the structure {structure}; Undo brings "
                f"{'it' if lost == 1 else 'them'} back"
            )

    def give_tail(self, name: str, tail: float) -> None:
        """Change what larger groups weigh."""
        self._change(name, f"Larger groups of {name}", lambda matrix: matrix.changed(tail=tail))

    def scale(self, name: str, scaling: Scaling) -> None:
        """Multiply all weights so that they sum to the number of records."""
        self._change(name, f"Scale {name} to {count(scaling.n)}", scaling.scaled)

    def paste(self, name: str, text: str, i: int, j: int) -> None:
        """Paste a block of numbers with its upper left corner at a cell."""
        project = self._session.project
        if project is None or name not in project.weights:
            return
        if not text.strip():
            self.refused.emit("The clipboard holds no text: copy a table of numbers first.")
            return
        try:
            values = _numbers(text)
            matrix = with_block(project.weights[name], i, j, values)
        except SdcError as error:
            self.refused.emit(f"Nothing was pasted. {error.message}")
            return
        if matrix == project.weights[name]:
            self._session.done.emit(f"{name} has these weights already")
            return
        changed, kept = matrix_commands.pasted(project, name, matrix)
        self.chosen.emit(kept)
        size = f"{len(values)} × {len(values[0])}"
        self._session.change(f"Paste {size} weights into {kept} at {i}, {j}", changed)

    def repair(self, name: str) -> None:
        """Give a matrix the nearest weights that follow the rules; the largest matrices take a while."""
        project = self._session.project
        if project is None or name not in project.weights:
            return
        broken = project.weights[name]

        def work(_progress: Progress) -> WeightMatrix:
            return repaired(broken)

        def take(fixed: WeightMatrix) -> None:
            now = self._session.project
            if now is None or now.weights.get(name) != broken:
                return
            cells = moved_between(broken, fixed)
            words = f"Repair {name}: {weights_text(len(cells))} moved, {cells_text(cells)}"
            self._change(name, words, lambda _matrix: fixed)
            self.moved.emit(cells)

        self._session.jobs.start(
            REPAIR, f"Repairing {name}", work, take, lambda error: self.refused.emit(error.message)
        )

    # Matrices

    def add_preset(self, name: str) -> None:
        """Take a preset into the project; one that is there already is chosen."""
        matrix = preset(name)
        if matrix is not None:
            self._load(name, matrix, "Add weights")

    def load(self, matrix: WeightMatrix) -> None:
        """Take a printed matrix into the project, under its title; one that is there already is chosen."""
        self._load(matrix.title, matrix, "Load")

    def import_file(self, path: Path) -> None:
        """Take a matrix from a CSV file into the project."""
        self._session.jobs.start(
            READ,
            f"Reading {path.name}",
            lambda _progress: read_file(path),
            lambda matrix: self._load(matrix.title or path.stem, matrix, "Import weights"),
            lambda error: self.refused.emit(error.message),
        )

    def copy(self, name: str) -> None:
        """Copy a matrix, and edit the copy."""
        project = self._session.project
        if project is not None:
            copy = scenario_commands.fresh_name(f"{name}, copy", project.weights)
            self._add(project, copy, project.weights[name], "Duplicate weights")

    def rename(self, old: str, new: str) -> None:
        """Give a matrix another name, in its scenarios too."""
        project = self._session.project
        if project is None:
            return
        try:
            changed = matrix_commands.renamed(project, old, new)
        except SdcError as error:
            self.refused.emit(error.message)
            return
        self.chosen.emit(new)
        self._session.change(f"Rename weights {old}", changed)

    def remove(self, name: str) -> None:
        """Remove a matrix that no scenario uses."""
        project = self._session.project
        if project is None:
            return
        reason = matrix_commands.reason_to_keep(project, name)
        if reason:
            self.refused.emit(reason)
            return
        self.chosen.emit("")
        self._session.change(f"Remove weights {name}", matrix_commands.without(project, name))

    def use(self, name: str, scenario: str) -> None:
        """Let a scenario use a matrix."""
        project = self._session.project
        if project is not None and name in project.weights:
            self._session.change(
                f"Use {name} for {scenario}", matrix_commands.used_by(project, scenario, name)
            )

    def use_both_directions(self, name: str) -> None:
        """Let a matrix count groups that shrink and groups that grow, wherever it is used."""
        project = self._session.project
        if project is not None and name in project.weights:
            both = project.weights[name].both_directions()
            changed = scenario_commands.in_both_directions(project, name)
            self.chosen.emit(next(each for each, matrix in changed.weights.items() if matrix == both))
            self._session.change(f"Use {name} in both directions", changed)

    # Parts

    def _change(self, name: str, words: str, change: Callable[[WeightMatrix], WeightMatrix]) -> None:
        project = self._session.project
        if project is None or name not in project.weights:
            return
        try:
            matrix = change(project.weights[name])
        except SdcError as error:
            self.refused.emit(error.message)
            return
        self.chosen.emit(name)
        self._session.change(words, matrix_commands.with_matrix(project, name, matrix))

    def _load(self, wish: str, matrix: WeightMatrix, words: str) -> None:
        project = self._session.project
        if project is None:
            return
        if project.weights.get(wish) == matrix:
            self.chosen.emit(wish)
        else:
            self._add(project, scenario_commands.fresh_name(wish, project.weights), matrix, words)

    def _add(self, project: Project, name: str, matrix: WeightMatrix, words: str) -> None:
        self.chosen.emit(name)
        self._session.change(f"{words} {name}", matrix_commands.with_matrix(project, name, matrix))


def _numbers(text: str) -> tuple[tuple[float, ...], ...]:
    """Return the numbers of a text; a single one as the user writes it, whatever its decimal sign."""
    alone = read_weight(text) if len(text.split()) == 1 else None
    return ((alone,),) if alone is not None else read_block(text)
