"""The dialog that adds a key set: for which variables the risk of sampling is drawn besides the scenarios."""

from collections.abc import Collection

from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import MISSING
from sdcdesk.release.sampling_curves import KeySet
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.presets import preset
from ui.dialogs.scenario_fields import Row
from ui.forms.editors.keys import KeysEditor
from ui.forms.editors.weights import WeightsChoice
from ui.widgets.buttons import button, filled_button
from ui.widgets.label import label
from ui.widgets.reason import disable, enable

WIDTH = 560

BOTH = (
    "These weights count one direction only. They are used in both, for the recipe may merge groups and "
    "split them."
)

ABOUT = (
    "A key set is drawn beside the scenarios of the project. It has no limits of its own, and the verdict "
    "does not depend on it."
)


class KeySetDialog(QDialog):
    """Asks for key variables and weights; what is wrong is said below its field.

    Parameters
    ----------
    project
        Its matrices are offered.
    data
        The variables.
    taken
        Key sets that are drawn already.
    """

    def __init__(
        self, project: Project, data: Microdata, taken: Collection[KeySet], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._project, self._data, self._taken = project, data, tuple(taken)
        self._reported: set[str] = set()
        self.setWindowTitle("Add key set")
        self.setModal(True)
        self.setMinimumWidth(WIDTH)
        self.keys = KeysEditor(
            [*data.named(Role.KEY), *data.named(Role.OTHER)], Role.KEY, data.named(Role.KEY)
        )
        self.missing, self.weights = QComboBox(), WeightsChoice(project.weights)
        self.direction = label("", "caption", "text3", wraps=True)
        self.add, self.cancel = filled_button("Add key set"), button("Cancel")
        for value, words in MISSING.items():
            self.missing.addItem(words, value)
        self._rows = self._arrange()
        self._connect()
        self._check()

    def key_set(self) -> KeySet:
        """Return what was entered; only while nothing is wrong."""
        name = self.weights.currentData()
        weights = self._matrix(name).changed(title=name)
        return KeySet(self.keys.chosen(), weights.both_directions(), self.missing.currentData())

    def problem(self) -> str:
        """Return what is wrong; empty: nothing."""
        try:
            self.keys.value()
        except ValueError as error:
            return str(error)
        wanted = self.key_set()
        names = frozenset(self._names(wanted))
        same = (
            frozenset(self._names(each)) == names
            and each.missing == wanted.missing
            and _alike(each.weights, wanted.weights)
            for each in self._taken
        )
        return "These variables are drawn already, with the same weights" if any(same) else ""

    def _names(self, one: KeySet) -> tuple[str, ...]:
        return one.keys or self._data.named(Role.KEY)

    def _matrix(self, name: str) -> WeightMatrix:
        return self._project.weights.get(name) or preset(name) or WeightMatrix.maximal()

    def _check(self) -> None:
        problem = self.problem()
        one_way = self._matrix(self.weights.currentData()).structure != "general"
        self.direction.setText(BOTH if one_way else "")
        self._rows["keys"].tell(problem if "keys" in self._reported else "")
        if problem:
            disable(self.add, f"{problem}.")
        else:
            enable(self.add)

    def _on_edited(self) -> None:
        self._reported.add("keys")
        self._check()

    def _arrange(self) -> dict[str, Row]:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        rows = {
            "keys": Row(grid, "The intruder knows", self.keys),
            "missing": Row(grid, "A missing value", self.missing),
            "weights": Row(grid, "Weights", self.weights),
        }
        grid.addWidget(self.direction, grid.rowCount(), 1)
        # Its room is kept, so that nothing moves when another matrix is chosen.
        self.direction.setMinimumHeight(2 * self.direction.fontMetrics().height())
        footer = QHBoxLayout()
        footer.setSpacing(8)
        footer.addWidget(label(ABOUT, "caption", "text3", wraps=True), 1)
        footer.addWidget(self.cancel)
        footer.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(16)
        column.addLayout(grid, 1)
        column.addLayout(footer)
        self.add.setDefault(True)
        return rows

    def _connect(self) -> None:
        self.keys.edited.connect(self._on_edited)
        self.missing.activated.connect(lambda _place: self._on_edited())
        self.weights.activated.connect(lambda _place: self._on_edited())
        self.add.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)


def _alike(first: WeightMatrix, second: WeightMatrix) -> bool:
    """Return whether two matrices weigh alike, whatever they are called."""
    return first.changed(title="", note="") == second.changed(title="", note="")
