"""Card of scenarios: what an intruder could know, and what follows for the masked file."""

from PySide6.QtCore import Signal

from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.running.errors import DataError, DefectError, SdcError
from sdcdesk.document.blank_commands import MATCH
from sdcdesk.document.project import Project
from sdcdesk.release.scenario_row import ScenarioRow
from ui.pages.risk.scenario_table import ScenarioTable
from ui.session.computation import AGAIN
from ui.session.navigator import Navigator
from ui.widgets.card import Card
from ui.widgets.label import rich_label
from ui.widgets.layout import column
from ui.widgets.message_bar import MessageBar
from ui.widgets.symbols import with_symbols
from ui.widgets.what_is_this import explain

BOTH, EDIT, DESCRIBE = "Use both directions", "Edit scenario…", "Describe variables"

WHO = "Say who is who…"
"""Leads to the finished file whose records are paired by their order alone."""

ABOUT = Explanation(
    "Scenarios",
    "A disclosure scenario says what somebody who looks for a person could know: a neighbour knows age, "
    "sex and place, a colleague perhaps not the place. In each, the risk is computed for these variables "
    "alone. The file is safe only if it keeps to the limits in every scenario.",
    source="Truta et al. 2004, section 2",
)


class ScenariosCard(Card):
    """The table of scenarios, what is to be said of the selected one, and its problem if it has one."""

    helped = Signal(str)
    """The button beside a problem was pressed: `BOTH`, `EDIT`, `DESCRIBE`, `MATCH`, `WHO` or `AGAIN`."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__("Scenarios", margin=0)
        self.set_note("The file is safe only if it is safe in every scenario.")
        self.add = self.add_action("Add scenario", "plus")
        self.table = ScenarioTable(navigator)
        self.exactness = rich_label(style="caption", tone="text3", wraps=True)
        self.message_bar = MessageBar(closable=False)
        self.message_bar.acted.connect(lambda: self.helped.emit(self.message_bar.button.text()))
        self.requested.connect(lambda: explain(self.help, ABOUT))
        self.body.setSpacing(6)
        self.body.addWidget(self.table)
        self.body.addLayout(column(self.exactness, self.message_bar, margins=(12, 0, 12, 8)))

    def show_rows(self, rows: tuple[ScenarioRow, ...], chosen: str, project: Project) -> None:
        """Show scenarios, one of them selected."""
        self.table.fill(rows, chosen)
        row = self.table.current()
        problem = row.checked.error if row and row.checked else None
        if row and problem:
            words = text_with_display_names(problem.message, row.called)
            self.message_bar.show_error(words, way_out(problem, project, row))
        elif row and row.checked and row.checked.blanks:
            self.message_bar.show_note(row.checked.blanks, MATCH)
        elif row and row.is_unpaired:
            self.message_bar.show_note(row.exactness, WHO)
        else:
            self.message_bar.hide()
        self.exactness.setText(with_symbols(row.exactness if row else ""))
        self.exactness.setVisible(not problem and not (row and row.is_unpaired))


def way_out(problem: SdcError, project: Project, row: ScenarioRow) -> str:
    """Return the button that helps."""
    if isinstance(problem, DefectError):
        return AGAIN  # no scenario mends the program
    one_way = project.weights[row.scenario.weights].structure != "general"
    if isinstance(problem, DataError) and problem.field == "weights" and one_way:
        return BOTH
    return DESCRIBE if problem.field == "keys" and not row.keys else EDIT
