"""Weight-matrix editors: a matrix, or the name of one, among those of the project and those to start from."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QStandardItemModel

from sdcdesk.core.text.sentence import uncapitalised
from sdcdesk.document.matrix_use import reason_not_to_use
from sdcdesk.document.scenario import MatrixName
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.editing import broken_cells
from sdcdesk.risk.weights.presets import FIRST, PRESETS
from sdcdesk.risk.weights.text import breaking_text
from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor
from ui.forms.registry import FormParameter, edits
from ui.widgets.combo import ElidedCombo


class MatrixNameEditor(Editor):
    """The name of a matrix; one that breaks rules says so and cannot be chosen.

    Parameters
    ----------
    matrices
        Those of the project, by name.
    """

    wide = True

    def __init__(self, matrices: Mapping[str, WeightMatrix]) -> None:
        super().__init__()
        self.combo = ElidedCombo()
        for name, matrix in matrices.items():
            reason = reason_not_to_use(matrix)
            words = f"{name} ({breaking_text(len(broken_cells(matrix)))})" if reason else name
            self.combo.addItem(words, name)
            entries = self.combo.model()
            if reason and isinstance(entries, QStandardItemModel):
                entry = entries.item(self.combo.count() - 1)
                entry.setEnabled(False)
                entry.setToolTip(reason)
        if matrices:
            self.combo.insertSeparator(self.combo.count())
        for use, group in PRESETS.items():
            for name in (one for one in group if one not in matrices):
                self.combo.addItem(f"{name} ({uncapitalised(use)})", name)
        self._first = next((name for name, matrix in matrices.items() if matrix.admissible), FIRST)
        self.combo.activated.connect(lambda _place: self.edited.emit())
        self.hold(self.combo)
        self.set_value(None)

    def value(self) -> Any:
        """Return the name."""
        return self.combo.currentData()

    def set_value(self, value: Any) -> None:
        """Choose a matrix; None: the first that can be used."""
        self.combo.setCurrentIndex(self.combo.findData(value or self._first))


class WeightMatrixEditor(ComboEditor):
    """A matrix among those of the project that keep their rules."""

    def value_text(self, value: object) -> str:
        """Return the name of a matrix."""
        known = next((words for choice, words in self._choices if choice == value), "")
        return known or (value.title if isinstance(value, WeightMatrix) and value.title else "another matrix")


@edits(MatrixName)
def _name(parameter: FormParameter) -> Editor:
    return MatrixNameEditor(parameter.offers.get(WeightMatrix, {}))


@edits(WeightMatrix)
def _matrix(parameter: FormParameter) -> Editor:
    editor = WeightMatrixEditor({})
    for name, matrix in parameter.offers.get(WeightMatrix, {}).items():
        if matrix.admissible:
            editor.add(matrix, name)
    return editor
