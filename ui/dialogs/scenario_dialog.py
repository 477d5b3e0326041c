"""Scenario dialog: what an intruder knows, and how much risk is accepted."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from sdcdesk.core.errors import ParameterError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.presets import preset
from ui.dialogs.frame import MARGIN, frame
from ui.forms.editors.limits import LimitsEditor
from ui.forms.form import ModelForm
from ui.widgets.buttons import button, filled_button
from ui.widgets.layout import column, held
from ui.widgets.reason import disable, enable

WIDTH = 860

FIELDS = ("name", "knows", "keys", "missing", "weights", "limits", "k")


class ScenarioForm(ModelForm[Scenario]):
    """The fields of a scenario; its name is its own.

    Parameters
    ----------
    project
        Its matrices are offered, and the names of its scenarios are taken.
    data
        The variables.
    scenario
        The scenario to change; None: a new one.
    """

    def __init__(self, project: Project, data: Microdata, scenario: Scenario | None) -> None:
        names = {each.name for each in project.scenarios}
        self._taken = names - ({scenario.name} if scenario else set())
        super().__init__(Scenario, data, scenario, fields=FIELDS, offers={WeightMatrix: project.weights})

    def check(self, model: Scenario) -> None:
        """Refuse a name that another scenario has."""
        if model.name in self._taken:
            raise ParameterError("Another scenario has this name.", "name")


class ScenarioDialog(QDialog):
    """Asks for a scenario; what is wrong is said below its field.

    Parameters
    ----------
    project, data, scenario
        See `ScenarioForm`.
    """

    def __init__(
        self, project: Project, data: Microdata, scenario: Scenario | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._project, self._edits = project, scenario is not None
        self.setWindowTitle("Edit scenario" if scenario else "Add scenario")
        self.setModal(True)
        self.setMinimumWidth(WIDTH)
        self.form = ScenarioForm(project, data, scenario)
        self.save = filled_button("Save scenario" if scenario else "Add scenario")
        self.cancel = button("Cancel")
        content = held(column(self.form, margins=(MARGIN, 16, MARGIN, 16)))
        frame(self, self.windowTitle(), "", content, (self.cancel, self.save))
        for one in self.findChildren(QPushButton):
            one.setAutoDefault(False)
        self.save.setDefault(True)
        self.form.edited.connect(self._check)
        self.save.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self._check()

    def scenario(self) -> Scenario:
        """Return the scenario as entered; only while nothing is wrong."""
        return self.form.model()

    def matrix(self) -> WeightMatrix | None:
        """Return the weight matrix that the project does not hold yet; None if it does."""
        name = self.form.editors["weights"].value()
        return None if name in self._project.weights else preset(name)

    def _check(self) -> None:
        """Say what is wrong below the fields that were edited, and at the button."""
        try:
            self.form.entered()
        except SdcError as error:
            disable(self.save, self.form.error_text(error))
        else:
            enable(self.save)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Begin with the name, or with the limit of a scenario that has one."""
        super().showEvent(event)
        limits = self.form.editors["limits"]
        rows = limits.rows if isinstance(limits, LimitsEditor) and self._edits else []
        first = rows[0].value if rows else self.form.editors["name"]
        first.setFocus(Qt.FocusReason.OtherFocusReason)
