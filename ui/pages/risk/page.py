"""Risk page, which answers whether someone could be recognised in the masked file."""

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QScrollArea

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import scenario_commands
from sdcdesk.document.blank_commands import MATCH, matching_blanks
from sdcdesk.document.project import Project
from sdcdesk.masking import FinishedFile
from sdcdesk.release.release_check import SAFE, UNSAFE
from sdcdesk.release.scenario_row import ScenarioRow
from ui.dialogs.scenario_dialog import ScenarioDialog
from ui.pages.page import Page, Stage
from ui.pages.risk.overview import RiskOverview
from ui.pages.risk.scenario_model import session_rows
from ui.pages.risk.scenarios import BOTH, DESCRIBE, WHO, way_out
from ui.pages.weights.compare_matrices import CompareMatrices
from ui.pages.weights.weights_tab import WeightsTab
from ui.session import navigator
from ui.session.computation import AGAIN, missing
from ui.session.current_scenario import current_scenario
from ui.session.navigator import edit_step_text
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.reason import allow

OVERVIEW, WEIGHTS = range(2)
TABS = (navigator.OVERVIEW, navigator.WEIGHT_MATRIX)
"""The page's own tabs; those of the measures follow."""

WEIGHTS_WORDS = (
    "Weight matrix",
    "How much a record counts, by the size of its group before and after masking",
)


class RiskPage(Page):
    """Shows the risk in every scenario, what it comes from, and changes scenarios and weights."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self._next: Callable[[], object] = lambda: None
        self.dialog: ScenarioDialog | None = None
        self.overview = RiskOverview(session)
        self.limits = self.header.add_button("Limits…")
        self.compare = self.header.add_button("Compare matrices")
        self.comparison: CompareMatrices | None = None
        self._parts: dict[int, RiskOverview | WeightsTab] = {OVERVIEW: self.overview}
        self.body.addWidget(self.overview)
        self.measures = self.add_measures(Concern.RISK, before=TABS)
        self.show_tab(OVERVIEW)
        self._connect()

    @cached_property
    def weights(self) -> WeightsTab:
        """The tab of the weight matrices, made when it is first asked for."""
        tab = self._parts[WEIGHTS] = WeightsTab(self.session)
        tab.displayed.connect(self._offer_weights)
        self.body.addWidget(tab)
        tab.setVisible(self.tab == WEIGHTS)
        return tab

    @property
    def chosen(self) -> str:
        """Name of the scenario whose risk is shown; empty if there is none."""
        scenario = current_scenario(self.session)
        return scenario.name if scenario else ""

    @property
    def tab(self) -> int:
        """The tab that is shown: `OVERVIEW`, `WEIGHTS`, or that of a measure."""
        return self.header.tabs.currentIndex()

    def show_tab(self, tab: int) -> None:
        """Show another tab."""
        self.header.tabs.setCurrentIndex(tab)
        self._keep_focus(tab)
        for place, part in self._parts.items():
            part.setVisible(place == tab)
        self.show_measure(tab - len(TABS) if tab >= len(TABS) else -1)
        if tab == WEIGHTS:
            self.header.set_words(*WEIGHTS_WORDS)
        self.limits.setVisible(tab != WEIGHTS)
        self.compare.setVisible(tab == WEIGHTS)
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        if self.tab < len(TABS):
            (self.weights if self.tab == WEIGHTS else self.overview).show_scenario(self.chosen)
        else:
            self.measures.refresh()
        allow(self.header.filled)
        allow(self.limits, "" if self.chosen else "Limits belong to a scenario: add one first.")
        if self.tab == WEIGHTS:
            self._offer_weights()
        else:
            words, self._next = self._next_act()
            self.header.set_filled(words)

    # What the user does

    def compare_matrices(self) -> None:
        """Show all weight matrices in all scenarios, in a window beside this one."""
        if self.comparison is None:
            self.comparison = CompareMatrices(self.session, self.window())
        self.comparison.show_pair(self.weights.chosen)

    def add_scenario(self) -> None:
        """Ask for a new scenario."""
        self._ask("")

    def add_intruder(self, keys: tuple[str, ...]) -> None:
        """Add a scenario of somebody who knows some variables, judged as the chosen one is."""
        if self.session.project is not None:
            changed, name = scenario_commands.with_intruder(self.session.project, keys, self.chosen)
            self.session.change(sentence("Add scenario {name}", name=name), changed)
            self.session.choose_scenario(name)
            self.show_tab(OVERVIEW)

    def reduce_risk(self) -> None:
        """Try steps, and show those that would lower the worst limited figure most."""
        self.show_tab(OVERVIEW)
        self.overview.reduction.open()
        QTimer.singleShot(0, self, self._scroll_to_reduction)

    def edit_scenario(self) -> None:
        """Ask for other values of the chosen scenario."""
        if self.chosen:
            self._ask(self.chosen)

    def duplicate_scenario(self) -> None:
        """Copy the chosen scenario."""
        project, name = self.session.project, self.chosen
        if project and name:
            changed, copy = scenario_commands.duplicated(project, name)
            self.session.change(sentence("Duplicate scenario {name}", name=name), changed)
            self.session.choose_scenario(copy)

    def remove_scenario(self) -> None:
        """Remove the chosen scenario."""
        project, name = self.session.project, self.chosen
        if project and name:
            self.session.change(
                sentence("Remove scenario {name}", name=name),
                scenario_commands.without_scenario(project, name),
            )

    def use_both_directions(self) -> None:
        """Give the chosen scenario weights for groups that shrink and grow."""
        project = self.session.project
        scenario = scenario_commands.named(project, self.chosen) if project else None
        if project and scenario:
            changed = scenario_commands.in_both_directions(project, scenario.weights)
            self.session.change(
                sentence("Use {weights} in both directions", weights=scenario.weights), changed
            )

    # Parts

    def _scroll_to_reduction(self) -> None:
        """Scroll to what would help, once it has its place."""
        if isinstance(self.centre, QScrollArea):
            self.centre.ensureWidgetVisible(self.overview.reduction, 0, 0)

    def _keep_focus(self, tab: int) -> None:
        """Give the keyboard to the tabs before what has it is hidden: Qt would give it to any control."""
        focus = QApplication.focusWidget()
        hidden = (part for place, part in self._parts.items() if place != tab)
        if focus is not None and any(part.isAncestorOf(focus) for part in hidden):
            self.header.tabs.setFocus()

    def _ask(self, name: str) -> None:
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        before = scenario_commands.named(project, name)
        self.dialog = dialog = ScenarioDialog(project, data, before, self)

        def keep() -> None:
            scenario = scenario_commands.with_true_knowledge(dialog.scenario(), before, project)
            try:
                changed = scenario_commands.with_scenario(project, scenario, name, dialog.matrix())
            except SdcError as error:  # a step cannot follow a change of its hierarchy
                self.session.failed.emit(error)
                return
            words = sentence("Edit scenario {name}" if name else "Add scenario {name}", name=scenario.name)
            self.session.change(words, changed)
            self.session.choose_scenario(scenario.name)

        dialog.accepted.connect(keep)
        dialog.open()

    def _help(self, words: str) -> None:
        if words == DESCRIBE:
            self.session.navigator.show_stage("variables")
        elif words == BOTH:
            self.use_both_directions()
        elif words == AGAIN:
            self.session.compute()
        elif words == WHO:
            self._edit_pairing()
        elif words == MATCH and self.session.project is not None:
            self.session.change(*matching_blanks(self.session.project))
        else:
            self.edit_scenario()

    def _edit_pairing(self) -> None:
        """Open the step that takes a finished file: there the order is stated, or an identifier named."""
        steps = self.session.project.recipe.steps if self.session.project else ()
        for position, step in enumerate(steps):
            if step.on and isinstance(step.method, FinishedFile):
                self.session.navigator.edit_step(position)

    def _offer_weights(self) -> None:
        """Offer to use the shown matrix or, where it is in use, to see what follows."""
        offer = self.weights.offer() if self.tab == WEIGHTS else None
        if offer is None:
            return
        filled = self.header.set_filled(offer.text)
        self._next = self.weights.use if offer.uses else partial(self.show_tab, OVERVIEW)
        allow(filled)
        filled.setToolTip(offer.whole if offer.whole != offer.text else "")
        allow(filled, offer.reason)
        allow(
            self.compare, "" if self.weights.chosen else "There is no weight matrix yet: start from a preset"
        )

    def _next_act(self) -> tuple[str, Callable[[], object]]:
        """Return the next sensible act, in words and as what does it."""
        rows, project, lead = (
            session_rows(self.session),
            self.session.project,
            self.session.navigator.show_stage,
        )
        if not rows and not self.overview.knows_keys():
            return "Describe variables", partial(lead, "variables")
        if not rows:
            return "Add scenario", self.add_scenario
        if project and (mend := self._mend(rows, project)):
            return mend
        if all(row.verdict == SAFE for row in rows):
            return "Check the loss", partial(lead, "loss")
        if project and project.unlimited and not any(row.verdict == UNSAFE for row in rows):
            return "Set a limit", self.commands["set_limit"].trigger
        return "Reduce the risk", self.reduce_risk

    def _mend(
        self, rows: tuple[ScenarioRow, ...], project: Project
    ) -> tuple[str, Callable[[], object]] | None:
        """Return what mends a failure, without which no risk is known; None: there is none."""
        results = self.session.results
        if missing(self.session.state):
            return "", self.session.compute  # the message bar offers it, the one place of the page
        if results is not None and results.failed_step:
            number = results.failed_step
            return edit_step_text(number), partial(self.session.navigator.edit_step, number - 1)
        chosen = next((row for row in rows if row.scenario.name == self.chosen), None)
        if chosen is not None and chosen.checked is not None and chosen.checked.error is not None:
            words = way_out(chosen.checked.error, project, chosen)
            return words, partial(self._help, words)
        if chosen is None or chosen.verdict is not Verdict.NOT_ASSESSED or not chosen.scenario.limits:
            return None
        if chosen.is_unpaired:
            return WHO, self._edit_pairing
        return "Change the limits", partial(self.session.navigator.ask_for_limit, None)

    def _connect(self) -> None:
        self.header.tab_chosen.connect(self.show_tab)
        self.session.navigator.scenario_wanted.connect(self.add_intruder)
        card, table = self.overview.scenarios, self.overview.scenarios.table
        self.header.filled.clicked.connect(lambda: self._next())
        self.limits.clicked.connect(partial(self.session.navigator.ask_for_limit, None))
        self.compare.clicked.connect(self.compare_matrices)
        self.overview.added.connect(self.add_scenario)
        self.overview.described.connect(partial(self.session.navigator.show_stage, "variables"))
        table.chosen.connect(self.session.choose_scenario)
        table.edit_scenario.triggered.connect(self.edit_scenario)
        table.duplicate_scenario.triggered.connect(self.duplicate_scenario)
        table.remove_scenario.triggered.connect(self.remove_scenario)
        card.helped.connect(self._help)
        self.overview.reduction.added.connect(self.session.add_step)
        self.overview.reduction.changed.connect(self.session.edit_step)
        self.overview.reduction.all_wanted.connect(partial(self.session.navigator.show_stage, "masking"))
