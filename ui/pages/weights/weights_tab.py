"""Weight matrix tab: matrices are chosen and edited."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from sdcdesk.document import matrix_commands, matrix_use
from sdcdesk.document.matrix_use import Advice, Offer
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import known_keys
from sdcdesk.release.reweighed import entries
from ui.look.locale import user_locale
from ui.pages.weights.bar import TYPED, WeightsBar
from ui.pages.weights.commands import WeightCommands
from ui.pages.weights.grid_card import GridCard
from ui.pages.weights.grid_view import READ_ONLY
from ui.pages.weights.matrices import MatricesCard
from ui.pages.weights.reweighing import LiveReweighing, current_scaling
from ui.pages.weights.rules import RulesCard
from ui.session.computation import Computing, Stopped
from ui.session.session import Session
from ui.widgets.card import GAP
from ui.widgets.layout import column, lay_beside, row
from ui.widgets.message_bar import MessageBar

BESIDE = 740
"""Pixels from which the list of matrices stands beside the grid."""

BOTH, AS_TYPED = "Use both directions", "Show as typed"
REPAIR, KEEP = "Repair (nearest)", "Keep editing"
"""Words of the buttons in the message bar."""


class WeightsTab(QWidget):
    """Shows the matrices of the project, and edits the chosen one by its commands."""

    displayed = Signal()
    """Another matrix is shown, or more is known of it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.commands = commands = WeightCommands(session)
        self.reweighing = LiveReweighing(session)
        self.bar, self.message_bar = WeightsBar(commands), MessageBar()
        self.grid, self.matrices, self.rules = GridCard(commands), MatricesCard(commands), RulesCard(commands)
        self._cards = row((self.grid, 1), self.matrices, spacing=GAP)
        # What is left is taken below the rules: few sizes make low cards.
        column(self.bar, self.message_bar, self._cards, self.rules, ..., spacing=GAP, inside=self)
        self._connect()

    @property
    def chosen(self) -> str:
        """Name of the matrix that is edited; empty if there is none."""
        return self.commands.name

    def show_scenario(self, name: str) -> None:
        """Show the session as it is now; the risks are those of one scenario."""
        self.commands.show_scenario(name)
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, name = self._session.project, self.chosen
        if project is None:
            return
        scaling = current_scaling(self._session)
        self.bar.refresh(scaling.n)
        self.grid.refresh(scaling, scaled=self.bar.scaled)
        self.rules.setVisible(bool(name))
        if name:
            self.rules.show_structure(project.weights[name].structure)
        self.reweigh()

    def reweigh(self, *, again: bool = False) -> None:
        """Show the risk with each matrix as it is now; `again`: compute what the user stopped."""
        project, scenario = self._session.project, self.commands.scenario
        if project is None:
            return
        self.reweighing.follow(scenario.name if scenario else "", again=again)
        state = self.reweighing.state
        if state == Stopped():
            self.matrices.show_state(state, lambda: self.reweigh(again=True), beside=True)
        else:  # why it failed is said above the grid, and while somebody types nothing is dimmed
            self.matrices.show_content()
            loading = isinstance(state, Computing) and not self._session.is_stale
            self.matrices.set_loading(loading=loading)
        self._show_list()
        self._show_state()
        self.displayed.emit()

    def offer(self) -> Offer | None:
        """Return what to do next with the matrix that is shown; None without a project."""
        project = self._session.project
        if project is None:
            return None
        risk = self.reweighing.reweighed.risks.get(self.chosen)
        return matrix_use.offer(project, self.commands.scenario, self.chosen, risk)

    def use(self) -> None:
        """Let the shown scenario use the matrix that is shown."""
        scenario = self.commands.scenario
        self.commands.change(matrix_commands.used, scenario.name if scenario else "")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the list of matrices below the grid where there is no room beside it."""
        super().resizeEvent(event)
        beside = self.width() >= BESIDE
        self.matrices.set_beside(beside=beside)
        lay_beside(self._cards, beside=beside)

    # Parts

    def _show_list(self) -> None:
        project, found, tried = self._session.project, self.reweighing.reweighed, self._session.tried_weights
        if project is None:
            return
        if tried is not None:
            found = found.with_tried(*tried)
        waits = self._session.is_stale or isinstance(self.reweighing.state, Computing)
        self.matrices.show_entries(entries(project, self.commands.scenario, found, waits=waits))

    def _show_state(self) -> None:
        """Say what was refused or else what is the matter with the chosen matrix."""
        project, name, commands = self._session.project, self.chosen, self.commands
        advice = self._advice(project, name) if project is not None and name else None
        repairs = advice is not None and advice.way == "repair"
        if not repairs:
            commands.kept.discard(name)
        if commands.refusal:
            self.message_bar.show_error(commands.refusal)
        elif advice is None or name in commands.kept:
            self.message_bar.hide()
        elif repairs:
            self.message_bar.show_error(advice.text, REPAIR, advice.details, KEEP, commands.repair)
        elif advice.way:
            self.message_bar.show_note(advice.text, BOTH, advice.details, self._use_both)
        else:
            self.message_bar.show_error(advice.text)

    def _advice(self, project: Project, name: str) -> Advice | None:
        scenario, data = self.commands.scenario, self._session.data
        keys = known_keys(data, scenario) if data is not None else scenario.keys if scenario else ()
        return matrix_use.advice(
            project, name, self.reweighing.reweighed.risks.get(name), keys, user_locale()
        )

    def _use_both(self) -> None:
        self.commands.change(matrix_commands.in_both_directions)

    def _show_read_only(self) -> None:
        self.message_bar.show_note(READ_ONLY, AS_TYPED, do=lambda: self.bar.values.setCurrentIndex(TYPED))

    def _keep_editing(self) -> None:
        """Leave the rules broken for a while; what breaks them stays ringed."""
        self.commands.kept.add(self.chosen)
        self.message_bar.hide()
        broken = self.grid.view.grid.cells.broken
        if broken:
            self.grid.view.go_to(*min(broken))

    def _on_answers(self) -> None:
        if self.isVisible():
            self.reweigh()

    def _connect(self) -> None:
        session, commands, view, bar = self._session, self.commands, self.grid.view, self.bar
        commands.chosen.connect(self.refresh)
        commands.refused.connect(self._show_state)
        session.answers.changed.connect(self._on_answers)
        session.weights_tried.connect(self._show_list)
        view.locked.connect(self._show_read_only)
        bar.paste.clicked.connect(lambda: view.paste(first=True))
        bar.pushes.toggled.connect(lambda on: setattr(view.editing, "pushes", on))
        bar.values.currentChanged.connect(lambda _at: self.refresh())
        self.message_bar.declined.connect(self._keep_editing)
        self.message_bar.closed.connect(lambda: commands.refuse(""))
