"""The dialog of a disclosure scenario: what an intruder knows, and how much risk is accepted."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from sdcdesk.core.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.presets import preset
from ui.dialogs.scenario_fields import Row, number_field, read_size
from ui.dialogs.scenario_keys import KeysField
from ui.dialogs.scenario_limits import LimitsField, first_value
from ui.dialogs.weights_choice import WeightsChoice
from ui.forms.numbers import write_number
from ui.widgets.buttons import button, filled_button
from ui.widgets.label import hairline, label
from ui.widgets.reason import disable, enable

WIDTH = 720

MISSING = {
    "category": "Is a value of its own: it equals only another missing value",
    "wildcard": "Could be any value: it matches all of them",
}


class ScenarioDialog(QDialog):
    """Asks for a scenario; what is wrong is said below its field.

    Parameters
    ----------
    project
        Its matrices are offered, and the names of its scenarios are taken.
    data
        The variables.
    scenario
        The scenario to change; None: a new one.
    """

    def __init__(
        self, project: Project, data: Microdata, scenario: Scenario | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._project, self._old = project, scenario
        self._reported: set[str] = set()
        self.setWindowTitle("Edit scenario" if scenario else "Add scenario")
        self.setModal(True)
        self.setMinimumWidth(WIDTH)
        self.name, self.knows = QLineEdit(), QLineEdit()
        self.name.setPlaceholderText("Neighbour")
        self.knows.setPlaceholderText("Somebody next door, who knows age, sex and place")
        self.keys = KeysField(data, scenario.keys if scenario else ())
        self.missing, self.weights = QComboBox(), WeightsChoice(project)
        self.limits = LimitsField(scenario.limits if scenario else ())
        self.k = number_field("3")
        self.save = filled_button("Save scenario" if scenario else "Add scenario")
        self.cancel = button("Cancel")
        self._fill(scenario)
        self._rows = self._arrange()
        self._connect()
        self._check()

    def scenario(self) -> Scenario:
        """Return the scenario as entered; only while nothing is wrong."""
        return Scenario(
            name=self.name.text().strip(),
            knows=self.knows.text().strip(),
            keys=self.keys.chosen(),
            missing=self.missing.currentData(),
            weights=self.weights.currentData(),
            k=read_size(self.k.text()) or 2,
            measures=self._old.measures if self._old else (),
            limits=self.limits.read(),
        )

    def matrix(self) -> WeightMatrix | None:
        """Return the weight matrix that the project does not hold yet; None if it does."""
        name = self.weights.currentData()
        return None if name in self._project.weights else preset(name)

    def problems(self) -> dict[str, str]:
        """Return what is wrong, by field."""
        checks: dict[str, Callable[[], object]] = {
            "name": self._read_name,
            "keys": self.keys.read,
            "limits": self.limits.read,
            "k": partial(read_size, self.k.text() or "none"),
        }
        found = {}
        for name, check in checks.items():
            try:
                check()
            except ValueError as error:
                found[name] = str(error)
        return found

    def _read_name(self) -> str:
        name = self.name.text().strip()
        if not name:
            raise ValueError("Give the scenario a name")
        others = (each.name for each in self._project.scenarios if self._old is None or each != self._old)
        if name in others:
            raise ValueError("Another scenario has this name")
        return name

    def _check(self) -> None:
        """Say what is wrong below the fields that were edited, and at the button."""
        problems = self.problems()
        self.limits.show_problem()
        for name, row in self._rows.items():
            row.tell(problems.get(name, "") if name in self._reported else "")
        if problems:
            disable(self.save, f"{next(iter(problems.values())).removesuffix('.')}.")
        else:
            enable(self.save)

    def _on_edited(self, name: str) -> None:
        self._reported.add(name)
        self._check()

    # How it is built

    def _fill(self, scenario: Scenario | None) -> None:
        for value, words in MISSING.items():
            self.missing.addItem(words, value)
        if scenario is None:
            self.k.setText("3")
            return
        self.name.setText(scenario.name)
        self.knows.setText(scenario.knows)
        self.knows.setCursorPosition(0)
        self.missing.setCurrentIndex(self.missing.findData(scenario.missing))
        self.weights.setCurrentIndex(self.weights.findData(scenario.weights))
        self.k.setText(write_number(scenario.k))

    def _arrange(self) -> dict[str, Row]:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        rows = {
            "name": Row(grid, "Name", self.name),
            "knows": Row(grid, "In words", self.knows),
            "keys": Row(grid, "The intruder knows", self.keys),
            "missing": Row(grid, "A missing value", self.missing),
        }
        grid.addWidget(hairline(), grid.rowCount(), 0, 1, 2)
        grid.addWidget(label("How much risk is accepted", "card_title"), grid.rowCount(), 0, 1, 2)
        rows["weights"] = Row(grid, "Weights", self.weights)
        rows["limits"] = Row(grid, "Limits", self.limits)
        rows["k"] = Row(grid, "Wanted group size", self.k, "records; those in smaller groups are listed")
        footer = QHBoxLayout()
        footer.setSpacing(8)
        footer.addWidget(label("An empty limit is no limit.", "caption", "text3"), 1)
        footer.addWidget(self.cancel)
        footer.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(16)
        column.addLayout(grid, 1)
        column.addLayout(footer)
        self.save.setDefault(True)
        return rows

    def _connect(self) -> None:
        for name, field in {"name": self.name, "k": self.k}.items():
            field.textChanged.connect(lambda _text, name=name: self._on_edited(name))
        self.keys.edited.connect(lambda: self._on_edited("keys"))
        self.limits.edited.connect(lambda: self._on_edited("limits"))
        self.save.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Begin with the name, or with the limit of a scenario that has one."""
        super().showEvent(event)
        first = (first_value(self.limits) if self._old else None) or self.name
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        first.selectAll()
