"""The choice of a weight matrix in dialogs: those of the project, then those to start from."""

from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox

from sdcdesk.document.matrix_commands import reason_not_to_use
from sdcdesk.document.project import Project
from sdcdesk.risk.weights.presets import FIRST, PRESETS
from sdcdesk.risk.weights.text import rules_text


class WeightsChoice(QComboBox):
    """Names of matrices; its data are the names too. One that breaks rules says so and cannot be chosen."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        for name, matrix in project.weights.items():
            reason = reason_not_to_use(matrix)
            words = f"{name} ({rules_text(len(matrix.violations()))})" if reason else name
            self.addItem(words, name)
            entries = self.model()
            entry = entries.item(self.count() - 1) if isinstance(entries, QStandardItemModel) else None
            if reason and entry is not None:
                entry.setEnabled(False)
                entry.setToolTip(reason)
        if project.weights:
            self.insertSeparator(self.count())
        for use, group in PRESETS.items():
            for name in group:
                if name not in project.weights:
                    self.addItem(f"{name} ({use.lower()})", name)
        usable = (name for name, matrix in project.weights.items() if matrix.admissible)
        self.setCurrentIndex(self.findData(next(usable, FIRST)))
