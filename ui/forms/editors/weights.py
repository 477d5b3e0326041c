"""Weight-matrix editors: a matrix, or the name of one, among those of the project and those to start from."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox

from sdcdesk.document.matrix_use import reason_not_to_use
from sdcdesk.document.scenario import MatrixName
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.presets import FIRST, PRESETS
from sdcdesk.risk.weights.text import rules_text
from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor
from ui.forms.registry import Asked, edits


class WeightsChoice(QComboBox):
    """Names of matrices; its data are the names too. One that breaks rules says so and cannot be chosen.

    Parameters
    ----------
    matrices
        Those of the project, by name.
    """

    def __init__(self, matrices: Mapping[str, WeightMatrix]) -> None:
        super().__init__()
        for name, matrix in matrices.items():
            reason = reason_not_to_use(matrix)
            words = f"{name} ({rules_text(len(matrix.violations()))})" if reason else name
            self.addItem(words, name)
            entries = self.model()
            entry = entries.item(self.count() - 1) if isinstance(entries, QStandardItemModel) else None
            if reason and entry is not None:
                entry.setEnabled(False)
                entry.setToolTip(reason)
        if matrices:
            self.insertSeparator(self.count())
        for use, group in PRESETS.items():
            for name in group:
                if name not in matrices:
                    self.addItem(f"{name} ({use.lower()})", name)
        usable = (name for name, matrix in matrices.items() if matrix.admissible)
        self.first = next(usable, FIRST)
        self.setCurrentIndex(self.findData(self.first))


class MatrixNameEditor(Editor):
    """The name of a matrix.

    Parameters
    ----------
    matrices
        Those of the project, by name.
    """

    wide = True

    def __init__(self, matrices: Mapping[str, WeightMatrix]) -> None:
        super().__init__()
        self.combo = WeightsChoice(matrices)
        self.combo.activated.connect(lambda _place: self.edited.emit())
        self.hold(self.combo)

    def value(self) -> Any:
        """Return the name."""
        return self.combo.currentData()

    def set_value(self, value: Any) -> None:
        """Choose a matrix; None: the first that can be used."""
        self.combo.setCurrentIndex(self.combo.findData(value or self.combo.first))


class WeightMatrixEditor(ComboEditor):
    """A matrix among those of the project that keep their rules."""

    def words(self, value: object) -> str:
        """Return the name of a matrix."""
        known = next((words for choice, words in self._choices if choice == value), "")
        return known or (value.title if isinstance(value, WeightMatrix) and value.title else "another matrix")


@edits(MatrixName)
def _name(asked: Asked) -> Editor:
    return MatrixNameEditor(asked.offers.get(WeightMatrix, {}))


@edits(WeightMatrix)
def _matrix(asked: Asked) -> Editor:
    editor = WeightMatrixEditor({})
    for name, matrix in asked.offers.get(WeightMatrix, {}).items():
        if matrix.admissible:
            editor.add(matrix, name)
    return editor
