"""Weight matrix tab: matrices are chosen and edited."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from sdcdesk.core.errors import DataError, SdcError
from sdcdesk.core.variable import Role
from sdcdesk.document import matrix_commands, scenario_commands
from sdcdesk.document.matrix_commands import Offer
from sdcdesk.document.misfit import misfit_text
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.reweighed import entries
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.cell_edit import Edit
from sdcdesk.risk.weights.editing import cells
from sdcdesk.risk.weights.matrix_files import violations_in_words
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import broken_text
from ui.look.locale import user_locale
from ui.pages.weights.bar import TYPED, WeightsBar
from ui.pages.weights.commands import WeightCommands
from ui.pages.weights.grid_card import GridCard
from ui.pages.weights.grid_view import READ_ONLY
from ui.pages.weights.matrices import MatricesCard
from ui.pages.weights.reweighing import LiveReweighing
from ui.pages.weights.rules import RulesCard, RulesHelp
from ui.session.session import Session
from ui.widgets.card import GAP
from ui.widgets.layout import bring_up, column, row
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
        self.bar, self.message_bar = WeightsBar(), MessageBar()
        self.grid, self.matrices, self.rules = GridCard(), MatricesCard(), RulesCard()
        self.help: RulesHelp | None = None
        self.commands = WeightCommands(session)
        self.reweighing = LiveReweighing(session.jobs, self.matrices)
        menu = QMenu(self.bar.presets)
        self.matrices.fill_presets(menu)
        self.bar.presets.setMenu(menu)
        self.matrices.setFixedWidth(LIST)
        cards = row((self.grid, 1), self.matrices, spacing=GAP)
        # What is left is taken below the rules: few sizes make low cards.
        column(self.bar, self.message_bar, cards, self.rules, ..., spacing=GAP, inside=self)
        self._connect()
        self._connect_cards()

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

    def offer(self) -> Offer | None:
        """Return what to do next with the matrix that is shown; None without a project."""
        project, name = self._session.project, self.chosen
        if project is None:
            return None
        risk = self.reweighing.found.risks.get(name)
        return matrix_commands.offer(project, self._current_scenario(), name, risk)

    def use(self) -> None:
        """Let the shown scenario use the matrix that is shown."""
        self.commands.do(matrix_commands.used, self.chosen, self._scenario)

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
        if matrix.admissible:
            self._kept.discard(name)
        self.grid.show_content()
        self.grid.show_matrix(name, matrix, self._scaling(), scaled=self.bar.scaled)
        self.rules.show_structure(matrix.structure)

    def _show_list(self) -> None:
        project, name, scenario = self._session.project, self.chosen, self._current_scenario()
        if project is None:
            return
        found, tried = self.reweighing.found, self._session.tried_weights
        if tried is not None:
            found = found.with_tried(*tried)
        waits = self._session.is_stale or self.reweighing.runs
        reason = matrix_commands.reason_to_keep(project, name)
        self.matrices.show_entries(entries(project, scenario, found, waits=waits), name, reason, scenario)

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
        elif self.grid.view.grid.cells.broken:
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
        message = f"{broken_text(len(self.grid.view.grid.cells.broken), cells(matrix), user_locale())}."
        if not matrix_commands.users(project, name):
            message += f" Kept as {name}, which no scenario uses."
        self._act = lambda: self.commands.repair(name)
        self.message_bar.show_error(message, REPAIR, "\n".join(violations_in_words(matrix)), KEEP)

    def _say_misfit(self, project: Project, name: str, matrix: WeightMatrix, problem: DataError) -> None:
        scenario, data = self._current_scenario(), self._session.data
        keys = (scenario.keys if scenario else ()) or (data.named(Role.KEY) if data else ())
        text = misfit_text(matrix.structure, project.recipe, keys)
        self._act = lambda: self.commands.do(matrix_commands.in_both_directions, name)
        self.message_bar.show_note(text or problem.message, BOTH, problem.message if text else "")

    def _say_read_only(self) -> None:
        self._act = lambda: self.bar.values.setCurrentIndex(TYPED)
        self.message_bar.show_note(READ_ONLY, AS_TYPED)

    def _keep_editing(self) -> None:
        """Leave the rules broken for a while; what breaks them stays ringed."""
        self._kept.add(self.chosen)
        self.message_bar.hide()
        broken = self.grid.view.grid.cells.broken
        if broken:
            self.grid.view.go_to(*min(broken))

    def _complain(self, words: str) -> None:
        self._complaint, self._complained_of = words, self._session.project
        self.message_bar.show_error(words)

    def _explain_rules(self) -> None:
        if self.help is None:
            self.help = RulesHelp(self.window())
            self.help.load_wanted.connect(self._load)
        bring_up(self.help)

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

    def _do(self, command: Callable[..., object], *args: object) -> None:
        """Do something; what was refused before is forgotten."""
        self._complaint = ""
        command(*args)

    def _change(self, command: Callable[..., matrix_commands.MatrixChange], *args: object) -> None:
        """Do one of `matrix_commands` to the chosen matrix."""
        self._do(self.commands.do, command, self.chosen, *args)

    def _load(self, matrix: WeightMatrix) -> None:
        self._do(self.commands.load, matrix)

    def _edit(self, edit: Edit) -> None:
        self._change(matrix_commands.edited, edit, user_locale())

    def _scale(self) -> None:
        self._change(matrix_commands.scaled, self._scaling(), user_locale())

    def _paste_first(self) -> None:
        """Paste from the first cell on."""
        if self.bar.scaled:
            self._say_read_only()
            return
        self._paste(QGuiApplication.clipboard().text(), 1, 1)
        self.grid.view.setFocus()

    def _paste(self, text: str, i: int, j: int) -> None:
        self._kept.discard(self.chosen)
        self._do(self.commands.paste, self.chosen, text, i, j)

    def _forget(self) -> None:
        self._complaint = ""

    # How it is built

    def _connect(self) -> None:
        session, commands, view, bar = self._session, self.commands, self.grid.view, self.bar
        commands.chosen.connect(self.choose)
        commands.refused.connect(self._complain)
        commands.moved.connect(view.flash)
        self.reweighing.changed.connect(self._on_reweighed)
        session.weights_tried.connect(self._show_list)
        view.editing.edited.connect(self._edit)
        view.editing.tried.connect(lambda matrix: session.try_weights(self.chosen, matrix))
        view.editing.reported.connect(session.done)
        view.pasted.connect(self._paste)
        view.locked.connect(self._say_read_only)
        bar.choice.activated.connect(lambda _at: self.choose(bar.choice.currentText()))
        bar.paste.clicked.connect(self._paste_first)
        bar.load_file.clicked.connect(self.import_csv)
        bar.pushes.toggled.connect(lambda on: setattr(view.editing, "pushes", on))
        bar.values.currentChanged.connect(lambda _at: self.refresh())
        self.message_bar.acted.connect(lambda: self._act())
        self.message_bar.declined.connect(self._keep_editing)
        self.message_bar.closed.connect(self._forget)

    def _connect_cards(self) -> None:
        session, card, matrices = self._session, self.grid, self.matrices
        card.choices.structure_chosen.connect(
            lambda structure: self._change(matrix_commands.restructured, structure, user_locale())
        )
        card.choices.tail_chosen.connect(lambda tail: self._change(matrix_commands.with_tail, tail))
        card.choices.refused.connect(self._complain)
        card.scale_wanted.connect(self._scale)
        card.repair_wanted.connect(lambda: self._do(self.commands.repair, self.chosen))
        card.saved.connect(session.done)
        card.failed.connect(session.failed)
        matrices.preset_wanted.connect(lambda name: self._do(self.commands.add_preset, name))
        matrices.list.chosen.connect(self.choose)
        matrices.list.copied.connect(lambda name: self._do(self.commands.do, matrix_commands.copied, name))
        matrices.list.removed.connect(lambda name: self._do(self.commands.do, matrix_commands.removed, name))
        matrices.list.matrices.renamed.connect(
            lambda old, new: self._do(self.commands.do, matrix_commands.renamed, old, new)
        )
        self.rules.load_wanted.connect(self._load)
        self.rules.asked.connect(self._explain_rules)
