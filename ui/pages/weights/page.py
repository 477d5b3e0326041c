"""The tab on which weight matrices are chosen and edited."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QGridLayout, QMenu, QVBoxLayout, QWidget

from sdcdesk.core.errors import DataError, SdcError
from sdcdesk.core.variable import Role
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.editing import cells
from sdcdesk.risk.weights.matrix_files import violations_in_words
from ui.pages.weights.bar import TYPED, WeightsBar
from ui.pages.weights.change_words import broken_text
from ui.pages.weights.commands import WeightCommands
from ui.pages.weights.grid_card import GridCard
from ui.pages.weights.grid_view import READ_ONLY
from ui.pages.weights.matrices_card import MatricesCard
from ui.pages.weights.misfit import misfit_words
from ui.pages.weights.next_act import NextAct, next_act
from ui.pages.weights.reweighing import LiveReweighing
from ui.pages.weights.risks import KIND
from ui.pages.weights.rules_card import RulesCard
from ui.pages.weights.rules_help import RulesHelp
from ui.pages.weights.scaling import Scaling
from ui.release import matrix_commands, scenario_commands
from ui.session.session import Session
from ui.widgets.card import GAP
from ui.widgets.message_bar import MessageBar

BOTH, AS_TYPED = "Use both directions", "Show as typed"
REPAIR, KEEP = "Repair (nearest)", "Keep editing"
"""Words of the buttons in the message bar."""

LIST = 233
"""Width of the list of matrices."""


class WeightsPage(QWidget):
    """Shows the matrices of the project, and edits the chosen one by its commands."""

    shown = Signal()
    """Another matrix is shown, or more is known of it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._scenario, self._matrix, self._complaint = "", "", ""
        self._complained_of: Project | None = None
        self._kept: set[str] = set()
        self._act: Callable[[], object] = lambda: None
        self.bar = WeightsBar()
        self.message_bar = MessageBar()
        self.grid, self.matrices, self.rules = GridCard(), MatricesCard(), RulesCard()
        self.help: RulesHelp | None = None
        self.commands = WeightCommands(session)
        self.reweighing = LiveReweighing(session.jobs)
        self._arrange()
        self._connect()

    @property
    def chosen(self) -> str:
        """Name of the matrix that is edited; empty if there is none."""
        project = self._session.project
        scenario = self._current_scenario()
        names = list(project.weights) if project else []
        likely = [self._matrix, scenario.weights if scenario else "", *names]
        return next((name for name in likely if name in names), "")

    def show_scenario(self, name: str) -> None:
        """Show the session as it is now; the risks are those of one scenario."""
        if name != self._scenario:
            self._scenario, self._matrix = name, ""
        self.refresh()

    def choose(self, name: str) -> None:
        """Edit another matrix."""
        self._complaint = ""
        if name != self._matrix:
            self._matrix = name
            self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, name = self._session.project, self.chosen
        if project is None:
            return
        self._weigh(project)
        self.bar.show_matrices(list(project.weights), name, self._scaling().n)
        self._show_matrix(project, name)
        self._show_list()
        self._say(project)
        self.shown.emit()

    def next_act(self) -> NextAct:
        """Return what to do next with the matrix that is shown."""
        name = self.chosen
        risk = self.reweighing.found.risks.get(name)
        return next_act(self._session.project, self._current_scenario(), name, risk, self.commands.use)

    def import_csv(self) -> None:
        """Ask for a file with a weight matrix."""
        kinds = "CSV (*.csv *.txt *.tsv);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self, "Import weights", "", kinds)
        if name:
            self._complaint = ""
            self.commands.import_file(Path(name))

    # What is shown

    def _show_matrix(self, project: Project, name: str) -> None:
        self.rules.setVisible(bool(name))
        if not name:
            why = "Weights say how much each kind of record counts. Start from one of the presets."
            self.grid.show_empty("No weight matrix yet", why)
            return
        matrix = project.weights[name]
        if not matrix.violations():
            self._kept.discard(name)
        self.grid.show_content()
        self.grid.show_matrix(name, matrix, self._scaling(), scaled=self.bar.scaled)
        self.rules.show_structure(matrix.structure)

    def _show_list(self) -> None:
        project = self._session.project
        if project is not None:
            found = self.reweighing.with_tried(self._session.tried_weights)
            waits = self._session.is_stale or self._session.jobs.is_running(KIND)
            self.matrices.show_project(project, self.chosen, self._current_scenario(), found, waits=waits)

    def _say(self, project: Project) -> None:
        """Say what was refused or else which rules the chosen matrix breaks, or why it does not fit.

        What was refused is no longer said once the project is another one, by undo for instance.
        """
        name = self.chosen
        matrix = project.weights.get(name)
        problem = self.reweighing.found.risks.get(name)
        if self._complaint and project is self._complained_of:
            self.message_bar.show_error(self._complaint)
        elif matrix is None:
            self.message_bar.hide()
        elif self.grid.view.grid.broken:
            self._say_broken(project, name, matrix)
        elif isinstance(problem, DataError) and problem.field == "weights" and matrix.structure != "general":
            self._say_misfit(project, name, matrix, problem)
        elif isinstance(problem, SdcError):
            self.message_bar.show_error(problem.message)
        else:
            self.message_bar.hide()

    def _say_broken(self, project: Project, name: str, matrix: WeightMatrix) -> None:
        if name in self._kept:
            self.message_bar.hide()
            return
        message = f"{broken_text(len(self.grid.view.grid.broken), cells(matrix))}."
        if not matrix_commands.users(project, name):
            message += f" Kept as {name}, which no scenario uses."
        self._act = lambda: self.commands.repair(name)
        self.message_bar.show_error(message, REPAIR, "\n".join(violations_in_words(matrix)), KEEP)

    def _say_misfit(self, project: Project, name: str, matrix: WeightMatrix, problem: DataError) -> None:
        scenario, data = self._current_scenario(), self._session.data
        keys = (scenario.keys if scenario else ()) or (data.named(Role.KEY) if data else ())
        words = misfit_words(matrix.structure, project.recipe, keys)
        self._act = lambda: self.commands.use_both_directions(name)
        self.message_bar.show_note(words or problem.message, BOTH, problem.message if words else "")

    def _say_read_only(self) -> None:
        self._act = lambda: self.bar.values.setCurrentIndex(TYPED)
        self.message_bar.show_note(READ_ONLY, AS_TYPED)

    def _keep_editing(self) -> None:
        """Leave the rules broken for a while; what breaks them stays ringed."""
        self._kept.add(self.chosen)
        self.message_bar.hide()
        broken = sorted(self.grid.view.grid.broken)
        if broken:
            self.grid.view.go_to(*broken[0])

    def _complain(self, words: str) -> None:
        self._complaint, self._complained_of = words, self._session.project
        self.message_bar.show_error(words)

    def _explain_rules(self) -> None:
        if self.help is None:
            self.help = RulesHelp(self.window())
            self.help.load_wanted.connect(self._load)
        self.help.show()
        self.help.raise_()
        self.help.activateWindow()

    # Parts

    def _current_scenario(self) -> Scenario | None:
        project = self._session.project
        return scenario_commands.named(project, self._scenario) if project else None

    def _scaling(self) -> Scaling:
        """Return the records of both files; before anything is masked all are released."""
        data, results = self._session.data, self._session.results
        original = len(data) if data is not None else 0
        released = len(results.run.masked) if results and results.release else original
        return Scaling(original, released)

    def _weigh(self, project: Project) -> None:
        results = self._session.results
        found = results.release.scenarios if results and results.release else ()
        checked = next((each for each in found if each.scenario.name == self._scenario), None)
        self.reweighing.compute(checked, results.run if results else None, project.weights)

    def _on_reweighed(self) -> None:
        project = self._session.project
        if project is not None:
            self._weigh(project)  # what was changed meanwhile
            self._show_list()
            self._say(project)
            self.shown.emit()

    def _do(self, act: Callable[[str], object]) -> None:
        """Do something to the chosen matrix; what was refused before is forgotten."""
        self._complaint = ""
        act(self.chosen)

    def _load(self, matrix: WeightMatrix) -> None:
        self._do(lambda _name: self.commands.load(matrix))

    def _paste_first(self) -> None:
        """Paste from the first cell on."""
        if self.bar.scaled:
            self._say_read_only()
            return
        self._paste(QGuiApplication.clipboard().text(), 1, 1)
        self.grid.view.setFocus()

    def _paste(self, text: str, i: int, j: int) -> None:
        self._kept.discard(self.chosen)
        self._do(lambda name: self.commands.paste(name, text, i, j))

    # How it is built

    def _arrange(self) -> None:
        menu = QMenu(self.bar.presets)
        self.matrices.fill_presets(menu)
        self.bar.presets.setMenu(menu)
        grid = QGridLayout()
        grid.setSpacing(GAP)
        grid.addWidget(self.grid, 0, 0)
        grid.addWidget(self.matrices, 0, 1)
        grid.setColumnStretch(0, 1)
        self.matrices.setFixedWidth(LIST)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        rows.addWidget(self.bar)
        rows.addWidget(self.message_bar)
        rows.addLayout(grid)
        rows.addWidget(self.rules)
        rows.addStretch(1)  # takes all that is left: few sizes make low cards

    def _connect(self) -> None:
        session, commands, view = self._session, self.commands, self.grid.view
        commands.chosen.connect(self.choose)
        commands.refused.connect(self._complain)
        commands.moved.connect(view.flash)
        self.reweighing.changed.connect(self._on_reweighed)
        self.reweighing.failed.connect(session.failed)
        session.weights_tried.connect(self._show_list)
        view.editing.edited.connect(lambda edit: self._do(lambda name: commands.edit(name, edit)))
        view.editing.tried.connect(lambda matrix: session.try_weights(self.chosen, matrix))
        view.editing.reported.connect(session.done)
        view.pasted.connect(self._paste)
        view.locked.connect(self._say_read_only)
        self._connect_card()
        self._connect_bar()
        self.message_bar.acted.connect(lambda: self._act())
        self.message_bar.declined.connect(self._keep_editing)
        self.message_bar.closed.connect(self._forget)
        self.rules.load_wanted.connect(self._load)
        self.rules.asked.connect(self._explain_rules)

    def _connect_bar(self) -> None:
        bar = self.bar
        bar.choice.activated.connect(lambda _at: self.choose(bar.choice.currentText()))
        bar.paste.clicked.connect(self._paste_first)
        bar.load_file.clicked.connect(self.import_csv)
        bar.pushes.toggled.connect(self._set_pushes)
        bar.values.currentChanged.connect(lambda _at: self.refresh())

    def _connect_card(self) -> None:
        session, commands, card, matrices = self._session, self.commands, self.grid, self.matrices
        card.choices.structure_chosen.connect(
            lambda structure: self._do(lambda name: commands.give_structure(name, structure))
        )
        card.choices.tail_chosen.connect(lambda tail: self._do(lambda name: commands.give_tail(name, tail)))
        card.choices.refused.connect(self._complain)
        card.foot.scale_wanted.connect(lambda: self._do(lambda name: commands.scale(name, self._scaling())))
        card.repair_wanted.connect(lambda: self._do(commands.repair))
        card.saved.connect(session.done)
        card.failed.connect(session.failed)
        matrices.preset_wanted.connect(lambda name: self._do(lambda _chosen: commands.add_preset(name)))
        matrices.list.chosen.connect(self.choose)
        matrices.list.copied.connect(lambda name: self._do(lambda _chosen: commands.copy(name)))
        matrices.list.removed.connect(lambda name: self._do(lambda _chosen: commands.remove(name)))
        matrices.list.matrices.renamed.connect(
            lambda old, new: self._do(lambda _chosen: commands.rename(old, new))
        )

    def _set_pushes(self, pushes: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self.grid.view.editing.pushes = pushes

    def _forget(self) -> None:
        self._complaint = ""
