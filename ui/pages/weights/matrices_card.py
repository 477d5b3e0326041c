"""The card with all weight matrices of the project and the risk that each gives."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QSizePolicy

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from ui.pages.weights.matrix_list import MatrixList
from ui.pages.weights.matrix_model import Entry
from ui.pages.weights.risks import ReweighedRisks
from ui.release.matrix_commands import reason_to_keep, users
from ui.release.matrix_presets import PRESETS
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.numbers import percent
from ui.widgets.what_is_this import Explanation, explain

ABOUT = Explanation(
    "Matrices",
    "All weight matrices of the project, each with the weighted risk that the masked file would have with "
    "it. The bar goes from the sure risk to the one with guessing: DR_W always lies between them. A scenario "
    "uses one matrix; the others are there to compare.",
    source="Truta et al. 2004, section 2",
)


class MatricesCard(Card):
    """Chooses, makes, renames and removes matrices."""

    preset_wanted = Signal(str)
    """The project should get a preset, by its name."""

    def __init__(self) -> None:
        super().__init__("Matrices", margin=0)
        self.add = self.add_action("New", "plus")
        self.presets = QMenu(self)
        self.fill_presets(self.presets)
        self.add.setMenu(self.presets)
        self.list = MatrixList()
        self._footer = label(style="caption", tone="text2", wraps=True)
        self._footer.setContentsMargins(12, 8, 12, 10)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self._footer)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def fill_presets(self, menu: QMenu) -> None:
        """Put all presets into a menu, by what they are for."""
        for use, group in PRESETS.items():
            menu.addSection(use)
            for name, matrix in group.items():
                action = menu.addAction(name)
                action.setToolTip(matrix.note)
                action.triggered.connect(lambda _checked=False, name=name: self.preset_wanted.emit(name))
        menu.setToolTipsVisible(True)

    def show_project(
        self,
        project: Project,
        chosen: str,
        scenario: Scenario | None,
        found: ReweighedRisks,
        *,
        waits: bool,
    ) -> None:
        """Show the matrices of a project.

        Parameters
        ----------
        project, chosen
            The project, and the matrix that is edited.
        scenario
            The scenario whose risk is shown; None: there is none.
        found
            DR_W with each matrix, as far as it is known.
        waits
            Whether more is on its way.
        """
        limit = scenario.limit_weighted if scenario else None
        low, high = (_share(found.after, name) for name in ("dr_min", "dr_max"))
        entries = []
        for name, matrix in project.weights.items():
            risk = found.risks.get(name)
            weighted = risk if isinstance(risk, float) else None
            problem = risk.message if isinstance(risk, SdcError) else ""
            using = users(project, name)
            note = matrix.note or (f"used by {', '.join(using)}" if using else "not used")
            rules = len(matrix.violations())
            entries.append(Entry(name, note, weighted, low, high, limit, problem, rules, waits))
        self.list.fill(tuple(entries), chosen, reason_to_keep(project, chosen) if chosen else "")
        self._footer.setText(_footer(scenario, limit))


def _footer(scenario: Scenario | None, limit: float | None) -> str:
    if scenario is None:
        return "No scenario yet: the risk with each matrix appears here when there is one."
    line = f", line: limit {percent(limit)}" if limit is not None else ""
    return f"DR_W of the file as masked now, {scenario.name}. Bar: surely to guessing{line}."


def _share(after: Assessment | None, name: str) -> float | None:
    value = after.value(name) if after else None
    return float(value) if isinstance(value, float | int) else None
