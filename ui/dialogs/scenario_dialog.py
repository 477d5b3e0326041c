"""Scenario dialog: what an intruder knows, and how much risk is accepted."""

from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.presets import preset
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm, Offers
from ui.forms.row import ROOMY
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH, HIGHEST = 860, 700
"""Size of the dialog; what does not fit scrolls."""

FRAME = 150
"""Pixels above and below the form."""

FIELDS = ("name", "knows", "keys", "missing", "weights", "k", "measures", "limits")


class ScenarioForm(ModelForm[Scenario]):
    """The fields of a scenario; its name is its own.

    Parameters
    ----------
    project
        Its matrices and hierarchies are offered, and the names of its scenarios are taken.
    data
        The variables.
    scenario
        The scenario to change; None: a new one.
    """

    def __init__(self, project: Project, data: Microdata, scenario: Scenario | None) -> None:
        names = {each.name for each in project.scenarios}
        self._other_names = names - ({scenario.name} if scenario else set())
        hierarchies = {each.name: each for each in project.hierarchies}
        offers: Offers = {WeightMatrix: project.weights, Hierarchy: hierarchies}
        super().__init__(Scenario, data, scenario, fields=FIELDS, offers=offers, room=ROOMY)

    def check(self, model: Scenario) -> None:
        """Refuse a name that another scenario has."""
        if model.name in self._other_names:
            raise ParameterError("Another scenario has this name.", "name")


class ScenarioDialog(Dialog):
    """Asks for a scenario; what is wrong is said below its field.

    Parameters
    ----------
    project, data, scenario
        See `ScenarioForm`.
    """

    def __init__(
        self, project: Project, data: Microdata, scenario: Scenario | None, parent: QWidget | None = None
    ) -> None:
        self._project = project
        title = "Edit scenario" if scenario else "Add scenario"
        super().__init__(title, "Save scenario" if scenario else title, parent)
        self.form = ScenarioForm(project, data, scenario)
        self.lay_out(scrolled(widget_in(column(self.form, margins=AROUND))))
        resize_within_screen(self, WIDTH, min(self.form.sizeHint().height() + FRAME, HIGHEST))
        self.form.edited.connect(lambda: self.read(self.form))
        self.form.focus_first()
        self.read(self.form)

    def scenario(self) -> Scenario:
        """Return the scenario as entered; only while nothing is wrong."""
        return self.form.model()

    def matrix(self) -> WeightMatrix | None:
        """Return the weight matrix that the project does not hold yet; None if it does."""
        name = self.form.editors["weights"].value()
        return None if name in self._project.weights else preset(name)
