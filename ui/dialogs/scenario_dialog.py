"""The dialog of a disclosure scenario: what an intruder knows, and how much risk is accepted."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role
from sdcdesk.project import Project
from sdcdesk.risk import WeightMatrix
from sdcdesk.scenario import Scenario
from ui.dialogs.scenario_fields import Row, number_field, percent_text, read_share, read_size
from ui.forms.numbers import write_number
from ui.weights.presets import FIRST, PRESETS, preset
from ui.widgets.buttons import button, filled_button
from ui.widgets.label import hairline, label
from ui.widgets.reason import disable, enable

MISSING = {
    "category": "is a value of its own",
    "wildcard": "matches every value",
}


class ScenarioDialog(QDialog):
    """Asks for a scenario; what is wrong is said below its field.

    Parameters
    ----------
    project
        Its matrices are offered, and its scenarios keep their names.
    data
        The variables.
    scenario
        The scenario to change; None: a new one.
    """

    def __init__(
        self, project: Project, data: Microdata, scenario: Scenario | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._project, self._data, self._old = project, data, scenario
        self.setWindowTitle("Edit scenario" if scenario else "Add scenario")
        self.setModal(True)
        self.name = QLineEdit(scenario.name if scenario else "")
        self.knows = QLineEdit(scenario.knows if scenario else "")
        self.knows.setPlaceholderText("Somebody next door, who knows age, sex and place")
        self.all_keys, self.these_keys = QRadioButton(self._all_words()), QRadioButton("These variables:")
        self.keys = QListWidget()
        self.missing = QComboBox()
        self.weights = QComboBox()
        self.limits = {
            name: number_field(percent_text(getattr(scenario, name) if scenario else None))
            for name in ("limit_weighted", "limit_minimal", "limit_maximal")
        }
        self.least_k = number_field(write_number(scenario.least_k) if scenario and scenario.least_k else "")
        self.k = number_field(write_number(scenario.k if scenario else 3), "3")
        self.save = filled_button("Save scenario" if scenario else "Add scenario")
        self.cancel = button("Cancel")
        self._fill()
        self._rows = self._arrange()
        self._connect()
        self._touched = scenario is not None
        self._check()

    def scenario(self) -> Scenario:
        """Return the scenario as entered; only while nothing is wrong."""
        return Scenario(
            name=self.name.text().strip(),
            knows=self.knows.text().strip(),
            keys=tuple(self._ticked()) if self.these_keys.isChecked() else (),
            missing=self.missing.currentData(),
            weights=self.weights.currentData(),
            k=read_size(self.k.text(), needed=True) or 3,
            least_k=read_size(self.least_k.text(), needed=False),
            **{name: read_share(field.text()) for name, field in self.limits.items()},
        )

    def matrix(self) -> WeightMatrix | None:
        """Return the weight matrix that the project does not hold yet; None if it does."""
        name = self.weights.currentData()
        return None if name in self._project.weights else preset(name)

    def problems(self) -> dict[str, str]:
        """Return what is wrong, by field."""
        found = {"name": self._name_problem(), "keys": self._keys_problem()}
        readers = {name: (field, read_share) for name, field in self.limits.items()}
        for name, (field, read) in readers.items():
            found[name] = _problem(lambda text=field.text(), read=read: read(text))
        found["least_k"] = _problem(lambda: read_size(self.least_k.text(), needed=False))
        found["k"] = _problem(lambda: read_size(self.k.text(), needed=True))
        return {name: sentence for name, sentence in found.items() if sentence}
